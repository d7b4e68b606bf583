// A whole game of each kind on desktop and phone.
import assert from 'node:assert/strict';
import { chance, playRandomly, pull } from './board.mjs';
import { base, desktop, guest, phone, smallPhone } from './browser.mjs';
import { accessible, fits, noSidewaysScroll } from './check.mjs';
import { resign, startInLobby } from './start.mjs';

const seats = [
  { name: 'desktop by click', options: desktop, hand: pull.click },
  { name: 'phone by drag', options: { ...phone, locale: 'de-DE' }, hand: pull.drag },
];

async function wholeGame(browser, variant, { options, hand }, seed) {
  const { context, page, faults } = await guest(browser, options);
  await startInLobby(page, variant.id);
  await playRandomly(page, hand, 6, chance(seed));
  await fits(page);
  await accessible(page);
  // The five games in full; the others share their machinery.
  await playRandomly(page, hand, five.includes(variant.id) ? 40 : 16, chance(seed + 1));
  await resign(page);
  await page.locator('[data-result]').waitFor();
  assert.notEqual((await page.locator('[data-result]').textContent()).trim(), '');
  await accessible(page);
  await page.click('[data-action="close-result"]');
  await fits(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/** The games this program is about; each is also played by keys alone. */
const five = ['capablanca-random', 'hidden', 'hidden-random', 'ajax-random', 'hide-and-seek'];
const keyboard = { name: 'by keys alone', options: desktop, hand: pull.keys };

export function wholeGames(variants, seed) {
  const byKeys = variants
    .filter(({ id }) => five.includes(id))
    .map(variant => ({
      name: `a whole game of ${variant.id}, ${keyboard.name}`,
      run: browser => wholeGame(browser, variant, keyboard, seed),
    }));
  const games = variants.flatMap(variant =>
    seats.map(seat => ({
      name: `${variant.id}, ${seat.name}`,
      run: browser => wholeGame(browser, variant, seat, seed),
    })),
  );
  const small = variants.map(variant => ({
    name: `${variant.id} fits 320x568`,
    run: async browser => {
      const { context, page, faults } = await guest(browser, { ...smallPhone, locale: 'de-DE' });
      await startInLobby(page, variant.id);
      await fits(page);
      assert.deepEqual(faults, []);
      await context.close();
    },
  }));
  return [...games, ...byKeys, ...small, lobby];
}

const lobby = {
  name: 'the lobby and the verify page are accessible in both themes and languages',
  run: async browser => {
    for (const colorScheme of ['light', 'dark'])
      for (const locale of ['en-US', 'de-DE']) {
        const { context, page, faults } = await guest(browser, { ...phone, colorScheme, locale });
        await page.goto(base);
        await page.locator('.card').first().waitFor();
        await noSidewaysScroll(page);
        await accessible(page);
        await page.goto(`${base}/verify`);
        await page.locator('textarea').waitFor();
        await noSidewaysScroll(page);
        await accessible(page);
        assert.deepEqual(faults, []);
        await context.close();
      }
  },
};
