import { t, tOr } from '../i18n/text';
import type { Ending, Seat } from '../wire';

export function reasonText(ending: Ending): string {
  // Time or patience ran out, but the other side could not have mated, or asked for no more.
  if (ending.result === 'draw' && (ending.reason === 'flag' || ending.reason === 'abandoned'))
    return t(`table-drawn-${ending.reason}`);
  return tOr(`reason-${ending.reason}`, ending.reason);
}

/** "White wins by resignation." */
export function resultText(ending: Ending): string {
  return t('result-line', { result: t(`result-${ending.result}`), reason: reasonText(ending) });
}

/** The headline as this seat feels it. */
export function verdict(ending: Ending, seat: Seat): string {
  if (ending.result === 'draw') return t('verdict-draw');
  if (ending.result === 'aborted') return t('verdict-aborted');
  if (seat === 'spectator') return t(`result-${ending.result}`);
  return t(ending.result === seat ? 'verdict-won' : 'verdict-lost');
}
