import { choosing } from '../board/secrets';
import { errorText, t } from '../i18n/text';
import { idle, type Session } from '../session/session';
import { Icon } from '../ui/icons';
import type { Snapshot } from '../wire';
import { resultText } from './result';

type Props = {
  game: Snapshot;
  session: Session;
  stepping: boolean;
  onLive: () => void;
  onLatePromotion: () => void;
  onForget: () => void;
  /** On how many squares the other king can hide, and whether they are shaded. */
  candidates: number;
  shading: boolean;
  onShade: () => void;
};

export function statusText(game: Snapshot, session: Session): string {
  if (game.ending) return resultText(game.ending);
  const now = game.now;
  if (game.phase === 'dealing' || !now) return t('status-dealing');
  if (!idle(session)) return t('status-sending');
  const mine = game.seat !== 'spectator' && now.actors.includes(game.seat);
  const secret = choosing(now.fen);
  if (secret) return t(mine ? 'status-choose-square' : 'status-waiting-square');
  if (!mine) return t(now.check ? 'status-thinking-check' : 'status-thinking');
  if (now.promoting) return t('status-late-promotion');
  return t(now.check ? 'status-your-move-check' : 'status-your-move');
}

/** One line: whose move, check, result, refusals; and the way back to the live position. */
export function Status(props: Props) {
  const { game, session, stepping, onLive, onLatePromotion, onForget } = props;
  const { candidates, shading, onShade } = props;
  const late = game.now?.promoting !== undefined && game.now.legal.length > 0;
  return (
    <div class="status" data-status>
      {session.refusal ? (
        <>
          <span class="status-refusal" role="alert">
            {errorText(session.refusal)}
          </span>
          <button type="button" onClick={onForget}>
            {t('understood')}
          </button>
        </>
      ) : (
        <span class="status-text">{statusText(game, session)}</span>
      )}
      {late && !stepping && (
        <button type="button" class="primary" onClick={onLatePromotion}>
          {t('choose-promotion')}
        </button>
      )}
      {candidates > 0 && (
        <button
          type="button"
          class="toggle shade-toggle"
          aria-pressed={shading}
          aria-label={t('shade-candidates', { count: candidates })}
          title={t('shade-candidates', { count: candidates })}
          data-action="shade"
          onClick={onShade}
        >
          <Icon name="crown" />
          <span aria-hidden="true">{candidates}</span>
        </button>
      )}
      {stepping && (
        <button type="button" class="live-badge" onClick={onLive}>
          {t(game.phase === 'over' ? 'to-the-end' : 'live')}
        </button>
      )}
    </div>
  );
}
