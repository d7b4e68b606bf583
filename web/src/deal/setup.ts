// The start of a game as its variant text describes it.

import { protectsAhead } from './betza';
import { inSet, type Numbering, numberingOf, type Shuffle } from './numbering';
import { readToml, type Table, type Value } from './toml';

export type Setup = { halfTurn: boolean } & (
  | { kind: 'fixed'; array: string }
  | { kind: 'shuffle'; shuffle: Shuffle; numbering: Numbering }
  | { kind: 'hidden-shuffle'; faceUp: Map<string, string>; army: string; files: number; rows: number }
);

/** Reads `[setup]` and `[pieces]` of the joined texts of a variant; a table given again replaces keys. */
export function readSetup(text: string): Setup {
  const setup: Table = {};
  const pieces: Table = {};
  let sets: Table[] = [];
  let again = false;
  for (const { name, listed, values } of readToml(text)) {
    if (name === 'pieces') Object.assign(pieces, values);
    if (name === 'setup') {
      Object.assign(setup, values);
      again = true;
    }
    if (name === 'setup.sets' && listed) {
      // The sets of a file replace those of its base.
      sets = again ? [values] : [...sets, values];
      again = false;
    }
  }
  const halfTurn = string(setup.mirror, 'mirror') === 'half-turn';
  const kind = string(setup.kind, 'kind');
  switch (kind) {
    case 'fixed':
      return { kind, halfTurn, array: string(setup.array, 'array') };
    case 'shuffle': {
      const shuffle: Shuffle = {
        army: string(setup.army, 'army'),
        firstNumber: typeof setup.first_number === 'number' ? setup.first_number : 0,
        numbering: strings(setup.numbering, 'numbering').map(words),
        sets: sets.map(set => ({
          name: string(set.name, 'name'),
          rules: strings(set.rules, 'rules').map(words),
        })),
        protection: protection(pieces),
      };
      return { kind, halfTurn, shuffle, numbering: numberingOf(shuffle) };
    }
    case 'hidden-shuffle': {
      const rows = strings(setup.rows, 'rows');
      const faceUp = new Map(
        strings(setup.face_up, 'face_up').map(entry => words(entry) as [string, string]),
      );
      return {
        kind,
        halfTurn,
        faceUp,
        army: string(setup.army, 'army'),
        files: rows[0]?.length ?? 0,
        rows: rows.length,
      };
    }
    default:
      throw new Error(`unknown setup "${kind}"`);
  }
}

/** The numbers of all arrays in a set, ascending. */
export function numbersIn({ shuffle, numbering }: Setup & { kind: 'shuffle' }, rules: string[][]): number[] {
  const numbers: number[] = [];
  for (let offset = 0; offset < numbering.count; offset++) {
    if (inSet(shuffle, rules, numbering.array(offset))) numbers.push(shuffle.firstNumber + offset);
  }
  return numbers;
}

/** The face-down squares of White (or Black) in the order of a layout; file and row counted from 0. */
export function hiddenSquares(setup: Setup & { kind: 'hidden-shuffle' }): [file: number, row: number][] {
  const squares: [number, number][] = [];
  for (let row = 0; row < setup.rows; row++) {
    for (let file = 0; file < setup.files; file++) {
      if (!setup.faceUp.has(squareName(file, row))) squares.push([file, row]);
    }
  }
  return squares;
}

export function squareName(file: number, row: number): string {
  return String.fromCharCode(97 + file) + (row + 1);
}

function protection(pieces: Table): (letter: string) => Set<number> {
  const known = new Map<string, Set<number>>();
  return letter => {
    let reach = known.get(letter);
    if (!reach) {
      const piece = pieces[letter];
      const betza = typeof piece === 'object' && !Array.isArray(piece) ? piece.betza : undefined;
      reach = protectsAhead(string(betza, `betza of ${letter}`));
      known.set(letter, reach);
    }
    return reach;
  };
}

const words = (text: string) => text.split(/\s+/).filter(word => word !== '');

function string(value: Value | undefined, what: string): string {
  if (typeof value !== 'string') throw new Error(`the variant has no ${what}`);
  return value;
}

function strings(value: Value | undefined, what: string): string[] {
  if (!Array.isArray(value)) throw new Error(`the variant has no ${what}`);
  return value.map(entry => string(entry, what));
}
