import { expect, test } from 'vitest';
import { contradicts, faultIn, readAction, withLine } from './plan';

test('a hand may write an action in several ways', () => {
  expect(readAction(' E7-E5 ')).toBe('e7e5');
  expect(readAction('e7 e8 =q')).toBe('e7e8q');
  expect(readAction('j10xi9')).toBe('j10i9');
  expect(readAction('b1b1')).toBe('b1b1');
  expect(readAction('b1c3m')).toBe('b1c3m');
});

test('what is foreseen to come to light belongs to the action', () => {
  expect(readAction('b7b5~n')).toBe('b7b5~n');
  expect(readAction('a8a2 ~p *q')).toBe('a8a2~p*q');
  expect(readAction('f7f3@c3')).toBe('f7f3@c3');
});

test('what is no action is not sent', () => {
  for (const text of ['', 'e7', 'Nf6', 'e7e', 'm1a1', 'e0e1', 'e7e5 and more', '=q', 'e7e5~'])
    expect(readAction(text), text).toBeNull();
  expect(faultIn(['e7e5', 'Nf3'])).toBe(1);
  expect(faultIn(['e7e5', 'g1f3'])).toBeNull();
});

test('a longer line takes the place of its beginning, and not the other way round', () => {
  const long = ['e7e5', 'g1f3', 'b8c6', 'f1c4'];
  expect(withLine([['e7e5', 'g1f3']], long)).toEqual([long]);
  expect(withLine([long], ['e7e5', 'g1f3'])).toEqual([long]);
  expect(withLine([long], ['a7a6', 'b2b3'])).toEqual([long, ['a7a6', 'b2b3']]);
});

test('one foreseen action has one answer', () => {
  const lines = [['e7e5', 'g1f3', 'b8c6', 'f1c4']];
  expect(contradicts(lines, ['e7e5', 'b1c3'])).toBe(true);
  expect(contradicts(lines, ['e7e5', 'g1f3', 'g8f6', 'd2d3'])).toBe(false);
  expect(contradicts(lines, ['e7e5', 'g1f3', 'b8c6', 'b1c3'])).toBe(true);
  expect(contradicts(lines, ['c7c5', 'b1c3'])).toBe(false);
});
