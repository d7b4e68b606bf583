import { useRef } from 'preact/hooks';
import { t } from '../i18n/text';
import type { Session } from '../session/session';
import type { Snapshot } from '../wire';
import { crossed, leftOf, warnings } from './clock';
import { useNow } from './now';
import { sideOf } from './people';

export type Warning = { id: number; text: string };

/** Says once at thirty and once at ten seconds how little time the player has left. */
export function useTimeWarning(game: Snapshot, { clocks }: Session): Warning | null {
  const before = useRef<number | null>(null);
  const said = useRef(new Map<number, Warning>());
  const last = useRef<Warning | null>(null);
  const side = sideOf(game.seat);
  const counted = game.phase === 'playing' && game.clock.kind === 'live' && side !== null && clocks !== null;
  const left = counted ? leftOf(clocks, side, performance.now()) : null;
  const running = counted && clocks.value.running === side && !clocks.value.paused;
  const next = left === null ? undefined : warnings.find(limit => left > limit);
  useNow(running && left !== null && next !== undefined ? left - next + clocks.value.free + 5 : null);
  if (left !== null) {
    const limit = before.current === null ? null : crossed(before.current, left);
    if (limit !== null && !said.current.has(limit)) {
      const text = t('table-time-left', { seconds: limit / 1000 });
      said.current.set(limit, { id: limit, text });
      last.current = { id: limit, text };
    }
    before.current = left;
  }
  return last.current;
}
