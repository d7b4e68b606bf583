import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contributionCommitment } from '../deal/contribution';
import { keptContribution } from '../deal/kept';
import { Dealing } from '../session/dealing';
import { snapshot } from '../testing/variants';
import type { Proposal } from '../wire';
import { commitTo, withdraw } from './promise';

const proposal = { id: 'game7' } as Proposal;
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
const answering = (status: number) =>
  vi.fn(async (_path: string, _init?: RequestInit) => new Response(status === 204 ? null : '{}', { status }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test('the game page opens what was promised with the proposal', async () => {
  const fetched = answering(204);
  vi.stubGlobal('fetch', fetched);
  await commitTo(proposal, 'p');

  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/v1/proposals/game7/commitment');
  const { commitment } = JSON.parse(String(init?.body)) as { commitment: string };
  const open = await new Dealing('game7', 'p').answer({ ...snapshot, phase: 'dealing', dealing: 'open' });
  if (open?.type !== 'open') throw new Error('nothing to open');
  expect(await contributionCommitment('game7', 'p', bytesOf(open.contribution))).toBe(commitment);
});

test('a promise whose answer was lost is kept, and sent again by the game page', async () => {
  vi.stubGlobal('fetch', answering(500));
  await commitTo(proposal, 'p');
  const again = await new Dealing('game7', 'p').answer({ ...snapshot, phase: 'dealing', dealing: 'commit' });
  expect(again).toEqual({ type: 'commit', commitment: keptContribution('game7')?.commitment });
});

test('nothing is kept of a proposal withdrawn', async () => {
  vi.stubGlobal('fetch', answering(204));
  await commitTo(proposal, 'p');
  await withdraw('game7');
  expect(keptContribution('game7')).toBeNull();
});
