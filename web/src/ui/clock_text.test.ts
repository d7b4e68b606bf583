import { expect, test } from 'vitest';
import type { Clock } from '../wire';
import { clockText, sameClock, speedOf } from './clock_text';

const live = (base: number, increment = 0, delay = 0): Clock => ({ kind: 'live', base, increment, delay });

test('a clock is told in minutes and seconds, or days', () => {
  expect(clockText(live(300, 3))).toBe('5 + 3');
  expect(clockText(live(30))).toBe('0.5 + 0');
  expect(clockText(live(600, 0, 5))).toBe('10 + 0, 5 s delay');
  expect(clockText({ kind: 'days', days: 1 })).toBe('1 day a move');
  expect(clockText({ kind: 'days', days: 7 })).toBe('7 days a move');
  expect(clockText({ kind: 'untimed' })).toBe('no clock');
});

test('speeds begin at 3, 8 and 25 estimated minutes', () => {
  expect(speedOf(live(179))).toBe('bullet');
  expect(speedOf(live(180))).toBe('blitz');
  expect(speedOf(live(120, 1))).toBe('bullet');
  expect(speedOf(live(120, 1, 1))).toBe('blitz');
  expect(speedOf(live(480))).toBe('rapid');
  expect(speedOf(live(1499))).toBe('rapid');
  expect(speedOf(live(1500))).toBe('classical');
  expect(speedOf({ kind: 'days', days: 3 })).toBe('correspondence');
  expect(speedOf({ kind: 'untimed' })).toBe('untimed');
});

test('clocks are the same if every part is', () => {
  expect(sameClock(live(300, 3), live(300, 3))).toBe(true);
  expect(sameClock(live(300, 3), live(300, 0, 3))).toBe(false);
  expect(sameClock(live(300), { kind: 'days', days: 300 })).toBe(false);
});
