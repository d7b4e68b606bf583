import { t } from '../i18n/text';
import type { Clock, Snapshot } from '../wire';
import { withComputer } from './people';

/** "5+3", "10 min, the first 5 s of each turn free", "3 days a move". */
export function clockWords(clock: Clock): string {
  if (clock.kind === 'untimed') return t('table-clock-none');
  if (clock.kind === 'days') return t('table-clock-per-move', { days: clock.days });
  const { base, increment, delay } = clock;
  const args = { minutes: base / 60, increment, delay };
  return t(delay > 0 ? 'table-clock-delay' : 'table-clock-increment', args);
}

/** What was agreed on: time, whether ratings change, who may look on. */
export function Facts({ game }: { game: Snapshot }) {
  const facts = [
    ...(game.clock.kind === 'untimed' ? [] : [t(`table-speed-${game.speed}`)]),
    clockWords(game.clock),
    ...(withComputer(game) ? [] : [t(game.rated ? 'table-rated' : 'table-casual')]),
    ...(game.private ? [t('table-private')] : []),
  ];
  return (
    <ul class="facts" data-facts>
      {facts.map(fact => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
