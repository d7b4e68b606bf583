// Positions in which a hand does something special.
import assert from 'node:assert/strict';
import { awaitTurn, click, pieceOn, pull } from './board.mjs';
import { desktop, guest, phone } from './browser.mjs';
import { accessible } from './check.mjs';
import { startPrepared } from './start.mjs';

const wide = 'capablanca-random';
const apart = 'r4k3r/10/10/10/10/10/10/R4K3R w JAja - 0 1';
const onTarget = '5k4/10/10/10/10/10/10/8KR w J - 0 1';
const late = '4k3/8/8/8/8/8/8/(P)3K3 w - - 0 1';
const plain = '8/4P2k/8/8/8/8/8/4K3 w - - 0 1';

const castled = async page => {
  await page.locator('[data-square="i1"][data-piece="white-king"]').waitFor();
  await page.locator('[data-square="h1"][data-piece="white-rook"]').waitFor();
  assert.equal(await pieceOn(page, 'j1'), null);
};

const castling = (name, options, hand, fen, from) => ({
  name: `castling by king onto rook on 10x8, ${name}`,
  run: async browser => {
    const { context, page, faults } = await guest(browser, options);
    await startPrepared(page, wide, fen);
    await hand(page, from, 'j1');
    await castled(page);
    await page.reload();
    await castled(page);
    assert.deepEqual(faults, []);
    await context.close();
  },
});

export const prepared = [
  castling('by click', desktop, pull.click, apart, 'f1'),
  castling('by drag on a phone', phone, pull.drag, apart, 'f1'),
  castling('by touch', phone, pull.tap, apart, 'f1'),
  castling('the king on its target, by click', desktop, pull.click, onTarget, 'i1'),
  castling('the king on its target, by drag', desktop, pull.drag, onTarget, 'i1'),
  {
    name: 'a late promotion is asked, can be put off, and is played',
    run: async browser => {
      for (const [options, hand] of [
        [desktop, pull.click],
        [phone, pull.drag],
      ]) {
        const { context, page, faults } = await guest(browser, options);
        await startPrepared(page, 'hidden', late);
        await hand(page, 'a1', 'a8');
        await page.locator('.chooser').waitFor();
        await accessible(page);
        await page.keyboard.press('Escape');
        await page.locator('.chooser').waitFor({ state: 'detached' });
        await page.locator('[data-status] button.primary').click();
        await page.locator('[data-choose="=q"]').click();
        await page.locator('[data-square="a8"][data-piece="white-queen"]').waitFor();
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  },
  {
    name: 'a promotion can be taken back by Esc and click-away, then played',
    run: async browser => {
      const { context, page, faults } = await guest(browser, desktop);
      await startPrepared(page, 'chess', plain);
      for (const cancel of [
        () => page.keyboard.press('Escape'),
        () => page.locator('.chooser-backdrop').click({ position: { x: 5, y: 5 } }),
      ]) {
        await pull.click(page, 'e7', 'e8');
        await page.locator('.chooser').waitFor();
        await cancel();
        await page.locator('.chooser').waitFor({ state: 'detached' });
        await page.locator('[data-square="e7"][data-piece="white-pawn"]').waitFor();
      }
      await pull.drag(page, 'e7', 'e8');
      await page.locator('[data-choose="e7e8n"]').click();
      await page.locator('[data-square="e8"][data-piece="white-knight"]').waitFor();
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'a premove is played as soon as it may be',
    run: async browser => {
      const { context, page, faults } = await guest(browser, desktop);
      await startPrepared(page, 'chess', '4k3/p7/8/8/8/8/P7/4K3 w - - 0 1');
      await pull.click(page, 'a2', 'a3');
      // What may be premoved is known once the own move is on the board.
      await page.locator('.table:not([data-ply="0"])').waitFor();
      await pull.click(page, 'a3', 'a4');
      await page.locator('[data-square="a4"][data-piece="white-pawn"]').waitFor();
      await awaitTurn(page);
      await click(page, 'h4');
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
];
