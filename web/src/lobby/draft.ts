import type { Clock, ColourWish, Conditions, NewChallenge, NewSeek } from '../wire';
import { colours } from './wish';

export const sorts = ['seek', 'player', 'link'] as const;

/** To whom a proposal goes: to the lobby, to one player, or to whoever has the link. */
export type Sort = (typeof sorts)[number];

/** What the form of a proposal holds. */
export type Draft = {
  sort: Sort;
  opponent: string;
  variant: string;
  pace: 'live' | 'days';
  minutes: number;
  increment: number;
  delay: number;
  days: number;
  rated: boolean;
  colour: ColourWish;
  set: string | null;
  number: number | null;
  lowest: number | null;
  highest: number | null;
};

const start: Draft = {
  sort: 'seek',
  opponent: '',
  variant: '',
  pace: 'live',
  minutes: 10,
  increment: 5,
  delay: 0,
  days: 7,
  rated: true,
  colour: 'random',
  set: null,
  number: null,
  lowest: null,
  highest: null,
};

const key = 'backrank.proposal';

/** The last proposal again, without what was meant for one opponent or one array. */
export function storedDraft(): Draft {
  try {
    const old = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>;
    const known = Object.fromEntries(
      Object.entries(old).filter(
        ([name, value]) => name in start && typeof value === typeof start[name as keyof Draft],
      ),
    ) as Partial<Draft>;
    const draft: Draft = { ...start, ...known, opponent: '', set: null, number: null };
    return sorts.includes(draft.sort) && colours.includes(draft.colour) ? draft : start;
  } catch {
    return start;
  }
}

export function storeDraft(draft: Draft): void {
  localStorage.setItem(key, JSON.stringify(draft));
}

export function clockOf(draft: Draft): Clock {
  if (draft.pace === 'days') return { kind: 'days', days: draft.days };
  const { minutes, increment, delay } = draft;
  return { kind: 'live', base: Math.round(minutes * 60), increment, delay };
}

/** Takes a clock over into the form. */
export function withClock(draft: Draft, clock: Clock): Draft {
  if (clock.kind === 'days') return { ...draft, pace: 'days', days: clock.days };
  if (clock.kind === 'untimed') return draft;
  const { base, increment, delay } = clock;
  return { ...draft, pace: 'live', minutes: base / 60, increment, delay };
}

export function conditionsOf(draft: Draft, guest: boolean): Conditions {
  const { variant, colour, set, number } = draft;
  const rated = isRated(draft, guest);
  return {
    variant,
    clock: clockOf(draft),
    rated,
    colour,
    ...(set !== null && { set }),
    ...(number !== null && !rated && { number }),
  };
}

/** Guests have no rating, and a chosen start position is for casual games. */
export const isRated = (draft: Draft, guest: boolean) => draft.rated && !guest && draft.number === null;

export function seekOf(draft: Draft): NewSeek {
  const { lowest, highest } = draft;
  return {
    conditions: conditionsOf(draft, false),
    ...(lowest !== null && { lowest }),
    ...(highest !== null && { highest }),
  };
}

export function challengeOf(draft: Draft, guest: boolean): NewChallenge {
  const conditions = conditionsOf(draft, guest);
  return draft.sort === 'player' ? { conditions, opponent: draft.opponent.trim() } : { conditions };
}
