import { signal } from '@preact/signals';
import { home } from '../home';
import { lobby } from '../people_api';
import { go, route } from '../router';
import type { BotWish, Me, Pairing, PoolKey, Proposal, UserEvent } from '../wire';
import { Backoff } from './backoff';
import { notify } from './browser_notice';
import { fresh, type Input, type Stream, step } from './stream';

/** What concerns the person, as told by `GET /api/v1/ws` and kept true across drops. */
export const stream = signal<Stream>(fresh);

const backoff = new Backoff();
let socket: WebSocket | null = null;
let timer: number | undefined;
let who: string | null = null;

/** The game on the screen now, if any. */
const watching = () => (route.value.page === 'game' ? route.value.id : null);

export function feed(input: Input): void {
  const next = step(stream.value, input);
  stream.value = next.stream;
  for (const effect of next.effects) {
    if (effect.type === 'open') go(`/game/${effect.game}`);
    else notify(effect.notice);
  }
}

/** Connects as this person, anew if it is another one than before: the cookie decides whose stream it is. */
export function follow(me: Me): void {
  if (who === me.id) return;
  if (who === null) {
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
  }
  who = me.id;
  feed({ type: 'signed_in', unread: me.unread, myTurn: me.my_turn });
  feed({ type: 'announced', texts: me.announcements });
  close();
  connect();
}

function close(): void {
  clearTimeout(timer);
  const old = socket;
  socket = null;
  old?.close();
}

const again = (): void => {
  if (socket || document.hidden) return;
  clearTimeout(timer);
  connect();
};

function connect(): void {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const opened = new WebSocket(`${scheme}//${location.host}/api/v1/ws`);
  socket = opened;
  opened.onmessage = ({ data }) => {
    const event = JSON.parse(data as string) as UserEvent;
    if (event.type === 'hello') {
      backoff.reset();
      void askPairing();
    }
    feed({ type: 'received', event, at: Date.now(), watching: watching() });
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = null;
    feed({ type: 'dropped' });
    timer = setTimeout(connect, backoff.next()) as unknown as number;
  };
}

/** A wait in a pool outlives the page and the connection; only the server knows where it stands. */
async function askPairing(): Promise<void> {
  if (home.value?.me.kind !== 'account') return;
  try {
    await answered(async () => {
      const pairing = await lobby.pairing();
      // Of a pairing made earlier the games' list tells.
      return pairing.state === 'paired' && !stream.value.searching ? { state: 'left' } : pairing;
    });
  } catch {
    // The next hello asks again.
  }
}

async function answered(ask: () => Promise<Pairing>): Promise<void> {
  const asked = stream.value.pairing;
  const pairing = await ask();
  feed({ type: 'pairing_answered', pairing, asked, at: Date.now(), watching: watching() });
}

/** Waits in a pool; the game opens in this tab. */
export async function pairUp(pool: PoolKey, bot: BotWish): Promise<void> {
  feed({ type: 'search_began' });
  await answered(() => lobby.pair(pool, bot));
}

export async function leavePool(): Promise<void> {
  await answered(async () => {
    await lobby.leave();
    return { state: 'left' };
  });
}

/** Takes the bot that is offered. */
export async function playOfferedBot(): Promise<void> {
  feed({ type: 'search_began' });
  await answered(async () => ({ state: 'paired', game: (await lobby.playBot()).id }));
}

export function proposed({ id }: Proposal): void {
  feed({ type: 'proposed', id });
}
