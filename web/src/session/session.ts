import type { ClientMessage, ErrorBody, Event, Offered, Played, ServerMessage, Snapshot } from '../wire';

export const PROTOCOL = 1;

/** An action or resignation that the server has not acknowledged yet. */
export type Pending = Extract<ClientMessage, { type: 'act' | 'resign' }>;

/** `finished`: the server has nothing more to say about this game; `closed`: it refuses this client. */
export type Link = 'connecting' | 'online' | 'lost' | 'finished' | 'closed';

/** What this client knows of one game and of its connection. Only [`step`] makes a new one. */
export type Session = {
  link: Link;
  /** Sequence number of the last event that `game` contains. */
  seq: number | null;
  game: Snapshot | null;
  pending: Pending | null;
  /** The event that will show the acknowledged action; acknowledgement and event come in either order. */
  settling: number | null;
  /** Why the last action or message was not used. */
  refusal: ErrorBody | null;
  /** A hello is under way because events were missing; further ones are useless. */
  resyncing: boolean;
  /** The last event this session saw happen; not set by snapshots, so reloads replay nothing. */
  latest: Event | null;
};

export type Input =
  | { type: 'opened' }
  | { type: 'dropped' }
  | { type: 'finished' }
  | { type: 'closed'; error: ErrorBody }
  | { type: 'received'; message: ServerMessage }
  | { type: 'act'; action: string; nonce: string }
  | { type: 'resign'; nonce: string }
  | { type: 'forget_refusal' };

export type Step = { session: Session; send: ClientMessage[] };

export const fresh: Session = {
  link: 'connecting',
  seq: null,
  game: null,
  pending: null,
  settling: null,
  refusal: null,
  resyncing: false,
  latest: null,
};

/** Whether the player may act: nothing of theirs is under way. */
export function idle({ pending, settling }: Session): boolean {
  return pending === null && settling === null;
}

/** The client's side of the protocol, free of sockets and clocks. */
export function step(session: Session, input: Input): Step {
  switch (input.type) {
    case 'opened':
      // The unacknowledged action goes out before anything the player does next.
      return {
        session: { ...session, link: 'online', resyncing: true },
        send: [hello(session), ...(session.pending ? [session.pending] : [])],
      };
    case 'dropped':
      return quiet({ ...session, link: 'lost', resyncing: false });
    case 'finished':
      return quiet({ ...session, link: 'finished', resyncing: false });
    case 'closed':
      return quiet({ ...session, link: 'closed', refusal: input.error });
    case 'received':
      return receive(session, input.message);
    case 'act': {
      const ply = session.game?.now?.ply;
      if (ply === undefined || !idle(session)) return quiet(session);
      return submit(session, { type: 'act', nonce: input.nonce, ply, action: input.action });
    }
    case 'resign':
      // Giving up does not wait for an action in flight; its fate no longer matters.
      return submit(session, { type: 'resign', nonce: input.nonce });
    case 'forget_refusal':
      return quiet({ ...session, refusal: null });
  }
}

function hello(session: Session): ClientMessage {
  return session.seq === null
    ? { type: 'hello', protocol: PROTOCOL }
    : { type: 'hello', protocol: PROTOCOL, last_seq: session.seq };
}

function quiet(session: Session): Step {
  return { session, send: [] };
}

function submit(session: Session, pending: Pending): Step {
  const send = session.link === 'online' ? [pending] : [];
  return { session: { ...session, pending, refusal: null }, send };
}

function receive(session: Session, message: ServerMessage): Step {
  switch (message.type) {
    case 'hello':
      return quiet({ ...session, resyncing: false });
    case 'snapshot':
      return quiet({
        ...session,
        seq: message.seq,
        game: message.game,
        settling: null,
        resyncing: false,
        latest: null,
      });
    case 'event':
      return receiveEvent(session, message.seq, message.event);
    case 'ack':
      if (message.nonce !== session.pending?.nonce) return quiet(session);
      return quiet({ ...session, pending: null, settling: later(message.seq, session.seq) });
    case 'refused':
      if (message.nonce !== session.pending?.nonce) return quiet(session);
      return quiet({ ...session, pending: null, refusal: message.error });
    case 'error':
      return quiet({ ...session, refusal: message.error });
    case 'pong':
    case 'clocks':
    case 'presence':
    case 'said':
      return quiet(session);
  }
}

function receiveEvent(session: Session, seq: number, event: Event): Step {
  const { game } = session;
  if (game && session.seq !== null && seq <= session.seq) return quiet(session);
  if (!game || session.seq === null || seq > session.seq + 1) {
    if (session.resyncing) return quiet(session);
    return { session: { ...session, resyncing: true }, send: [hello(session)] };
  }
  const settling = session.settling === null ? null : later(session.settling, seq);
  return quiet({ ...session, seq, settling, game: happen(game, event), latest: event });
}

/** The event still waited for, or null if it has come. */
function later(wanted: number, seq: number | null): number | null {
  return seq !== null && seq >= wanted ? null : wanted;
}

function happen(game: Snapshot, event: Event): Snapshot {
  switch (event.type) {
    case 'open_now':
      return { ...game, dealing: 'open' };
    case 'dealt': {
      const { dealing: _done, ...rest } = game;
      const { seat, start, now, may } = event;
      return { ...rest, phase: 'playing', seat, start, now, may };
    }
    case 'played':
      return { ...game, moves: appended(game.moves, event.played), now: event.now, may: event.may };
    case 'offered':
      return { ...game, offers: [...others(game, event.offer), event.offer], may: event.may };
    case 'declined':
      return { ...game, offers: others(game, event.offer), may: event.may };
    case 'taken_back':
      return { ...game, moves: game.moves.slice(0, event.ply), now: event.now, may: event.may, offers: [] };
    case 'planned':
      return { ...game, plan: event.lines };
    case 'ended': {
      const now = game.now && { ...game.now, actors: [], legal: [], premoves: [] };
      return { ...game, phase: 'over', ending: event.ending, ...(now && { now }) };
    }
  }
}

function others(game: Snapshot, { by, what }: Offered): Offered[] {
  return game.offers.filter(offer => offer.by !== by || offer.what !== what);
}

function appended(moves: Played[], played: Played): Played[] {
  return [...moves.slice(0, played.ply), played];
}
