import { expect, test } from 'vitest';
import { capablanca, disguised } from '../testing/variants';
import { piecesOfFen } from './placement';

const named = (fen: string, variant = disguised) =>
  Object.fromEntries(
    piecesOfFen(fen, variant).map(p => [
      p.square,
      `${p.side} ${p.kind}${p.face_down ? (p.truth ? ' truth' : ' down') : ''}`,
    ]),
  );

test('letters, gaps and ranks land on their squares', () => {
  expect(named('4k3/8/8/8/8/8/4P3/R7 w - - 0 1')).toEqual({
    e8: 'black king',
    e2: 'white pawn',
    a1: 'white rook',
  });
});

test('a face-down piece wears the dress of its square', () => {
  expect(named('xn6/8/8/8/8/8/8/X7')).toEqual({
    a8: 'black rook down',
    b8: 'black knight',
    a1: 'white rook down',
  });
});

test('a face-down piece without a dress is a blank back', () => {
  expect(named('8/8/8/8/4X3/8/8/8')).toEqual({ e4: 'white back down' });
});

test('brackets are the truth of a face-down piece', () => {
  expect(named('8/8/8/8/8/8/8/(N)1(q)5')).toEqual({ a1: 'white knight truth', c1: 'black queen truth' });
});

test('gaps of ten and letters of the game', () => {
  expect(named('10/10/10/10/10/10/9C/a9', capablanca)).toEqual({
    j2: 'white chancellor',
    a1: 'black archbishop',
  });
});

test('what follows the placement is left alone', () => {
  for (const tail of ['[MMmm]', '|N/qp|', '{c3/g7}', '<PPN/q>', ''])
    expect(named(`8/8/8/8/8/8/8/K7${tail} w - - 0 1`)).toEqual({ a1: 'white king' });
});

test('an empty text is an empty board', () => {
  expect(piecesOfFen('', disguised)).toEqual([]);
});
