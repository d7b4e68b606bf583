import { useEffect, useState } from 'preact/hooks';
import { sideName, t } from '../i18n/text';
import type { Connection } from '../session/connection';
import type { Session } from '../session/session';

/** What is wrong with link or server. It lies over the page's header, so that no piece moves under a hand. */
export function Banners({ session, connection }: { session: Session; connection: Connection }) {
  return (
    <div class="banners">
      <LinkBanner session={session} connection={connection} />
      <PauseBanner session={session} />
    </div>
  );
}

/** Says that the connection is lost and when the next attempt comes. */
function LinkBanner({ session, connection }: { session: Session; connection: Connection }) {
  const lost = session.link === 'lost';
  const [, tick] = useState(0);
  useEffect(() => {
    if (!lost) return;
    const timer = setInterval(() => tick(n => n + 1), 1000);
    return () => clearInterval(timer);
  }, [lost]);
  if (!lost) return null;
  const retryAt = connection.retryAt.value;
  const seconds = retryAt ? Math.max(0, Math.ceil((retryAt - Date.now()) / 1000)) : 0;
  return (
    <div class="banner" role="status">
      <span>{session.pending.length > 0 ? t('link-lost-pending') : t('link-lost')}</span>
      <span aria-hidden="true">{retryAt ? t('link-retry', { seconds }) : t('link-trying')}</span>
      <button type="button" onClick={connection.connectNow}>
        {t('link-now')}
      </button>
    </div>
  );
}

/** The server was away: nobody's time runs until the side to move is back. */
function PauseBanner({ session }: { session: Session }) {
  const { game, clocks, link } = session;
  if (link !== 'online' || !clocks?.value.paused || game?.phase !== 'playing' || !game.now) return null;
  const mine = game.seat === game.now.turn;
  return (
    <div class="banner" role="status" data-paused>
      {mine ? t('table-paused-own') : t('table-paused', { side: sideName(game.now.turn) })}
    </div>
  );
}
