// The whole start position that follows from a draw, as a truth FEN (docs/notation.md).

import type { Draw } from './draw';
import { readToml, type Table } from './toml';

const PIECES = /\([A-Za-z]\)|[A-Za-z]/g;

/** What a variant text says of a start besides its drawn ranks. */
export type Terms = {
  files: number;
  ranks: number;
  /** Letter of the pieces that fill the second rank, where the setup leaves that to `[pawns]`. */
  pawn: string | null;
  /** Whether the kings are taken off the board before the first move. */
  event: boolean;
  /** Letters of royal pieces. */
  royal: string;
  /** What each side holds in hand, sorted as FEN does. */
  hand: string;
  /** The partners on the first rank: pieces of this letter, or what lies face down on the files dressed as it. */
  castling: { letter: string; dressed: string | null } | null;
};

/** Reads the terms from the joined texts of a variant. */
export function readTerms(text: string): Terms {
  const tables = new Map<string, Table>();
  for (const { name, listed, values } of readToml(text)) {
    if (listed) continue;
    // [pieces] replaces the earlier one as a whole, the others key by key.
    tables.set(name, name === 'pieces' ? values : Object.assign(tables.get(name) ?? {}, values));
  }
  const table = (name: string): Table => tables.get(name) ?? {};
  const pieces = table('pieces');
  const letters = Object.keys(pieces);
  const royal = letters.filter(letter => (pieces[letter] as Table | undefined)?.royal === true);
  const hand = [...word(table('gating').hand)].sort((a, b) => letters.indexOf(a) - letters.indexOf(b));
  const { rook, none, dressed_rook: dressed } = table('castling');
  const rows = table('setup').rows;
  const dress = Array.isArray(rows) ? word(rows[0]) : '';
  return {
    files: Number(table('board').files),
    ranks: Number(table('board').ranks),
    pawn: table('setup').kind === 'hidden-shuffle' ? null : word(table('pawns').kind) || null,
    event: tables.has('event'),
    royal: royal.join(''),
    hand: hand.join(''),
    castling:
      typeof rook !== 'string' || none === true
        ? null
        : { letter: rook, dressed: dressed === true ? dress : null },
  };
}

/** A side's drawn ranks as they stand on the board at the start. */
export function placedRanks({ event, royal }: Terms, ranks: string[]): string[] {
  if (!event) return ranks;
  return ranks.map(rank =>
    rank
      .replace(PIECES, piece => (piece.length === 1 && royal.includes(piece.toUpperCase()) ? '.' : piece))
      .replace(/\.+/g, empties => String(empties.length)),
  );
}

/** The ranks of a truth FEN as it writes them, the last first. */
export function ranksOf(fen: string): string[] {
  return boardOf(fen).split('/');
}

/** The board of a FEN: its placement without hands, captives, pools and secret squares. */
export function boardOf(fen: string): string {
  return /^[^ [|{<]*/.exec(fen)?.[0] ?? '';
}

/** The truth FEN of the start. */
export function startOf(terms: Terms, drawn: Draw): string {
  const { files, ranks, pawn, hand, event } = terms;
  const white = [...placedRanks(terms, drawn.white)];
  const black = [...placedRanks(terms, drawn.black)];
  if (pawn) {
    white.unshift(pawn.repeat(files));
    black.push(pawn.toLowerCase().repeat(files));
  }
  const between = Array<string>(Math.max(0, ranks - white.length - black.length)).fill(String(files));
  const board = [...black, ...between, ...white].join('/');
  const inHand = hand && `[${hand}${hand.toLowerCase()}]`;
  return `${board}${inHand}${event ? '{?/?}' : ''} w ${castlingField(terms, drawn)} - 0 1`;
}

/**
 * Whether a record's start is the expected one. Fields that are not given are not compared; then what is held in
 * hand may be missing, but nothing that is there may be another.
 */
export function sameStart(expected: string, found: string): boolean {
  if (found.includes(' ')) return found === expected;
  const [placement = ''] = expected.split(' ');
  return found === placement || found === boardOf(placement);
}

function castlingField({ event, castling, hand }: Terms, drawn: Draw): string {
  if (event) return '-';
  const files = (rank: string, fits: (piece: string, file: number) => boolean) =>
    (rank.match(PIECES) ?? []).flatMap((piece, file) =>
      fits(piece.toUpperCase(), file) ? String.fromCharCode(65 + file) : [],
    );
  const first = drawn.white[drawn.white.length - 1] ?? '';
  const last = drawn.black[0] ?? '';
  // While something is in hand, every piece of the back rank still has its chance to gate.
  if (hand)
    return (
      files(first, () => true).join('') +
      files(last, () => true)
        .join('')
        .toLowerCase()
    );
  if (!castling) return '-';
  const { letter, dressed } = castling;
  const partner = (piece: string, file: number) =>
    dressed === null ? piece === letter : piece.startsWith('(') && dressed[file] === letter;
  const nearestLast = (rank: string) => files(rank, partner).reverse().join('');
  return nearestLast(first) + nearestLast(last).toLowerCase() || '-';
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
