import type { Choice } from '../wire';
import type { Drawn } from './placement';

export type Dests = Map<string, string[]>;

/** Target squares by origin, for the board; choices that stay on their square are not moves to it. */
export function destsOf(choices: Choice[]): Dests {
  const dests: Dests = new Map();
  for (const { from, to } of choices) {
    if (from === to) continue;
    const known = dests.get(from);
    if (!known) dests.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  return dests;
}

/** Choices as a person expects them: without a piece first, then the pieces in the game's own order. */
function ordered(choices: Choice[], kinds: string[]): Choice[] {
  const place = ({ piece }: Choice) => (piece === undefined ? -1 : kinds.indexOf(piece));
  return choices.toSorted((a, b) => place(a) - place(b));
}

/** All choices for one pull from a square to another. */
export function between(choices: Choice[], from: string, to: string, kinds: string[]): Choice[] {
  return ordered(
    choices.filter(choice => choice.from === from && choice.to === to),
    kinds,
  );
}

/** Choices made on one square without a pull, such as a flip or a secret square. */
export function staying(choices: Choice[], square: string): Choice[] {
  return choices.filter(
    choice => choice.from === square && choice.to === square && choice.kind !== 'late_promotion',
  );
}

export function latePromotions(choices: Choice[], kinds: string[]): Choice[] {
  return ordered(
    choices.filter(choice => choice.kind === 'late_promotion'),
    kinds,
  );
}

/** The board while an action is under way, until the server tells what it really led to. */
export function preview(pieces: Drawn[], choice: Choice): Drawn[] {
  const moved = pieces.find(piece => piece.square === choice.from);
  if (!moved || choice.from === choice.to || choice.kind === 'late_promotion') return pieces;
  const gated: Drawn[] =
    choice.piece && choice.gate_square
      ? [{ square: choice.gate_square, side: moved.side, kind: choice.piece, face_down: false }]
      : [];
  const target = pieces.find(piece => piece.square === choice.to);
  const others = pieces.filter(piece => piece !== moved && piece !== target);
  if (choice.castling_to) {
    const [kingTo, rookTo] = choice.castling_to;
    const rook = target ? [{ ...target, square: rookTo }] : [];
    return [...others, { ...moved, square: kingTo }, ...rook, ...gated];
  }
  const kind = choice.kind === 'promotion' && choice.piece ? choice.piece : moved.kind;
  return [...others, { ...moved, square: choice.to, kind }, ...gated];
}
