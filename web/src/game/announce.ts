import { kindName, sideName, t } from '../i18n/text';
import type { DressInfo, Event, Played, Reveal, Seat } from '../wire';
import { resultText } from './result';

/** What a piece that turned up was taken for, and where it came from. */
type Former = { kind: string; square: string };

export function revealText({ square, side, kind, how }: Reveal, former?: Former): string {
  const args = { square, side: sideName(side), kind: kindName(kind) };
  switch (how) {
    case 'turned_up':
      return former
        ? t('reveal-turned-up-dressed', { ...args, dress: kindName(former.kind), from: former.square })
        : t('reveal-turned-up', args);
    case 'captured_openly':
      return t('reveal-captured-openly', args);
    case 'captured_privately':
      return t('reveal-captured-privately', args);
    case 'king_appeared':
      return t('reveal-king-appeared', args);
  }
}

/** The dress of a piece that turned up: it wore it on the square it left, when castling on the one aimed at. */
function formerOf(played: Played, { square }: Reveal, dress: DressInfo[]): Former | undefined {
  const [, from = '', to = ''] = /^([a-l]\d+)([a-l]\d+)/.exec(played.recorded) ?? [];
  const left = square === to ? from : to;
  const kind = dress.find(worn => worn.square === left)?.kind;
  return kind === undefined ? undefined : { kind, square: left };
}

/** Everything an action brought to light, one text each. */
export function revealTexts(played: Played, dress: DressInfo[]): string[] {
  return played.shown.map(reveal => revealText(reveal, formerOf(played, reveal, dress)));
}

/** A choice of a secret square: with the square where this seat knows it. */
export function hidingPlace(played: Played): { square: string | null } | null {
  const [, square] = /^@(\?|[a-l]\d+)$/.exec(played.recorded) ?? [];
  return square === undefined ? null : { square: square === '?' ? null : square };
}

function moveText(played: Played): string {
  const side = sideName(played.by);
  const place = hidingPlace(played);
  if (!place) return t('announce-move', { side, move: played.text });
  return place.square
    ? t('announce-hides-on', { side, square: place.square })
    : t('announce-hides', { side });
}

function playedText(played: Played, dress: DressInfo[]): string {
  const check = played.check ? [t('announce-check')] : [];
  return [moveText(played), ...revealTexts(played, dress), ...check].join('. ');
}

/** What a screen reader should hear of an event; `seat` tells one's own offers from the other side's. */
export function announcement(event: Event | null, dress: DressInfo[], seat: Seat = 'spectator'): string {
  switch (event?.type) {
    case 'played':
      return playedText(event.played, dress);
    case 'dealt':
      return t('announce-dealt');
    case 'ended':
      return resultText(event.ending);
    case 'offered':
      return t(
        event.offer.by === seat ? `table-offering-${event.offer.what}` : `table-offered-${event.offer.what}`,
      );
    case 'declined':
      return event.offer.by === seat ? t(`table-declined-${event.offer.what}`) : '';
    case 'taken_back':
      return t('table-taken-back');
    case 'planned':
      return event.cancelled ? t('table-plan-cancelled') : '';
    default:
      return '';
  }
}
