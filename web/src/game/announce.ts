import { kindName, sideName, t } from '../i18n/text';
import type { Event, Played, Reveal } from '../wire';
import { resultText } from './result';

export function revealText({ square, side, kind, how }: Reveal): string {
  const args = { square, side: sideName(side), kind: kindName(kind) };
  switch (how) {
    case 'turned_up':
      return t('reveal-turned-up', args);
    case 'captured_openly':
      return t('reveal-captured-openly', args);
    case 'captured_privately':
      return t('reveal-captured-privately', args);
    case 'king_appeared':
      return t('reveal-king-appeared', args);
  }
}

function playedText(played: Played): string {
  const move = t('announce-move', { side: sideName(played.by), move: played.text });
  const check = played.check ? [t('announce-check')] : [];
  return [move, ...played.shown.map(revealText), ...check].join('. ');
}

/** What a screen reader should hear of an event. */
export function announcement(event: Event | null): string {
  if (event?.type === 'played') return playedText(event.played);
  if (event?.type === 'dealt') return t('announce-dealt');
  if (event?.type === 'ended') return resultText(event.ending);
  return '';
}
