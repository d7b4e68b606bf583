import { negotiateLanguages } from '@fluent/langneg';
import { signal } from '@preact/signals';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

const key = 'backrank.language';

/** The language that fits the browser's wishes best; English where none does. */
export function negotiate(wished: readonly string[]): Language {
  const [best] = negotiateLanguages(wished, [...languages], { defaultLocale: 'en', strategy: 'lookup' });
  return languages.find(l => l === best) ?? 'en';
}

function stored(): Language | undefined {
  const value = localStorage.getItem(key);
  return languages.find(l => l === value);
}

export const language = signal<Language>(stored() ?? negotiate(navigator.languages));

export function chooseLanguage(next: Language): void {
  localStorage.setItem(key, next);
  language.value = next;
}
