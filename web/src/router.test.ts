import { expect, test } from 'vitest';
import { parse } from './router';

test('each page has its address', () => {
  expect(parse('/', '')).toEqual({ page: 'home' });
  expect(parse('/lobby/', '')).toEqual({ page: 'lobby' });
  expect(parse('/game/7KQ', '')).toEqual({ page: 'game', id: '7KQ' });
  expect(parse('/invite/7KQ', '')).toEqual({ page: 'invite', id: '7KQ' });
  expect(parse('/player/Eva_1', '')).toEqual({ page: 'player', name: 'Eva_1' });
  expect(parse('/reset', '?token=abc')).toEqual({ page: 'reset', token: 'abc' });
  expect(parse('/verify-email', '')).toEqual({ page: 'verify-email', token: '' });
  expect(parse('/verify', '?game=7KQ')).toEqual({ page: 'verify', game: '7KQ' });
  expect(parse('/statistics/hidden', '')).toEqual({ page: 'statistics', variant: 'hidden' });
  expect(parse('/leaderboards/chess/blitz', '')).toEqual({
    page: 'leaderboards',
    variant: 'chess',
    speed: 'blitz',
  });
  expect(parse('/archive', '?variant=chess')).toEqual({ page: 'archive', query: 'variant=chess' });
});

test('what is no page is missing, unreadable addresses too', () => {
  for (const path of ['/nothing', '/game', '/game/a/b', '/player/%E0%A4%A', '/lobby/x', '/statistics/a/b'])
    expect(parse(path, '')).toEqual({ page: 'missing' });
});
