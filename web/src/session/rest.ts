import { at, get, send } from '../api';
import type { Proposal, ProposalKind, RematchOptions, Replay, Seat } from '../wire';

/** What a game's page asks for beside its connection. */
export const tableApi = {
  replay: (game: string, seat: Seat) => get<Replay>(`/games/${at(game)}/replay?seat=${seat}`),
  rematch: (game: string) => get<RematchOptions>(`/games/${at(game)}/rematch`),
  /** The proposal made, or the game that an accepted one has become. */
  wishRematch: (game: string, kind: ProposalKind) =>
    send<Proposal | { id: string }>('POST', `/games/${at(game)}/rematch`, { kind }),
};
