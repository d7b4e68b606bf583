import { expect, test } from 'vitest';
import type { Proposal } from '../wire';
import { colourOfOther, conditionsText, rangeText } from './conditions_text';
import { filtered, noFilter } from './seeks';

const seek = (variant: string, rated: boolean, more: Partial<Proposal> = {}): Proposal => ({
  id: variant,
  kind: 'seek',
  by: { id: 'p', name: 'Eva', kind: 'account', provisional: false },
  conditions: {
    variant,
    clock: { kind: 'live', base: 300, increment: 3, delay: 0 },
    rated,
    colour: 'white',
  },
  speed: 'blitz',
  acceptable: true,
  created: 0,
  ...more,
});
const seeks = [seek('a', true), seek('b', false), seek('b', true, { speed: 'rapid' })];

test('a filter lets through what fits in every part', () => {
  expect(filtered(seeks, noFilter)).toEqual(seeks);
  expect(filtered(seeks, { ...noFilter, variant: 'b' })).toEqual(seeks.slice(1));
  expect(filtered(seeks, { variant: 'b', speed: 'rapid', rated: 'rated' })).toEqual(seeks.slice(2));
  expect(filtered(seeks, { ...noFilter, rated: 'casual' })).toEqual([seeks[1]]);
});

test('who accepts has the other colour', () => {
  expect(colourOfOther('white')).toBe('black');
  expect(colourOfOther('black')).toBe('white');
  expect(colourOfOther('random')).toBe('random');
});

test('conditions are told in one line', () => {
  expect(conditionsText(seek('a', true), [])).toBe('a · 5 + 3 · rated');
  expect(rangeText(seek('a', true))).toBe('');
  expect(rangeText(seek('a', true, { lowest: 1400, highest: 1800 }))).toBe('1400 to 1800');
  expect(rangeText(seek('a', true, { lowest: 1400 }))).toBe('from 1400');
  expect(rangeText(seek('a', true, { highest: 1800 }))).toBe('up to 1800');
});
