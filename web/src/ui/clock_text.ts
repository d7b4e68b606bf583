import { t } from '../i18n/text';
import type { Clock, Speed } from '../wire';

export const speeds: Speed[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'];

/** "5 + 3", "5 + 0, 2 s delay", "3 days a move". */
export function clockText(clock: Clock): string {
  switch (clock.kind) {
    case 'untimed':
      return t('clock-untimed');
    case 'days':
      return t('clock-days', { days: clock.days });
    case 'live': {
      const { base, increment, delay } = clock;
      const minutes = base / 60;
      return delay > 0
        ? t('clock-live-delay', { minutes, increment, delay })
        : t('clock-live', { minutes, increment });
    }
  }
}

/** How fast a game by this clock is reckoned, by an estimated forty moves. */
export function speedOf(clock: Clock): Speed {
  if (clock.kind === 'untimed') return 'untimed';
  if (clock.kind === 'days') return 'correspondence';
  const seconds = clock.base + 40 * (clock.increment + clock.delay);
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

export const sameClock = (a: Clock, b: Clock) => clockKey(a) === clockKey(b);

/** A text that two clocks share exactly if they are the same. */
export function clockKey(clock: Clock): string {
  if (clock.kind === 'live') return `${clock.base}+${clock.increment}d${clock.delay}`;
  return clock.kind === 'days' ? `${clock.days}days` : clock.kind;
}
