import { expect, test } from 'vitest';
import { may, situation, snapshot } from '../testing/variants';
import type { ClientMessage, Event, Played, ServerMessage } from '../wire';
import { fresh, type Input, idle, type Session, step } from './session';

function run(inputs: Input[], from: Session = fresh): { session: Session; sent: ClientMessage[] } {
  let session = from;
  const sent: ClientMessage[] = [];
  for (const input of inputs) {
    const next = step(session, input);
    session = next.session;
    sent.push(...next.send);
  }
  return { session, sent };
}

const received = (message: ServerMessage): Input => ({ type: 'received', message });
const hello = received({ type: 'hello', protocol: 1, game: 'game', seat: 'white' });
const snap = received({ type: 'snapshot', seq: 4, game: snapshot });
const event = (seq: number, what: Event): Input => received({ type: 'event', seq, event: what });

const played = (ply: number): Played => ({
  ply,
  by: 'white',
  recorded: 'e1e2',
  text: 'Ke2',
  fen: '',
  marks: ['e1', 'e2'],
  shown: [],
});
const move = (ply: number): Event => ({
  type: 'played',
  played: played(ply),
  now: { ...situation, ply: ply + 1 },
  may,
});

const playing = run([{ type: 'opened' }, hello, snap]).session;

test('the first hello asks for everything, a later one for what is missing', () => {
  expect(run([{ type: 'opened' }]).sent).toEqual([{ type: 'hello', protocol: 1 }]);
  const again = run([{ type: 'dropped' }, { type: 'opened' }], playing);
  expect(again.sent).toEqual([{ type: 'hello', protocol: 1, last_seq: 4 }]);
});

test('the next event moves the game on', () => {
  const { session, sent } = run([event(5, move(0))], playing);
  expect(session.game?.moves.map(({ text }) => text)).toEqual(['Ke2']);
  expect(session.game?.now?.ply).toBe(1);
  expect(session.seq).toBe(5);
  expect(sent).toEqual([]);
});

test('an event heard twice happens once', () => {
  const { session } = run([event(5, move(0)), event(5, move(0)), event(4, move(0))], playing);
  expect(session.game?.moves).toHaveLength(1);
});

test('a gap leads to one hello and changes nothing until its answer', () => {
  const { session, sent } = run([event(7, move(2)), event(8, move(3))], playing);
  expect(session.game).toBe(playing.game);
  expect(sent).toEqual([{ type: 'hello', protocol: 1, last_seq: 4 }]);
  const caughtUp = run([hello, event(5, move(0)), event(6, move(1))], session);
  expect(caughtUp.session.game?.moves).toHaveLength(2);
});

test('an action carries ply and nonce and waits for its acknowledgement', () => {
  const acted = run([{ type: 'act', action: 'e1e2', nonce: 'n1' }], playing);
  expect(acted.sent).toEqual([{ type: 'act', nonce: 'n1', ply: 0, action: 'e1e2' }]);
  const second = run([{ type: 'act', action: 'e1d1', nonce: 'n2' }], acted.session);
  expect(second.sent).toEqual([]);
  const acked = run([received({ type: 'ack', nonce: 'n1', seq: 5 })], acted.session);
  expect(acked.session.pending).toBeNull();
});

test('the hand is free once both the acknowledgement and the event are there, in either order', () => {
  const act: Input = { type: 'act', action: 'e1e2', nonce: 'n1' };
  const ack = received({ type: 'ack', nonce: 'n1', seq: 5 });
  for (const [first, second] of [
    [ack, event(5, move(0))],
    [event(5, move(0)), ack],
  ] as [Input, Input][]) {
    const half = run([act, first], playing).session;
    expect(idle(half)).toBe(false);
    expect(idle(run([second], half).session)).toBe(true);
  }
  const acked = run([act, ack], playing).session;
  expect(run([{ type: 'dropped' }, { type: 'opened' }], acked).sent).toHaveLength(1);
  expect(idle(run([snap], acked).session)).toBe(true);
});

test('an unacknowledged action is sent again with its nonce right after the hello', () => {
  const { sent } = run(
    [{ type: 'act', action: 'e1e2', nonce: 'n1' }, { type: 'dropped' }, { type: 'opened' }, hello],
    playing,
  );
  expect(sent.slice(1)).toEqual([
    { type: 'hello', protocol: 1, last_seq: 4 },
    { type: 'act', nonce: 'n1', ply: 0, action: 'e1e2' },
  ]);
});

test('an action made while offline is kept and sent once on reconnect', () => {
  const { sent } = run(
    [{ type: 'dropped' }, { type: 'act', action: 'e1e2', nonce: 'n1' }, { type: 'opened' }],
    playing,
  );
  expect(sent.map(({ type }) => type)).toEqual(['hello', 'act']);
});

test('a refusal frees the hand and says why', () => {
  const error = { code: 'illegal_action', params: { action: 'e1e3' } };
  const { session } = run(
    [{ type: 'act', action: 'e1e3', nonce: 'n1' }, received({ type: 'refused', nonce: 'n1', error })],
    playing,
  );
  expect(session.pending).toBeNull();
  expect(session.refusal).toEqual(error);
  expect(run([{ type: 'forget_refusal' }], session).session.refusal).toBeNull();
});

test('a strange acknowledgement changes nothing', () => {
  const acted = run([{ type: 'act', action: 'e1e2', nonce: 'n1' }], playing).session;
  expect(run([received({ type: 'ack', nonce: 'other', seq: 9 })], acted).session.pending?.nonce).toBe('n1');
});

test('a deal goes from commitment to play', () => {
  const { now: _now, start: _start, ...bare } = snapshot;
  const dealing = { ...bare, phase: 'dealing' as const, dealing: 'commit' as const };
  const begun = run([{ type: 'opened' }, received({ type: 'snapshot', seq: 0, game: dealing })]);
  const asked = run([event(1, { type: 'open_now' })], begun.session);
  expect(asked.session.game?.dealing).toBe('open');
  const dealt = run(
    [event(2, { type: 'dealt', seat: 'black', start: { fen: 'f' }, now: situation, may })],
    asked.session,
  );
  expect(dealt.session.game).toMatchObject({ phase: 'playing', seat: 'black', start: { fen: 'f' } });
  expect(dealt.session.game?.dealing).toBeUndefined();
});

test('the end takes every action away', () => {
  const ending = { result: 'black', reason: 'resignation' } as const;
  const { session } = run([{ type: 'resign', nonce: 'r' }, event(5, { type: 'ended', ending })], playing);
  expect(session.game).toMatchObject({ phase: 'over', ending });
  expect(session.game?.now).toMatchObject({ actors: [], legal: [] });
});

test('a snapshot replays no news', () => {
  const { session } = run([event(5, move(0)), snap], playing);
  expect(session.latest).toBeNull();
});
