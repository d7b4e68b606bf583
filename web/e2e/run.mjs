// Drives a real browser against a running server: BACKRANK_URL, CHROMIUM, SEED; arguments pick tests by name.

import { around } from './around.mjs';
import { guest, launch } from './browser.mjs';
import { people } from './people.mjs';
import { prepared } from './prepared.mjs';
import { specialMoves } from './special.mjs';
import { variantsOf } from './start.mjs';
import { tables } from './table.mjs';
import { twoPlayers } from './two_players.mjs';
import { wholeGames } from './whole_games.mjs';

const seed = Number(process.env.SEED ?? Date.now() % 100_000);
const wanted = process.argv.slice(2);

const browser = await launch();
// Asked to stop, leave no browser behind.
process.on('SIGTERM', () => void browser.close().finally(() => process.exit(1)));
const { context, page } = await guest(browser);
const variants = await variantsOf(page);
await context.close();

const tests = [
  ...wholeGames(variants, seed),
  ...prepared,
  ...specialMoves,
  ...tables,
  ...twoPlayers(seed),
  ...around(variants, seed),
  ...people(variants),
].filter(({ name }) => wanted.length === 0 || wanted.some(part => name.includes(part)));

let failed = 0;
for (const { name, run } of tests) {
  const begun = Date.now();
  try {
    await run(browser);
    console.log(`ok      ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name} (seed ${seed})\n${error.stack ?? error}`);
  }
  // A failed test may leave its guests behind.
  for (const left of browser.contexts()) await left.close();
}
await browser.close();
console.log(`${tests.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
