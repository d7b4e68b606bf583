// Two browsers, and a third that looks on, against a real server.
import assert from 'node:assert/strict';
import { chance, offers, pull, shownPieces } from './board.mjs';
import { base, desktop, guest, phone } from './browser.mjs';
import { accessible } from './check.mjs';
import { act, agree, listen, person, playTogether, plyOf, send, table } from './pair.mjs';
import { clocksFit } from './table.mjs';

const five = ['capablanca-random', 'hidden', 'hidden-random', 'ajax-random', 'hide-and-seek'];

const untilPly = (page, ply) => page.locator(`.table[data-ply="${ply}"]`).waitFor();

const captives = page =>
  page
    .locator('.player-bar')
    .evaluateAll(bars =>
      Object.fromEntries(
        bars.map(bar => [
          bar.dataset.side,
          [...bar.querySelectorAll('.tray:not(.hand) [data-kind]')].map(heap => heap.title),
        ]),
      ),
    );

const tableOf = async (browser, conditions, options = [desktop, { ...phone, locale: 'de-DE' }]) => {
  const [white, black] = [await person(browser, options[0]), await person(browser, options[1])];
  const id = await table(white, black, conditions);
  return { white, black, id, pages: [white.page, black.page] };
};

const leave = async (...people) => {
  for (const { context } of people) await context.close();
};

const noFaults = (...people) =>
  assert.deepEqual(
    people.flatMap(({ faults }) => faults),
    [],
  );

async function onlooker(browser, id) {
  const watcher = await guest(browser, desktop);
  const frames = listen(watcher.page);
  await watcher.page.goto(`${base}/game/${id}`);
  await watcher.page.locator('.table[data-seat="spectator"]').waitFor();
  return { ...watcher, frames };
}

const rated = (variant, seed) => ({
  name: `two people play a rated blitz game of ${variant} to its end, a third looks on`,
  run: async browser => {
    const random = chance(seed);
    const { white, black, id, pages } = await tableOf(browser, { variant });
    const watcher = await onlooker(browser, id);
    await watcher.page.locator('[data-watching="1"]').waitFor();
    assert.equal(await watcher.page.locator('[data-action="resign"]').count(), 0);
    await playTogether(pages, 24, random);
    await clocksFit(black.page);
    await accessible(white.page);
    const ply = await plyOf(white.page);
    await untilPly(watcher.page, ply);
    await untilPly(black.page, ply);
    assert.deepEqual(await shownPieces(watcher.page), await shownPieces(white.page));
    // What only one player was told is in nothing that the third has heard.
    const heard = watcher.frames.join('\n');
    assert.doesNotMatch(heard, /captured_privately|"own_square"|"recorded":"[^"]*(\*[a-z]|^@[a-l])/);
    await agree(white, black);
    for (const { page } of [white, black, watcher])
      await page.locator('[data-result="draw"], .table[data-phase="over"]').first().waitFor();
    await white.page.locator('[data-rating-change]').first().waitFor();
    await accessible(white.page);
    noFaults(white, black, watcher);
    await leave(white, black, watcher);
  },
});

const secret = seed => ({
  name: 'who captured a face-down piece knows it after a reload, and nobody else does',
  run: async browser => {
    const random = chance(seed);
    const { white, black, id, pages } = await tableOf(browser, { variant: 'hidden-random' });
    const watcher = await onlooker(browser, id);
    const frames = pages.map(listen);
    for (const page of pages) await page.reload();
    for (const page of pages) await page.locator('.table[data-phase="playing"]').waitFor();
    const captured = () => frames.findIndex(list => list.some(text => text.includes('captured_privately')));
    await playTogether(pages, 160, random, async () => captured() >= 0);
    const capturer = captured();
    assert.ok(capturer >= 0, 'no face-down piece was captured in this game');
    const [knows, owns] = capturer === 0 ? [white, black] : [black, white];
    const side = capturer === 0 ? 'white' : 'black';
    const ply = await plyOf(knows.page);
    for (const { page } of [owns, watcher]) await untilPly(page, ply);
    const everybody = [knows, owns, watcher];
    const before = [];
    for (const { page } of everybody) before.push(await captives(page));
    assert.notDeepEqual(before[0][side], before[1][side]);
    for (const { page } of everybody) await page.reload();
    for (const { page } of everybody) await untilPly(page, ply);
    for (const [at, { page }] of everybody.entries()) assert.deepEqual(await captives(page), before[at]);
    noFaults(white, black, watcher);
    await leave(white, black, watcher);
  },
});

export function twoPlayers(seed) {
  return [
    ...five.map(variant => rated(variant, seed)),
    secret(seed),
    {
      name: 'a takeback is asked for, granted, and leaves the position before',
      run: async browser => {
        const random = chance(seed);
        const options = [desktop, phone];
        const { white, black, pages } = await tableOf(
          browser,
          { variant: 'capablanca-random', rated: false },
          options,
        );
        await playTogether(pages, 2, random);
        const before = await shownPieces(white.page);
        await playTogether(pages, 3, random);
        await white.page.click('[data-action="more"]');
        await white.page.click('[data-action="offer-takeback"]');
        await black.page.locator('[data-offer="takeback"]').waitFor();
        await clocksFit(black.page);
        await black.page.click('[data-action="accept"]');
        for (const page of pages) await untilPly(page, 2);
        assert.deepEqual(await shownPieces(white.page), before);
        await playTogether(pages, 4, random);
        noFaults(white, black);
        await leave(white, black);
      },
    },
    {
      name: 'a game is aborted by one who has not moved, and resigned by one who has',
      run: async browser => {
        const { white, black, pages } = await tableOf(browser, { variant: 'capablanca-random' });
        await black.page.locator('[data-limit="first_move"]').waitFor();
        await black.page.click('[data-action="more"]');
        await black.page.click('[data-action="abort"]');
        await accessible(black.page);
        await black.page.click('[data-action="abort-yes"]');
        for (const page of pages) await page.locator('[data-reason="aborted"]').waitFor();

        await table(white, black, { variant: 'capablanca-random' });
        await playTogether(pages, 2, chance(seed));
        await white.page.click('[data-action="more"]');
        assert.equal(await white.page.locator('[data-action="abort"]').count(), 0);
        await white.page.keyboard.press('Escape');
        await white.page.click('[data-action="resign"]');
        await white.page.click('[data-action="resign-yes"]');
        for (const page of pages)
          await page.locator('[data-result="black"][data-reason="resignation"]').waitFor();
        noFaults(white, black);
        await leave(white, black);
      },
    },
    {
      name: 'a lost connection shows to the other side, and the game goes on where it was',
      run: async browser => {
        const random = chance(seed);
        const [white, black] = [await person(browser, desktop), await person(browser, phone)];
        let cut = () => {};
        let open = true;
        await white.page.routeWebSocket(/\/games\/[^/]+\/ws$/, client => {
          if (!open) {
            client.close({ code: 1001 });
            return;
          }
          const server = client.connectToServer();
          cut = () => {
            server.close();
            client.close({ code: 1001 });
          };
        });
        await table(white, black, { variant: 'capablanca-random' });
        const pages = [white.page, black.page];
        await playTogether(pages, 4, random);
        open = false;
        cut();
        await white.page.locator('.banner').waitFor();
        await black.page.locator('.presence[data-here="no"]').waitFor();
        await black.page.locator('[data-claim="waiting"]').waitFor();
        // What is done meanwhile is sent when the link is back, once.
        const [from, to] = (await offers(white.page)).pulls[0];
        await pull.click(white.page, from, to);
        open = true;
        await untilPly(black.page, 5);
        await black.page.locator('.presence[data-here="yes"]').waitFor();
        await playTogether(pages, 7, random);
        noFaults(black);
        await leave(white, black);
      },
    },
    {
      name: 'in correspondence a move is submitted, a foreseen one is answered at once, and onlookers are one behind',
      run: async browser => {
        const { white, black, id, pages } = await tableOf(browser, {
          variant: 'capablanca-random',
          clock: { kind: 'days', days: 3 },
        });
        const watcher = await onlooker(browser, id);
        await watcher.page.locator('[data-behind]').waitFor();
        const [from, to] = (await offers(white.page)).pulls[0];
        // Black foresees it and answers with a pawn's step.
        await black.page.click('[data-tab="plan"]');
        await black.page.fill('[data-plan-field="0"]', `${from}${to}`);
        await black.page.fill('[data-plan-field="1"]', 'a7a6');
        await black.page.click('[data-action="add-line"]');
        await black.page.locator('[data-plan-line]').waitFor();
        await accessible(black.page);
        await pull.click(white.page, from, to);
        await white.page.locator('[data-held]').waitFor();
        await white.page.waitForTimeout(300);
        assert.equal(await plyOf(black.page), 0);
        await white.page.click('[data-action="submit"]');
        for (const page of pages) await untilPly(page, 2);
        await untilPly(watcher.page, 1);
        await clocksFit(black.page);
        noFaults(white, black, watcher);
        await leave(white, black, watcher);
      },
    },
    {
      name: 'a rematch of the same position swaps the colours; phrases reach the other player alone',
      run: async browser => {
        const { white, black, id, pages } = await tableOf(browser, { variant: 'capablanca-random' });
        const watcher = await onlooker(browser, id);
        await playTogether(pages, 2, chance(seed));
        await white.page.click('[data-action="more"]');
        await white.page.click('[data-phrase="good_luck"]');
        await black.page.locator('.bubble[data-said="good_luck"]').waitFor();
        assert.doesNotMatch(watcher.frames.join('\n'), /good_luck/);
        const number = await white.page.locator('.start-number').textContent();
        await agree(white, black);
        await white.page.click('[data-rematch="rematch_same"]');
        await black.page.locator('[data-rematch="rematch_same"][data-standing="theirs"]').click();
        for (const page of pages) await page.waitForURL(url => !url.pathname.includes(id));
        for (const page of pages) await page.locator('.table[data-phase="playing"]').waitFor();
        assert.equal(await white.page.locator('.table').getAttribute('data-seat'), 'black');
        assert.equal(await white.page.locator('.start-number').textContent(), number);
        noFaults(white, black, watcher);
        await leave(white, black, watcher);
      },
    },
    {
      name: 'a finished game shows what each seat knew at each ply, and the truth',
      run: async browser => {
        const random = chance(seed);
        const { white, black, pages } = await tableOf(browser, { variant: 'hide-and-seek' });
        await playTogether(pages, 8, random);
        await agree(white, black);
        await white.page.click('[data-action="close-result"]');
        await white.page.click('[data-tab="moves"]');
        const kings = () =>
          white.page
            .locator('[data-hidden-king]')
            .evaluateAll(all => all.map(king => king.dataset.hiddenKing).sort());
        const seen = { white: ['white'], black: ['black'], spectator: [], truth: ['black', 'white'] };
        for (const [viewer, known] of Object.entries(seen)) {
          await white.page.click(`[data-knowledge="${viewer}"]`);
          await white.page.locator(`[data-knowledge="${viewer}"][aria-pressed="true"]`).waitFor();
          // After the choice of both squares nobody has appeared yet.
          await white.page.click('.move[data-ply="1"]');
          assert.deepEqual(await kings(), known);
        }
        await accessible(white.page);
        noFaults(white, black);
        await leave(white, black);
      },
    },
    {
      name: 'nobody but the two opens a private game',
      run: async browser => {
        const [white, black] = [await person(browser, desktop), await person(browser, phone)];
        const proposal = await send(white.page, 'POST', '/challenges', {
          conditions: {
            variant: 'capablanca-random',
            clock: { kind: 'live', base: 300, increment: 3, delay: 0 },
            rated: false,
            colour: 'white',
          },
        });
        const { id } = await send(black.page, 'POST', `/proposals/${proposal.id}/accept`);
        for (const { page } of [white, black]) await page.goto(`${base}/game/${id}`);
        for (const { page } of [white, black]) await page.locator('.table[data-phase="playing"]').waitFor();
        await act(white.page, chance(seed));
        const stranger = await guest(browser, desktop);
        await stranger.page.goto(`${base}/game/${id}`);
        await stranger.page.locator('[data-error]').waitFor();
        assert.equal(await stranger.page.locator('.board').count(), 0);
        await leave(white, black, stranger);
      },
    },
  ];
}
