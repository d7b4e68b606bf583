import { tOr } from '../i18n/text';
import type { Notice } from '../wire';

/** The words of a notice: its kind and the other player's name say all. */
export function noticeText({ kind, name }: Notice): string {
  return tOr(`notice-${kind}`, kind, { name: name ?? '', named: name === undefined ? 'no' : 'yes' });
}

/** Where a notice leads. A challenge is answered where all of them stand. */
export function noticeHref({ kind, game }: Notice): string {
  if (!game || kind === 'challenged' || kind === 'challenge_declined') return '/lobby';
  return `/game/${encodeURIComponent(game)}`;
}
