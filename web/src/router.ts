import { signal } from '@preact/signals';

export type Route =
  | { page: 'home' }
  | { page: 'lobby' }
  | { page: 'dashboard' }
  | { page: 'game'; id: string }
  | { page: 'invite'; id: string }
  | { page: 'verify'; game: string | null }
  | { page: 'sign-in' }
  | { page: 'sign-up' }
  | { page: 'forgotten' }
  | { page: 'reset'; token: string }
  | { page: 'verify-email'; token: string }
  | { page: 'account' }
  | { page: 'player'; name: string }
  | { page: 'watch' }
  | { page: 'archive'; query: string }
  | { page: 'statistics'; variant: string | null }
  | { page: 'leaderboards'; variant: string | null; speed: string | null }
  | { page: 'notices' }
  | { page: 'missing' };

const plain = [
  'lobby',
  'dashboard',
  'sign-in',
  'sign-up',
  'forgotten',
  'account',
  'watch',
  'notices',
] as const;

export function parse(path: string, query: string): Route {
  const search = new URLSearchParams(query);
  let parts: string[];
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'missing' };
  }
  const [page, first, second] = parts;
  if (page === undefined) return { page: 'home' };
  if (parts.length === 1) {
    const known = plain.find(name => name === page);
    if (known) return { page: known };
    if (page === 'verify') return { page: 'verify', game: search.get('game') };
    if (page === 'reset' || page === 'verify-email') return { page, token: search.get('token') ?? '' };
    if (page === 'archive') return { page: 'archive', query: search.toString() };
  }
  if (page === 'statistics' && parts.length <= 2) return { page, variant: first ?? null };
  if (page === 'leaderboards' && parts.length <= 3)
    return { page, variant: first ?? null, speed: second ?? null };
  if (first !== undefined && parts.length === 2) {
    if (page === 'game' || page === 'invite') return { page, id: first };
    if (page === 'player') return { page, name: first };
  }
  return { page: 'missing' };
}

const here = () => parse(location.pathname, location.search);

export const route = signal<Route>(here());

export function go(href: string): void {
  history.pushState(null, '', href);
  route.value = here();
  scrollTo(0, 0);
}

/** Changes the address without a new entry in the history, such as for a filter. */
export function replace(href: string): void {
  history.replaceState(null, '', href);
  route.value = here();
}

/** Follows plain left clicks on own links without loading the page again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    route.value = here();
  });
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = (event.target as Element | null)?.closest?.('a[href^="/"]');
    if (!link || link.hasAttribute('download') || link.hasAttribute('target')) return;
    event.preventDefault();
    go(link.getAttribute('href') ?? '/');
  });
}
