import type {
  Created,
  DealRecord,
  ErrorBody,
  GameCard,
  Me,
  NewGame,
  RulesPage,
  Truth,
  VariantInfo,
} from './wire';

/** A REST answer that is an error, with the server's code; `offline` when no answer came. */
export class ApiError extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.code);
  }
}

const root = '/api/v1';

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(root + path, { credentials: 'same-origin', ...init });
  } catch {
    throw new ApiError({ code: 'offline', params: {} });
  }
  if (response.ok) return response;
  let body: ErrorBody = { code: 'unreadable_answer', params: { status: String(response.status) } };
  try {
    body = (await response.json()) as ErrorBody;
  } catch {
    // A proxy's own error page is no ErrorBody; the status says enough.
  }
  throw new ApiError({ code: body.code, params: body.params ?? {} });
}

export async function get<T>(path: string): Promise<T> {
  return (await request(path)).json() as Promise<T>;
}

/** Sends `body`, if there is one, as JSON. An answer without content is undefined. */
export async function send<T = void>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const content =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const text = await (await request(path, { method, ...content })).text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

export const at = encodeURIComponent;

export const api = {
  me: () => get<Me>('/me'),
  variants: () => get<VariantInfo[]>('/variants'),
  rules: (variant: string, lang: string) => get<RulesPage>(`/variants/${at(variant)}/rules?lang=${at(lang)}`),
  variantText: async (variant: string) => (await request(`/variants/${at(variant)}/file`)).text(),
  games: () => get<GameCard[]>('/games'),
  create: (wish: NewGame) => send<Created>('POST', '/games', wish),
  truth: (game: string) => get<Truth>(`/games/${at(game)}/truth`),
  pgnAddress: (game: string) => `${root}/games/${at(game)}/pgn`,
  pgn: async (game: string) => (await request(`/games/${at(game)}/pgn`)).text(),
  deal: (game: string) => get<DealRecord>(`/games/${at(game)}/deal`),
};

export function errorOf(cause: unknown): ErrorBody {
  return cause instanceof ApiError ? cause.body : { code: 'other', params: {} };
}
