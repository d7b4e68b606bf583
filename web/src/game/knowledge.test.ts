import { expect, test } from 'vitest';
import { capablanca, disguised, snapshot } from '../testing/variants';
import { asKnown, viewersOf } from './knowledge';

const over = { ...snapshot, phase: 'over' as const };

test('a finished game with secrets is seen by any seat’s knowledge, another only as it was', () => {
  expect(viewersOf(over, disguised)).toEqual(['white', 'black', 'spectator', 'truth']);
  expect(viewersOf(over, { ...capablanca, secret_kings: true })).toHaveLength(4);
  expect(viewersOf(over, capablanca)).toEqual([]);
  expect(viewersOf(snapshot, disguised)).toEqual([]);
  const { start: _start, ...undealt } = over;
  expect(viewersOf(undealt, disguised)).toEqual([]);
});

test('a replay takes the place of what this seat saw, and of nothing else', () => {
  const replay = { seat: 'black' as const, start: { fen: 'other' }, moves: [] };
  expect(asKnown(over, replay)).toEqual({ ...over, start: { fen: 'other' }, moves: [] });
  expect(asKnown(over, undefined)).toBe(over);
});
