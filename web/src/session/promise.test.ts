import { beforeEach, expect, test } from 'vitest';
import { note, promisedIn } from './promise';

beforeEach(() => localStorage.clear());

test('what was promised first stands', () => {
  note('g', { server: 'aa' });
  note('g', { server: 'bb' });
  expect(promisedIn('g')).toEqual({ server: 'aa' });
});

test('the own fingerprint may come later, once', () => {
  note('g', { server: 'aa' });
  note('g', { server: 'bb', own: '11' });
  note('g', { server: 'bb', own: '22' });
  expect(promisedIn('g')).toEqual({ server: 'aa', own: '11' });
});

test('only the latest games are kept', () => {
  for (let game = 0; game < 400; game += 1) note(`g${game}`, { server: 'aa' });
  expect(promisedIn('g0')).toBeNull();
  expect(promisedIn('g399')).not.toBeNull();
});
