import { expect, test } from 'vitest';
import { choosing, hiddenKings, secretsOf } from './secrets';

const fen = (secrets: string) => `rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR${secrets} w - - 0 1`;

test('while squares are chosen a view tells who has chosen, not where', () => {
  expect(secretsOf(fen('{?/*}'))).toEqual({ white: 'choosing', black: 'chosen' });
  expect(choosing(fen('{?/*}'))).toBe(true);
  expect(choosing(fen('{c3/*}'))).toBe(false);
  expect(hiddenKings(fen('{?/*}'))).toEqual([]);
});

test('an own secret square is known, a king on the board has none', () => {
  expect(hiddenKings(fen('{c3/*}'))).toEqual([{ square: 'c3', side: 'white' }]);
  expect(hiddenKings(fen('{-/g7}'))).toEqual([{ square: 'g7', side: 'black' }]);
});

test('games without hidden kings have no such part', () => {
  expect(secretsOf('4k3/8/8/8/8/8/8/4K3 w - - 0 1')).toEqual({});
  expect(secretsOf('4k4/9/9/9/9/9/9/9/4KR3[M] w EF - 0 1')).toEqual({});
  expect(secretsOf('')).toEqual({});
});
