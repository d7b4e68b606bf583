import { useRef, useState } from 'preact/hooks';
import { sideName, t } from '../i18n/text';
import type { Side } from '../wire';
import { lookOf } from './art';
import type { BoardProps } from './board';
import { pieceText } from './piece_text';
import { coordinates, rowsSeenBy } from './squares';

type Props = BoardProps & { onActivate: (square: string) => void };

const steps: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Stands where a king hides. */
function Crown({ side }: { side: Side }) {
  return (
    <svg class={`crown crown-${side}`} viewBox="0 0 24 24" aria-hidden="true" data-hidden-king={side}>
      <path d="M4 18.5h16M4.5 15.5L3 7l5 4 4-6.5 4 6.5 5-4-1.5 8.5z" />
    </svg>
  );
}

/** The squares as an ARIA grid above the drawn board: for keyboards, screen readers and coordinates. */
export function Grid(props: Props) {
  const { size, pieces, orientation, selected, dests, premoves, marks, check } = props;
  const { offered, kings, candidates } = props;
  const rows = rowsSeenBy(orientation, size);
  const root = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const at = new Map(pieces.map(piece => [piece.square, piece]));
  const home = rows[size.ranks - 1]?.[0] ?? '';
  const current = focused ?? home;
  const targets = selected ? (dests.get(selected) ?? premoves.get(selected) ?? []) : [];

  const describe = (square: string): string => {
    const piece = at.get(square);
    const parts = [square, piece ? pieceText(piece) : t('square-empty')];
    if (square === selected) parts.push(t('square-selected'));
    if (targets.includes(square)) parts.push(t('square-target'));
    if (marks.includes(square)) parts.push(t('square-last-move'));
    if (square === check) parts.push(t('square-check'));
    if (offered.includes(square)) parts.push(t('square-offered'));
    for (const king of kings)
      if (king.square === square) parts.push(t('square-hidden-king', { side: sideName(king.side) }));
    if (candidates.includes(square)) parts.push(t('square-candidate'));
    return parts.join(', ');
  };

  const focus = (square: string) => {
    setFocused(square);
    root.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };

  const onKey = (event: KeyboardEvent) => {
    const row = rows.findIndex(squares => squares.includes(current));
    const column = rows[row]?.indexOf(current) ?? 0;
    const move = steps[event.key];
    let next: string | undefined;
    if (move) next = rows[row + move[0]]?.[column + move[1]];
    else if (event.key === 'Home') next = rows[row]?.[0];
    else if (event.key === 'End') next = rows[row]?.[size.files - 1];
    else if (event.key === 'Enter' || event.key === ' ') props.onActivate(current);
    else if (event.key === '?' && at.has(current)) props.onAsk(current);
    else if (event.key === 'Escape' && selected) props.onSelect(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (next) focus(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot lie over the drawn board
    <div
      ref={root}
      class="board-grid"
      role="grid"
      aria-label={props.label}
      aria-rowcount={size.ranks}
      aria-colcount={size.files}
      onKeyDown={onKey}
    >
      {rows.map((squares, row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
        <div key={row} class="board-row" role="row">
          {squares.map((square, column) => {
            const piece = at.get(square);
            const { file, rank } = coordinates(square);
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid
              <div
                key={square}
                role="gridcell"
                class="board-cell"
                tabIndex={square === current ? 0 : -1}
                aria-label={describe(square)}
                aria-selected={square === selected}
                data-square={square}
                data-shade={(file + rank) % 2 ? 'light' : 'dark'}
                data-rank={column === 0 ? rank + 1 : undefined}
                data-file={row === size.ranks - 1 ? square[0] : undefined}
                data-piece={piece && `${piece.side}-${piece.kind}`}
                data-look={piece && lookOf(piece)}
                data-dests={dests.get(square)?.join(' ')}
                data-stay={props.stays.includes(square) ? '' : undefined}
                data-mark={marks.includes(square) ? '' : undefined}
                data-check={square === check ? '' : undefined}
                data-offered={offered.includes(square) ? '' : undefined}
                data-candidate={candidates.includes(square) ? '' : undefined}
                onFocus={() => setFocused(square)}
                onClick={() => props.onActivate(square)}
              >
                {kings
                  .filter(king => king.square === square)
                  .map(king => (
                    <Crown key={king.side} side={king.side} />
                  ))}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
