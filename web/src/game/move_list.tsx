import { useEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../i18n/text';
import type { Played, Snapshot, VariantInfo } from '../wire';
import { hidingPlace, revealTexts } from './announce';
import { timeText } from './clock_face';
import { rowsOf, type Shown } from './history';

type Props = { game: Snapshot; variant: VariantInfo; shown: Shown; onShow: (shown: Shown) => void };

function moveText(played: Played): string {
  const place = hidingPlace(played);
  if (!place) return played.text;
  return place.square ? t('move-hides-on', { square: place.square }) : t('move-hides');
}

/** The moves in two columns; a click shows the position after one. */
export function MoveList({ game, variant, shown, onShow }: Props) {
  const { moves, start } = game;
  const rows = useMemo(() => rowsOf(moves), [moves]);
  const list = useRef<HTMLOListElement>(null);
  const current = (shown ?? moves.length) - 1;

  useEffect(() => {
    const scroller = list.current?.closest('.tab-panel');
    const item = list.current?.querySelector<HTMLElement>('[aria-current]');
    // Only the panel may scroll: the page would lose the board on a phone.
    if (!scroller || !item) return;
    const panel = scroller.getBoundingClientRect();
    const box = item.getBoundingClientRect();
    if (box.bottom > panel.bottom) scroller.scrollTop += box.bottom - panel.bottom + 8;
    else if (box.top < panel.top) scroller.scrollTop -= panel.top - box.top + 8;
  }, [current, rows]);

  const move = (played: Played) => {
    const reveals = revealTexts(played, variant.dress).join('. ');
    const left =
      played.left === undefined ? '' : t('table-move-left', { time: timeText(played.left, game.clock) });
    return (
      <button
        key={played.ply}
        type="button"
        class="move"
        data-ply={played.ply}
        title={[reveals, left].filter(Boolean).join('. ') || undefined}
        data-left={played.left}
        aria-current={played.ply === current ? 'step' : undefined}
        onClick={() => onShow(played.ply + 1 === moves.length ? null : played.ply + 1)}
      >
        {moveText(played)}
        {reveals && <span class="sr-only">. {reveals}</span>}
      </button>
    );
  };

  return (
    <>
      {start?.number !== undefined && (
        <p class="start-number">{t('start-number', { number: start.number })}</p>
      )}
      {rows.length === 0 && <p class="quiet-text">{t('no-moves')}</p>}
      <ol ref={list} class="moves">
        {rows.map(row => (
          <li key={row.number} class="move-row">
            <span class="move-number">{row.number > 0 && t('move-number', { number: row.number })}</span>
            {row.turns[0]?.by === 'black' && <span class="move-turn">{t('move-missing')}</span>}
            {row.turns.map(turn => (
              <span key={turn.by} class="move-turn">
                {turn.plies.map(move)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
