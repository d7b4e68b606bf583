import { signal } from '@preact/signals';

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; id: string }
  | { page: 'verify'; game: string | null }
  | { page: 'missing' };

export function parse(path: string, query: string): Route {
  if (path === '/') return { page: 'lobby' };
  if (path === '/verify') return { page: 'verify', game: new URLSearchParams(query).get('game') };
  const id = /^\/game\/([^/]+)\/?$/.exec(path)?.[1];
  return id ? { page: 'game', id: decodeURIComponent(id) } : { page: 'missing' };
}

const here = () => parse(location.pathname, location.search);

export const route = signal<Route>(here());

export function go(href: string): void {
  history.pushState(null, '', href);
  route.value = here();
  scrollTo(0, 0);
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
