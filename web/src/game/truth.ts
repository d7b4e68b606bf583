import { useState } from 'preact/hooks';
import { api, errorOf } from '../api';
import type { ErrorBody, Snapshot } from '../wire';

export type TruthView = {
  /** Truth FENs while they are shown instead of the seat's own view. */
  fens: string[] | null;
  error: ErrorBody | null;
  toggle: () => void;
};

/** What really lay under the discs: fetched when first asked for, after the end. */
export function useTruth(game: Snapshot): TruthView {
  const [known, setKnown] = useState<string[] | null>(null);
  const [on, setOn] = useState(false);
  const [error, setError] = useState<ErrorBody | null>(null);
  const toggle = () => {
    setOn(!on);
    if (known || on) return;
    api.truth(game.id).then(
      ({ fens }) => setKnown(fens),
      cause => setError(errorOf(cause)),
    );
  };
  return { fens: on ? known : null, error, toggle };
}
