import { type Signal, signal } from '@preact/signals';
import { api, errorOf } from '../api';
import type { ClientMessage, OfferKind, Phrase, ServerMessage } from '../wire';
import { Dealing } from './dealing';
import { messageOf } from './frames';
import { fresh, type Input, type Session, step } from './session';
import { witness } from './witness';

const pingEvery = 15_000;
const silenceAllowed = 2 * pingEvery + 5_000;
const backoffFrom = 500;
const backoffTo = 15_000;

/** Errors after which trying again cannot help. */
const final = ['unknown_game', 'not_your_game', 'unreadable_game', 'unsupported_protocol'];

/** Close codes (docs/protocol.md): nothing more to come, and those after which the server wants no reconnect. */
const done = 1000;
const refusals = [1008, 1009];

/** One game's live connection: keeps a [`Session`] signal true across drops until `close`. */
export class Connection {
  readonly session: Signal<Session> = signal(fresh);
  /** When the next attempt starts, while the link is lost. */
  readonly retryAt: Signal<number | null> = signal(null);
  /** Whether the deal waits for an opening that only another browser of this player has. */
  readonly openedElsewhere: Signal<boolean> = signal(false);
  private socket: WebSocket | null = null;
  private attempts = 0;
  private pings = 0;
  private heard = 0;
  private answered: string | null = null;
  private readonly dealing: Dealing;
  private timer: number | undefined;
  private heart: number | undefined;

  constructor(
    private readonly game: string,
    player: string,
  ) {
    this.dealing = new Dealing(game, player);
    this.connect();
    addEventListener('online', this.connectNow);
    this.heart = setInterval(this.beat, pingEvery) as unknown as number;
  }

  act(action: string): void {
    this.feed({ type: 'act', action, nonce: crypto.randomUUID() });
  }

  resign(): void {
    this.feed({ type: 'resign', nonce: crypto.randomUUID() });
  }

  abort(): void {
    this.feed({ type: 'abort', nonce: crypto.randomUUID() });
  }

  offer(what: OfferKind): void {
    this.feed({ type: 'offer', what, nonce: crypto.randomUUID() });
  }

  answer(what: OfferKind, accept: boolean): void {
    this.feed({ type: 'answer', what, accept, nonce: crypto.randomUUID() });
  }

  claim(draw: boolean): void {
    this.feed({ type: 'claim', draw, nonce: crypto.randomUUID() });
  }

  plan(lines: string[][]): void {
    this.feed({ type: 'plan', lines, nonce: crypto.randomUUID() });
  }

  say(phrase: Phrase): void {
    this.feed({ type: 'say', phrase });
  }

  forgetRefusal(): void {
    this.feed({ type: 'forget_refusal' });
  }

  close(): void {
    removeEventListener('online', this.connectNow);
    clearTimeout(this.timer);
    clearInterval(this.heart);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  readonly connectNow = (): void => {
    if (this.session.value.link !== 'lost') return;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    this.retryAt.value = null;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const path = `/api/v1/games/${encodeURIComponent(this.game)}/ws`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      opened = true;
      this.heard = Date.now();
      this.answered = null;
      this.feed({ type: 'opened' });
    };
    socket.onmessage = event => this.receive(messageOf(event.data as string));
    socket.onclose = ({ code }) => {
      if (this.socket === socket) void this.dropped(opened, code);
    };
  }

  private receive(message: ServerMessage): void {
    this.heard = Date.now();
    this.attempts = 0;
    if (message.type === 'error' && final.includes(message.error.code)) {
      this.feed({ type: 'closed', error: message.error });
      this.close();
      return;
    }
    if (this.dealing.outrun(message)) return;
    this.feed({ type: 'received', message, at: performance.now() });
    void this.answerDealing();
  }

  private async answerDealing(): Promise<void> {
    const { game } = this.session.value;
    if (!game?.dealing || this.answered === game.dealing) return;
    this.answered = game.dealing;
    const answer = await this.dealing.answer(game);
    if (answer) this.send(answer);
    this.openedElsewhere.value = game.dealing === 'open' && answer === null;
  }

  private async dropped(opened: boolean, code: number): Promise<void> {
    this.socket = null;
    if (code === done && this.session.value.game?.phase === 'over') {
      this.feed({ type: 'finished' });
      return;
    }
    if (refusals.includes(code)) {
      const error = this.session.value.refusal ?? { code: 'connection_closed', params: {} };
      this.feed({ type: 'closed', error });
      return;
    }
    // A refused handshake hides its status from scripts; a plain request says why.
    const refused = !opened && this.session.value.game === null ? await this.reason() : null;
    if (refused) {
      this.feed({ type: 'closed', error: refused });
      return;
    }
    this.feed({ type: 'dropped' });
    const wait = Math.min(backoffTo, backoffFrom * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    this.retryAt.value = Date.now() + wait;
    this.timer = setTimeout(() => this.connect(), wait) as unknown as number;
  }

  private async reason() {
    try {
      await api.truth(this.game);
      return null;
    } catch (cause) {
      const error = errorOf(cause);
      return final.includes(error.code) ? error : null;
    }
  }

  private readonly beat = (): void => {
    if (this.session.value.link !== 'online') return;
    if (Date.now() - this.heard > silenceAllowed) {
      // A half-dead connection reports nothing by itself; closing it starts the reconnect.
      this.socket?.close();
      return;
    }
    this.pings += 1;
    this.send({ type: 'ping', n: this.pings });
  };

  private feed(input: Input): void {
    const { session, send } = step(this.session.value, input);
    const before = this.session.value.game;
    this.session.value = session;
    if (session.game && session.game !== before) {
      witness(session.game);
      if (session.game.phase !== 'dealing' && before?.phase !== session.game.phase) this.dealing.forget();
    }
    for (const message of send) this.send(message);
  }

  private send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
