import { beforeEach, expect, test } from 'vitest';
import { snapshot } from '../testing/variants';
import type { Played, Snapshot } from '../wire';
import { seenIn, witness } from './witness';

beforeEach(() => localStorage.clear());

const move: Played = { ply: 0, by: 'white', recorded: 'b2b4~n', text: '', fen: '', marks: [], shown: [] };
const over: Snapshot = { ...snapshot, phase: 'over', start: { fen: 'f' }, moves: [move] };

test('a finished game of one’s own is noted, once', () => {
  witness(over);
  witness({ ...over, moves: [] });
  expect(seenIn('game')).toEqual({ start: 'f', moves: ['b2b4~n'] });
});

test('a running, a watched or an undealt game is not', () => {
  const { start: _start, ...undealt } = over;
  witness({ ...over, phase: 'playing' });
  witness({ ...over, seat: 'spectator' });
  witness(undealt);
  expect(seenIn('game')).toBeNull();
});

test('only the latest games are kept', () => {
  for (let game = 0; game < 60; game += 1) witness({ ...over, id: `g${game}` });
  expect(seenIn('g0')).toBeNull();
  expect(seenIn('g59')).not.toBeNull();
});
