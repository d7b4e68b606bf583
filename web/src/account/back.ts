import { go } from '../router';

/** Where to go after signing in: the own page one came from, otherwise the first one. */
export function goBack(search: string): void {
  go(backFrom(search));
}

/** Only own addresses: a link from elsewhere must not lead on to elsewhere. */
export function backFrom(search: string): string {
  const wanted = new URLSearchParams(search).get('back') ?? '/';
  try {
    const url = new URL(wanted, location.origin);
    if (url.origin === location.origin && wanted.startsWith('/')) return url.pathname + url.search;
  } catch {
    // No address at all.
  }
  return '/';
}
