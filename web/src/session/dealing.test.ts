import { beforeEach, expect, test } from 'vitest';
import { snapshot } from '../testing/variants';
import type { ServerMessage, Snapshot } from '../wire';
import { Dealing } from './dealing';
import { promisedIn } from './promise';

beforeEach(() => localStorage.clear());

const committing: Snapshot = { ...snapshot, phase: 'dealing', dealing: 'commit' };
const opening: Snapshot = { ...committing, dealing: 'open' };
const tab = () => new Dealing('game', 'p');
const refused: ServerMessage = {
  type: 'error',
  error: { code: 'bad_message', params: { type: 'commit' } },
};

test('a second tab and a reload go on with the same contribution', async () => {
  const first = tab();
  const commit = await first.answer(committing);
  expect(commit?.type).toBe('commit');
  expect(await tab().answer(committing)).toEqual(commit);
  const open = await first.answer(opening);
  expect(open?.type).toBe('open');
  expect(await tab().answer(opening)).toEqual(open);
});

test('tabs that commit at the same moment send one contribution', async () => {
  const [one, two] = await Promise.all([tab().answer(committing), tab().answer(committing)]);
  expect(one).toEqual(two);
});

test('a tab whose commitment came too late opens the one that was taken', async () => {
  const [winner, loser] = [tab(), tab()];
  await winner.answer(committing);
  const taken = { ...localStorage };
  // The other tab did not see the winner's contribution in time.
  localStorage.clear();
  await loser.answer(committing);
  for (const [key, value] of Object.entries(taken)) localStorage.setItem(key, value);

  expect(loser.outrun(refused)).toBe(true);
  const open = await winner.answer(opening);
  expect(await loser.answer(opening)).toEqual(open);
  expect(Object.keys(taken)).toContain(`backrank.deal.game.${promisedIn('game')?.own}`);
});

test('other errors are not taken for it', async () => {
  const dealing = tab();
  expect(dealing.outrun(refused)).toBe(false);
  await dealing.answer(committing);
  expect(dealing.outrun({ type: 'error', error: { code: 'bad_message', params: {} } })).toBe(false);
  expect(dealing.outrun({ type: 'pong', n: 1 })).toBe(false);
});

test('nothing is kept of a deal that is done', async () => {
  const other = new Dealing('another', 'p');
  await other.answer(committing);
  const dealing = tab();
  await dealing.answer(committing);
  dealing.forget();
  const deals = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  expect(deals.filter(key => key.startsWith('backrank.deal.'))).toHaveLength(1);
  expect(await tab().answer(opening)).toBeNull();
});
