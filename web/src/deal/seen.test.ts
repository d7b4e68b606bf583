import { expect, test } from 'vitest';
import { fitsSeen } from './seen';

const truth =
  '(p)(r)(p)(n)k(b)(p)(q)/(p)(p)(n)(p)(p)(r)(b)(p)/8/8/8/8/(P)(N)(P)(P)(P)(Q)(P)(P)/(R)(P)(B)(P)K(R)(N)(B) w HAha - 0 1';
const start = 'xxxxkxxx/xxxxxxxx/8/8/8/8/XXXXXXXX/XXXXKXXX<QRRBBNNPPPPPPPP/qrrbbnnpppppppp> w HAha - 0 1';
const fits = (...moves: string[]) => fitsSeen(truth, { start, moves }).ok;

test('an honest game fits', () => {
  expect(fits()).toBe(true);
  expect(fits('b2b4~n', 'a7a5~p', 'b4a6', 'b8a6~r*?', 'e1h1~b', 'a1a5~r')).toBe(true);
  expect(fits('b2b7~n*p', 'b8b7~r', 'c1c1~b', 'f2f7q~q*r@g7', '=q', '@c3')).toBe(true);
});

test('another identity does not', () => {
  expect(fits('b2b4~q')).toBe(false);
  expect(fits('b2b7~n*q')).toBe(false);
  expect(fits('e1h1~r')).toBe(false);
  expect(fits('c1c1~n')).toBe(false);
  const swapped = truth.replace('(P)(N)(P)(P)(P)(Q)', '(P)(Q)(P)(P)(P)(N)');
  const report = fitsSeen(swapped, { start, moves: ['b2b4~n'] });
  expect(report).toEqual({ ok: false, expected: 'b2b4~n: b2 n', found: 'b2 q' });
});

test('a piece is shown once, and only where one lay', () => {
  expect(fits('b2b4~n', 'b4c6~n')).toBe(false);
  expect(fits('b2b4~n', 'a7b4~p*n')).toBe(false);
  expect(fits('d4d5~n')).toBe(false);
});

test('the visible start is the one that was seen', () => {
  const array = 'rqkrbbnn/pppppppp/8/8/8/8/PPPPPPPP/RQKRBBNN w DAda - 0 1';
  const of = (told: string) => fitsSeen(told, { start: array, moves: ['b1b3'] }).ok;
  expect(of(array)).toBe(true);
  expect(of(array.replace('RQKRBBNN', 'QRKRBBNN'))).toBe(false);
  expect(of(array.replace('8/8/8/8', '8/3q4/8/8'))).toBe(false);
  expect(of(array.replace('RQKRBBNN', 'RQKRBB1N'))).toBe(false);
  expect(of(array.replace('DAda', 'Dda'))).toBe(false);
  expect(of(array.replace(' w', '[MM] w'))).toBe(false);
  expect(of(array.replace('R', '(R)'))).toBe(false);
});

test('face-down pieces lay face down, on their side', () => {
  const of = (told: string) => fitsSeen(told, { start, moves: [] });
  expect(of(truth.replace('(Q)', 'Q'))).toEqual({ ok: false, expected: 'f2 X', found: 'f2 Q' });
  expect(of(truth.replace('(Q)', '(q)')).ok).toBe(false);
  expect(of(truth.replace('K', '(K)')).ok).toBe(false);
  expect(of('no board').ok).toBe(false);
});
