import { expect, test } from 'vitest';
import { backFrom } from './back';

test('after signing in one comes back to own pages alone', () => {
  expect(backFrom('?back=/invite/7KQ')).toBe('/invite/7KQ');
  expect(backFrom('?back=/archive%3Fvariant%3Dchess')).toBe('/archive?variant=chess');
  for (const foreign of [
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ])
    expect(backFrom(`?back=${encodeURIComponent(foreign)}`)).toBe('/');
  expect(backFrom('')).toBe('/');
});
