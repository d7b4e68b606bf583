import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api';
import { accounts, lobby, people, query } from './people_api';

const answer = (status: number, body: string) =>
  vi.fn(async (_path: string, _init?: RequestInit) => new Response(status === 204 ? null : body, { status }));

function answering(status: number, body = '') {
  const fetched = answer(status, body);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('what is sent goes as JSON, and nothing sent has no type', async () => {
  const fetched = answering(204);
  await accounts.endSession('a/b');
  await accounts.vacation(3);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/sessions/a%2Fb');
  expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('headers');
  expect(fetched.mock.calls[1]?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"days":3}',
  });
});

test('an answer without content is no fault', async () => {
  answering(204);
  expect(await people.noticesSeen()).toBeUndefined();
  answering(200, '{"id":"g"}');
  expect(await lobby.accept('g')).toEqual({ id: 'g' });
});

test('a refusal brings the server’s code and parameters', async () => {
  answering(409, '{"code":"name_taken","params":{"name":"Eva"}}');
  const refused = await accounts.signUp('Eva', 'secret').catch((cause: unknown) => cause);
  expect(refused).toBeInstanceOf(ApiError);
  expect((refused as ApiError).body).toEqual({ code: 'name_taken', params: { name: 'Eva' } });
});

test('only what is given is asked for', () => {
  expect(query({})).toBe('');
  expect(query({ variant: '', low: undefined })).toBe('');
  expect(query({ variant: 'a b', low: 0, rated: false })).toBe('?variant=a+b&low=0&rated=false');
});
