// The proof of a deal is worth as much as the fingerprints noted before play, so they are noted here,
// out of the server's reach, and compared when the record is out.

/** Fingerprints noted before the deal: the server's, and the one of this browser's own contribution. */
export type Promised = { server: string; own?: string };

const key = 'backrank.promises';
const kept = 300;

type Notes = [game: string, promised: Promised][];

function notes(): Notes {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Notes;
  } catch {
    return [];
  }
}

export function promisedIn(game: string): Promised | null {
  return notes().find(([id]) => id === game)?.[1] ?? null;
}

/** Notes what is not noted yet. What stands is never overwritten: a later word may be a changed one. */
export function note(game: string, promised: Promised): void {
  const all = notes();
  const before = all.find(([id]) => id === game)?.[1];
  const merged = { ...promised, ...before };
  if (before && merged.own === before.own) return;
  const others = all.filter(([id]) => id !== game).slice(-(kept - 1));
  localStorage.setItem(key, JSON.stringify([...others, [game, merged]]));
}
