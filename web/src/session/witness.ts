// What a player was shown of a game, kept from its end on, to be compared with the deal's record.

import type { Seen } from '../deal/seen';
import type { Snapshot } from '../wire';

const key = 'backrank.seen';
const kept = 50;

type Notes = [game: string, seen: Seen][];

function notes(): Notes {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Notes;
  } catch {
    return [];
  }
}

export function seenIn(game: string): Seen | null {
  return notes().find(([id]) => id === game)?.[1] ?? null;
}

/** Notes a finished game that one played. What stands is never overwritten: a later word may be a changed one. */
export function witness({ id, phase, seat, start, moves }: Snapshot): void {
  if (phase !== 'over' || seat === 'spectator' || !start) return;
  const all = notes();
  if (all.some(([known]) => known === id)) return;
  const seen: Seen = { start: start.fen, moves: moves.map(({ recorded }) => recorded) };
  try {
    localStorage.setItem(key, JSON.stringify([...all.slice(-(kept - 1)), [id, seen]]));
  } catch {
    // A full store costs this check, not the game.
  }
}
