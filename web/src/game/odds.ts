import { FluentNumber } from '@fluent/bundle';
import { t } from '../i18n/text';
import type { Pool } from '../wire';

export type Odds = { kind: string; count: number; total: number };

/** The pool as chances, likeliest first; the order of equals is the game's own. */
export function oddsOf(pool: Pool): Odds[] {
  return pool.kinds
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({ kind, count, total: pool.total }))
    .sort((a, b) => b.count - a.count);
}

/** "8 of 15", exact, with the share beside it. */
export function oddsText({ count, total }: Odds): { exact: string; share: string } {
  const share = new FluentNumber(count / total, { style: 'percent', maximumFractionDigits: 1 });
  return { exact: t('odds-exact', { count, total }), share: t('odds-share', { share }) };
}
