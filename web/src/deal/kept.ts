// A contribution must outlive the page between commitment and opening, and be the same in all tabs. Each is kept
// under a key of its own, so that tabs which make theirs at the same moment overwrite nothing.

export type Contribution = { contribution: string; commitment: string };

const prefixOf = (game: string) => `backrank.deal.${game}.`;

function keptKeys(game: string): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  return keys.filter(key => key.startsWith(prefixOf(game))).sort();
}

export function keptContribution(game: string): Contribution | null {
  const [key] = keptKeys(game);
  if (key === undefined) return null;
  return {
    commitment: key.slice(prefixOf(game).length),
    contribution: localStorage.getItem(key) ?? '',
  };
}

export function keepContribution(game: string, { commitment, contribution }: Contribution): void {
  localStorage.setItem(prefixOf(game) + commitment, contribution);
}

/** Drops one of several, whose commitment was not the one taken. */
export function dropContribution(game: string, commitment: string): void {
  localStorage.removeItem(prefixOf(game) + commitment);
}

/** Nothing is kept of a deal that is done, or that will not be. */
export function forgetContributions(game: string): void {
  for (const key of keptKeys(game)) localStorage.removeItem(key);
}
