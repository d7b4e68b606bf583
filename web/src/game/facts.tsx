import { t } from '../i18n/text';
import type { Session } from '../session/session';
import { clockText } from '../ui/clock_text';
import type { Snapshot } from '../wire';
import { withComputer } from './people';

/** What was agreed on: time, whether ratings change, who may look on. */
export function Facts({ game, session }: { game: Snapshot; session: Session }) {
  const lag = session.clocks?.value.lag ?? 0;
  const facts = [
    ...(game.clock.kind === 'untimed' ? [] : [t(`speed-${game.speed}`)]),
    clockText(game.clock),
    ...(withComputer(game) ? [] : [t(game.rated ? 'table-rated' : 'table-casual')]),
    ...(game.private ? [t('table-private')] : []),
    ...(lag > 0 ? [t('table-clock-lag', { seconds: lag / 1000 })] : []),
  ];
  return (
    <ul class="facts" data-facts>
      {facts.map(fact => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
