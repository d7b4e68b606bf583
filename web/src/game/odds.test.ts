import { beforeEach, expect, test } from 'vitest';
import { language } from '../i18n/language';
import { t } from '../i18n/text';
import { oddsOf, oddsText } from './odds';

const pool = {
  face_down: 14,
  total: 15,
  kinds: [
    { kind: 'queen', count: 1 },
    { kind: 'rook', count: 0 },
    { kind: 'pawn', count: 8 },
    { kind: 'knight', count: 2 },
  ],
};

beforeEach(() => {
  language.value = 'en';
});

test('the likeliest comes first, what is not there is left out', () => {
  expect(oddsOf(pool).map(({ kind }) => kind)).toEqual(['pawn', 'knight', 'queen']);
});

test('odds are exact, with a share beside them', () => {
  expect(oddsText({ kind: 'pawn', count: 8, total: 15 })).toEqual({ exact: '8 of 15', share: '53.3%' });
  expect(oddsText({ kind: 'pawn', count: 15, total: 15 })).toEqual({ exact: '15 of 15', share: '100%' });
});

test('German writes them its own way', () => {
  language.value = 'de';
  expect(oddsText({ kind: 'pawn', count: 8, total: 15 }).exact).toBe('8 von 15');
  expect(oddsText({ kind: 'pawn', count: 8, total: 15 }).share).toMatch(/^53,3\s%$/);
});

test('the heading counts none, one and many', () => {
  expect(t('pool-line', { down: 0, total: 0 })).toBe('No piece lies face down.');
  expect(t('pool-line', { down: 1, total: 3 })).toContain('1 piece lies face down');
  expect(t('pool-line', { down: 14, total: 15 })).toContain('14 pieces lie face down');
  language.value = 'de';
  expect(t('pool-line', { down: 1, total: 3 })).toContain('1 Figur liegt verdeckt');
});
