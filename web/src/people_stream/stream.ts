import type { Notice, Pairing, Proposal, UserEvent } from '../wire';

/** Something to show for a while, above the page. */
export type Toast =
  | { id: string; kind: 'challenge'; proposal: Proposal }
  | { id: string; kind: 'game'; game: string };

/** What the person's stream has told. Only [`step`] makes a new one. */
export type Stream = {
  online: boolean;
  unread: number;
  myTurn: number;
  /** Rises when the list of seeks or pools has changed. */
  lobbyChanges: number;
  /** Rises when games or proposals of one's own have changed. */
  ownChanges: number;
  pairing: Pairing;
  /** When a bot comes into question, by the clock that stamped the input. */
  botAt: number | null;
  /** Whether this tab started the search, so that it is the one to open the game. */
  searching: boolean;
  /** Proposals made in this tab: their games open here as well. */
  proposed: string[];
  toasts: Toast[];
  announcements: string[];
};

export type Input =
  | { type: 'dropped' }
  | { type: 'received'; event: UserEvent; at: number; watching: string | null }
  | { type: 'search_began' }
  | { type: 'pairing_answered'; pairing: Pairing; asked: Pairing; at: number; watching: string | null }
  | { type: 'proposed'; id: string }
  | { type: 'toast_closed'; id: string }
  | { type: 'notices_seen' }
  | { type: 'announced'; texts: string[] }
  | { type: 'signed_in'; unread: number; myTurn: number };

/** What is to be done besides showing the stream. */
export type Effect = { type: 'open'; game: string } | { type: 'notify'; notice: Notice };

export type Step = { stream: Stream; effects: Effect[] };

export const fresh: Stream = {
  online: false,
  unread: 0,
  myTurn: 0,
  lobbyChanges: 0,
  ownChanges: 0,
  pairing: { state: 'left' },
  botAt: null,
  searching: false,
  proposed: [],
  toasts: [],
  announcements: [],
};

/** The client's side of the person's stream, free of sockets and clocks. */
export function step(stream: Stream, input: Input): Step {
  switch (input.type) {
    case 'dropped':
      return quiet({ ...stream, online: false });
    case 'received':
      return receive(stream, input.event, input.at, input.watching);
    case 'search_began':
      return quiet({ ...stream, searching: true });
    case 'pairing_answered':
      // The stream may have been quicker than the answer; then the answer is old.
      if (stream.pairing !== input.asked && input.pairing.state !== 'paired') return quiet(stream);
      return pair(stream, input.pairing, input.at, input.watching);
    case 'proposed':
      return quiet({
        ...stream,
        proposed: [...stream.proposed, input.id],
        ownChanges: stream.ownChanges + 1,
      });
    case 'toast_closed':
      return quiet({ ...stream, toasts: stream.toasts.filter(({ id }) => id !== input.id) });
    case 'notices_seen':
      return quiet({ ...stream, unread: 0 });
    case 'announced':
      return quiet({ ...stream, announcements: input.texts });
    case 'signed_in':
      return quiet({ ...fresh, unread: input.unread, myTurn: input.myTurn });
  }
}

const quiet = (stream: Stream): Step => ({ stream, effects: [] });

function receive(stream: Stream, event: UserEvent, at: number, watching: string | null): Step {
  const changed = { ...stream, ownChanges: stream.ownChanges + 1 };
  switch (event.type) {
    case 'hello':
      // Anything may have happened before the connection stood.
      return quiet({
        ...changed,
        online: true,
        unread: event.unread,
        myTurn: event.my_turn,
        lobbyChanges: stream.lobbyChanges + 1,
      });
    case 'lobby_changed':
      return quiet({ ...stream, lobbyChanges: stream.lobbyChanges + 1 });
    case 'game_started':
      return begin(changed, event.game, watching);
    case 'your_turn':
    case 'game_ended':
      return quiet(changed);
    case 'challenged':
      // By the board of the game before, its rematch has a place of its own.
      if (event.proposal.previous !== undefined && event.proposal.previous === watching)
        return quiet(changed);
      return quiet({
        ...changed,
        toasts: withToast(stream.toasts, {
          id: event.proposal.id,
          kind: 'challenge',
          proposal: event.proposal,
        }),
      });
    case 'proposal_gone':
      return quiet({ ...changed, toasts: stream.toasts.filter(({ id }) => id !== event.id) });
    case 'pairing':
      return pair(stream, event.pairing, at, watching);
    case 'notice':
      // What one is just looking at is no news.
      if (event.notice.game && event.notice.game === watching) return quiet(changed);
      return {
        stream: { ...changed, unread: stream.unread + 1 },
        effects: [{ type: 'notify', notice: event.notice }],
      };
    case 'announcement':
      if (stream.announcements.includes(event.text)) return quiet(stream);
      return quiet({ ...stream, announcements: [...stream.announcements, event.text] });
  }
}

function begin(stream: Stream, game: string, watching: string | null): Step {
  const toasts = stream.toasts.filter(({ id }) => id !== game);
  if (game === watching) return quiet({ ...stream, toasts });
  if (stream.proposed.includes(game)) {
    const proposed = stream.proposed.filter(id => id !== game);
    return { stream: { ...stream, proposed, toasts }, effects: [{ type: 'open', game }] };
  }
  return quiet({ ...stream, toasts: withToast(toasts, { id: game, kind: 'game', game }) });
}

function pair(stream: Stream, pairing: Pairing, at: number, watching: string | null): Step {
  switch (pairing.state) {
    case 'waiting':
      return quiet({ ...stream, pairing, botAt: at + pairing.bot_in });
    case 'bot_offered':
      return quiet({ ...stream, pairing, botAt: null });
    case 'left':
      return quiet({ ...stream, pairing, botAt: null, searching: false });
    case 'paired': {
      const { game } = pairing;
      const next: Stream = { ...stream, pairing: { state: 'left' }, botAt: null, searching: false };
      if (game === watching) return quiet(next);
      const toasts = stream.toasts.filter(({ id }) => id !== game);
      // The game's own message comes as well; opened once, it is not told again.
      if (stream.searching) return { stream: { ...next, toasts }, effects: [{ type: 'open', game }] };
      return quiet({ ...next, toasts: withToast(toasts, { id: game, kind: 'game', game }) });
    }
  }
}

function withToast(toasts: Toast[], toast: Toast): Toast[] {
  return [...toasts.filter(({ id }) => id !== toast.id), toast];
}
