import { FluentBundle, FluentResource } from '@fluent/bundle';
import { expect, test } from 'vitest';
import gamesDe from '../locales/de.ftl?raw';
import gamesEn from '../locales/en.ftl?raw';
import peopleDe from '../locales/people.de.ftl?raw';
import peopleEn from '../locales/people.en.ftl?raw';
import { negotiate } from './language';

const en = `${gamesEn}\n${peopleEn}`;
const de = `${gamesDe}\n${peopleDe}`;

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const keysOf = (source: string) => [...source.matchAll(/^([a-z][\w-]*) =/gm)].map(([, key]) => key ?? '');

const variablesOf = (source: string) => {
  const found: Record<string, string[]> = {};
  for (const message of source.split(/\n(?=[a-z][\w-]* =)/)) {
    const key = /^([a-z][\w-]*) =/.exec(message)?.[1];
    if (key) found[key] = [...new Set(message.match(/\$\w+/g))].sort();
  }
  return found;
};

test('both languages have the same keys, each once', () => {
  expect(keysOf(de)).toEqual(keysOf(en));
  expect(new Set(keysOf(en)).size).toBe(keysOf(en).length);
});

test('both languages use the same variables', () => {
  expect(variablesOf(de)).toEqual(variablesOf(en));
});

test('both files are read without an error', () => {
  for (const source of [en, de]) {
    const bundle = new FluentBundle('en');
    expect(bundle.addResource(new FluentResource(source))).toEqual([]);
    expect(keysOf(source).filter(key => !bundle.hasMessage(key))).toEqual([]);
  }
});

test('every key in the code exists, whole or as the start of keys made from data', () => {
  const known = keysOf(en);
  const missing: string[] = [];
  for (const [file, source] of Object.entries(sources)) {
    // A key may stand as any of the strings within the call, as in t(check ? 'a' : 'b').
    for (const [, inside = ''] of source.matchAll(/\bt(?:Or)?\(((?:[^()]|\([^()]*\))*)/g))
      for (const [, quote, key = ''] of inside.matchAll(/(['`])([a-z][a-z-]*(?:\$\{)?[^'`]*)\1/g)) {
        if (!key.includes('-') && quote === "'" && !known.includes(key)) continue;
        const start = key.split('${')[0] ?? '';
        const ok = key.includes('${') ? known.some(k => k.startsWith(start)) : known.includes(key);
        if (!ok) missing.push(`${file}: ${key}`);
      }
  }
  expect(missing).toEqual([]);
});

test('every key is used in the code, or belongs to data', () => {
  const code = Object.values(sources).join('\n');
  const prefixes = [...code.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, prefix]) => prefix ?? '');
  const unused = keysOf(en).filter(
    key => !code.includes(`'${key}'`) && !prefixes.some(p => key.startsWith(p)),
  );
  expect(unused).toEqual([]);
});

test('the language follows the browser and falls back to English', () => {
  expect(negotiate(['de-AT', 'en'])).toBe('de');
  expect(negotiate(['fr', 'de'])).toBe('de');
  expect(negotiate(['fr'])).toBe('en');
  expect(negotiate([])).toBe('en');
});
