import { choosing } from '../board/secrets';
import { errorText, sideName, t } from '../i18n/text';
import type { Connection } from '../session/connection';
import { idle, type Session } from '../session/session';
import { Icon } from '../ui/icons';
import type { Choice, Snapshot } from '../wire';
import { Confirm } from './confirm';
import { ClaimLine, claimOf, OfferLine, offerOf, offerTo } from './offers';
import { nameOf, onlooks, other, playerOn, withComputer } from './people';
import { resultText } from './result';

type Props = {
  game: Snapshot;
  session: Session;
  connection: Connection;
  me: string;
  stepping: boolean;
  held: Choice | null;
  onSubmit: () => void;
  onBack: () => void;
  onLive: () => void;
  onLatePromotion: () => void;
  /** On how many squares the other king can hide, and whether they are shaded. */
  candidates: number;
  shading: boolean;
  onShade: () => void;
};

/** Whose move it is where no computer plays, for a player or an onlooker. */
function waitingText(game: Snapshot, me: string): string {
  const now = game.now;
  const turn = now?.turn ?? 'white';
  const secret = choosing(now?.fen ?? '');
  if (game.seat === 'spectator') {
    if (secret) return t('table-status-both-choose');
    return t(now?.check ? 'table-status-turn-check' : 'table-status-turn', { side: sideName(turn) });
  }
  const name = nameOf(playerOn(game, other(game.seat), me), game.level);
  if (secret) return t('table-status-waiting-square', { name });
  return t(now?.check ? 'table-status-thinking-check' : 'table-status-thinking', { name });
}

export function statusText(game: Snapshot, session: Session, me: string): string {
  if (game.ending) return resultText(game.ending);
  const now = game.now;
  if (game.phase === 'dealing' || !now) return t('status-dealing');
  if (!idle(session)) return t('status-sending');
  const mine = game.seat !== 'spectator' && now.actors.includes(game.seat);
  const secret = choosing(now.fen);
  if (secret && mine) return t('status-choose-square');
  if (!mine && !withComputer(game)) return waitingText(game, me);
  if (secret) return t('status-waiting-square');
  if (!mine) return t(now.check ? 'status-thinking-check' : 'status-thinking');
  if (now.promoting) return t('status-late-promotion');
  return t(now.check ? 'status-your-move-check' : 'status-your-move');
}

/** What asks for an answer comes first: a refusal, a move to submit, an offer, a claim; else whose move it is. */
function Line({ game, session, connection, me, held, onSubmit, onBack }: Props) {
  const offer = offerTo(game, session);
  const own = offerOf(game, session);
  const claim = claimOf(game.seat, game.phase, session.presence);
  if (session.refusal)
    return (
      <>
        <span class="status-refusal" role="alert">
          {errorText(session.refusal)}
        </span>
        <button type="button" onClick={() => connection.forgetRefusal()}>
          {t('understood')}
        </button>
      </>
    );
  if (held) return <Confirm choice={held} onSubmit={onSubmit} onBack={onBack} />;
  if (offer) return <OfferLine offer={offer} connection={connection} />;
  if (claim && idle(session)) return <ClaimLine claim={claim} connection={connection} />;
  return (
    <span class="status-text">
      {statusText(game, session, me)}
      {own && (
        <span class="status-note" data-offering={own}>
          {t(`table-offering-${own}`)}
        </span>
      )}
      {onlooks(game, me) && game.phase === 'playing' && game.speed === 'correspondence' && (
        <span class="status-note" data-behind>
          {t('table-one-behind')}
        </span>
      )}
    </span>
  );
}

/** One line: whose move, check, result, refusals, what asks for an answer; and the way back to the live position. */
export function Status(props: Props) {
  const { game, session, me, stepping, held, onLive, onLatePromotion } = props;
  const { candidates, shading, onShade } = props;
  const late = game.now?.promoting !== undefined && game.now.legal.length > 0;
  const shadeText = t(game.seat === 'spectator' ? 'shade-kings' : 'shade-candidates', { count: candidates });
  const watching = session.presence?.value.watching ?? 0;
  return (
    <div class="status" data-status>
      <Line {...props} />
      {late && !stepping && !held && (
        <button type="button" class="primary" onClick={onLatePromotion}>
          {t('choose-promotion')}
        </button>
      )}
      {candidates > 0 && (
        <button
          type="button"
          class="toggle shade-toggle"
          aria-pressed={shading}
          aria-label={shadeText}
          title={shadeText}
          data-action="shade"
          onClick={onShade}
        >
          <Icon name="crown" />
          <span aria-hidden="true">{candidates}</span>
        </button>
      )}
      {watching > 0 && (
        <span
          class="watching"
          data-watching={watching}
          title={t('table-watching', { count: watching })}
          data-own={onlooks(game, me) ? '' : undefined}
        >
          <Icon name="eye" />
          <span aria-hidden="true">{watching}</span>
          <span class="sr-only">{t('table-watching', { count: watching })}</span>
        </span>
      )}
      {stepping && (
        <button type="button" class="live-badge" onClick={onLive}>
          {t(game.phase === 'over' ? 'to-the-end' : 'live')}
        </button>
      )}
    </div>
  );
}
