import { beforeEach, expect, test } from 'vitest';
import { challengeOf, clockOf, conditionsOf, seekOf, storeDraft, storedDraft, withClock } from './draft';

beforeEach(() => localStorage.clear());

const draft = { ...storedDraft(), variant: 'hidden' };

test('minutes become seconds, also half ones', () => {
  expect(clockOf({ ...draft, minutes: 0.5, increment: 1, delay: 2 })).toEqual({
    kind: 'live',
    base: 30,
    increment: 1,
    delay: 2,
  });
  expect(clockOf({ ...draft, pace: 'days', days: 3 })).toEqual({ kind: 'days', days: 3 });
});

test('a clock taken over comes out again', () => {
  for (const clock of [
    { kind: 'live', base: 90, increment: 1, delay: 0 },
    { kind: 'days', days: 5 },
  ] as const)
    expect(clockOf(withClock(draft, clock))).toEqual(clock);
});

test('guests and chosen start positions are casual', () => {
  expect(conditionsOf(draft, false).rated).toBe(true);
  expect(conditionsOf(draft, true).rated).toBe(false);
  const chosen = conditionsOf({ ...draft, number: 518 }, false);
  expect(chosen).toMatchObject({ rated: false, number: 518 });
});

test('what is not asked for is absent', () => {
  expect(seekOf(draft)).not.toHaveProperty('lowest');
  expect(seekOf({ ...draft, lowest: 1400 })).toMatchObject({ lowest: 1400 });
  expect(conditionsOf(draft, false)).not.toHaveProperty('set');
  expect(challengeOf({ ...draft, sort: 'link' }, false)).not.toHaveProperty('opponent');
  expect(challengeOf({ ...draft, sort: 'player', opponent: ' Eva ' }, false).opponent).toBe('Eva');
});

test('the last proposal is offered again, without opponent and array', () => {
  storeDraft({ ...draft, minutes: 3, opponent: 'Eva', set: 'all', number: 518, lowest: 1400 });
  expect(storedDraft()).toMatchObject({ minutes: 3, opponent: '', set: null, number: null });
});

test('what is stored and unreadable is forgotten', () => {
  localStorage.setItem('backrank.proposal', '{"minutes":"many","sort":"nobody"}');
  expect(storedDraft()).toMatchObject({ minutes: 10, sort: 'seek' });
  localStorage.setItem('backrank.proposal', 'x');
  expect(storedDraft().minutes).toBe(10);
});
