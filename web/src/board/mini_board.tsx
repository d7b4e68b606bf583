import type { Side, VariantInfo } from '../wire';
import { Piece } from './piece';
import { piecesOfFen } from './placement';
import { cornerOf, rowsSeenBy, topLeftShade } from './squares';

type Props = {
  fen: string;
  variant: VariantInfo;
  orientation: Side;
  /** Squares to point at. */
  marks?: string[];
  coordinates?: boolean;
};

/** A small picture of a position, for lists and rules pages. */
export function MiniBoard({ fen, variant, orientation, marks = [], coordinates = false }: Props) {
  const size = { width: `${100 / variant.files}%`, height: `${100 / variant.ranks}%` };
  const at = (square: string) => {
    const { left, top } = cornerOf(square, orientation, variant);
    return { left: `${left}%`, top: `${top}%`, ...size };
  };
  const rows = coordinates ? rowsSeenBy(orientation, variant) : [];
  return (
    <span
      class="mini-board squares"
      data-corner={topLeftShade(orientation, variant)}
      style={{ '--files': variant.files, '--ranks': variant.ranks }}
      aria-hidden="true"
    >
      {marks.map(square => (
        <span key={square} class="mini-mark" style={at(square)} />
      ))}
      {piecesOfFen(fen, variant).map(piece => (
        <span key={piece.square} class="mini-piece" style={at(piece.square)}>
          <Piece side={piece.side} kind={piece.kind} faceDown={piece.face_down} />
        </span>
      ))}
      {rows.map(([square = '']) => (
        <span key={square} class="mini-rank" style={at(square)}>
          {square.slice(1)}
        </span>
      ))}
      {rows.at(-1)?.map(square => (
        <span key={square} class="mini-file" style={at(square)}>
          {square[0]}
        </span>
      ))}
    </span>
  );
}
