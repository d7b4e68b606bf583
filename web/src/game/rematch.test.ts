import { expect, test } from 'vitest';
import { snapshot } from '../testing/variants';
import type { Proposal, RematchOptions } from '../wire';
import { standingOf } from './rematch';

const [ada, ben] = snapshot.players;
const proposal = (by: typeof ada): Proposal => ({
  id: 'next',
  kind: 'rematch_same',
  by,
  conditions: { variant: 'disguised', clock: snapshot.clock, rated: true, colour: 'black' },
  speed: 'blitz',
  acceptable: true,
  created: 0,
});

test('of each rematch one sees whether it is free, one’s own or the other’s', () => {
  const options = (by: typeof ada): RematchOptions => ({
    kinds: ['rematch_same', 'rematch_new'],
    proposed: [proposal(by)],
  });
  expect(standingOf(options(ada), 'rematch_same', ada.id)).toBe('own');
  expect(standingOf(options(ben), 'rematch_same', ada.id)).toBe('theirs');
  expect(standingOf(options(ben), 'rematch_new', ada.id)).toBe('free');
});
