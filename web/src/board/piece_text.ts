import { kindName, sideName, t } from '../i18n/text';
import { lookOf } from './art';
import { back, type Drawn } from './placement';

/** A piece in words, as far as one can see it. */
export function pieceText(piece: Drawn): string {
  const side = sideName(piece.side);
  switch (lookOf(piece)) {
    case 'up':
      return t('square-piece', { side, kind: kindName(piece.kind) });
    case 'truth':
      return t('square-piece-truth', { side, kind: kindName(piece.kind) });
    case 'down':
      return piece.kind === back
        ? t('square-piece-back', { side })
        : t('square-piece-dressed', { side, kind: kindName(piece.kind) });
  }
}
