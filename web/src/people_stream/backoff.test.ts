import { expect, test } from 'vitest';
import { Backoff } from './backoff';

test('each failure waits longer, up to half a minute, and a success begins anew', () => {
  const backoff = new Backoff(() => 0.5);
  const waits = Array.from({ length: 9 }, () => backoff.next());
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  backoff.reset();
  expect(backoff.next()).toBe(500);
});

test('not everybody comes back at the same moment', () => {
  expect(new Backoff(() => 0).next()).toBe(375);
  expect(new Backoff(() => 1).next()).toBe(625);
});
