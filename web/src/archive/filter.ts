import type { ArchiveQuery } from '../people_api';
import { query } from '../people_api';

/** The archive's filters as the form and the address hold them: days as the browser writes them, "2026-11-30". */
export type Filter = {
  variant: string;
  player: string;
  result: string;
  speed: string;
  rated: string;
  from: string;
  to: string;
};

const names = ['variant', 'player', 'result', 'speed', 'rated', 'from', 'to'] as const;

export const results = ['white', 'black', 'draw', 'aborted'] as const;

export function filterOf(search: string): Filter {
  const given = new URLSearchParams(search);
  return Object.fromEntries(names.map(name => [name, given.get(name) ?? ''])) as Filter;
}

export function hrefOf(filter: Filter): string {
  return `/archive${query(filter)}`;
}

/** Midnight of the reader's own day, or nothing for what is no day. */
function dayStart(day: string, later = 0): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return undefined;
  const [, year, month, date] = parts.map(Number);
  return new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later).getTime();
}

/** What to ask the server for. The last day counts as a whole. */
export function askedBy({ rated, from, to, player, ...rest }: Filter): ArchiveQuery {
  const begin = dayStart(from);
  const end = dayStart(to, 1);
  return {
    ...rest,
    player: player.trim(),
    ...((rated === 'true' || rated === 'false') && { rated: rated === 'true' }),
    ...(begin !== undefined && { from: begin }),
    ...(end !== undefined && { to: end }),
  };
}
