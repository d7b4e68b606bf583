import type {
  ClientMessage,
  Clocks,
  ErrorBody,
  Event,
  Offered,
  OfferKind,
  Phrase,
  Rights,
  ServerMessage,
  Side,
  Snapshot,
} from '../wire';

export const PROTOCOL = 1;

/** A message that counts once it is acknowledged, and is sent again until then. */
export type Pending = Extract<ClientMessage, { nonce: string }>;

/** `finished`: the server has nothing more to say about this game; `closed`: it refuses this client. */
export type Link = 'connecting' | 'online' | 'lost' | 'finished' | 'closed';

/** What came, and when by this page's own monotonic clock. */
export type Heard<T> = { value: T; at: number };

export type Presence = Omit<Extract<ServerMessage, { type: 'presence' }>, 'type'>;

/** A phrase of either player; `n` tells it from the same phrase said again. */
export type Saying = { by: Side; phrase: Phrase; n: number };

/** What this client knows of one game and of its connection. Only [`step`] makes a new one. */
export type Session = {
  link: Link;
  /** Sequence number of the last event that `game` contains. */
  seq: number | null;
  game: Snapshot | null;
  /** What the server has not acknowledged yet, in the order in which the player did it. */
  pending: Pending[];
  /** The event that will show the acknowledged action; acknowledgement and event come in either order. */
  settling: number | null;
  /** Why the last action or message was not used. */
  refusal: ErrorBody | null;
  /** A hello is under way because events were missing; further ones are useless. */
  resyncing: boolean;
  /** The last event this session saw happen; not set by snapshots, so reloads replay nothing. */
  latest: Event | null;
  /** The server's clocks as it last told them. */
  clocks: Heard<Clocks> | null;
  /** Who is there; unknown while the link is lost. */
  presence: Heard<Presence> | null;
  said: Saying | null;
};

export type Input =
  | { type: 'opened' }
  | { type: 'dropped' }
  | { type: 'finished' }
  | { type: 'closed'; error: ErrorBody }
  | { type: 'received'; message: ServerMessage; at: number }
  | { type: 'act'; action: string; nonce: string }
  | { type: 'resign'; nonce: string }
  | { type: 'abort'; nonce: string }
  | { type: 'offer'; what: OfferKind; nonce: string }
  | { type: 'answer'; what: OfferKind; accept: boolean; nonce: string }
  | { type: 'claim'; draw: boolean; nonce: string }
  | { type: 'plan'; lines: string[][]; nonce: string }
  | { type: 'say'; phrase: Phrase }
  | { type: 'forget_refusal' };

export type Step = { session: Session; send: ClientMessage[] };

export const fresh: Session = {
  link: 'connecting',
  seq: null,
  game: null,
  pending: [],
  settling: null,
  refusal: null,
  resyncing: false,
  latest: null,
  clocks: null,
  presence: null,
  said: null,
};

/** What decides the position or the game: until the server has answered it, nothing else can be played. */
const deciding: Pending['type'][] = ['act', 'resign', 'abort', 'claim'];

/** Whether the player may act: nothing of theirs that decides is under way. */
export function idle({ pending, settling }: Session): boolean {
  return settling === null && !pending.some(({ type }) => deciding.includes(type));
}

/** The client's side of the protocol, free of sockets and clocks. */
export function step(session: Session, input: Input): Step {
  switch (input.type) {
    case 'opened':
      // What is unacknowledged goes out before anything the player does next.
      return {
        session: { ...session, link: 'online', resyncing: true },
        send: [hello(session), ...session.pending],
      };
    case 'dropped':
      return quiet({ ...session, link: 'lost', resyncing: false, presence: null });
    case 'finished':
      return quiet({ ...session, link: 'finished', resyncing: false, presence: null });
    case 'closed':
      return quiet({ ...session, link: 'closed', refusal: input.error });
    case 'received':
      return receive(session, input.message, input.at);
    case 'act': {
      const ply = session.game?.now?.ply;
      if (ply === undefined || !idle(session)) return quiet(session);
      return submit(session, { type: 'act', nonce: input.nonce, ply, action: input.action });
    }
    case 'resign':
    case 'abort':
    case 'offer':
    case 'answer':
    case 'claim':
      // None of these waits for an action in flight; the server takes them in the order in which they were done.
      return session.pending.some(other => alike(other, input)) ? quiet(session) : submit(session, input);
    case 'plan':
      return submit(session, input);
    case 'say': {
      const by = session.game?.seat;
      if (session.link !== 'online' || !by || by === 'spectator') return quiet(session);
      const { phrase } = input;
      return { session: saying(session, by, phrase), send: [{ type: 'say', phrase }] };
    }
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

/** Whether two messages ask for the same thing, so that one of them suffices. */
function alike(a: Pending, b: Pending): boolean {
  const subject = (message: Pending) => ('what' in message ? message.what : '');
  return a.type === b.type && subject(a) === subject(b);
}

function submit(session: Session, message: Pending): Step {
  const send = session.link === 'online' ? [message] : [];
  return { session: { ...session, pending: [...session.pending, message], refusal: null }, send };
}

function saying(session: Session, by: Side, phrase: Phrase): Session {
  return { ...session, said: { by, phrase, n: (session.said?.n ?? 0) + 1 } };
}

function receive(session: Session, message: ServerMessage, at: number): Step {
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
    case 'ack': {
      const { rest, found } = without(session.pending, message.nonce);
      if (!found) return quiet(session);
      if (!deciding.includes(found.type)) return quiet({ ...session, pending: rest });
      return quiet({ ...session, pending: rest, settling: later(message.seq, session.seq) });
    }
    case 'refused': {
      const { rest, found } = without(session.pending, message.nonce);
      return quiet(found ? { ...session, pending: rest, refusal: message.error } : session);
    }
    case 'error':
      return quiet({ ...session, refusal: message.error });
    case 'pong':
      return quiet(session);
    case 'clocks':
      return quiet({ ...session, clocks: { value: message.clocks, at } });
    case 'presence': {
      const { type: _type, ...value } = message;
      return quiet({ ...session, presence: { value, at } });
    }
    case 'said':
      return quiet(saying(session, message.by, message.phrase));
  }
}

function without(pending: Pending[], nonce: string): { rest: Pending[]; found: Pending | undefined } {
  const found = pending.find(message => message.nonce === nonce);
  return { found, rest: pending.filter(message => message !== found) };
}

function receiveEvent(session: Session, seq: number, event: Event): Step {
  const { game } = session;
  if (game && session.seq !== null && seq <= session.seq) return quiet(session);
  if (!game || session.seq === null || seq > session.seq + 1) {
    if (session.resyncing) return quiet(session);
    return { session: { ...session, resyncing: true }, send: [hello(session)] };
  }
  const settling = session.settling === null ? null : later(session.settling, seq);
  const next = { ...session, seq, settling, game: happen(game, event), latest: event };
  // The event of the deal does not say who of the two has which colour; a snapshot does.
  if (event.type !== 'dealt' || game.white !== undefined) return quiet(next);
  return { session: { ...next, resyncing: true }, send: [{ type: 'hello', protocol: PROTOCOL }] };
}

/** The event still waited for, or null if it has come. */
function later(wanted: number, seq: number | null): number | null {
  return seq !== null && seq >= wanted ? null : wanted;
}

const noRights: Rights = {
  resign: false,
  abort: false,
  offer_draw: false,
  offer_takeback: false,
  plan: false,
};

function happen(game: Snapshot, event: Event): Snapshot {
  switch (event.type) {
    case 'open_now':
      return { ...game, dealing: 'open' };
    case 'dealt': {
      const { dealing: _done, ...rest } = game;
      const { seat, start, now, may } = event;
      return { ...rest, phase: 'playing', seat, start, now, may };
    }
    case 'played': {
      const { played, now, may } = event;
      return {
        ...game,
        moves: [...game.moves.slice(0, played.ply), played],
        now,
        may,
      };
    }
    case 'offered':
      return { ...game, may: event.may, offers: [...others(game.offers, event.offer), event.offer] };
    case 'declined':
      return { ...game, may: event.may, offers: others(game.offers, event.offer) };
    case 'taken_back':
      return {
        ...game,
        moves: game.moves.slice(0, event.ply),
        now: event.now,
        may: event.may,
        offers: [],
      };
    case 'planned':
      return { ...game, plan: event.lines };
    case 'ended': {
      const now = game.now && { ...game.now, actors: [], legal: [], premoves: [] };
      const over = { ...game, phase: 'over', ending: event.ending, may: noRights } as const;
      return { ...over, offers: [], plan: [], ...(now && { now }) };
    }
  }
}

function others(offers: Offered[], { by, what }: Offered): Offered[] {
  return offers.filter(offer => offer.by !== by || offer.what !== what);
}
