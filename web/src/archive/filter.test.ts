import { expect, test } from 'vitest';
import { query } from '../people_api';
import { askedBy, filterOf, hrefOf } from './filter';

test('the address holds the filter and nothing empty', () => {
  const filter = filterOf('variant=hidden&player=Eva&rated=true&x=1');
  expect(filter).toMatchObject({ variant: 'hidden', player: 'Eva', rated: 'true', from: '' });
  expect(hrefOf(filter)).toBe('/archive?variant=hidden&player=Eva&rated=true');
  expect(hrefOf(filterOf(''))).toBe('/archive');
});

test('days are asked for from midnight to midnight, the last one as a whole', () => {
  const { from, to } = askedBy(filterOf('from=2026-11-30&to=2026-11-30'));
  expect(from).toBe(new Date(2026, 10, 30).getTime());
  expect(to).toBe(new Date(2026, 11, 1).getTime());
});

test('what is no day or no answer is not asked for', () => {
  const asked = askedBy(filterOf('from=yesterday&rated=perhaps&player=%20Eva%20'));
  expect(asked).not.toHaveProperty('from');
  expect(asked).not.toHaveProperty('rated');
  expect(query(asked)).toBe('?player=Eva');
});
