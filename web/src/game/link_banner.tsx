import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/text';
import type { Connection } from '../session/connection';
import type { Session } from '../session/session';

/** Says that the connection is lost and when the next attempt comes. */
export function LinkBanner({ session, connection }: { session: Session; connection: Connection }) {
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
      <span>{session.pending ? t('link-lost-pending') : t('link-lost')}</span>
      <span aria-hidden="true">{retryAt ? t('link-retry', { seconds }) : t('link-trying')}</span>
      <button type="button" onClick={connection.connectNow}>
        {t('link-now')}
      </button>
    </div>
  );
}
