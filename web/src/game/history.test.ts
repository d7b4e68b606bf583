import { expect, test } from 'vitest';
import { disguised, snapshot } from '../testing/variants';
import type { Played, Side } from '../wire';
import { fenShown, past, rowsOf, stepped } from './history';

const played = (ply: number, by: Side, fen = ''): Played => ({
  ply,
  by,
  recorded: '',
  text: `${by[0]}${ply}`,
  fen,
  marks: ['a1'],
  shown: [],
});

const texts = (moves: Played[]) =>
  rowsOf(moves).map(({ number, turns }) => [
    number,
    ...turns.map(({ plies }) => plies.map(p => p.text).join(' ')),
  ]);

test('moves stand in numbered pairs', () => {
  expect(texts([played(0, 'white'), played(1, 'black'), played(2, 'white')])).toEqual([
    [1, 'w0', 'b1'],
    [2, 'w2'],
  ]);
});

test('a late promotion stays in its turn', () => {
  expect(texts([played(0, 'white'), played(1, 'white'), played(2, 'black')])).toEqual([[1, 'w0 w1', 'b2']]);
});

test('Black may begin', () => {
  expect(texts([played(0, 'black'), played(1, 'white'), played(2, 'black')])).toEqual([
    [1, 'b0'],
    [2, 'w1', 'b2'],
  ]);
});

test('secret choices stand before the first move, in White’s and Black’s column whoever was first', () => {
  const hides = (ply: number, by: Side, recorded: string) => ({ ...played(ply, by), recorded });
  const moves = [hides(0, 'black', '@?'), hides(1, 'white', '@c3'), played(2, 'white'), played(3, 'black')];
  expect(texts(moves)).toEqual([
    [0, 'w1', 'b0'],
    [1, 'w2', 'b3'],
  ]);
  expect(texts(moves.slice(0, 1))).toEqual([[0, 'b0']]);
});

test('stepping stays inside the game and ends live', () => {
  expect(stepped(null, 5, 'back')).toBe(4);
  expect(stepped(4, 5, 'forward')).toBeNull();
  expect(stepped(0, 5, 'back')).toBe(0);
  expect(stepped(null, 5, 'first')).toBe(0);
  expect(stepped(null, 0, 'first')).toBeNull();
  expect(stepped(2, 5, 'last')).toBeNull();
});

test('new moves leave one who has stepped back where he is', () => {
  const shown = stepped(null, 5, 'back');
  const game = { ...snapshot, moves: [0, 1, 2, 3, 4, 5, 6].map(ply => played(ply, 'white', `fen ${ply}`)) };
  expect(past(game, shown ?? 0, disguised, null).fen).toBe('fen 3');
  expect(stepped(shown, 7, 'forward')).toBe(5);
});

test('a past position comes from the FEN after its action, the start before the first', () => {
  const game = {
    ...snapshot,
    start: { fen: '8/8/8/8/8/8/8/K7' },
    moves: [played(0, 'white', '8/8/8/8/8/8/8/1K6')],
  };
  expect(past(game, 0, disguised, null)).toMatchObject({ pieces: [{ square: 'a1' }], marks: [] });
  expect(past(game, 1, disguised, null)).toMatchObject({ pieces: [{ square: 'b1' }], marks: ['a1'] });
  const truth = ['8/8/8/8/8/8/8/(N)7', '8/8/8/8/8/8/8/1N6'];
  expect(past(game, 0, disguised, truth).pieces).toMatchObject([
    { kind: 'knight', face_down: true, truth: true },
  ]);
});

test('the FEN to copy is that of the position on the board', () => {
  const game = { ...snapshot, start: { fen: 'start' }, moves: [played(0, 'white', 'first')] };
  expect(fenShown(game, null, null)).toBe('first');
  expect(fenShown(game, 0, null)).toBe('start');
  expect(fenShown({ ...game, moves: [] }, null, null)).toBe('start');
  expect(fenShown(game, null, ['truth at the start', 'truth'])).toBe('truth');
});
