// Every special move once by click, by drag and by keys, and what stands around it.
import assert from 'node:assert/strict';
import { awaitTurn, click, drag, hands, pieceOn, pull, shownPieces } from './board.mjs';
import { base, desktop, guest, phone } from './browser.mjs';
import { accessible, fits } from './check.mjs';
import { startInLobby, startPrepared } from './start.mjs';

const chosen = 'rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR{c3/g6} w - - 0 1';
const open = 'rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR{?/?} w - - 0 1';
const ajax = '4k4/9/9/9/9/9/9/9';
const discs = '(n)3k3/8/8/8/8/8/8/(B)3K2(N) w - - 0 1';

const standing = async (page, expected) => {
  for (const [square, piece] of Object.entries(expected))
    await page.locator(`[data-square="${square}"][data-piece="${piece}"][data-look="up"]`).waitFor();
};

/** One king a side is on the board, whatever was played. */
const kings = async page => {
  const pieces = Object.values(await shownPieces(page));
  for (const side of ['white', 'black'])
    assert.equal(pieces.filter(piece => piece.startsWith(`${side}-king`)).length, 1);
};

const specials = [
  {
    name: 'castling',
    variant: 'capablanca-random',
    fen: 'r4k3r/10/10/10/10/10/10/R4K3R w JAja - 0 1',
    pull: ['f1', 'j1'],
    after: { i1: 'white-king', h1: 'white-rook' },
  },
  {
    name: 'a promotion',
    variant: 'chess',
    fen: '8/4P2k/8/8/8/8/8/4K3 w - - 0 1',
    pull: ['e7', 'e8'],
    choose: 'e7e8n',
    after: { e8: 'white-knight' },
  },
  {
    name: 'a late promotion',
    variant: 'hidden',
    fen: '4k3/8/8/8/8/8/8/(P)3K3 w - - 0 1',
    pull: ['a1', 'a8'],
    choose: '=q',
    after: { a8: 'white-queen' },
  },
  {
    name: 'turning a disc up',
    variant: 'hidden-random',
    fen: discs,
    press: 'h1',
    after: { h1: 'white-knight' },
  },
  {
    name: 'bringing a piece in',
    variant: 'ajax-random',
    fen: `${ajax}/4KR3[M] w EF - 0 1`,
    pull: ['f1', 'f3'],
    choose: 'f1f3m',
    after: { f3: 'white-ajax-rook', f1: 'white-minister' },
  },
  {
    name: 'castling with a gate on the king’s square, the king not vanishing',
    variant: 'ajax-random',
    fen: `${ajax}/4K3R[M] w EI - 0 1`,
    pull: ['e1', 'i1'],
    choose: 'e1i1m',
    after: { g1: 'white-king', f1: 'white-ajax-rook', e1: 'white-minister' },
  },
  {
    name: 'castling with a gate on the rook’s square, the king not vanishing',
    variant: 'ajax-random',
    fen: `${ajax}/R2K5[MM] w AD - 0 1`,
    pull: ['d1', 'a1'],
    choose: 'a1d1m',
    after: { c1: 'white-king', d1: 'white-ajax-rook', a1: 'white-minister' },
  },
];

const special = ({ name, variant, fen, pull: way, press, choose, after }, hand) => ({
  name: `${name}, by ${hand}`,
  run: async browser => {
    const { context, page, faults } = await guest(browser, desktop);
    const { pull: pulls, press: presses, choose: chooses } = hands[hand];
    await startPrepared(page, variant, fen);
    if (way) await pulls(page, ...way);
    if (press) {
      await presses(page, press);
      await page.locator('[data-stay-action]').waitFor();
      await presses(page, press);
    }
    if (choose) await chooses(page, choose);
    await standing(page, after);
    await kings(page);
    assert.deepEqual(faults, []);
    await context.close();
  },
});

const hiding = hand => ({
  name: `hiding the king on a secret square, by ${hand}`,
  run: async browser => {
    const { context, page, faults } = await guest(browser, desktop);
    await startPrepared(page, 'hide-and-seek', open);
    assert.equal(await page.locator('[data-offered]').count(), 25);
    await page.locator('.player-bar[data-side="white"] [data-secret="choosing"]').waitFor();
    await hands[hand].press(page, 'c3');
    await page.locator('[data-stay-action]').waitFor();
    await hands[hand].press(page, 'c3');
    await page.locator('[data-square="c3"] [data-hidden-king="white"]').waitFor();
    await awaitTurn(page);
    assert.equal(await page.locator('[data-offered]').count(), 0);
    assert.equal(await page.locator('[data-secret]').count(), 0);
    await page.reload();
    await page.locator('[data-square="c3"] [data-hidden-king="white"]').waitFor();
    assert.equal(await page.locator('[data-hidden-king="black"]').count(), 0);
    assert.deepEqual(faults, []);
    await context.close();
  },
});

const questions = [
  { variant: 'chess', fen: '8/4P2k/8/8/8/8/8/4K3 w - - 0 1', way: ['e7', 'e8'], next: ['e1', 'e2'] },
  { variant: 'ajax-random', fen: `${ajax}/4KR3[M] w EF - 0 1`, way: ['f1', 'f3'], next: ['e1', 'e2'] },
  { variant: 'ajax-random', fen: `${ajax}/4K3R[M] w EI - 0 1`, way: ['e1', 'i1'], next: ['i1', 'i5'] },
];

const cancels = [
  page => page.keyboard.press('Escape'),
  page => page.locator('.chooser-backdrop').click({ position: { x: 5, y: 5 } }),
  page => page.locator('[data-choose-cancel]').click(),
];

const cancelled = {
  name: 'cancelling a gating or promotion dialog does not freeze the board',
  run: async browser => {
    const { context, page, faults } = await guest(browser, desktop);
    for (const { variant, fen, way, next } of questions) {
      await startPrepared(page, variant, fen);
      const before = await shownPieces(page);
      for (const cancel of cancels) {
        await pull.click(page, ...way);
        await page.locator('.chooser').waitFor();
        await cancel(page);
        await page.locator('.chooser').waitFor({ state: 'detached' });
        assert.deepEqual(await shownPieces(page), before);
      }
      await drag(page, ...next);
      // A piece of the back rank may again be asked what it brings in: nothing, the first choice.
      await page.locator('.chooser, .table:not([data-ply="0"])').first().waitFor();
      if (await page.locator('.chooser').count()) await page.keyboard.press('Enter');
      await page.locator('.table:not([data-ply="0"])').waitFor();
      assert.equal(await pieceOn(page, next[0]), null);
    }
    assert.deepEqual(faults, []);
    await context.close();
  },
};

const around = [
  cancelled,
  {
    name: 'bringing nothing in is the first choice, and hands stand by both players',
    run: async browser => {
      for (const options of [desktop, phone]) {
        const { context, page, faults } = await guest(browser, options);
        await startPrepared(page, 'ajax-random', `4k3r/9/9/9/9/9/9/9/4KR3[Mmm] w EFei - 0 1`);
        await fits(page);
        assert.equal(await page.locator('.hand').count(), 2);
        await pull.drag(page, 'f1', 'f3');
        await page.locator('[data-choose="f1f3"]:focus').waitFor();
        await accessible(page);
        await page.keyboard.press('Enter');
        await standing(page, { f3: 'white-ajax-rook' });
        assert.equal(await pieceOn(page, 'f1'), null);
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  },
  {
    name: 'one click turns a disc up where the player set it so',
    run: async browser => {
      const { context, page, faults } = await guest(browser, desktop);
      await page.goto(base);
      await page.click('[data-action="settings"]');
      await accessible(page);
      await page.check('[data-setting="one-click-turn"]');
      await page.click('[data-action="close-settings"]');
      await startPrepared(page, 'hidden-random', discs);
      await click(page, 'h1');
      await standing(page, { h1: 'white-knight' });
      await awaitTurn(page);
      assert.equal(await page.locator('.board-cell[aria-selected="true"]').count(), 0);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'while squares are chosen one sees only who has chosen',
    run: async browser => {
      for (const options of [desktop, { ...phone, locale: 'de-DE' }]) {
        const { context, page, faults } = await guest(browser, options);
        await startInLobby(page, 'hide-and-seek', 'white');
        await page.locator('.player-bar[data-side="black"] [data-secret="chosen"]').waitFor();
        await fits(page);
        await accessible(page);
        assert.equal(await page.locator('[data-hidden-king]').count(), 0);
        await hands.click.press(page, 'c3');
        await page.locator('[data-stay-action]').click();
        await page.locator('[data-hidden-king="white"]').waitFor();
        assert.equal(await page.locator('[data-hidden-king]').count(), 1);
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  },
  {
    name: 'a king that appears is shown and announced',
    run: async browser => {
      const { context, page, faults } = await guest(browser, desktop);
      await startPrepared(page, 'hide-and-seek', '8/7r/8/8/8/8/2P5/2B5{c3/g7} w - - 0 1');
      await pull.click(page, 'c1', 'b2');
      await page.locator('[data-announcer]', { hasText: 'The Black king appears on g7' }).waitFor({
        state: 'attached',
      });
      await page.locator('.move', { hasText: '(Kg7)' }).waitFor();
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'a screen reader hears what a disguised piece turned out to be',
    run: async browser => {
      const { context, page, faults } = await guest(browser, desktop);
      await startPrepared(page, 'hidden', '4k3/8/8/8/8/8/(N)7/4K3 w - - 0 1');
      await pull.keys(page, 'a2', 'a3');
      await page.locator('[data-announcer]', { hasText: 'pawn? a2 turned up: knight' }).waitFor({
        state: 'attached',
      });
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'the squares where the other king can hide are shaded on request',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      await page.routeWebSocket(/\/ws$/, socket => {
        const server = socket.connectToServer();
        server.onMessage(text => {
          const message = JSON.parse(text);
          const now = message.game?.now ?? message.event?.now;
          if (now) now.candidates = [[], ['e5', 'g6']];
          socket.send(JSON.stringify(message));
        });
      });
      await startPrepared(page, 'hide-and-seek', chosen);
      assert.equal(await page.locator('[data-candidate]').count(), 0);
      await page.click('[data-action="shade"]');
      assert.equal(await page.locator('[data-candidate]').count(), 2);
      await fits(page);
      await accessible(page);
      await page.click('[data-action="shade"]');
      assert.equal(await page.locator('[data-candidate]').count(), 0);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'what a piece can do is told by right click, by ? and by a long press',
    run: async browser => {
      const fen = '4k3/8/8/8/8/8/8/(N)1C1K3 w - - 0 1';
      const { context, page, faults } = await guest(browser, desktop);
      await startPrepared(page, 'hidden-random', fen);
      const before = await shownPieces(page);
      const box = await page.locator('[data-square="c1"]').boundingBox();
      await page.mouse.click(box.x + 20, box.y + 20, { button: 'right' });
      await page.locator('[data-piece-card="cannon"]').waitFor();
      await page.locator('.piece-card .legend li').first().waitFor();
      await accessible(page);
      await page.keyboard.press('Escape');
      await page.locator('.piece-card').waitFor({ state: 'detached' });
      await page.locator('[data-square="a1"]').focus();
      await page.keyboard.press('?');
      await page.locator('[data-piece-card="back"]').waitFor();
      assert.equal(await page.locator('.piece-card [data-odds]').count(), 1);
      await page.click('[data-action="close-card"]');
      assert.deepEqual(await shownPieces(page), before);
      await pull.click(page, 'c1', 'c4');
      await standing(page, { c4: 'white-cannon' });
      await context.close();

      const touch = await guest(browser, phone);
      await startPrepared(touch.page, 'hidden-random', fen);
      const at = await touch.page.locator('[data-square="c1"]').boundingBox();
      const session = await touch.context.newCDPSession(touch.page);
      const touchPoints = [{ x: at.x + 15, y: at.y + 15 }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await touch.page.locator('[data-piece-card="cannon"]').waitFor();
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await touch.page.click('[data-action="close-card"]');
      assert.equal(await touch.page.locator('.board-cell[aria-selected="true"]').count(), 0);
      await pull.tap(touch.page, 'c1', 'c4');
      await standing(touch.page, { c4: 'white-cannon' });
      assert.deepEqual([...faults, ...touch.faults], []);
      await touch.context.close();
    },
  },
  {
    name: 'rules pages show boards with the game’s own pieces, and its pieces tell what they can do',
    run: async browser => {
      for (const options of [desktop, { ...phone, locale: 'de-DE' }]) {
        const { context, page, faults } = await guest(browser, options);
        await startPrepared(page, 'hidden-random', discs);
        const tab = page.locator('[data-tab="rules"]');
        if (await tab.isVisible()) await tab.click();
        const board = page.locator('[data-rules-board]:visible').first();
        await board.waitFor();
        assert.notEqual((await board.locator('figcaption').textContent()).trim(), '');
        assert.ok((await board.locator('.mini-piece').count()) > 2);
        await page.locator('.kinds [data-kind="cannon"]:visible').click();
        await page.locator('[data-piece-card="cannon"]').waitFor();
        await page.click('[data-action="close-card"]');
        await accessible(page);
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  },
];

export const specialMoves = [
  ...specials.flatMap(move => Object.keys(hands).map(hand => special(move, hand))),
  ...Object.keys(hands).map(hiding),
  ...around,
];
