import { expect, test } from 'vitest';
import { rights } from '../testing/variants';
import type { Played, Reveal } from '../wire';
import { announcement, hidingPlace, revealTexts } from './announce';
import { resultText } from './result';

const played = (
  recorded: string,
  text: string,
  shown: Reveal[] = [],
  more: Partial<Played> = {},
): Played => ({
  ply: 0,
  by: 'white',
  recorded,
  text,
  fen: '',
  marks: [],
  shown,
  ...more,
});

const turned = (square: string, kind: string): Reveal => ({ square, side: 'white', kind, how: 'turned_up' });
const dress = [
  { square: 'a2', kind: 'pawn' },
  { square: 'h1', kind: 'rook' },
];

test('a screen reader hears what a disguised piece was taken for and what it is', () => {
  const event = { type: 'played', played: played('a2a4~c', 'a4(C)', [turned('a4', 'cannon')]) } as const;
  expect(announcement({ ...event, now: {} as never, may: {} as never }, dress)).toBe(
    'White played a4(C). pawn? a2 turned up: cannon',
  );
});

test('a blank disc is turned up where it lies', () => {
  expect(revealTexts(played('b1b1~n', 'b1(N)', [turned('b1', 'knight')]), [])).toEqual([
    'b1 turned up: knight',
  ]);
});

test('when castling it is the corner piece that turns up', () => {
  expect(revealTexts(played('e1h1~b', 'O-O(B)', [turned('f1', 'bishop')]), dress)).toEqual([
    'rook? h1 turned up: bishop',
  ]);
});

test('a king that appears is announced with its square', () => {
  const shown: Reveal = { square: 'g7', side: 'black', kind: 'king', how: 'king_appeared' };
  const event = { type: 'played', played: played('f2f6@g7', 'Qf6(Kg7)+', [shown], { check: 'g7' }) } as const;
  expect(announcement({ ...event, now: {} as never, may: {} as never }, [])).toBe(
    'White played Qf6(Kg7)+. The Black king appears on g7. Check',
  );
});

test('of the other side one hears only that it has chosen', () => {
  expect(hidingPlace(played('@?', '@?'))).toEqual({ square: null });
  expect(hidingPlace(played('@c3', '@c3'))).toEqual({ square: 'c3' });
  expect(hidingPlace(played('c2c3', 'c3'))).toBeNull();
  const event = { type: 'played', played: played('@?', '@?', [], { by: 'black' }) } as const;
  expect(announcement({ ...event, now: {} as never, may: {} as never }, [])).toBe(
    'Black has chosen a secret square',
  );
});

test('offers are heard by both, each in its own words, and their end by whoever made them', () => {
  const offer = { by: 'black', what: 'draw' } as const;
  const offered = { type: 'offered', offer, may: rights } as const;
  expect(announcement(offered, [], 'white')).toBe('Your opponent offers a draw');
  expect(announcement(offered, [], 'black')).toBe('You offer a draw');
  const declined = { type: 'declined', offer, may: rights } as const;
  expect(announcement(declined, [], 'black')).toBe('Your draw offer is off the table');
  expect(announcement(declined, [], 'white')).toBe('');
});

test('a plan that was dropped is said, one that goes on is not', () => {
  expect(announcement({ type: 'planned', lines: [], cancelled: true }, [])).toContain('dropped');
  expect(announcement({ type: 'planned', lines: [], cancelled: false }, [])).toBe('');
});

test('a draw on time says why nobody won', () => {
  expect(resultText({ result: 'draw', reason: 'flag' })).toContain('could not have mated');
  expect(resultText({ result: 'white', reason: 'flag' })).toBe('White wins: time ran out.');
});
