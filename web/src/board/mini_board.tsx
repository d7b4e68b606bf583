import type { Side, VariantInfo } from '../wire';
import { Piece } from './piece';
import { piecesOfFen } from './placement';
import { cornerOf, topLeftShade } from './squares';

type Props = { fen: string; variant: VariantInfo; orientation: Side };

/** A small picture of a position, for lists. */
export function MiniBoard({ fen, variant, orientation }: Props) {
  const size = { width: `${100 / variant.files}%`, height: `${100 / variant.ranks}%` };
  return (
    <span
      class="mini-board squares"
      data-corner={topLeftShade(orientation, variant)}
      style={{ '--files': variant.files, '--ranks': variant.ranks }}
      aria-hidden="true"
    >
      {piecesOfFen(fen, variant).map(piece => {
        const { left, top } = cornerOf(piece.square, orientation, variant);
        return (
          <span key={piece.square} class="mini-piece" style={{ left: `${left}%`, top: `${top}%`, ...size }}>
            <Piece side={piece.side} kind={piece.kind} faceDown={piece.face_down} />
          </span>
        );
      })}
    </span>
  );
}
