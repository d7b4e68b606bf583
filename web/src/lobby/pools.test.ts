import { expect, test } from 'vitest';
import type { PoolInfo } from '../wire';
import { clocksOf, poolsByVariant, secondsUntil, storeBotWish, storedBotWish } from './pools';

const pool = (variant: string, base: number): PoolInfo => ({
  variant,
  clock: { kind: 'live', base, increment: 0, delay: 0 },
  speed: 'blitz',
  waiting: 0,
});
const pools = [pool('a', 180), pool('b', 180), pool('a', 300)];

test('pools stand together by game, and each clock once', () => {
  expect(poolsByVariant(pools)).toEqual([
    ['a', [pools[0], pools[2]]],
    ['b', [pools[1]]],
  ]);
  expect(clocksOf(pools)).toEqual([pools[0]?.clock, pools[2]?.clock]);
});

test('seconds count down to nought and stay there', () => {
  expect(secondsUntil(20_000, 0)).toBe(20);
  expect(secondsUntil(20_000, 1)).toBe(20);
  expect(secondsUntil(20_000, 19_500)).toBe(1);
  expect(secondsUntil(20_000, 20_000)).toBe(0);
  expect(secondsUntil(20_000, 30_000)).toBe(0);
});

test('the wish about bots is kept', () => {
  expect(storedBotWish()).toBe('offer');
  storeBotWish('never');
  expect(storedBotWish()).toBe('never');
});
