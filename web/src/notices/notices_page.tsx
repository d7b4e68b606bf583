import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { people } from '../people_api';
import { permission } from '../people_stream/browser_notice';
import { feed, stream } from '../people_stream/connection';
import { relativeText } from '../ui/amounts';
import { Loaded, useLoaded } from '../ui/load';
import { useTitle } from '../ui/title';
import type { Notice } from '../wire';
import { noticeHref, noticeText } from './notice_text';

/** What has happened, newest first. Looking at it is having seen it. */
export function NoticesPage() {
  const loaded = useLoaded('notices', people.notices, stream.value.ownChanges);
  const { unread } = stream.value;
  useTitle(t('notices'));

  const waiting = loaded.value?.some(({ seen }) => !seen) ?? false;
  useEffect(() => {
    if (!waiting && unread === 0) return;
    // Not marked in the list: what is new stays to be told apart while one looks.
    people.noticesSeen().then(
      () => feed({ type: 'notices_seen' }),
      () => {
        // The next visit marks them.
      },
    );
  }, [waiting, unread]);

  return (
    <main tabIndex={-1} class="page narrow">
      <h1>{t('notices')}</h1>
      <Permission />
      <Loaded of={loaded}>
        {notices =>
          notices.length === 0 ? (
            <p class="quiet-text">{t('notices-none')}</p>
          ) : (
            <ul class="lines panel" data-notices>
              {notices.map(notice => (
                <Line key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </main>
  );
}

function Line({ notice }: { notice: Notice }) {
  return (
    <li data-notice={notice.kind} data-seen={notice.seen}>
      <a href={noticeHref(notice)} class="notice-link">
        {!notice.seen && <span class="tag">{t('notice-new')}</span>} {noticeText(notice)}
        <span class="quiet-text block">{relativeText(notice.at, Date.now())}</span>
      </a>
    </li>
  );
}

/** Notices of the browser, for when the page is out of sight: asked for here, never unasked. */
function Permission() {
  const [allowed, setAllowed] = useState(permission);
  if (allowed !== 'unknown') return <p class="quiet-text">{t(`browser-notices-${allowed}`)}</p>;
  const ask = async () => {
    await Notification.requestPermission();
    setAllowed(permission());
  };
  return (
    <div class="row">
      <button type="button" data-action="allow-notices" onClick={() => void ask()}>
        {t('browser-notices-ask')}
      </button>
      <span class="quiet-text">{t('browser-notices-unknown')}</span>
    </div>
  );
}
