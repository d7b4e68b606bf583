import { t } from '../i18n/text';
import type { Connection } from '../session/connection';
import type { Heard, Presence, Session } from '../session/session';
import type { Offered, OfferKind, Seat, Snapshot } from '../wire';
import { countdown } from './clock';
import { useNow } from './now';
import { other, sideOf } from './people';

/** An offer that this player may answer, and has not answered yet. */
export function offerTo(game: Snapshot, session: Session): Offered | null {
  const side = sideOf(game.seat);
  if (!side) return null;
  const answered = (what: OfferKind) => session.pending.some(p => p.type === 'answer' && p.what === what);
  return game.offers.find(({ by, what }) => by !== side && !answered(what)) ?? null;
}

/** An offer of this player's own that stands or is on its way. */
export function offerOf(game: Snapshot, session: Session): OfferKind | null {
  const side = sideOf(game.seat);
  const standing = game.offers.find(({ by }) => by === side)?.what;
  const sent = session.pending.find(({ type }) => type === 'offer');
  return standing ?? (sent?.type === 'offer' ? sent.what : null);
}

export function OfferLine({ offer, connection }: { offer: Offered; connection: Connection }) {
  const { what } = offer;
  return (
    <>
      <span class="status-text" data-offer={what}>
        {t(`table-offered-${what}`)}
      </span>
      <button
        type="button"
        class="primary"
        data-action="accept"
        onClick={() => connection.answer(what, true)}
      >
        {t('table-accept')}
      </button>
      <button type="button" data-action="decline" onClick={() => connection.answer(what, false)}>
        {t('table-decline')}
      </button>
    </>
  );
}

/** How long until this seat may claim because the other side is away, or null where there is nothing to claim. */
export function claimOf(seat: Seat, phase: string, presence: Heard<Presence> | null): Heard<number> | null {
  const side = sideOf(seat);
  if (!side || phase !== 'playing' || !presence) return null;
  const { value, at } = presence;
  if (value[other(side)] || value.claim_in === undefined) return null;
  return { value: value.claim_in, at };
}

/** The other side is away: counts down to the claim, then offers it. */
export function ClaimLine({ claim, connection }: { claim: Heard<number>; connection: Connection }) {
  const left = countdown(claim.value, claim.at, performance.now());
  useNow(left > 0 ? left % 1000 || 1000 : null);
  if (left > 0)
    return (
      <span class="status-text" role="timer" data-claim="waiting">
        {t('table-claim-in', { seconds: Math.ceil(left / 1000) })}
      </span>
    );
  return (
    <>
      <span class="status-text" data-claim="open">
        {t('table-claim-now')}
      </span>
      <button type="button" class="primary" data-action="claim-win" onClick={() => connection.claim(false)}>
        {t('table-claim-win')}
      </button>
      <button type="button" data-action="claim-draw" onClick={() => connection.claim(true)}>
        {t('table-claim-draw')}
      </button>
    </>
  );
}
