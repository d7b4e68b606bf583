import { useState } from 'preact/hooks';
import { api, errorOf } from '../api';
import { tableApi } from '../session/rest';
import type { ErrorBody, Replay, Seat, Snapshot, VariantInfo } from '../wire';

/** By whose knowledge a finished game is shown: a seat's at each ply, or the truth. */
export type Viewer = Seat | 'truth';

export type Knowledge = {
  of: Viewer;
  /** Who can be chosen; empty where all know the same, or the game still runs. */
  viewers: Viewer[];
  /** The game as `of` knew it: start, moves, what came to light. */
  game: Snapshot;
  /** Truth FENs while they are shown. */
  fens: string[] | null;
  error: ErrorBody | null;
  choose: (viewer: Viewer) => void;
};

/** Where something is hidden, each seat saw another game. */
export function viewersOf(game: Snapshot, { face_down, secret_kings }: VariantInfo): Viewer[] {
  const secrets = face_down || secret_kings;
  return game.phase === 'over' && game.start && secrets ? ['white', 'black', 'spectator', 'truth'] : [];
}

/** A game as the seat of a replay knew it. */
export function asKnown(game: Snapshot, replay: Replay | undefined): Snapshot {
  return replay ? { ...game, start: replay.start, moves: replay.moves } : game;
}

/** A finished game by the knowledge of any seat; each is fetched when first asked for. */
export function useKnowledge(game: Snapshot, variant: VariantInfo): Knowledge {
  const [wanted, setWanted] = useState<Viewer | null>(null);
  const [replays, setReplays] = useState<Partial<Record<Seat, Replay>>>({});
  const [truth, setTruth] = useState<string[] | null>(null);
  const [error, setError] = useState<ErrorBody | null>(null);
  const viewers = viewersOf(game, variant);
  const wish = wanted !== null && viewers.includes(wanted) ? wanted : game.seat;
  const loaded = wish === game.seat || (wish === 'truth' ? truth !== null : replays[wish] !== undefined);
  const of = loaded ? wish : game.seat;

  const choose = (viewer: Viewer) => {
    setWanted(viewer);
    setError(null);
    const failed = (cause: unknown) => {
      setError(errorOf(cause));
      setWanted(null);
    };
    if (viewer === 'truth') {
      if (!truth) api.truth(game.id).then(({ fens }) => setTruth(fens), failed);
    } else if (viewer !== game.seat && !replays[viewer])
      tableApi
        .replay(game.id, viewer)
        .then(replay => setReplays(known => ({ ...known, [viewer]: replay })), failed);
  };
  return {
    of,
    viewers,
    game: of === 'truth' || of === game.seat ? game : asKnown(game, replays[of]),
    fens: of === 'truth' ? truth : null,
    error,
    choose,
  };
}
