import { expect, test } from 'vitest';
import type { Clocks } from '../wire';
import { clockText, countdown, crossed, faceOf, isLow, leftOf, nextTick } from './clock';

const clocks: Clocks = {
  white: 60_000,
  black: 30_000,
  running: 'white',
  free: 0,
  paused: false,
  lag: 0,
};
const heard = (more: Partial<Clocks> = {}) => ({ value: { ...clocks, ...more }, at: 1000 });
const { running: _running, ...standing } = clocks;
const live = { kind: 'live', base: 180, increment: 2, delay: 0 } as const;
const days = { kind: 'days', days: 3 } as const;

test('only the running side counts down, from the moment its time was heard', () => {
  expect(leftOf(heard(), 'white', 6000)).toBe(55_000);
  expect(leftOf(heard(), 'black', 6000)).toBe(30_000);
  expect(leftOf({ value: standing, at: 1000 }, 'white', 6000)).toBe(60_000);
});

test('paused clocks stand', () => {
  expect(leftOf(heard({ paused: true }), 'white', 99_000)).toBe(60_000);
});

test('the free part of a turn is not charged', () => {
  expect(leftOf(heard({ free: 3000 }), 'white', 3000)).toBe(60_000);
  expect(leftOf(heard({ free: 3000 }), 'white', 6000)).toBe(58_000);
});

test('a clock never shows 0.0 while the game goes on: only the server says that time is up', () => {
  for (const late of [60_901, 60_999, 61_000, 90_000])
    expect(clockText(leftOf(heard(), 'white', late))).toBe('0.1');
  expect(clockText(leftOf(heard({ white: 0 }), 'white', 1000))).toBe('0.0');
});

test('times are truncated, with tenths below ten seconds', () => {
  expect(clockText(9999)).toBe('9.9');
  expect(clockText(10_000)).toBe('0:10');
  expect(clockText(10_999)).toBe('0:10');
  expect(clockText(1099)).toBe('1.0');
  expect(clockText(199)).toBe('0.1');
  expect(clockText(61_500)).toBe('1:01');
  expect(clockText(3_725_000)).toBe('1:02:05');
});

test('correspondence is shown in days and hours, its last hour as a clock', () => {
  const hour = 3_600_000;
  expect(faceOf(50 * hour, days)).toEqual({ kind: 'days', days: 2, hours: 2 });
  expect(faceOf(5.5 * hour, days)).toEqual({ kind: 'hours', hours: 5, minutes: 30 });
  expect(faceOf(hour - 1, days)).toEqual({ kind: 'text', text: '59:59' });
  expect(faceOf(5.5 * hour, live)).toEqual({ kind: 'text', text: '5:30:00' });
});

test('time is short below a tenth of the base, between ten seconds and a minute', () => {
  expect(isLow(17_999, live)).toBe(true);
  expect(isLow(18_000, live)).toBe(false);
  expect(isLow(9000, { ...live, base: 30 })).toBe(true);
  expect(isLow(60_000, { ...live, base: 5400 })).toBe(false);
  expect(isLow(0, { kind: 'untimed' })).toBe(false);
});

test('each warning is crossed once, and a jump over both says the lower one', () => {
  expect(crossed(31_000, 30_000)).toBe(30_000);
  expect(crossed(30_000, 29_000)).toBeNull();
  expect(crossed(40_000, 9000)).toBe(10_000);
  expect(crossed(10_100, 9900)).toBe(10_000);
  expect(crossed(5000, 0)).toBeNull();
});

test('a tick comes when the text changes', () => {
  expect(nextTick(61_500, live)).toBe(501);
  expect(nextTick(10_400, live)).toBe(401);
  expect(nextTick(9000, live)).toBe(100);
});

test('a limit counts down to nothing', () => {
  expect(countdown(30_000, 1000, 11_000)).toBe(20_000);
  expect(countdown(30_000, 1000, 99_000)).toBe(0);
});
