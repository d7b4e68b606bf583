import { expect, test } from 'vitest';
import { rights, situation, snapshot } from '../testing/variants';
import type { ClientMessage, Event, ServerMessage } from '../wire';
import { fresh, type Input, idle, type Session, step } from './session';

/** A seeded chance, so that a failure can be repeated. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The server's part: stores by nonce, numbers events, answers hello with what is missing. */
class Server {
  readonly log: Event[] = [];
  readonly taken: string[] = [];
  private readonly nonces = new Map<string, number>();
  private ply = 0;

  answer(message: ClientMessage): ServerMessage[] {
    if (message.type === 'hello') return this.welcome(message.last_seq);
    if (!('nonce' in message)) return [];
    const { nonce } = message;
    const known = this.nonces.get(nonce);
    if (known !== undefined) return [{ type: 'ack', nonce, seq: known }];
    const event = this.take(message);
    if (!event) return [{ type: 'refused', nonce, error: { code: 'stale_ply', params: {} } }];
    this.taken.push(nonce);
    const told = this.happen(event);
    this.nonces.set(nonce, this.log.length);
    return [{ type: 'ack', nonce, seq: this.log.length }, told];
  }

  /** The other side plays. */
  reply(): ServerMessage {
    return this.happen(this.played('black', 'e8e7'));
  }

  private take(message: ClientMessage): Event | null {
    if (message.type === 'act') return message.ply === this.ply ? this.played('white', message.action) : null;
    if (message.type === 'offer')
      return { type: 'offered', offer: { by: 'white', what: message.what }, may: rights };
    if (message.type === 'plan') return { type: 'planned', lines: message.lines, cancelled: false };
    return null;
  }

  private played(by: 'white' | 'black', text: string): Event {
    const played = { ply: this.ply, by, recorded: text, text, fen: '', marks: [], shown: [] };
    this.ply += 1;
    return { type: 'played', played, now: { ...situation, ply: this.ply }, may: rights };
  }

  private happen(event: Event): ServerMessage {
    this.log.push(event);
    return { type: 'event', seq: this.log.length, event };
  }

  private welcome(last: number | undefined): ServerMessage[] {
    const hello: ServerMessage = { type: 'hello', protocol: 1, game: 'game', seat: 'white' };
    if (last !== undefined)
      return [
        hello,
        ...this.log
          .slice(last)
          .map((event, n): ServerMessage => ({ type: 'event', seq: last + n + 1, event })),
      ];
    const moves = this.moves();
    const game = { ...snapshot, moves, now: { ...situation, ply: moves.length } };
    return [hello, { type: 'snapshot', seq: this.log.length, game }];
  }

  moves() {
    return this.log.flatMap(event => (event.type === 'played' ? [event.played] : []));
  }
}

/** Client and server with a link between them that holds messages for a while and loses them when it breaks. */
class World {
  readonly server = new Server();
  session: Session = fresh;
  /** What the player did, by nonce. */
  readonly done: string[] = [];
  private toServer: ClientMessage[] = [];
  private toClient: ServerMessage[] = [];

  constructor(private readonly random: () => number) {}

  feed(input: Input): void {
    const { session, send } = step(this.session, input);
    this.session = session;
    if (session.link === 'online') this.toServer.push(...send);
  }

  /** Delivers the oldest message of one direction. */
  deliver(): boolean {
    const up = this.random() < 0.5;
    const [sent] = up ? this.toServer.splice(0, 1) : [];
    if (sent) this.toClient.push(...this.server.answer(sent));
    const [heard] = up ? [] : this.toClient.splice(0, 1);
    if (heard) this.feed({ type: 'received', message: heard, at: 0 });
    return this.toServer.length + this.toClient.length > 0;
  }

  cut(): void {
    this.toServer = [];
    this.toClient = [];
    this.feed({ type: 'dropped' });
  }

  act(): void {
    const nonce = `n${this.done.length}`;
    const what = this.random();
    const before = this.session.pending.length;
    if (what < 0.7) this.feed({ type: 'act', action: nonce, nonce });
    else if (what < 0.9) this.feed({ type: 'offer', what: 'draw', nonce });
    else this.feed({ type: 'plan', lines: [[nonce]], nonce });
    if (this.session.pending.length > before) this.done.push(nonce);
  }

  step(): void {
    const what = this.random();
    if (what < 0.5) this.deliver();
    else if (what < 0.65) this.act();
    else if (what < 0.75 && this.session.link === 'online') this.toClient.push(this.server.reply());
    else if (what < 0.85 && this.session.link === 'online') this.cut();
    else if (this.session.link !== 'online') this.feed({ type: 'opened' });
  }

  settle(): void {
    if (this.session.link !== 'online') this.feed({ type: 'opened' });
    while (this.deliver());
    while (this.deliver());
  }
}

test('over lost links nothing is lost, doubled or reordered, and the client ends up with the server’s game', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const world = new World(chance(seed));
    for (let n = 0; n < 150; n += 1) world.step();
    world.settle();
    const { session, server, done } = world;
    expect(session.pending, `seed ${seed}`).toEqual([]);
    expect(idle(session), `seed ${seed}`).toBe(true);
    expect(session.game?.moves, `seed ${seed}`).toEqual(server.moves());
    expect(session.seq, `seed ${seed}`).toBe(server.log.length);
    // What the server took is what the player did, in that order; only an action for an older position is refused.
    expect(new Set(server.taken).size).toBe(server.taken.length);
    expect(server.taken, `seed ${seed}`).toEqual(done.filter(nonce => server.taken.includes(nonce)));
  }
});

test('an event told twice, or an older one told late, changes nothing', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const random = chance(seed);
    const server = new Server();
    const messages = [...server.answer({ type: 'hello', protocol: 1 })];
    for (let n = 0; n < 12; n += 1)
      messages.push(
        random() < 0.5
          ? server.reply()
          : (server.answer({ type: 'offer', what: 'draw', nonce: `${n}` })[1] as ServerMessage),
      );
    const play = (list: ServerMessage[]) =>
      list.reduce((session, message) => step(session, { type: 'received', message, at: 0 }).session, fresh);
    const once = play(messages);
    const doubled = messages.flatMap((message, at) =>
      message.type === 'event'
        ? [message, messages[2 + Math.floor(random() * (at - 1))] ?? message]
        : [message],
    );
    expect(play(doubled).game, `seed ${seed}`).toEqual(once.game);
  }
});
