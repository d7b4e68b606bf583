import { expect, test } from 'vitest';
import type { Notice, Proposal, UserEvent } from '../wire';
import { type Effect, fresh, type Input, type Stream, step } from './stream';

function run(inputs: Input[], from: Stream = fresh): { stream: Stream; effects: Effect[] } {
  let stream = from;
  const effects: Effect[] = [];
  for (const input of inputs) {
    const next = step(stream, input);
    stream = next.stream;
    effects.push(...next.effects);
  }
  return { stream, effects };
}

const got = (event: UserEvent, watching: string | null = null, at = 1000): Input => ({
  type: 'received',
  event,
  at,
  watching,
});
const wish = { variant: 'hidden', clock: { kind: 'live', base: 180, increment: 2, delay: 0 } } as const;
const waiting = { state: 'waiting', wish, bot_in: 20_000 } as const;
const search: Input[] = [
  { type: 'search_began' },
  { type: 'pairing_answered', pairing: waiting, asked: fresh.pairing, at: 1000, watching: null },
];
const notice: Notice = { id: 'n', kind: 'your_turn', game: 'g', name: 'Eva', at: 0, seen: false };
const proposal = { id: 'g', kind: 'challenge' } as Proposal;

test('the hello tells the numbers and that everything may have changed', () => {
  const { stream } = run([got({ type: 'hello', unread: 2, my_turn: 1 })]);
  expect(stream).toMatchObject({ online: true, unread: 2, myTurn: 1, lobbyChanges: 1, ownChanges: 1 });
  expect(run([{ type: 'dropped' }], stream).stream.online).toBe(false);
});

test('a wait in a pool counts down from when it was told', () => {
  const { stream } = run(search);
  expect(stream).toMatchObject({ botAt: 21_000, searching: true });
  const bot = { id: 'b', name: 'Robo', kind: 'bot', provisional: false } as const;
  const offered = run([got({ type: 'pairing', pairing: { state: 'bot_offered', wish, bot } })], stream);
  expect(offered.stream).toMatchObject({ botAt: null, searching: true });
});

test('the tab that searched opens the game, once', () => {
  const { stream, effects } = run([
    ...search,
    got({ type: 'pairing', pairing: { state: 'paired', game: 'g' } }),
    got({ type: 'game_started', game: 'g' }, 'g'),
  ]);
  expect(effects).toEqual([{ type: 'open', game: 'g' }]);
  expect(stream).toMatchObject({ pairing: { state: 'left' }, searching: false, toasts: [] });
});

test('the same holds if the game is told before the pairing', () => {
  const { stream, effects } = run([
    ...search,
    got({ type: 'game_started', game: 'g' }),
    got({ type: 'pairing', pairing: { state: 'paired', game: 'g' } }),
  ]);
  expect(effects).toEqual([{ type: 'open', game: 'g' }]);
  expect(stream.toasts).toEqual([]);
});

test('an answer that the stream has overtaken changes nothing', () => {
  const paired = got({ type: 'pairing', pairing: { state: 'paired', game: 'g' } });
  const [began, answer] = search as [Input, Input];
  const { stream, effects } = run([began, paired, answer]);
  expect(effects).toEqual([{ type: 'open', game: 'g' }]);
  expect(stream.pairing).toEqual({ state: 'left' });
});

test('a pairing that comes as the answer and on the stream opens once', () => {
  const pairing = { state: 'paired', game: 'g' } as const;
  const { stream, effects } = run([
    { type: 'search_began' },
    got({ type: 'pairing', pairing }),
    { type: 'pairing_answered', pairing, asked: fresh.pairing, at: 0, watching: 'g' },
  ]);
  expect(effects).toEqual([{ type: 'open', game: 'g' }]);
  expect(stream.toasts).toEqual([]);
});

test('another tab only says that there is a game', () => {
  const { stream, effects } = run([
    got({ type: 'pairing', pairing: waiting }),
    got({ type: 'pairing', pairing: { state: 'paired', game: 'g' } }),
    got({ type: 'game_started', game: 'g' }),
  ]);
  expect(effects).toEqual([]);
  expect(stream.toasts).toEqual([{ id: 'g', kind: 'game', game: 'g' }]);
});

test('a proposal made here opens when it becomes a game', () => {
  const { effects } = run([{ type: 'proposed', id: 'g' }, got({ type: 'game_started', game: 'g' })]);
  expect(effects).toEqual([{ type: 'open', game: 'g' }]);
});

test('a game that is on the screen is no news', () => {
  const { stream, effects } = run([
    got({ type: 'game_started', game: 'g' }, 'g'),
    got({ type: 'notice', notice }, 'g'),
  ]);
  expect(effects).toEqual([]);
  expect(stream).toMatchObject({ toasts: [], unread: 0 });
});

test('a notice is counted and told, and seeing them empties the count', () => {
  const { stream, effects } = run([got({ type: 'notice', notice })]);
  expect(stream.unread).toBe(1);
  expect(effects).toEqual([{ type: 'notify', notice }]);
  expect(run([{ type: 'notices_seen' }], stream).stream.unread).toBe(0);
});

test('a challenge stands until it is answered, withdrawn or put away', () => {
  const challenged = got({ type: 'challenged', proposal });
  expect(run([challenged, challenged]).stream.toasts).toHaveLength(1);
  expect(run([challenged, got({ type: 'proposal_gone', id: 'g' })]).stream.toasts).toEqual([]);
  expect(run([challenged, { type: 'toast_closed', id: 'g' }]).stream.toasts).toEqual([]);
  const accepted = run([challenged, got({ type: 'game_started', game: 'g' })]).stream.toasts;
  expect(accepted).toEqual([{ id: 'g', kind: 'game', game: 'g' }]);
});

test('a rematch is no news beside the game that it follows', () => {
  const event: UserEvent = { type: 'challenged', proposal: { ...proposal, previous: 'before' } };
  expect(run([got(event, 'before')]).stream.toasts).toEqual([]);
  expect(run([got(event, 'other')]).stream.toasts).toHaveLength(1);
});

test('an announcement is told once', () => {
  const announced = got({ type: 'announcement', text: 'Restart at noon' });
  expect(run([announced, announced]).stream.announcements).toEqual(['Restart at noon']);
});

test('another person starts afresh', () => {
  const before = run([{ type: 'proposed', id: 'g' }, got({ type: 'challenged', proposal })]).stream;
  const { stream } = run([{ type: 'signed_in', unread: 3, myTurn: 0 }], before);
  expect(stream).toEqual({ ...fresh, unread: 3 });
});
