import { useState } from 'preact/hooks';
import { t } from '../i18n/text';
import { stream } from '../people_stream/connection';
import { Icon } from '../ui/icons';

const key = 'backrank.announcements';

function putAway(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Words of the host to everybody, until each reader puts them away. */
export function Announcements() {
  const [away, setAway] = useState(putAway);
  const shown = stream.value.announcements.filter(text => !away.includes(text));
  const close = (text: string) => {
    const next = [...away, text].slice(-20);
    sessionStorage.setItem(key, JSON.stringify(next));
    setAway(next);
  };
  if (shown.length === 0) return null;
  return (
    <section class="announcements" aria-label={t('announcements')}>
      {shown.map(text => (
        <div key={text} class="news-bar announcement" role="status">
          <span>{text}</span>
          <button
            type="button"
            class="icon-button quiet"
            aria-label={t('close')}
            title={t('close')}
            onClick={() => close(text)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </section>
  );
}
