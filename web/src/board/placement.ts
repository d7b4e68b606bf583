import type { PieceOn, Side, VariantInfo } from '../wire';
import { type Size, squareAt } from './squares';

/** A piece to draw. `truth` marks one that lies face down but whose identity is public after the end. */
export type Drawn = PieceOn & { truth?: boolean };

export const back = 'back';

/** The look of a face-down piece on a square: its dress, or a blank back. */
function dressOn(square: string, variant: VariantInfo): string {
  return variant.dress.find(dress => dress.square === square)?.kind ?? back;
}

function kindOf(letter: string, variant: VariantInfo): string {
  return variant.kinds.find(kind => kind.letter === letter.toUpperCase())?.id ?? letter.toLowerCase();
}

const sideOf = (letter: string): Side => (letter === letter.toUpperCase() ? 'white' : 'black');

/**
 * Reads the placement of a view or truth FEN, to draw a past position. Unreadable signs are skipped:
 * the server wrote the text, and a picture with a hole beats no picture.
 */
export function piecesOfFen(fen: string, variant: VariantInfo): Drawn[] {
  const size: Size = variant;
  const placement = /^[^\s[|<{]*/.exec(fen)?.[0] ?? '';
  const pieces: Drawn[] = [];
  placement.split('/').forEach((row, index) => {
    const rank = size.ranks - 1 - index;
    let file = 0;
    for (const token of row.match(/\d+|\(\p{L}\)|\p{L}/gu) ?? []) {
      if (/^\d/.test(token)) {
        file += Number(token);
        continue;
      }
      const square = squareAt(file, rank);
      file += 1;
      const letter = token.replace(/[()]/g, '');
      const side = sideOf(letter);
      if (token.startsWith('('))
        pieces.push({ square, side, kind: kindOf(letter, variant), face_down: true, truth: true });
      else if (letter.toUpperCase() === 'X')
        pieces.push({ square, side, kind: dressOn(square, variant), face_down: true });
      else pieces.push({ square, side, kind: kindOf(letter, variant), face_down: false });
    }
  });
  return pieces;
}
