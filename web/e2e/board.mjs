// Hands and eyes for the board: what it offers is read from the page, never worked out.
export const chance = seed => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

export const pick = (list, random) => list[Math.floor(random() * list.length)];

async function centre(page, square) {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function click(page, square) {
  await page.mouse.click(...(await centre(page, square)));
}

export async function tap(page, square) {
  await page.touchscreen.tap(...(await centre(page, square)));
}

export async function drag(page, from, to) {
  const [x, y] = await centre(page, from);
  const [toX, toY] = await centre(page, to);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + toX) / 2, (y + toY) / 2, { steps: 3 });
  await page.mouse.move(toX, toY, { steps: 3 });
  await page.mouse.up();
}

/** Walks to a square with the arrow keys. */
async function walk(page, square) {
  await page.locator('.board-cell[tabindex="0"]').focus();
  const from = await page.locator('.board-cell:focus').getAttribute('data-square');
  const turned = (await page.locator('.table .board').getAttribute('data-orientation')) === 'black';
  const file = (square.charCodeAt(0) - from.charCodeAt(0)) * (turned ? -1 : 1);
  const rank = (Number(square.slice(1)) - Number(from.slice(1))) * (turned ? -1 : 1);
  for (let n = Math.abs(file); n > 0; n -= 1)
    await page.keyboard.press(file > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let n = Math.abs(rank); n > 0; n -= 1) await page.keyboard.press(rank > 0 ? 'ArrowUp' : 'ArrowDown');
}

export async function enter(page, square) {
  await walk(page, square);
  await page.keyboard.press('Enter');
}

/** A press that wanders a little within its square, as a hand's does. */
async function nudge(page, square) {
  const [x, y] = await centre(page, square);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 3, { steps: 2 });
  await page.mouse.up();
}

/** Chooses in a chooser by keys alone; its first choice has the focus already. */
async function chooseByKeys(page, action) {
  const choices = page.locator('.chooser [data-choose]');
  await choices.first().waitFor();
  for (let n = await choices.count(); n > 0; n -= 1) {
    if ((await page.locator('.chooser :focus').getAttribute('data-choose')) === action) break;
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Enter');
}

const chooseByClick = (page, action) => page.locator(`[data-choose="${action}"]`).click();

export const pull = {
  keys: async (page, from, to) => {
    await enter(page, from);
    await page.locator(`[data-square="${from}"][aria-selected="true"]`).waitFor();
    await enter(page, to);
  },
  click: async (page, from, to) => {
    await click(page, from);
    await click(page, to);
  },
  tap: async (page, from, to) => {
    await tap(page, from);
    await tap(page, to);
  },
  drag,
};

/** How each hand acts on one square and in a chooser. */
export const hands = {
  click: { pull: pull.click, press: click, choose: chooseByClick },
  drag: { pull: pull.drag, press: nudge, choose: chooseByClick },
  keys: { pull: pull.keys, press: enter, choose: chooseByKeys },
};

/** Every offered pull, and every square on which something can be done without one. */
export function offers(page) {
  return page.locator('.board-cell').evaluateAll(cells => ({
    pulls: cells.flatMap(({ dataset }) =>
      (dataset.dests ?? '')
        .split(' ')
        .filter(Boolean)
        .map(to => [dataset.square, to]),
    ),
    stays: cells.filter(({ dataset }) => dataset.stay !== undefined).map(({ dataset }) => dataset.square),
  }));
}

/** The pieces as shown: square → piece and look. Read in one go, so that none is missed while it moves. */
export function shownPieces(page) {
  return page
    .locator('.board-cell')
    .evaluateAll(cells =>
      Object.fromEntries(
        cells
          .filter(({ dataset }) => dataset.piece)
          .map(({ dataset }) => [dataset.square, `${dataset.piece} ${dataset.look}`]),
      ),
    );
}

export const pieceOn = (page, square) => page.locator(`[data-square="${square}"]`).getAttribute('data-piece');

const ready = '.table[data-can-act="true"], .table[data-phase="over"], .chooser';

/** Waits until this guest may act, is asked something, or the game is over. */
export async function awaitTurn(page) {
  await page.locator(ready).first().waitFor({ timeout: 30_000 });
  if (await page.locator('.table[data-phase="over"]').count()) return 'over';
  return (await page.locator('.chooser').count()) ? 'asked' : 'turn';
}

export const plies = page => page.locator('.table').getAttribute('data-ply').then(Number);

/** Plays random offers by hand until `limit` plies are on the board or the game is over. */
export async function playRandomly(page, hand, limit, random) {
  const { press, choose } = hand === pull.keys ? hands.keys : hands.click;
  for (;;) {
    const what = await awaitTurn(page);
    if (what === 'over') return 'over';
    if (what === 'asked') {
      const choices = page.locator('.chooser [data-choose]');
      const actions = await choices.evaluateAll(list => list.map(({ dataset }) => dataset.choose));
      await choose(page, pick(actions, random));
      await page.locator('.chooser').waitFor({ state: 'detached' });
      continue;
    }
    const before = await plies(page);
    if (before >= limit) return 'limit';
    const { pulls, stays } = await offers(page);
    if (stays.length > 0 && (pulls.length === 0 || random() < 0.4)) {
      const square = pick(stays, random);
      await press(page, square);
      await page.locator('[data-stay-action]').waitFor();
      await press(page, square);
    } else {
      await hand(page, ...pick(pulls, random));
    }
    await page
      .locator(`.table[data-phase="over"], .chooser, .table:not([data-ply="${before}"])`)
      .first()
      .waitFor();
  }
}
