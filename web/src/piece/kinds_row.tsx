import { useState } from 'preact/hooks';
import { Piece } from '../board/piece';
import { kindName, t } from '../i18n/text';
import type { Seat, VariantInfo } from '../wire';
import { PieceCard } from './piece_card';
import './piece.css';

/** All pieces of a game; each shows what it can do. */
export function KindsRow({ variant, seat }: { variant: VariantInfo; seat: Seat }) {
  const [open, setOpen] = useState<string | null>(null);
  const side = seat === 'black' ? 'black' : 'white';
  return (
    <section class="kinds">
      <h3>{t('kinds-title')}</h3>
      <div class="kinds-row">
        {variant.kinds.map(({ id }) => (
          <button
            key={id}
            type="button"
            data-kind={id}
            title={kindName(id)}
            aria-label={kindName(id)}
            onClick={() => setOpen(id)}
          >
            <Piece side={side} kind={id} />
          </button>
        ))}
      </div>
      <p class="quiet-text">{t('kinds-hint')}</p>
      {open && (
        <PieceCard
          piece={{ side, kind: open, face_down: false }}
          variant={variant}
          seat="spectator"
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}
