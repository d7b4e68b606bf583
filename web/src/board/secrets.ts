import type { Side } from '../wire';

/** What a FEN tells of one side's hidden king: not chosen yet, chosen but secret, or the square itself. */
export type Secret = 'choosing' | 'chosen' | { square: string };

/** The part of a view or truth FEN about hidden kings, `{c3/*}`; a king on the board has no secret. */
export function secretsOf(fen: string): Partial<Record<Side, Secret>> {
  const [, white, black] = /^\S*\{([^/}]*)\/([^/}]*)\}/.exec(fen) ?? [];
  const secrets: Partial<Record<Side, Secret>> = {};
  for (const [side, text] of [
    ['white', white],
    ['black', black],
  ] as const) {
    if (text === '?') secrets[side] = 'choosing';
    else if (text === '*') secrets[side] = 'chosen';
    else if (text && text !== '-') secrets[side] = { square: text };
  }
  return secrets;
}

/** Squares on which a hidden king is known to be: one's own, or both in the truth. */
export function hiddenKings(fen: string): { square: string; side: Side }[] {
  return (Object.entries(secretsOf(fen)) as [Side, Secret][]).flatMap(([side, secret]) =>
    typeof secret === 'object' ? [{ square: secret.square, side }] : [],
  );
}

/** Whether some side has still to choose its secret square. */
export function choosing(fen: string): boolean {
  return Object.values(secretsOf(fen)).includes('choosing');
}
