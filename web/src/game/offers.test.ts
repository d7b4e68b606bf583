import { expect, test } from 'vitest';
import { fresh, type Session } from '../session/session';
import { snapshot } from '../testing/variants';
import type { Offered } from '../wire';
import { claimOf, offerOf, offerTo } from './offers';

const session = (more: Partial<Session> = {}): Session => ({ ...fresh, ...more });
const theirs: Offered = { by: 'black', what: 'draw' };
const own: Offered = { by: 'white', what: 'takeback' };
const game = { ...snapshot, offers: [theirs, own] };

test('only the other side’s offer is to be answered, and only once', () => {
  expect(offerTo(game, session())).toEqual(theirs);
  expect(offerTo({ ...game, seat: 'black' }, session())).toEqual(own);
  expect(offerTo({ ...game, seat: 'spectator' }, session())).toBeNull();
  const answered = session({ pending: [{ type: 'answer', what: 'draw', accept: false, nonce: 'n' }] });
  expect(offerTo(game, answered)).toBeNull();
});

test('an own offer shows from the moment it is made', () => {
  expect(offerOf(game, session())).toBe('takeback');
  const sent = session({ pending: [{ type: 'offer', what: 'draw', nonce: 'n' }] });
  expect(offerOf(snapshot, sent)).toBe('draw');
  expect(offerOf(snapshot, session())).toBeNull();
});

test('a claim is for the player who is here while the other is away', () => {
  const heard = (white: boolean, black: boolean, claim_in?: number) => ({
    value: { white, black, watching: 0, ...(claim_in !== undefined && { claim_in }) },
    at: 5,
  });
  expect(claimOf('white', 'playing', heard(true, false, 900))).toEqual({ value: 900, at: 5 });
  expect(claimOf('white', 'playing', heard(true, false))).toBeNull();
  expect(claimOf('black', 'playing', heard(true, false, 900))).toBeNull();
  expect(claimOf('spectator', 'playing', heard(true, false, 900))).toBeNull();
  expect(claimOf('white', 'over', heard(true, false, 0))).toBeNull();
  expect(claimOf('white', 'playing', null)).toBeNull();
});
