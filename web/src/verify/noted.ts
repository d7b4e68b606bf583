import type { VerifyReport } from '../deal/verify';
import { promisedIn } from '../session/promise';
import type { DealRecord } from '../wire';

/**
 * The report with the comparison to what this browser noted before play. A record of a game this browser
 * did not play has nothing noted; then the report stays as it is.
 */
export function withNoted(record: DealRecord, report: VerifyReport): VerifyReport {
  const promised = promisedIn(record.game);
  if (!promised) return report;
  const checks = [...report.checks];
  const server = record.commitment.toLowerCase();
  checks.push({ name: 'noted', ok: promised.server === server, expected: promised.server, found: server });
  if (promised.own) {
    const found = record.contributions.map(({ commitment }) => commitment.toLowerCase());
    const ok = found.includes(promised.own);
    checks.push({ name: 'noted-own', ok, expected: promised.own, found: found.join(' ') });
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}
