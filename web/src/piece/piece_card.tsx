import { Piece } from '../board/piece';
import { back, type Drawn } from '../board/placement';
import { oddsOf, oddsText } from '../game/odds';
import { kindName, sideName, t } from '../i18n/text';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icons';
import type { Pool, Seat, VariantInfo } from '../wire';
import { patternOf } from './betza';
import { Diagram } from './diagram';

type Props = {
  /** The piece as one sees it; without a square it is any piece of its kind. */
  piece: Omit<Drawn, 'square'> & { square?: string };
  variant: VariantInfo;
  seat: Seat;
  /** What its side's face-down pieces can be; absent where that is not known for the position shown. */
  pool?: Pool | undefined;
  onClose: () => void;
};

function ownerText(side: string, seat: Seat): string {
  if (seat === 'spectator') return sideName(side);
  return t(side === seat ? 'piece-yours' : 'piece-theirs', { side: sideName(side) });
}

/** "What can this piece do?": its name, whose it is, what it may be, and its moves. */
export function PieceCard({ piece, variant, seat, pool, onClose }: Props) {
  const { side, kind, square } = piece;
  const hidden = piece.face_down && !piece.truth;
  const info = variant.kinds.find(({ id }) => id === kind);
  const pattern = info && patternOf(info.betza);
  const title = hidden ? kindName(back) : kindName(kind);
  return (
    <Dialog title={title} class="piece-card" onClose={onClose}>
      <button
        type="button"
        class="icon-button quiet card-close"
        aria-label={t('close')}
        title={t('close')}
        data-action="close-card"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
      <p class="piece-owner" data-piece-card={hidden ? back : kind}>
        <Piece side={side} kind={kind} faceDown={hidden} />
        <span>
          {ownerText(side, seat)}
          {square && t('piece-on', { square })}
          {hidden && kind !== back && (
            <span class="piece-dress">{t('piece-dressed', { kind: kindName(kind) })}</span>
          )}
        </span>
      </p>
      {pattern ? (
        <Diagram pattern={pattern} side={side} kind={kind} />
      ) : (
        <p class="quiet-text">
          {kind === back ? t('piece-blank') : t('piece-undrawn', { betza: info?.betza ?? '' })}
        </p>
      )}
      {hidden && pool && pool.total > 0 && (
        <section class="piece-odds">
          <h3>{t('piece-may-be')}</h3>
          <ul>
            {oddsOf(pool).map(odds => (
              <li key={odds.kind} data-odds={odds.kind}>
                <Piece side={side} kind={odds.kind} />
                <span>
                  {kindName(odds.kind)}
                  <span class="quiet-text">{oddsText(odds).exact}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
