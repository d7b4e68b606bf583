import { expect, test } from 'vitest';
import wire from '../wire.ts?raw';
import { tOr } from './text';

const games = import.meta.glob<string>('../../../variants/*.toml', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** The strings a union type of the wire allows. */
function valuesOf(type: string): string[] {
  const body = new RegExp(`export type ${type} = ([^;]*);`).exec(wire)?.[1] ?? '';
  return [...body.matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? '');
}

const wordless = (prefix: string, values: string[]) =>
  values.filter(value => tOr(`${prefix}-${value}`, '') === '');

test('every reason, result and seat on the wire has words', () => {
  expect(valuesOf('Reason').length).toBeGreaterThan(5);
  expect(wordless('reason', valuesOf('Reason'))).toEqual([]);
  expect(wordless('result', valuesOf('GameResult'))).toEqual([]);
  expect(wordless('side', valuesOf('Seat'))).toEqual([]);
  expect(wordless('colour', valuesOf('ColourWish'))).toEqual([]);
});

test('everything about people on the wire has words', () => {
  expect(valuesOf('Speed').length).toBe(6);
  expect(wordless('speed', valuesOf('Speed'))).toEqual([]);
  expect(wordless('notice', valuesOf('NoticeKind'))).toEqual([]);
  expect(wordless('proposal', valuesOf('ProposalKind'))).toEqual([]);
  expect(wordless('proposal-own', valuesOf('ProposalKind'))).toEqual([]);
  expect(wordless('bot-wish', valuesOf('BotWish'))).toEqual([]);
  expect(wordless('report', valuesOf('ReportReason'))).toEqual([]);
});

test('every piece of every game that ships has a name', () => {
  const kinds = Object.values(games).flatMap(text =>
    [...text.matchAll(/\{ id = "([^"]+)"/g)].map(m => m[1] ?? ''),
  );
  expect(kinds).toContain('king');
  expect(wordless('kind', kinds)).toEqual([]);
});
