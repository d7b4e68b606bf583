import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import de from '../locales/de.ftl?raw';
import en from '../locales/en.ftl?raw';
import peopleDe from '../locales/people.de.ftl?raw';
import peopleEn from '../locales/people.en.ftl?raw';
import { type Language, language } from './language';

function bundleOf(lang: Language, ...sources: string[]): FluentBundle {
  // Isolation marks would end up in test selectors and titles; all texts here run left to right.
  const bundle = new FluentBundle(lang, { useIsolating: false });
  for (const source of sources) bundle.addResource(new FluentResource(source));
  return bundle;
}

const bundles: Record<Language, FluentBundle> = {
  en: bundleOf('en', en, peopleEn),
  de: bundleOf('de', de, peopleDe),
};

export type Args = Record<string, FluentVariable>;

/** The text of a key in the current language. Read inside a component, it follows the language switch. */
export function t(key: string, args?: Args): string {
  const bundle = bundles[language.value];
  const message = bundle.getMessage(key);
  if (!message?.value) return key;
  return bundle.formatPattern(message.value, args ?? null, []);
}

/** Like [`t`], for keys built from data the server may know more of than this client. */
export function tOr(key: string, fallback: string, args?: Args): string {
  return bundles[language.value].hasMessage(key) ? t(key, args) : fallback;
}

export function kindName(kind: string): string {
  return tOr(`kind-${kind}`, kind);
}

export function sideName(side: string): string {
  return tOr(`side-${side}`, side);
}

/** Parameters come as texts; times among them are milliseconds. */
function argsOf({ until, ...rest }: Record<string, string>): Args {
  return until === undefined ? rest : { ...rest, until: Number(until) };
}

export function errorText(error: { code: string; params: Record<string, string> }): string {
  return tOr(`error-${error.code}`, t('error-other', { code: error.code }), argsOf(error.params));
}
