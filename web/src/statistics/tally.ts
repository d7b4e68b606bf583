import type { Tally } from '../wire';

export const gamesOf = ({ white, black, draws }: Tally) => white + black + draws;

/** Shares of White, draws and Black; nothing of nothing. */
export function sharesOf(tally: Tally): { white: number; draws: number; black: number } {
  const games = gamesOf(tally);
  if (games === 0) return { white: 0, draws: 0, black: 0 };
  return { white: tally.white / games, draws: tally.draws / games, black: tally.black / games };
}

/** White's share of the points, from 0 to 1; a draw is half of one. */
export function whiteScore(tally: Tally): number {
  const games = gamesOf(tally);
  return games === 0 ? 0.5 : (tally.white + tally.draws / 2) / games;
}

/** Below this many games a share says little. */
export const few = 20;
