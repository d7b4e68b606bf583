import { t } from '../i18n/text';
import { clockText } from '../ui/clock_text';
import type { Snapshot } from '../wire';
import { withComputer } from './people';

/** What was agreed on: time, whether ratings change, who may look on. */
export function Facts({ game }: { game: Snapshot }) {
  const facts = [
    ...(game.clock.kind === 'untimed' ? [] : [t(`speed-${game.speed}`)]),
    clockText(game.clock),
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
