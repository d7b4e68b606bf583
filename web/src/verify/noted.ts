import { fitsSeen } from '../deal/seen';
import type { VerifyReport } from '../deal/verify';
import { promisedIn } from '../session/promise';
import { seenIn } from '../session/witness';
import type { DealRecord } from '../wire';

/**
 * The report with the comparison to what this browser noted before play and saw in it. A record of a game this
 * browser did not play has nothing noted; then the report stays as it is.
 */
export function withNoted(record: DealRecord, report: VerifyReport): VerifyReport {
  const checks = [...report.checks];
  const promised = promisedIn(record.game);
  if (promised) {
    const server = record.commitment.toLowerCase();
    checks.push({ name: 'noted', ok: promised.server === server, expected: promised.server, found: server });
    if (promised.own) {
      const found = record.contributions.map(({ commitment }) => commitment.toLowerCase());
      const ok = found.includes(promised.own);
      checks.push({ name: 'noted-own', ok, expected: promised.own, found: found.join(' ') });
    }
  }
  const seen = seenIn(record.game);
  if (seen) checks.push({ name: 'seen', ...fitsSeen(record.result.start, seen) });
  return { ok: checks.every(({ ok }) => ok), checks };
}
