// What stands around the board: reload, strangers, stepping, keys, connection, the proof.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { awaitTurn, chance, offers, playRandomly, plies, pull, shownPieces } from './board.mjs';
import { base, desktop, guest } from './browser.mjs';
import { accessible } from './check.mjs';
import { resign, startInLobby } from './start.mjs';

/** Downloads the PGN that the page offers, with its file's name. */
const pgnFile = async page => {
  const coming = page.waitForEvent('download');
  await page.click('[data-action="download-pgn"]');
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
};

const tag = (pgn, name) => new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(pgn)?.[1];

const knowledge = async page => {
  await page.click('[data-tab="hidden"]');
  const pools = await page.locator('.hidden-panel').textContent();
  const tray = await page.locator('.tray').allInnerTexts();
  const captured = await page.locator('.tray [data-kind]').evaluateAll(list => list.map(item => item.title));
  return { pieces: await shownPieces(page), pools, tray, captured };
};

export function around(variants, seed) {
  const secret = variants.find(({ face_down }) => face_down);
  const open = variants.find(({ face_down, secret_kings }) => !face_down && !secret_kings);
  return [
    {
      name: 'a reload in mid-game keeps position and knowledge',
      run: async browser => {
        const { context, page, faults } = await guest(browser);
        await startInLobby(page, secret.id);
        await playRandomly(page, pull.click, 16, chance(seed));
        await page.waitForTimeout(1000);
        const before = await knowledge(page);
        await page.reload();
        await page.locator('.board-cell[data-piece]').first().waitFor();
        assert.deepEqual(await knowledge(page), before);
        assert.deepEqual(faults, []);
        await context.close();
      },
    },
    {
      name: 'a stranger is told that the game is not theirs',
      run: async browser => {
        const owner = await guest(browser);
        await startInLobby(owner.page, secret.id);
        const stranger = await guest(browser);
        await stranger.page.goto(owner.page.url());
        await stranger.page.locator('[data-error="not_your_game"]').waitFor();
        assert.equal(await stranger.page.locator('.board').count(), 0);
        await accessible(stranger.page);
        await owner.context.close();
        await stranger.context.close();
      },
    },
    {
      name: 'after the end the deal verifies in the browser and the truth can be shown',
      run: async browser => {
        for (const variant of [secret, open]) {
          const { context, page, faults } = await guest(browser);
          await startInLobby(page, variant.id);
          await playRandomly(page, pull.click, 6, chance(seed));
          await resign(page);
          await page.click('[data-action="close-result"]');
          if (variant === secret) {
            await page.click('[data-tab="hidden"]');
            await page.click('[data-action="truth"]');
            await page.locator('[data-look="truth"]').first().waitFor();
            assert.equal(await page.locator('[data-look="down"]').count(), 0);
          }
          await page.click('[data-tab="fairness"]');
          await page.click('[data-action="verify"]');
          await page.locator('[data-verified="true"]').waitFor();
          await accessible(page);
          assert.deepEqual(faults, []);
          await context.close();
        }
      },
    },
    {
      name: 'the PGN of a game is a file: what the seat saw, and after the end the truth',
      run: async browser => {
        const { context, page, faults } = await guest(browser);
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
          origin: new URL(base).origin,
        });
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
        const copied = () => page.locator('[data-share="copied"]').waitFor();
        await startInLobby(page, secret.id, 'white');
        await playRandomly(page, pull.click, 4, chance(seed));
        await awaitTurn(page);
        await page.click('[data-tab="moves"]');
        const id = page.url().split('/').at(-1);
        const seen = await pgnFile(page);
        assert.equal(seen.name, `backrank-${secret.id}-${id}.pgn`);
        assert.equal(tag(seen.text, 'GameId'), id);
        assert.equal(tag(seen.text, 'Variant'), secret.id);
        assert.equal(tag(seen.text, 'Seat'), 'white');
        assert.doesNotMatch(tag(seen.text, 'FEN'), /[()]/);
        // By keys alone.
        await page.locator('[data-action="copy-pgn"]').focus();
        await page.keyboard.press('Enter');
        await copied();
        assert.equal((await clipboard()).replaceAll('\r\n', '\n'), seen.text);
        await page.click('[data-action="first"]');
        await page.click('[data-action="copy-fen"]');
        await copied();
        await page.waitForFunction(
          fen => navigator.clipboard.readText().then(text => text === fen),
          tag(seen.text, 'FEN'),
        );
        await accessible(page);

        await resign(page);
        await page.click('[data-action="close-result"]');
        const whole = await pgnFile(page);
        assert.equal(tag(whole.text, 'Reason'), 'resignation');
        assert.equal(tag(whole.text, 'Seat'), undefined);
        assert.match(tag(whole.text, 'FEN'), /\(/);
        assert.match(whole.text, /\[%deal /);
        assert.deepEqual(faults, []);
        await context.close();
      },
    },
    {
      name: 'stepping shows the past, live moves do not yank, and the badge leads back',
      run: async browser => {
        const { context, page, faults } = await guest(browser);
        await startInLobby(page, open.id, 'white');
        await playRandomly(page, pull.click, 6, chance(seed));
        const now = await shownPieces(page);
        await page.keyboard.press('Home');
        await page.locator('.live-badge').waitFor();
        const start = await shownPieces(page);
        assert.notDeepEqual(start, now);
        await page.keyboard.press('End');
        assert.deepEqual(await shownPieces(page), now);
        const count = await plies(page);
        const { pulls } = await offers(page);
        await pull.click(page, ...pulls[0]);
        await page.click('[data-action="first"]');
        await page.locator(`.table[data-ply="${count + 2}"]`).waitFor();
        assert.deepEqual(await shownPieces(page), start);
        await page.click('.live-badge');
        await awaitTurn(page);
        assert.deepEqual(faults, []);
        await context.close();
      },
    },
    {
      name: 'the board is playable by keys alone',
      run: async browser => {
        const { context, page, faults } = await guest(browser);
        await startInLobby(page, open.id, 'white');
        await awaitTurn(page);
        const { pulls } = await offers(page);
        const [from, to] =
          pulls.find(([a, b]) => a[0] === b[0] && Number(b.slice(1)) - Number(a.slice(1)) === 2) ?? pulls[0];
        await page.locator('.board-cell[tabindex="0"]').focus();
        const home = await page.locator('.board-cell:focus').getAttribute('data-square');
        for (let file = home.charCodeAt(0); file < from.charCodeAt(0); file += 1)
          await page.keyboard.press('ArrowRight');
        for (let rank = 1; rank < Number(from.slice(1)); rank += 1) await page.keyboard.press('ArrowUp');
        assert.equal(await page.locator('.board-cell:focus').getAttribute('data-square'), from);
        await page.keyboard.press('Enter');
        await page.locator(`[data-square="${from}"][aria-selected="true"]`).waitFor();
        await page.keyboard.press('Escape');
        await page.locator(`[data-square="${from}"][aria-selected="false"]`).waitFor();
        await page.keyboard.press('Enter');
        for (let rank = Number(from.slice(1)); rank < Number(to.slice(1)); rank += 1)
          await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Enter');
        await page.locator('.table:not([data-ply="0"])').waitFor();
        await page.locator('[data-announcer]:not(:empty)').waitFor({ state: 'attached' });
        assert.deepEqual(faults, []);
        await context.close();
      },
    },
    {
      name: 'an action lost with its connection is sent again and played once',
      run: async browser => {
        const { context, page } = await guest(browser);
        const acts = [];
        await page.routeWebSocket(/\/ws$/, socket => {
          const server = socket.connectToServer();
          socket.onMessage(text => {
            const message = JSON.parse(text);
            if (message.type === 'act') acts.push(message);
            if (message.type === 'act' && acts.length === 1) {
              server.close();
              socket.close({ code: 1001 });
            } else server.send(text);
          });
        });
        await startInLobby(page, open.id, 'white');
        await awaitTurn(page);
        const { pulls } = await offers(page);
        await pull.click(page, ...pulls[0]);
        await page.locator('.banner').waitFor();
        await page.locator('.banner').waitFor({ state: 'detached' });
        await page.locator('.table[data-ply="2"]').waitFor();
        assert.equal(acts.length, 2);
        assert.deepEqual(acts[1], acts[0]);
        await context.close();
      },
    },
    {
      name: 'the browser’s language is spoken and can be switched',
      run: async browser => {
        const { context, page } = await guest(browser, { ...desktop, locale: 'de-DE' });
        await page.goto(base);
        await page.locator('.card').first().waitFor();
        assert.equal(await page.getAttribute('html', 'lang'), 'de');
        await page.click('button[lang="en"]');
        assert.equal(await page.getAttribute('html', 'lang'), 'en');
        await context.close();
      },
    },
  ];
}
