import { expect, test } from 'vitest';
import { scoreOf } from '../ui/results_table';
import { gamesOf, sharesOf, whiteScore } from './tally';

test('shares of White, draws and Black make a whole', () => {
  const tally = { white: 50, black: 30, draws: 20 };
  expect(gamesOf(tally)).toBe(100);
  expect(sharesOf(tally)).toEqual({ white: 0.5, draws: 0.2, black: 0.3 });
  expect(whiteScore(tally)).toBe(0.6);
});

test('no games have no shares, and favour nobody', () => {
  const none = { white: 0, black: 0, draws: 0 };
  expect(sharesOf(none)).toEqual({ white: 0, draws: 0, black: 0 });
  expect(whiteScore(none)).toBe(0.5);
});

test('a draw is half a point', () => {
  expect(scoreOf({ won: 1, drawn: 2, lost: 1 })).toBe(0.5);
  expect(scoreOf({ won: 0, drawn: 0, lost: 0 })).toBeNull();
});
