import { base } from './browser.mjs';

export async function variantsOf(page) {
  return (await page.request.get(`${base}/api/v1/variants`)).json();
}

/** Starts a game through the lobby, against the weakest computer. */
export async function startInLobby(page, variant, colour = 'random') {
  await page.goto(base);
  await page.locator('.card').first().waitFor();
  await page.selectOption('select[name="level"]', '1');
  await page.click(`[data-colour="${colour}"]`);
  await page.click(`[data-play="${variant}"]`);
  await page.locator('.table:not([data-phase="dealing"])').waitFor();
}

/** Opens a prepared position; the server must have been built for testing. */
export async function startPrepared(page, variant, fen, colour = 'white') {
  await page.goto(base);
  await page.locator('.card').first().waitFor();
  const answer = await page.request.post(`${base}/api/v1/testing/games`, {
    data: { variant, fen, colour },
    headers: { origin: new URL(base).origin },
  });
  if (!answer.ok()) throw new Error(`prepared position refused: ${answer.status()} ${await answer.text()}`);
  const { id } = await answer.json();
  await page.goto(`${base}/game/${id}`);
  await page.locator('.table[data-can-act="true"]').waitFor();
}

export async function resign(page) {
  if (await page.locator('.table[data-phase="over"]').count()) return;
  await page.locator('[data-action="resign"]').click();
  await page.locator('[data-action="resign-yes"]').click();
}
