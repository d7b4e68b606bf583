import { sideName, t } from '../i18n/text';
import type { Heard, Session } from '../session/session';
import { Icon } from '../ui/icons';
import type { Clock, Clocks, LimitKind, Side, Snapshot } from '../wire';
import { countdown, faceOf, isLow, leftOf, nextTick } from './clock';
import { useNow } from './now';

/** A time as people read it: "4:05", "9.8", "2 d 5 h". */
export function timeText(left: number, clock: Clock): string {
  const face = faceOf(left, clock);
  if (face.kind === 'text') return face.text;
  return face.kind === 'days' ? t('table-clock-days', face) : t('table-clock-hours', face);
}

function fullTime(clock: Clock): number {
  if (clock.kind === 'live') return clock.base * 1000;
  return clock.kind === 'days' ? clock.days * 86_400_000 : 0;
}

/** What is worth knowing about a clock beside its time. */
function notes(game: Snapshot, side: Side, clocks: Clocks | undefined): string[] {
  if (!clocks) return [];
  const running = clocks.running === side && !clocks.paused;
  const lagged = clocks.lag > 0 && game.moves.at(-1)?.by === side;
  return [
    ...(clocks.paused ? [t('table-clock-paused')] : []),
    ...(running && clocks.free > 0
      ? [t('table-clock-free', { seconds: Math.ceil(clocks.free / 1000) })]
      : []),
    ...(lagged ? [t('table-clock-lag', { seconds: clocks.lag / 1000 })] : []),
  ];
}

type Props = { side: Side; game: Snapshot; heard: Heard<Clocks> | null };

/** One side's clock: the server's time, counted on from the moment it came. */
export function ClockFace({ side, game, heard }: Props) {
  const playing = game.phase === 'playing';
  const left = heard ? leftOf(heard, side, performance.now()) : fullTime(game.clock);
  const running = playing && heard?.value.running === side && !heard.value.paused;
  useNow(running ? nextTick(left, game.clock) : null);
  if (game.clock.kind === 'untimed') return null;
  const low = playing && isLow(left, game.clock);
  const known = notes(game, side, heard?.value);
  return (
    <span
      class="clock"
      role="timer"
      data-clock={side}
      data-running={running ? '' : undefined}
      data-low={low ? '' : undefined}
      data-paused={heard?.value.paused ? '' : undefined}
      title={known.join('. ') || undefined}
    >
      <span class="sr-only">{t('table-clock-of', { side: sideName(side) })} </span>
      {low && <Icon name="hourglass" />}
      {timeText(left, game.clock)}
      {known.length > 0 && <span class="sr-only">. {known.join('. ')}</span>}
    </span>
  );
}

/** The limit that runs beside the clock, if one of this kind does. */
export function limitOf(session: Session, what: LimitKind): Heard<number> | null {
  const { clocks } = session;
  const limit = clocks?.value.limit;
  return clocks && limit?.what === what ? { value: limit.left, at: clocks.at } : null;
}

/** A limit counted down, in words. */
export function LimitText({ limit, clock, id }: { limit: Heard<number>; clock: Clock; id: string }) {
  const left = countdown(limit.value, limit.at, performance.now());
  useNow(left > 0 ? nextTick(left, clock) : null);
  return (
    <span class="limit" role="timer" data-limit={id} title={t(`table-limit-${id}`)}>
      <Icon name="hourglass" />
      <span class="sr-only">{t(`table-limit-${id}`)} </span>
      {timeText(Math.ceil(left / 1000) * 1000, clock)}
    </span>
  );
}
