import { useEffect, useState } from 'preact/hooks';
import { errorText, t } from '../i18n/text';
import type { Session } from '../session/session';
import type { Snapshot, VariantInfo } from '../wire';
import { announcement } from './announce';
import { claimOf } from './offers';
import { sayingText } from './talk';
import { useTimeWarning } from './warning';

type News = { id: number; text: string };

const kept = 4;

type Props = { session: Session; game: Snapshot; variant: VariantInfo };

/** Says each event to a screen reader, one after the other, so a quick answer hides nothing. */
export function Announcer({ session, game, variant }: Props) {
  const [news, setNews] = useState<News[]>([]);
  const { latest, refusal, said } = session;
  const warning = useTimeWarning(game, session);
  const away = claimOf(game.seat, game.phase, session.presence) !== null;

  const say = (text: string) => {
    if (text) setNews(before => [...before.slice(1 - kept), { id: (before.at(-1)?.id ?? 0) + 1, text }]);
  };
  useEffect(() => say(announcement(latest, variant.dress, game.seat)), [latest]);
  useEffect(() => say(refusal ? errorText(refusal) : ''), [refusal]);
  useEffect(() => say(sayingText(said, game.seat)), [said]);
  useEffect(() => say(warning?.text ?? ''), [warning]);
  useEffect(() => say(away ? t('table-away') : ''), [away]);

  return (
    <div class="sr-only" role="log" aria-live="polite" data-announcer>
      {news.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
