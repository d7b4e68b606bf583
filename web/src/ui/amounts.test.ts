import { afterEach, expect, test } from 'vitest';
import { language } from '../i18n/language';
import { percentText, relativeText } from './amounts';

const now = Date.UTC(2026, 10, 30);
const hours = (count: number) => now + count * 3_600_000;

afterEach(() => {
  language.value = 'en';
});

test('a time away is told in the largest unit that is at least one', () => {
  expect(relativeText(hours(49), now)).toBe('in 2 days');
  expect(relativeText(hours(-24), now)).toBe('yesterday');
  expect(relativeText(hours(23.9), now)).toBe('in 23 hours');
  expect(relativeText(now + 90_000, now)).toBe('in 1 minute');
  expect(relativeText(now - 5_000, now)).toBe('5 seconds ago');
  language.value = 'de';
  expect(relativeText(hours(72), now)).toBe('in 3 Tagen');
});

test('a share has at most one decimal', () => {
  expect(percentText(1 / 3)).toBe('33.3%');
  expect(percentText(0.5)).toBe('50%');
});
