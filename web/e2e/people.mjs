// Between people: accounts, finding a game, pages about players and games, what one is told.
import assert from 'node:assert/strict';
import { base, guest, smallPhone } from './browser.mjs';
import { accessible, noSidewaysScroll } from './check.mjs';
import { resign } from './start.mjs';

const password = 'correct horse battery';
let made = 0;
const freshName = () => `T${Date.now().toString(36)}${(made++).toString(36)}`;

async function signUp(page, name = freshName()) {
  await page.goto(`${base}/sign-up`);
  const form = page.locator('[data-form="sign-up"]');
  await form.locator('[name="name"]').fill(name);
  await form.locator('[name="password"]').fill(password);
  await form.locator('[type="submit"]').click();
  await page.locator('[data-codes]').waitFor();
  const codes = await page.locator('.codes code').allInnerTexts();
  await page.locator('[name="saved"]').check();
  await page.click('[data-action="go-on"]');
  await page.locator('[data-part="my-turn"]').waitFor();
  return { name, codes };
}

async function signIn(page, name, secret = password) {
  await page.goto(`${base}/sign-in`);
  const form = page.locator('[data-form="sign-in"]');
  await form.locator('[name="name"]').fill(name);
  await form.locator('[name="password"]').fill(secret);
  await form.locator('[type="submit"]').click();
}

async function account(browser, options) {
  const one = await guest(browser, options);
  return { ...one, ...(await signUp(one.page)) };
}

const inGame = page => page.waitForURL(/\/game\/[^/]+$/);
const dealt = page => page.locator('.table:not([data-phase="dealing"])').waitFor();

async function closeAll(...ones) {
  for (const { faults, context } of ones) {
    assert.deepEqual(faults, []);
    await context.close();
  }
}

/** A game that somebody has offered in the lobby. */
async function offer(page, variant, { rated = false } = {}) {
  await page.goto(`${base}/lobby`);
  const form = page.locator('[data-form="propose"]');
  await form.locator('[data-sort="seek"]').click();
  await form.locator('[name="variant"]').selectOption(variant);
  await form.locator('[name="rated"]').setChecked(rated);
  await form.locator('[type="submit"]').click();
  await page.locator('[data-seek] [data-action="withdraw"]').waitFor();
}

export function people(variants) {
  const open = variants.find(({ face_down, secret_kings }) => !face_down && !secret_kings).id;
  const secret = variants.find(({ face_down }) => face_down).id;
  return [
    {
      name: 'an account is made from a guest, left and entered again',
      run: async browser => {
        const one = await account(browser);
        const { page, name, codes } = one;
        assert.equal(new Set(codes).size, 8);
        await accessible(page);
        await page.goto(`${base}/account`);
        await page.click('[data-action="sign-out"]');
        await page.locator('[data-action="sign-in"]').waitFor();
        await signIn(page, name, 'quite another one');
        await page.locator('[data-error="wrong_credentials"]').waitFor();
        await signIn(page, name);
        await page.locator('[data-part="my-turn"]').waitFor();
        await page.reload();
        await page.locator('[data-part="my-turn"]').waitFor();
        // The refused attempt is a console error of the browser's own.
        one.faults.splice(0);
        await closeAll(one);
      },
    },
    {
      name: 'a recovery code sets a new password, once',
      run: async browser => {
        const one = await account(browser);
        const other = await guest(browser);
        const { page } = other;
        const recover = async fresh => {
          await page.goto(`${base}/forgotten`);
          const form = page.locator('[data-form="recover"]');
          await form.locator('[name="name"]').fill(one.name);
          await form.locator('[name="code"]').fill(one.codes[0]);
          await form.locator('[name="password"]').fill(fresh);
          await form.locator('[type="submit"]').click();
        };
        await recover('a new one altogether');
        await page.click('[data-action="to-sign-in"]');
        await signIn(page, one.name, 'a new one altogether');
        await page.locator('[data-part="my-turn"]').waitFor();
        await recover('and yet another');
        await page.locator('[data-error="wrong_code"]').waitFor();
        await one.context.close();
        await other.context.close();
      },
    },
    {
      name: 'sessions are listed and ended, bots have a token once',
      run: async browser => {
        const one = await account(browser);
        const other = await guest(browser);
        await signIn(other.page, one.name);
        await other.page.locator('[data-part="my-turn"]').waitFor();
        const { page } = one;
        await page.goto(`${base}/account`);
        await page.locator('[data-session]').nth(1).waitFor();
        await page.click('[data-action="end-others"]');
        await page.locator('[data-session]').nth(1).waitFor({ state: 'detached' });
        await other.page.goto(base);
        await other.page.locator('[data-action="sign-in"]').waitFor();

        const bot = freshName();
        const form = page.locator('[data-form="bot"]');
        await form.locator('[name="name"]').fill(bot);
        await form.locator('[type="submit"]').click();
        await page.locator('[data-token] code').waitFor();
        await accessible(page);
        await page.reload();
        await page.locator(`[data-bot="${bot}"]`).waitFor();
        assert.equal(await page.locator('[data-token]').count(), 0);
        await closeAll(one);
        await other.context.close();
      },
    },
    {
      name: 'an open game is found, taken, and opens for both',
      run: async browser => {
        const [one, other] = [await account(browser), await account(browser)];
        await offer(one.page, secret);
        await other.page.goto(`${base}/lobby`);
        const line = other.page.locator('[data-seek]', { hasText: one.name });
        await line.locator('[data-action="accept"]').click();
        await Promise.all([inGame(other.page), inGame(one.page)]);
        await Promise.all([dealt(other.page), dealt(one.page)]);
        assert.equal(other.page.url(), one.page.url());
        await closeAll(one, other);
      },
    },
    {
      name: 'what one may not accept is shown with the reason',
      run: async browser => {
        const [one, stranger] = [await account(browser), await guest(browser)];
        await offer(one.page, open, { rated: true });
        await stranger.page.goto(`${base}/lobby`);
        const line = stranger.page.locator('[data-seek]', { hasText: one.name });
        await line.locator('[data-refusal]').waitFor();
        assert.equal(await line.locator('[data-action="accept"]').isDisabled(), true);
        await accessible(stranger.page);
        await one.page.click('[data-seek] [data-action="withdraw"]');
        await line.waitFor({ state: 'detached' });
        await closeAll(one, stranger);
      },
    },
    {
      name: 'a guest plays a guest by an invitation’s link',
      run: async browser => {
        const [one, other] = [await guest(browser), await guest(browser, smallPhone)];
        await one.page.goto(`${base}/lobby`);
        const form = one.page.locator('[data-form="propose"]');
        await form.locator('[name="variant"]').selectOption(secret);
        await form.locator('[type="submit"]').click();
        const link = await one.page.locator('[name="link"]').inputValue();
        await accessible(one.page);
        await other.page.goto(link);
        await other.page.locator('[data-action="accept"]').waitFor();
        await accessible(other.page);
        await noSidewaysScroll(other.page);
        await other.page.click('[data-action="accept"]');
        await Promise.all([inGame(one.page), inGame(other.page)]);
        await Promise.all([dealt(one.page), dealt(other.page)]);
        await other.page.goto(link);
        await other.page.locator('[data-error="unknown_proposal"]').waitFor();
        await one.context.close();
        await other.context.close();
      },
    },
    {
      name: 'a challenge pops up, is counted, declined and accepted',
      run: async browser => {
        const [one, other] = [await account(browser), await account(browser)];
        const challenge = async () => {
          await one.page.goto(`${base}/player/${other.name}`);
          await one.page.click('[data-action="challenge"]');
          const form = one.page.locator('[data-form="propose"]');
          await form.locator('[name="variant"]').selectOption(open);
          await form.locator('[name="rated"]').setChecked(false);
          await form.locator('[type="submit"]').click();
        };
        await challenge();
        const toast = other.page.locator('[data-toast="challenge"]');
        await toast.waitFor();
        await accessible(other.page);
        await other.page.locator('.bell[data-unread="1"]').waitFor();
        assert.match(await other.page.title(), /^\(1\) /);
        await toast.locator('[data-action="decline"]').click();
        await toast.waitFor({ state: 'detached' });
        await one.page.locator('.bell:not([data-unread="0"])').waitFor();

        await one.page.goto(`${base}/notices`);
        await one.page.locator('[data-notice="challenge_declined"]').waitFor();
        await one.page.locator('.bell[data-unread="0"]').waitFor();
        await accessible(one.page);

        await challenge();
        await toast.locator('[data-action="accept"]').click();
        await Promise.all([inGame(one.page), inGame(other.page)]);
        await closeAll(one, other);
      },
    },
    {
      name: 'two who wait in a pool at the same time get each other',
      run: async browser => {
        const [one, other] = [await account(browser), await account(browser)];
        for (const { page } of [one, other]) {
          await page.goto(`${base}/lobby`);
          await page.locator(`[data-pool^="${open} "]`).first().click();
        }
        await Promise.all([inGame(one.page), inGame(other.page)]);
        assert.equal(one.page.url(), other.page.url());
        await Promise.all([dealt(one.page), dealt(other.page)]);
        await closeAll(one, other);
      },
    },
    {
      name: 'alone in a pool one sees the seconds until a labelled bot is offered, and plays it',
      run: async browser => {
        const one = await account(browser);
        const { page } = one;
        await page.goto(`${base}/lobby`);
        await page.locator(`[data-pool^="${secret} "]`).nth(1).click();
        const seconds = page.locator('[data-bot-in]');
        const first = Number(await seconds.getAttribute('data-bot-in'));
        await page.locator(`[data-bot-in="${first - 2}"]`).waitFor();
        await accessible(page);
        await page.click('[data-action="leave-pool"]');
        await page.locator('[data-pairing]').waitFor({ state: 'detached' });

        await page.locator(`[data-pool^="${secret} "]`).nth(1).click();
        await page.locator('[data-pairing="bot_offered"]').waitFor({ timeout: 40_000 });
        await accessible(page);
        await page.click('[data-action="play-bot"]');
        await inGame(page);
        await dealt(page);
        await closeAll(one);
      },
    },
    {
      name: 'a finished game between people is on everybody’s pages',
      run: async browser => {
        const [one, other] = [await account(browser), await account(browser)];
        await offer(one.page, open);
        await other.page.goto(`${base}/lobby`);
        await other.page
          .locator('[data-seek]', { hasText: one.name })
          .locator('[data-action="accept"]')
          .click();
        await Promise.all([inGame(one.page), inGame(other.page)]);
        await Promise.all([dealt(one.page), dealt(other.page)]);
        const id = other.page.url().split('/').at(-1);

        const watcher = await guest(browser);
        await watcher.page.goto(`${base}/watch`);
        await watcher.page.locator(`[data-game="${id}"]`).waitFor();
        await accessible(watcher.page);

        await resign(one.page);
        await one.page.goto(base);
        await one.page.locator(`[data-part="finished"] [data-game="${id}"]`).waitFor();
        await watcher.page.goto(`${base}/archive?player=${one.name}`);
        await watcher.page.locator(`[data-game="${id}"]`).waitFor();
        await accessible(watcher.page);
        await watcher.page.goto(`${base}/player/${other.name}`);
        await watcher.page.locator(`[data-game="${id}"]`).waitFor();
        await watcher.page.goto(`${base}/statistics/${open}`);
        await watcher.page.locator('[data-part="whole"] .tally-bar').waitFor();
        await accessible(watcher.page);
        await closeAll(one, other, watcher);
      },
    },
    {
      name: 'a blocked player cannot challenge, and is reported',
      run: async browser => {
        const [one, other] = [await account(browser), await account(browser)];
        const { page } = one;
        await page.goto(`${base}/player/${other.name}`);
        await page.click('[data-action="report"]');
        await page.locator('[data-form="report"] [name="text"]').fill('Only a test.');
        await accessible(page);
        await page.locator('[data-form="report"] [type="submit"]').click();
        await page.locator('.dialog [role="status"]').waitFor();
        await page.click('[data-action="close-report"]');
        await page.click('[data-action="block"]');
        await page.locator('[data-action="challenge"]:disabled').waitFor();

        await other.page.goto(`${base}/player/${one.name}`);
        await other.page.click('[data-action="challenge"]');
        await other.page.locator('[data-form="propose"] [type="submit"]').click();
        await other.page.locator('[data-error="blocked"]').waitFor();
        await closeAll(one);
        await other.context.close();
      },
    },
    {
      name: 'every page between people fits a small phone and is accessible',
      run: async browser => {
        const one = await account(browser, smallPhone);
        const { page, name } = one;
        const addresses = [
          '',
          'lobby',
          'account',
          `player/${name}`,
          'watch',
          'archive',
          `statistics/${open}`,
          `leaderboards/${open}/blitz`,
          'notices',
          'sign-in',
          'sign-up',
          'forgotten',
          'reset?token=x',
          'verify-email?token=x',
        ];
        for (const address of addresses) {
          await page.goto(`${base}/${address}`);
          await page.locator('main h1').waitFor();
          await page.waitForLoadState('networkidle');
          await noSidewaysScroll(page);
          await accessible(page);
        }
        await page.click('[data-action="menu"]');
        await noSidewaysScroll(page);
        await accessible(page);
        await page.click('.site-links a[href="/watch"]');
        await page.waitForURL(/\/watch$/);
        await closeAll(one);
      },
    },
  ];
}
