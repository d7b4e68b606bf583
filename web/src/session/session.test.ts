import { expect, test } from 'vitest';
import { rights, situation, snapshot } from '../testing/variants';
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

const received = (message: ServerMessage, at = 0): Input => ({ type: 'received', message, at });
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
  may: rights,
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
  expect(acked.session.pending).toEqual([]);
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
  expect(session.pending).toEqual([]);
  expect(session.refusal).toEqual(error);
  expect(run([{ type: 'forget_refusal' }], session).session.refusal).toBeNull();
});

test('a strange acknowledgement changes nothing', () => {
  const acted = run([{ type: 'act', action: 'e1e2', nonce: 'n1' }], playing).session;
  expect(run([received({ type: 'ack', nonce: 'other', seq: 9 })], acted).session.pending[0]?.nonce).toBe(
    'n1',
  );
});

test('a deal goes from commitment to play', () => {
  const { now: _now, start: _start, ...bare } = snapshot;
  const dealing = { ...bare, phase: 'dealing' as const, dealing: 'commit' as const };
  const begun = run([{ type: 'opened' }, received({ type: 'snapshot', seq: 0, game: dealing })]);
  const asked = run([event(1, { type: 'open_now' })], begun.session);
  expect(asked.session.game?.dealing).toBe('open');
  const dealt = run(
    [event(2, { type: 'dealt', seat: 'black', start: { fen: 'f' }, now: situation, may: rights })],
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

const white = (message: Input) => run([message], playing);

test('each thing with a nonce is kept until acknowledged and sent again in the order it was done', () => {
  const done: Input[] = [
    { type: 'act', action: 'e1e2', nonce: 'n1' },
    { type: 'offer', what: 'draw', nonce: 'n2' },
    { type: 'resign', nonce: 'n3' },
  ];
  const { session } = run([{ type: 'dropped' }, ...done], playing);
  const back = run([{ type: 'opened' }], session);
  expect(back.sent.map(({ type }) => type)).toEqual(['hello', 'act', 'offer', 'resign']);
  const acked = run([received({ type: 'ack', nonce: 'n2', seq: 6 })], back.session).session;
  const again = run([{ type: 'dropped' }, { type: 'opened' }], acked);
  expect(again.sent.map(({ type }) => type)).toEqual(['hello', 'act', 'resign']);
});

test('an offer on its way does not hold the hand, and is not made twice', () => {
  const offered = white({ type: 'offer', what: 'draw', nonce: 'n1' });
  expect(idle(offered.session)).toBe(true);
  expect(run([{ type: 'offer', what: 'draw', nonce: 'n2' }], offered.session).sent).toEqual([]);
  const both = run([{ type: 'offer', what: 'takeback', nonce: 'n3' }], offered.session);
  expect(both.session.pending).toHaveLength(2);
});

test('an offer stands until the server says that it has fallen, and none outlives a takeback', () => {
  const offer = { by: 'white', what: 'draw' } as const;
  const offered = run([event(5, { type: 'offered', offer, may: rights })], playing).session;
  expect(offered.game?.offers).toEqual([offer]);
  const own = run([event(6, move(0))], offered).session;
  expect(own.game?.offers).toEqual([offer]);
  expect(run([event(7, { type: 'declined', offer, may: rights })], own).session.game?.offers).toEqual([]);
  const back: Event = { type: 'taken_back', ply: 0, now: situation, may: rights };
  expect(run([event(7, back)], own).session.game?.offers).toEqual([]);
});

test('a takeback leaves the first actions and the situation after them', () => {
  const { session } = run(
    [
      event(5, move(0)),
      event(6, move(1)),
      event(7, { type: 'taken_back', ply: 1, now: situation, may: rights }),
    ],
    playing,
  );
  expect(session.game?.moves.map(({ ply }) => ply)).toEqual([0]);
  expect(session.game?.now).toEqual(situation);
});

test('clocks and presence are kept with the moment they came; a lost link forgets who is there', () => {
  const clocks = { white: 1000, black: 2000, free: 0, paused: false, lag: 0 };
  const { session } = run(
    [
      received({ type: 'clocks', clocks }, 17),
      received({ type: 'presence', white: true, black: false, claim_in: 30_000, watching: 2 }, 18),
    ],
    playing,
  );
  expect(session.clocks).toEqual({ value: clocks, at: 17 });
  expect(session.presence).toEqual({
    value: { white: true, black: false, claim_in: 30_000, watching: 2 },
    at: 18,
  });
  expect(run([{ type: 'dropped' }], session).session.presence).toBeNull();
});

test('a phrase is said to a live link only, and the same one twice is heard twice', () => {
  const said = white({ type: 'say', phrase: 'hello' });
  expect(said.sent).toEqual([{ type: 'say', phrase: 'hello' }]);
  expect(run([{ type: 'dropped' }, { type: 'say', phrase: 'hello' }], playing).sent).toEqual([]);
  const one = run([received({ type: 'said', by: 'black', phrase: 'oops' })], playing).session;
  const two = run([received({ type: 'said', by: 'black', phrase: 'oops' })], one).session;
  expect(two.said).toEqual({ by: 'black', phrase: 'oops', n: 2 });
});

test('conditional moves are what the server last said, and end with the game', () => {
  const lines = [['e7e5', 'g1f3']];
  const planned = run([event(5, { type: 'planned', lines, cancelled: false })], playing).session;
  expect(planned.game?.plan).toEqual(lines);
  const ending = { result: 'draw', reason: 'agreement' } as const;
  expect(run([event(6, { type: 'ended', ending })], planned).session.game?.plan).toEqual([]);
});

test('a deal that does not tell the colours is asked for as a whole', () => {
  const { now: _now, start: _start, white: _white, ...bare } = snapshot;
  const dealing = { ...bare, phase: 'dealing' as const, dealing: 'open' as const };
  const begun = run([{ type: 'opened' }, received({ type: 'snapshot', seq: 1, game: dealing })]).session;
  const dealt = run(
    [event(2, { type: 'dealt', seat: 'black', start: { fen: 'f' }, now: situation, may: rights })],
    begun,
  );
  expect(dealt.sent).toEqual([{ type: 'hello', protocol: 1 }]);
});
