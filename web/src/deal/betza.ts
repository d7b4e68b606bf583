// What a piece on the first rank protects on the second: all that "pawns-protected" has to know.

/** How far to the side each atom reaches when it goes one rank ahead. */
const ONE_AHEAD: Record<string, number[]> = {
  W: [0],
  F: [1],
  K: [0, 1],
  R: [0],
  B: [1],
  Q: [0, 1],
  N: [2],
  C: [3],
  L: [3],
  // Atoms that always go further than one rank, or not at all.
  D: [],
  A: [],
  H: [],
  Z: [],
  G: [],
};

/** Distances in files at which a piece protects a square one rank ahead; throws on what it cannot judge. */
export function protectsAhead(betza: string): Set<number> {
  const reach = new Set<number>();
  const atoms = betza.match(/[a-z]*(?:[A-Z]\d*)/g) ?? [];
  if (atoms.join('') !== betza || !betza) throw new Error(`moves "${betza}" cannot be read`);
  for (const atom of atoms) {
    const [, modifiers, letter] = /^([a-z]*)([A-Z])/.exec(atom) ?? [];
    const sides = letter === undefined ? undefined : ONE_AHEAD[letter];
    if (!sides) throw new Error(`moves "${betza}": unknown atom ${letter}`);
    // What only moves, or must hop first, protects nothing on the next rank.
    if (
      modifiers === 'm' ||
      ((letter === 'R' || letter === 'B' || letter === 'Q') && /^c?[pg]$/.test(modifiers ?? ''))
    ) {
      continue;
    }
    if (modifiers !== '' && modifiers !== 'c')
      throw new Error(`moves "${betza}": unknown modifier ${modifiers}`);
    for (const side of sides) reach.add(side);
  }
  return reach;
}
