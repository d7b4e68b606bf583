// The table between people, state by state: clocks, offers, claims, submitting, talk, plans, the onlooker's view.
import assert from 'node:assert/strict';
import { awaitTurn, chance, offers, pieceOn, playRandomly, plies, pull, shownPieces } from './board.mjs';
import { desktop, guest, phone, smallPhone } from './browser.mjs';
import { accessible, fits, noSidewaysScroll } from './check.mjs';
import { clocks, stage } from './staged.mjs';
import { resign } from './start.mjs';

const sizes = { hidden: '8x8', 'ajax-random': '9x9', 'capablanca-random': '10x8' };

/** Both clocks inside the viewport, beside what `fits` looks at. */
export async function clocksFit(page) {
  await fits(page);
  const outside = await page.locator('[data-clock]').evaluateAll(all =>
    all.filter(clock => {
      const { top, bottom, left, right } = clock.getBoundingClientRect();
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    }),
  );
  assert.equal(outside.length, 0);
  assert.equal(await page.locator('[data-clock]').count(), 2);
}

const states = {
  quiet: {},
  offer: { game: { offers: [{ by: 'black', what: 'draw' }] } },
  claim: { presence: { black: false, claim_in: 0, watching: 12 } },
  low: { clocks: { ...clocks, white: 9900, black: 3_600_000 } },
  limit: {
    clocks: {
      white: 300_000,
      black: 300_000,
      free: 0,
      paused: false,
      lag: 0,
      limit: { what: 'first_move', left: 28_000 },
    },
  },
};

const viewports = [
  { name: '360x640', options: { ...phone, locale: 'de-DE' } },
  { name: '320x568', options: { ...smallPhone, locale: 'de-DE', colorScheme: 'dark' } },
];

const fitting = Object.entries(sizes).flatMap(([variant, size]) =>
  viewports.map(({ name, options }) => ({
    name: `clocks, board and resign of ${size} lie inside ${name}`,
    run: async browser => {
      for (const told of Object.values(states)) {
        const { context, page, faults } = await guest(browser, options);
        await stage(page, variant, told);
        await clocksFit(page);
        await accessible(page);
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  })),
);

const sentOf = (sent, type) => sent.filter(message => message.type === type);

export const tables = [
  ...fitting,
  {
    name: 'only the server’s time counts: a clock runs on from it and never shows 0.0 by itself',
    run: async browser => {
      const { context, page, faults } = await guest(browser);
      const { say } = await stage(page, 'capablanca-random', { clocks: { ...clocks, white: 1500 } });
      await page.waitForTimeout(2200);
      const shown = () => page.locator('[data-clock="white"]').evaluate(clock => clock.lastChild.textContent);
      assert.equal(await shown(), '0.1');
      say({ type: 'clocks', clocks: { ...clocks, white: 0 } });
      await page.waitForFunction(
        () => document.querySelector('[data-clock="white"]').lastChild.textContent === '0.0',
      );
      assert.equal(await page.locator('[data-clock="black"]').evaluate(c => c.lastChild.textContent), '1:05');
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'a player hears once how little time is left, and of lag and a pause on demand',
    run: async browser => {
      const { context, page, faults } = await guest(browser);
      const { say } = await stage(page, 'capablanca-random', { clocks: { ...clocks, white: 30_400 } });
      const heard = text => page.locator('[data-announcer] p', { hasText: text });
      await heard('30 seconds').waitFor({ state: 'attached' });
      say({ type: 'clocks', clocks: { ...clocks, white: 31_000 } });
      say({ type: 'clocks', clocks: { ...clocks, white: 10_300 } });
      await heard('10 seconds').waitFor({ state: 'attached' });
      assert.equal(await heard('30 seconds').count(), 1);
      say({ type: 'clocks', clocks: { ...clocks, paused: true, lag: 120 } });
      await page.locator('.banner[data-paused]').waitFor();
      assert.match(await page.locator('[data-clock="white"]').getAttribute('title'), /stand/);
      await accessible(page);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'offers are announced, shown where they are answered, and answered once',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      const { sent, tell } = await stage(page, 'capablanca-random');
      const may = { resign: true, abort: false, offer_draw: false, offer_takeback: true, plan: false };
      await tell({ type: 'offered', offer: { by: 'black', what: 'draw' }, may });
      await page.locator('[data-offer="draw"]').waitFor();
      await page.locator('[data-announcer]', { hasText: 'offers a draw' }).waitFor({ state: 'attached' });
      await accessible(page);
      await page.click('[data-action="decline"]');
      await page.locator('[data-offer]').waitFor({ state: 'detached' });
      assert.equal(sentOf(sent, 'answer').length, 1);
      const [{ what, accept }] = sentOf(sent, 'answer');
      assert.deepEqual([what, accept], ['draw', false]);
      await page.click('[data-action="more"]');
      assert.equal(await page.locator('[data-action="offer-draw"]').count(), 0);
      await accessible(page);
      await page.click('[data-action="offer-takeback"]');
      await page.locator('[data-offering="takeback"]').waitFor();
      assert.equal(sentOf(sent, 'offer').length, 1);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'who stays away is shown, and the claim comes when its time has come',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      const { sent } = await stage(page, 'hidden', { presence: { black: false, claim_in: 1500 } });
      await page.locator('.presence[data-here="no"]').waitFor();
      await page.locator('[data-claim="waiting"]').waitFor();
      await page.click('[data-action="claim-draw"]');
      assert.equal(sentOf(sent, 'claim')[0].draw, true);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'with submitting, a move is only shown; Esc and a lost link send nothing, Enter sends it once',
    run: async browser => {
      const { context, page, faults } = await guest(browser);
      await page.addInitScript(() => localStorage.setItem('backrank.confirm', 'blitz'));
      const { sent, cut } = await stage(page, 'capablanca-random');
      await awaitTurn(page);
      const before = await shownPieces(page);
      const [from, to] = (await offers(page)).pulls[0];
      await pull.click(page, from, to);
      await page.locator('[data-held]').waitFor();
      assert.notEqual(await pieceOn(page, to), null);
      await accessible(page);
      await page.keyboard.press('Escape');
      await page.locator('[data-held]').waitFor({ state: 'detached' });
      assert.deepEqual(await shownPieces(page), before);

      await pull.keys(page, from, to);
      await page.locator('[data-held]').waitFor();
      cut();
      await page.locator('.banner').waitFor();
      await page.locator('.banner').waitFor({ state: 'detached' });
      assert.equal(sentOf(sent, 'act').length, 0);
      await page.locator('[data-held]').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.table:not([data-ply="0"])').waitFor();
      assert.equal(sentOf(sent, 'act').length, 1);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'phrases are said, shown and read out, and can be muted',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      const { sent, say } = await stage(page, 'hidden');
      await page.click('[data-action="more"]');
      await page.click('[data-phrase="good_luck"]');
      await page.locator('.bubble[data-said="good_luck"][data-at="bottom"]').waitFor();
      assert.deepEqual(sentOf(sent, 'say'), [{ type: 'say', phrase: 'good_luck' }]);
      say({ type: 'said', by: 'black', phrase: 'thanks' });
      await page.locator('.bubble[data-said="thanks"][data-at="top"]').waitFor();
      await page
        .locator('[data-announcer]', { hasText: 'Black says: Thank you' })
        .waitFor({ state: 'attached' });
      await accessible(page);
      await page.click('[data-action="more"]');
      await page.click('[data-action="mute"]');
      await page.keyboard.press('Escape');
      say({ type: 'said', by: 'black', phrase: 'oops' });
      await page.waitForTimeout(200);
      assert.equal(await page.locator('.bubble').count(), 0);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'conditional moves are written, read back and removed',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      const may = { resign: true, abort: false, offer_draw: true, offer_takeback: false, plan: true };
      const game = {
        clock: { kind: 'days', days: 3 },
        speed: 'correspondence',
        may,
        plan: [['a7a6', 'b2b3']],
      };
      const told = { game, clocks: { ...clocks, white: 200_000_000, black: 250_000_000, running: 'black' } };
      const { sent, tell } = await stage(page, 'capablanca-random', told);
      await clocksFit(page);
      await page.click('[data-tab="plan"]');
      await page.fill('[data-plan-field="0"]', 'nonsense');
      await page.fill('[data-plan-field="1"]', 'c2c4');
      await page.click('[data-action="add-line"]');
      await page.locator('.plan-editor [role="alert"]').waitFor();
      await page.fill('[data-plan-field="0"]', 'E7-E5');
      await page.click('[data-action="add-line"]');
      assert.deepEqual(sentOf(sent, 'plan')[0].lines, [
        ['a7a6', 'b2b3'],
        ['e7e5', 'c2c4'],
      ]);
      await tell({ type: 'planned', lines: [], cancelled: true });
      await page.locator('[data-plan-cancelled]').waitFor();
      await accessible(page);
      await noSidewaysScroll(page);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
  {
    name: 'an onlooker sees White below, may do nothing, and is not yanked out of the past',
    run: async browser => {
      for (const options of [desktop, { ...phone, locale: 'de-DE' }]) {
        const { context, page, faults } = await guest(browser, options);
        const strangers = ['Ada', 'Ben'].map(name => ({
          id: name,
          name,
          kind: 'account',
          provisional: false,
        }));
        const told = { game: {}, presence: { watching: 4 } };
        const { tell } = await stage(page, 'capablanca-random', told);
        await awaitTurn(page);
        await playRandomly(page, pull.click, 4, chance(3));
        told.game = { seat: 'spectator', players: strangers, speed: 'correspondence' };
        await page.reload();
        await page.locator('.table[data-seat="spectator"]').waitFor();
        assert.equal(await page.locator('.board').first().getAttribute('data-orientation'), 'white');
        await page.locator('[data-watching="4"]').waitFor();
        await page.locator('[data-behind]').waitFor();
        assert.equal(await page.locator('[data-action="resign"], [data-action="more"]').count(), 0);
        await accessible(page);
        await noSidewaysScroll(page);
        await page.click('[data-action="back"]');
        await page.locator('.live-badge').waitFor();
        const past = await shownPieces(page);
        const ply = await plies(page);
        const played = { ply, by: 'white', recorded: 'a2a3', text: 'a3', fen: '', marks: [], shown: [] };
        await tell({ type: 'taken_back', ply, now: { ...(await situationOf(page)), ply }, may: {} });
        await tell({ type: 'played', played, now: { ...(await situationOf(page)), ply: ply + 1 }, may: {} });
        await page.locator(`.table[data-ply="${ply + 1}"]`).waitFor();
        assert.deepEqual(await shownPieces(page), past);
        await page.click('.live-badge');
        await page.locator('.live-badge').waitFor({ state: 'detached' });
        assert.deepEqual(faults, []);
        await context.close();
      }
    },
  },
  {
    name: 'a finished game is stepped through with the knowledge of any seat, and a rematch is offered in words',
    run: async browser => {
      const { context, page, faults } = await guest(browser, phone);
      const proposed = [];
      const rest = {
        '**/replay?seat=black': {
          seat: 'black',
          start: { fen: 'xxxxkxxx/xxxxxxxx/8/8/8/8/XXXXXXXX/XXXXKXXX w - - 0 1' },
          moves: [],
        },
        '**/players/*': {
          ratings: [{ variant: 'hidden', speed: 'blitz', bots: true, rating: 1518.4, graph: [[0, 1518.4]] }],
        },
        '**/rematch': () => ({ kinds: ['rematch_same', 'rematch_new'], proposed }),
      };
      const { whisper } = await stage(page, 'hidden', { rest });
      await playRandomly(page, pull.click, 4, chance(5));
      await resign(page);
      await page.locator('[data-rematch="rematch_same"][data-standing="free"]').waitFor();
      await page.locator('[data-rating-change="6"]').waitFor();
      proposed.push({ id: 'next', kind: 'rematch_new', by: { id: 'you' } });
      whisper({ type: 'game_ended', game: 'this' });
      await page.locator('[data-rematch="rematch_new"][data-standing="theirs"]').waitFor();
      await accessible(page);
      await page.click('[data-action="close-result"]');
      await page.click('[data-tab="moves"]');
      await page.locator('[data-knowledge="white"][aria-pressed="true"]').waitFor();
      await page.click('[data-knowledge="black"]');
      await page.locator('[data-knowledge="black"][aria-pressed="true"]').waitFor();
      await page.click('[data-action="truth"]');
      await page.locator('[data-look="truth"]').first().waitFor();
      await accessible(page);
      await noSidewaysScroll(page);
      assert.deepEqual(faults, []);
      await context.close();
    },
  },
];

/** The situation the page shows, as a message would carry it. */
async function situationOf(page) {
  const empty = { face_down: 0, total: 0, kinds: [] };
  return {
    turn: 'white',
    actors: ['white'],
    fen: '',
    pieces: await page.locator('.board-cell[data-piece]').evaluateAll(cells =>
      cells.map(({ dataset }) => {
        const [side, ...kind] = dataset.piece.split('-');
        return { square: dataset.square, side, kind: kind.join('-'), face_down: false };
      }),
    ),
    legal: [],
    premoves: [],
    pools: [empty, empty],
    captured: [[], []],
    hands: [[], []],
    candidates: [[], []],
  };
}
