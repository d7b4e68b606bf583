import { expect, test } from 'vitest';
import type { Choice } from '../wire';
import { between, destsOf, latePromotions, preview, staying } from './choices';

const choice = (action: string, from: string, to: string, more: Partial<Choice> = {}): Choice => ({
  action,
  text: action,
  kind: 'move',
  from,
  to,
  capture: false,
  ...more,
});

const kinds = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn', 'minister'];
const promotion = (piece: string) => choice(`e7e8${piece[0]}`, 'e7', 'e8', { kind: 'promotion', piece });
const gate = (square: string, action: string) =>
  choice(action, 'e1', 'h1', {
    kind: 'gate',
    piece: 'minister',
    gate_square: square,
    castling_to: ['g1', 'f1'],
  });
const castle = choice('e1h1', 'e1', 'h1', { kind: 'castle', castling_to: ['g1', 'f1'] });
const flip = choice('b1b1', 'b1', 'b1', { kind: 'flip' });
const late = choice('=q', 'd8', 'd8', { kind: 'late_promotion', piece: 'queen' });

test('each target is offered once, staying choices not at all', () => {
  const dests = destsOf([promotion('queen'), promotion('rook'), castle, flip, late]);
  expect([...dests]).toEqual([
    ['e7', ['e8']],
    ['e1', ['h1']],
  ]);
});

test('a pull that means several actions lists the plain one first, then the pieces in the game’s order', () => {
  const choices = [gate('e1', 'e1h1m'), castle, gate('h1', 'h1e1m'), flip];
  expect(between(choices, 'e1', 'h1', kinds).map(({ action }) => action)).toEqual(['e1h1', 'e1h1m', 'h1e1m']);
  const pieces = between([promotion('bishop'), promotion('queen'), promotion('rook')], 'e7', 'e8', kinds);
  expect(pieces.map(({ piece }) => piece)).toEqual(['queen', 'rook', 'bishop']);
});

test('a flip stays on its square; a late promotion is asked separately', () => {
  expect(staying([flip, late], 'b1')).toEqual([flip]);
  expect(staying([flip, late], 'd8')).toEqual([]);
  expect(latePromotions([flip, late], kinds)).toEqual([late]);
});

const king = { square: 'e1', side: 'white', kind: 'king', face_down: false } as const;
const corner = { square: 'h1', side: 'white', kind: 'rook', face_down: true } as const;

const squares = (pieces: { square: string; kind: string }[]) =>
  Object.fromEntries(pieces.map(({ square, kind }) => [square, kind]));

test('castling shows the final position, the rook alive and still face down', () => {
  const after = preview([king, corner], castle);
  expect(squares(after)).toEqual({ g1: 'king', f1: 'rook' });
  expect(after.find(({ square }) => square === 'f1')?.face_down).toBe(true);
});

test('a king that castles without moving stays', () => {
  const after = preview(
    [
      { ...king, square: 'i1' },
      { ...corner, square: 'j1' },
    ],
    choice('i1j1', 'i1', 'j1', { kind: 'castle', castling_to: ['i1', 'h1'] }),
  );
  expect(squares(after)).toEqual({ i1: 'king', h1: 'rook' });
});

test('castling with a gate keeps king, rook and the gated piece', () => {
  expect(squares(preview([king, corner], gate('e1', 'e1h1m')))).toEqual({
    g1: 'king',
    f1: 'rook',
    e1: 'minister',
  });
});

test('a promotion arrives as what it becomes, a capture leaves one piece', () => {
  const pawn = { square: 'e7', side: 'white', kind: 'pawn', face_down: false } as const;
  const enemy = { square: 'e8', side: 'black', kind: 'rook', face_down: false } as const;
  expect(preview([pawn, enemy], promotion('queen'))).toEqual([{ ...pawn, square: 'e8', kind: 'queen' }]);
});
