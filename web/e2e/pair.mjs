// Two people at one table: accounts made and games agreed on over the API, played in two browsers.
import { awaitTurn, hands, offers, pick, pull } from './board.mjs';
import { base, guest } from './browser.mjs';

const headers = { origin: new URL(base).origin };

async function answered(answer) {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

export const ask = async (page, path) => answered(await page.request.get(`${base}/api/v1${path}`));

export const send = async (page, method, path, data) =>
  answered(await page.request.fetch(`${base}/api/v1${path}`, { method, data, headers }));

let made = 0;

/** A fresh browser with an account of its own. */
export async function person(browser, options) {
  const one = await guest(browser, options);
  await ask(one.page, '/me');
  made += 1;
  const name = `T${Date.now().toString(36)}${made}`;
  await send(one.page, 'POST', '/account', { name, password: 'a long password' });
  return { ...one, name };
}

const blitz = { kind: 'live', base: 300, increment: 3, delay: 0 };

/** A game between two people, opened in both browsers and dealt. The first plays White unless said otherwise. */
export async function table(first, second, conditions = {}) {
  const proposal = await send(first.page, 'POST', '/challenges', {
    opponent: second.name,
    conditions: { clock: blitz, rated: true, colour: 'white', ...conditions },
  });
  const { id } = await send(second.page, 'POST', `/proposals/${proposal.id}/accept`);
  for (const { page } of [first, second]) await page.goto(`${base}/game/${id}`);
  for (const { page } of [first, second]) await page.locator('.table[data-phase="playing"]').waitFor();
  return id;
}

const ready = page => page.locator('.table[data-can-act="true"], .chooser').count();
const over = page => page.locator('.table[data-phase="over"]').count();
export const plyOf = page => page.locator('.table').getAttribute('data-ply').then(Number);

/** Whichever of the two may act now, or null once the game is over. */
async function next(pages) {
  for (let n = 0; n < 300; n += 1) {
    for (const page of pages) {
      if (await over(page)) return null;
      if (await ready(page)) return page;
    }
    await pages[0].waitForTimeout(50);
  }
  throw new Error('nobody may act');
}

/** One action of one player, chosen among what the page offers. */
export async function act(page, random, hand = pull.click) {
  await awaitTurn(page);
  const before = await plyOf(page);
  if (await page.locator('.chooser').count()) {
    const choices = page.locator('.chooser [data-choose]');
    const actions = await choices.evaluateAll(list => list.map(({ dataset }) => dataset.choose));
    await page.locator(`[data-choose="${pick(actions, random)}"]`).click();
  } else {
    const { pulls, stays } = await offers(page);
    if (stays.length > 0 && (pulls.length === 0 || random() < 0.3)) {
      const square = pick(stays, random);
      await hands.click.press(page, square);
      await page.locator('[data-stay-action]').waitFor();
      await hands.click.press(page, square);
    } else await hand(page, ...pick(pulls, random));
  }
  await page
    .locator(`.table[data-phase="over"], .chooser, .table:not([data-ply="${before}"])`)
    .first()
    .waitFor();
}

/** Both play what is offered until `until` says so, `limit` actions are on the board, or the game is over. */
export async function playTogether(pages, limit, random, until = async () => false) {
  for (;;) {
    const page = await next(pages);
    if (!page || (await plyOf(page)) >= limit || (await until())) return;
    await act(page, random);
  }
}

/** Ends a game that still runs: one offers a draw, the other accepts. */
export async function agree(one, two) {
  if (await over(one.page)) return;
  await one.page.click('[data-action="more"]');
  const offer = one.page.locator('[data-action="offer-draw"]');
  await offer.click();
  await one.page.locator('[data-offering="draw"]').waitFor();
  await two.page.locator('[data-action="accept"]').click();
}

/** Every frame that a page hears of its game, as text. */
export function listen(page) {
  const frames = [];
  page.on('websocket', socket => {
    if (/\/games\//.test(socket.url()))
      socket.on('framereceived', ({ payload }) => frames.push(`${payload}`));
  });
  return frames;
}
