import { expect, test } from 'vitest';
import { snapshot } from '../testing/variants';
import type { Snapshot } from '../wire';
import { labelOf, nameOf, onlooks, playerOn, withComputer } from './people';

const names = (game: Snapshot, me: string) => [
  playerOn(game, 'white', me).name,
  playerOn(game, 'black', me).name,
];

test('the players sit where the deal put them', () => {
  expect(names(snapshot, 'p1')).toEqual(['Ada', 'Ben']);
  expect(names({ ...snapshot, white: 1 }, 'p1')).toEqual(['Ben', 'Ada']);
});

test('before the colours are drawn, whoever looks sits below', () => {
  const { white: _white, ...dealing } = snapshot;
  expect(names(dealing, 'p2')).toEqual(['Ben', 'Ada']);
  expect(names(dealing, 'stranger')).toEqual(['Ada', 'Ben']);
});

test('a player without a colour yet is no onlooker', () => {
  expect(onlooks({ ...snapshot, seat: 'spectator' }, 'p1')).toBe(false);
  expect(onlooks({ ...snapshot, seat: 'spectator' }, 'stranger')).toBe(true);
});

test('bots, computers and guests are labelled, people with accounts are not', () => {
  const [ada, ben] = snapshot.players;
  expect(labelOf(ada)).toBe('');
  expect(labelOf({ ...ada, kind: 'bot' })).toBe('bot');
  expect(labelOf({ ...ada, kind: 'guest' })).toBe('guest');
  const computer = { ...ben, kind: 'computer' as const, level: 3 };
  expect(nameOf(computer, 1)).toBe('Computer, level 3');
  expect(withComputer({ ...snapshot, players: [ada, computer] })).toBe(true);
  expect(nameOf({ ...ada, kind: 'closed', name: '' }, 1)).toBe('closed account');
});
