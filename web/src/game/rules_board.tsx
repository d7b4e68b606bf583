import { MiniBoard } from '../board/mini_board';
import { pieceText } from '../board/piece_text';
import { piecesOfFen } from '../board/placement';
import { t } from '../i18n/text';
import type { VariantInfo } from '../wire';
import type { BoardBlock } from './rules_text';

/** A position inside a rules page, with the game's own pieces and a line about it. */
export function RulesBoard({ block, variant }: { block: BoardBlock; variant: VariantInfo }) {
  const pieces = piecesOfFen(block.placement, variant)
    .map(piece => `${piece.square} ${pieceText(piece)}`)
    .join(', ');
  return (
    <figure class="rules-board" data-rules-board>
      <div role="img" aria-label={t('board-of', { pieces })}>
        <MiniBoard
          fen={block.placement}
          variant={variant}
          orientation="white"
          marks={block.marks}
          coordinates
        />
      </div>
      {block.caption && <figcaption>{block.caption}</figcaption>}
    </figure>
  );
}
