// Recomputing a deal from its record with nothing but WebCrypto. The binary's `verify` makes the same
// checks in the same words; docs/deal.md says what they prove.

import { type Bytes, concat, fromHex, prefixed, sha256, toHex, u32, utf8 } from './bytes';
import { contributionCommitment } from './contribution';
import { draw, type Source, sourceOf } from './draw';
import { checkShape, type DealRecord } from './record';
import { placedRanks, ranksOf, readTerms, sameStart, startOf } from './start';

export type { DealRecord } from './record';

export type VerifyReport = {
  ok: boolean;
  checks: { name: string; ok: boolean; expected?: string; found?: string }[];
};

const ALGORITHM = 'deal v1';
const COMPUTER = 'computer';

/**
 * Recomputes a deal. `variantText` is the text of the variant's files, base first, joined by line feeds.
 * Every field that is not what follows from the others fails a check; throws a TypeError if `record`
 * is no record at all.
 */
export async function verifyDeal(record: DealRecord, variantText: string): Promise<VerifyReport> {
  checkShape(record);
  const checks: VerifyReport['checks'] = [];
  const compare = (name: string, expected: string, found: string) =>
    checks.push({ name, ok: expected === found, expected, found });
  const fail = (name: string, expected: string, found: string) =>
    checks.push({ name, ok: false, expected, found });
  const report = () => ({ ok: checks.every(check => check.ok), checks });

  compare('algorithm', ALGORITHM, record.algorithm);
  const digest = await sha256(utf8(variantText));
  compare('variant', toHex(digest), record.variant_digest.toLowerCase());

  const salt = fromHex(record.salt);
  if (salt) compare('commitment', await commitment(record, salt, digest), record.commitment.toLowerCase());
  else fail('commitment', 'a salt of 64 hexadecimal digits', 'not 64 hexadecimal digits');

  const people = record.options.players.filter(player => player !== COMPUTER);
  const contributors = record.contributions.map(({ player }) => player);
  checks.push({
    name: 'contributors',
    ok: JSON.stringify(people) === JSON.stringify(contributors),
    expected: people.join(' '),
    found: contributors.join(' '),
  });
  const contributions: Bytes[] = [];
  for (const [at, entry] of record.contributions.entries()) {
    const name = `contribution-${at + 1}`;
    const bytes = fromHex(entry.contribution);
    if (!bytes) {
      fail(name, '64 hexadecimal digits', 'not 64 hexadecimal digits');
      continue;
    }
    const expected = await contributionCommitment(record.game, entry.player, bytes);
    compare(name, expected, entry.commitment.toLowerCase());
    contributions.push(bytes);
  }
  if (!salt) return report();

  try {
    if (contributions.length !== people.length) {
      throw new Error(`${contributions.length} contributions for ${people.length} people`);
    }
    const { colour, set, number } = record.options;
    const wishes = { colour, set, number: number ?? null };
    const drawn = await draw(await sourceFor(toHex(digest), variantText), wishes, salt, contributions);
    compare('colour', drawn.firstPlayer, record.result.first_player);
    const terms = readTerms(variantText);
    const rows = ranksOf(record.result.start);
    const { white, black } = drawn;
    compare('white', placedRanks(terms, white).join('/'), rows.slice(-white.length).join('/'));
    compare('black', placedRanks(terms, black).join('/'), rows.slice(0, black.length).join('/'));
    const [expected, found] = [startOf(terms, drawn), record.result.start];
    checks.push({ name: 'start', ok: sameStart(expected, found), expected, found });
  } catch (error) {
    fail('deal', 'a possible deal', error instanceof Error ? error.message : String(error));
  }
  return report();
}

/** The server's promise: SHA-256 over the salt and every term (docs/deal.md). */
async function commitment(record: DealRecord, salt: Bytes, variantDigest: Bytes): Promise<string> {
  const { players, colour, level, set, number } = record.options;
  const message = concat(
    utf8('backrank commitment v1'),
    salt,
    prefixed(ALGORITHM),
    prefixed(record.game),
    u32(players.length),
    ...players.map(prefixed),
    new Uint8Array([['white', 'black', 'random'].indexOf(colour), level]),
    prefixed(set),
    number == null ? new Uint8Array([0]) : concat(new Uint8Array([1]), u32(number)),
    prefixed(record.variant),
    variantDigest,
    u32(record.rules_version),
  );
  return toHex(await sha256(message));
}

const sources = new Map<string, Source>();

/** The lists of a set's arrays take a moment: kept for the variants checked last. */
async function sourceFor(digest: string, variantText: string): Promise<Source> {
  const source = sources.get(digest) ?? sourceOf(variantText);
  sources.delete(digest);
  sources.set(digest, source);
  const [oldest] = sources.keys();
  if (sources.size > 8 && oldest !== undefined) sources.delete(oldest);
  return source;
}
