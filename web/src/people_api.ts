import { at, get, send } from './api';
import type {
  BotInfo,
  BotWish,
  Created,
  Dashboard,
  GameCard,
  GameList,
  Leader,
  Lobby,
  Me,
  NewChallenge,
  NewReport,
  NewSeek,
  Notice,
  Pairing,
  PlayerInfo,
  PlayerPage,
  PoolKey,
  Proposal,
  SessionInfo,
  SignedUp,
  Speed,
  Statistics,
} from './wire';

/** A query string of what is there; empty texts count as absent. */
export function query(parts: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** What the archive may be asked for; times are UTC milliseconds. */
export type ArchiveQuery = {
  variant?: string;
  player?: string;
  result?: string;
  speed?: string;
  rated?: boolean;
  from?: number;
  to?: number;
  before?: string;
};

/** Accounts and their sessions. */
export const accounts = {
  signUp: (name: string, password: string) => send<SignedUp>('POST', '/account', { name, password }),
  signIn: (name: string, password: string) => send<Me>('POST', '/session', { name, password }),
  signOut: () => send('DELETE', '/session'),
  sessions: () => get<SessionInfo[]>('/sessions'),
  endSession: (id: string) => send('DELETE', `/sessions/${at(id)}`),
  endOtherSessions: () => send('DELETE', '/sessions'),
  password: (old: string, fresh: string) => send('POST', '/account/password', { old, new: fresh }),
  recover: (name: string, code: string, password: string) =>
    send('POST', '/account/recover', { name, code, password }),
  askForLink: (name: string) => send('POST', '/account/reset', { name }),
  reset: (token: string, password: string) => send('POST', '/account/reset/confirm', { token, password }),
  email: (email: string, password: string) => send('PUT', '/account/email', { email, password }),
  verifyEmail: (secret: string) => send('POST', '/account/email/verify', { secret }),
  close: (secret: string) => send('DELETE', '/account', { secret }),
  vacation: (days: number) => send('POST', '/account/vacation', { days }),
  bots: () => get<BotInfo[]>('/bots'),
  newBot: (name: string) => send<BotInfo>('POST', '/bots', { name }),
  removeBot: (id: string) => send('DELETE', `/bots/${at(id)}`),
};

/** Where the browser downloads everything the server keeps of an account. */
export const exportHref = '/api/v1/account/export';

/** Finding somebody to play. */
export const lobby = {
  now: () => get<Lobby>('/lobby'),
  seek: (seek: NewSeek) => send<Proposal>('POST', '/seeks', seek),
  challenge: (challenge: NewChallenge) => send<Proposal>('POST', '/challenges', challenge),
  proposals: () => get<Proposal[]>('/proposals'),
  proposal: (id: string) => get<Proposal>(`/proposals/${at(id)}`),
  remove: (id: string) => send('DELETE', `/proposals/${at(id)}`),
  accept: (id: string) => send<Created>('POST', `/proposals/${at(id)}/accept`),
  commit: (id: string, commitment: string) => send('PUT', `/proposals/${at(id)}/commitment`, { commitment }),
  pair: ({ variant, clock }: PoolKey, bot: BotWish) =>
    send<Pairing>('POST', '/pairing', { variant, clock, bot }),
  pairing: () => get<Pairing>('/pairing'),
  leave: () => send('DELETE', '/pairing'),
  playBot: () => send<Created>('POST', '/pairing/bot'),
};

/** Pages about players and games. */
export const people = {
  dashboard: () => get<Dashboard>('/dashboard'),
  player: (name: string) => get<PlayerPage>(`/players/${at(name)}`),
  watch: () => get<GameCard[]>('/watch'),
  archive: (parts: ArchiveQuery) => get<GameList>(`/archive${query(parts)}`),
  statistics: (variant: string, parts: { speed?: string; low?: number; high?: number }) =>
    get<Statistics>(`/statistics/${at(variant)}${query(parts)}`),
  leaders: (variant: string, speed: Speed) => get<Leader[]>(`/leaderboards/${at(variant)}/${speed}`),
  notices: () => get<Notice[]>('/notices'),
  noticesSeen: () => send('POST', '/notices/seen'),
  blocks: () => get<PlayerInfo[]>('/blocks'),
  block: (name: string) => send('PUT', `/blocks/${at(name)}`),
  unblock: (name: string) => send('DELETE', `/blocks/${at(name)}`),
  report: (report: NewReport) => send('POST', '/reports', report),
};
