import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { situation, snapshot } from '../testing/variants';
import type { Choice, Snapshot } from '../wire';
import { type Play, usePlay } from './play';

const step: Choice = { action: 'e1e2', text: 'Ke2', kind: 'move', from: 'e1', to: 'e2', capture: false };
const castle: Choice = {
  action: 'e1h1',
  text: 'O-O',
  kind: 'castle',
  from: 'e1',
  to: 'h1',
  castling_to: ['g1', 'f1'],
  capture: false,
};
const pieces = [
  { square: 'e1', side: 'white', kind: 'king', face_down: false },
  { square: 'h1', side: 'white', kind: 'rook', face_down: false },
] as const;
/** Each call makes a situation of its own, as each snapshot does. */
const at = (ply: number): Snapshot => ({
  ...snapshot,
  now: { ...situation, ply, legal: [{ ...step }, { ...castle }], pieces: [...pieces] },
});

const root = document.createElement('div');
afterEach(() => render(null, root));

/** The hook in a page of its own: what it says now, what it has sent, and how the game goes on. */
function page(confirm: boolean) {
  const sent: string[] = [];
  let play: Play | undefined;
  function Player({ game, idle }: { game: Snapshot; idle: boolean }) {
    play = usePlay(game, ['king', 'rook'], idle, confirm, action => sent.push(action));
    return null;
  }
  const show = (game: Snapshot, idle = true) => act(() => render(<Player game={game} idle={idle} />, root));
  const now = () => play as Play;
  void show(at(0));
  return { sent, show, now, squares: () => now().pieces.map(({ square }) => square) };
}

test('without submitting, a pull is sent at once', () => {
  const { sent, now } = page(false);
  act(() => now().pull('e1', 'e2'));
  expect(sent).toEqual(['e1e2']);
  expect(now().held).toBeNull();
});

test('what is held is shown as it will stand, and sent only by submitting', () => {
  const { sent, now, squares } = page(true);
  act(() => now().pull('e1', 'h1'));
  expect(now().held?.action).toBe('e1h1');
  expect(squares()).toEqual(['g1', 'f1']);
  expect(sent).toEqual([]);
  act(() => now().submit());
  expect(sent).toEqual(['e1h1']);
  act(() => now().submit());
  expect(sent).toEqual(['e1h1']);
});

test('going back restores the board and sends nothing', () => {
  const { sent, now, squares } = page(true);
  act(() => now().pull('e1', 'e2'));
  act(() => now().cancel());
  expect(now().held).toBeNull();
  expect(squares()).toEqual(['e1', 'h1']);
  expect(sent).toEqual([]);
});

test('a reconnect neither sends nor forgets what is held; another position forgets it', () => {
  const { sent, show, now } = page(true);
  act(() => now().pull('e1', 'e2'));
  void show(at(0));
  expect(now().held?.action).toBe('e1e2');
  void show(at(2));
  expect(now().held).toBeNull();
  act(() => now().submit());
  expect(sent).toEqual([]);
});
