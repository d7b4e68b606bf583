import { useEffect, useState } from 'preact/hooks';
import { errorText } from '../i18n/text';
import type { ErrorBody, Event, VariantInfo } from '../wire';
import { announcement } from './announce';

type News = { id: number; text: string };

const kept = 4;

type Props = { event: Event | null; refusal: ErrorBody | null; variant: VariantInfo };

/** Says each event to a screen reader, one after the other, so a quick answer hides nothing. */
export function Announcer({ event, refusal, variant }: Props) {
  const [news, setNews] = useState<News[]>([]);

  const say = (text: string) => {
    if (text) setNews(before => [...before.slice(1 - kept), { id: (before.at(-1)?.id ?? 0) + 1, text }]);
  };
  useEffect(() => say(announcement(event, variant.dress)), [event]);
  useEffect(() => say(refusal ? errorText(refusal) : ''), [refusal]);

  return (
    <div class="sr-only" role="log" aria-live="polite" data-announcer>
      {news.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
