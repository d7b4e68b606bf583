import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { sideName, t } from '../i18n/text';
import type { Saying } from '../session/session';
import type { Phrase, Seat, Side } from '../wire';

export const phrases: Phrase[] = [
  'hello',
  'good_luck',
  'have_fun',
  'well_played',
  'thanks',
  'good_game',
  'oops',
  'one_moment',
  'goodbye',
];

const key = 'backrank.muted';

/** Whether phrases of others are neither shown nor read out. */
export const muted = signal(localStorage.getItem(key) === 'yes');

export function mute(yes: boolean): void {
  localStorage.setItem(key, yes ? 'yes' : 'no');
  muted.value = yes;
}

export function phraseText(phrase: Phrase): string {
  return t(`table-phrase-${phrase}`);
}

/** What a screen reader hears of a phrase: the other side's, unless that is muted. */
export function sayingText(said: Saying | null, seat: Seat): string {
  if (!said || said.by === seat || muted.value) return '';
  return t('table-says', { side: sideName(said.by), phrase: phraseText(said.phrase) });
}

const stays = 6000;

/** The last phrase as a bubble beside its speaker's bar, for a moment. */
export function Bubble({ said, seat, bottom }: { said: Saying | null; seat: Seat; bottom: Side }) {
  const [over, setOver] = useState(0);
  const n = said?.n ?? 0;
  useEffect(() => {
    const timer = setTimeout(() => setOver(n), stays);
    return () => clearTimeout(timer);
  }, [n]);
  if (!said || over >= n || (muted.value && said.by !== seat)) return null;
  return (
    <p
      class="bubble"
      data-said={said.phrase}
      data-at={said.by === bottom ? 'bottom' : 'top'}
      aria-hidden="true"
    >
      {phraseText(said.phrase)}
    </p>
  );
}
