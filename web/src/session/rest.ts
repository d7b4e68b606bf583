import { get, request } from '../api';
import type { PlayerPage, Proposal, ProposalKind, RematchOptions, Replay, Seat } from '../wire';

const at = encodeURIComponent;

async function send(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return request(path, { method, headers, body: JSON.stringify(body) });
}

/** What a game's page asks for beside its connection. */
export const tableApi = {
  replay: (game: string, seat: Seat) => get<Replay>(`/games/${at(game)}/replay?seat=${seat}`),
  rematch: (game: string) => get<RematchOptions>(`/games/${at(game)}/rematch`),
  /** The proposal made, or the game that it led to at once. */
  wishRematch: async (game: string, kind: ProposalKind): Promise<Partial<Proposal> & { id: string }> =>
    (await send('POST', `/games/${at(game)}/rematch`, { kind })).json(),
  commit: (proposal: string, commitment: string) =>
    send('PUT', `/proposals/${at(proposal)}/commitment`, { commitment }),
  exists: (game: string) =>
    request(`/games/${at(game)}`).then(
      () => true,
      () => false,
    ),
  player: (name: string) => get<PlayerPage>(`/players/${at(name)}`),
};
