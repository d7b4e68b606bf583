import type { Heard } from '../session/session';
import type { Clock, Clocks, Side } from '../wire';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** From here on tenths are shown. */
export const tenthsBelow = 10 * second;
/** The moments at which a player hears how little is left. */
export const warnings = [30 * second, 10 * second];

/** Milliseconds of `side` at the moment `now`, counted on from what the server said. */
export function leftOf({ value, at }: Heard<Clocks>, side: Side, now: number): number {
  const told = value[side];
  if (value.running !== side || value.paused) return told;
  const used = Math.max(0, now - at - value.free);
  // Only the server says that time is up.
  return told === 0 ? 0 : Math.max(1, told - used);
}

/** Milliseconds left of a limit that was told as `left` at the moment `at`. */
export function countdown(left: number, at: number, now: number): number {
  return Math.max(0, left - (now - at));
}

export type ClockFace =
  | { kind: 'days'; days: number; hours: number }
  | { kind: 'hours'; hours: number; minutes: number }
  | { kind: 'text'; text: string };

const two = (n: number) => String(n).padStart(2, '0');

/** "1:02:03", "4:05"; under ten seconds "9.8". Truncated, and never "0.0" while any time is left. */
export function clockText(left: number): string {
  if (left <= 0) return '0.0';
  if (left < tenthsBelow) {
    const tenths = Math.max(1, Math.floor(left / 100));
    return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / second);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** What a clock shows; long times of correspondence in days and hours. */
export function faceOf(left: number, clock: Clock): ClockFace {
  if (clock.kind !== 'days' || left < hour) return { kind: 'text', text: clockText(left) };
  if (left >= day)
    return { kind: 'days', days: Math.floor(left / day), hours: Math.floor((left % day) / hour) };
  return { kind: 'hours', hours: Math.floor(left / hour), minutes: Math.floor((left % hour) / minute) };
}

/** Below a tenth of the base, but between ten seconds and a minute, time is short. */
export function isLow(left: number, clock: Clock): boolean {
  if (clock.kind === 'untimed') return false;
  if (clock.kind === 'days') return left < 3 * hour;
  return left < Math.min(minute, Math.max(tenthsBelow, (clock.base * second) / 10));
}

/** Milliseconds until the shown text changes. */
export function nextTick(left: number, clock: Clock): number {
  if (clock.kind === 'days' && left >= hour) return minute;
  if (left <= tenthsBelow) return 100;
  return Math.min(left % second || second, left - tenthsBelow) + 1;
}

/** Which warning has been crossed on the way from `before` to `after`, if any; the lowest counts. */
export function crossed(before: number, after: number): number | null {
  return warnings.findLast(limit => before > limit && after <= limit && after > 0) ?? null;
}
