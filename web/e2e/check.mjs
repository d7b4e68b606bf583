import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';

/** Board, both player bars, status and resign (or result) lie inside the viewport; nothing scrolls sideways. */
export async function fits(page) {
  const found = await page.evaluate(() => {
    const view = { width: innerWidth, height: innerHeight };
    scrollTo(0, 0);
    const parts = [
      '.board',
      '.player-bar[data-side="white"]',
      '.player-bar[data-side="black"]',
      '[data-status]',
    ];
    const last = document.querySelector('[data-action="resign"]')
      ? '[data-action="resign"]'
      : '[data-action="result"]';
    const outside = [...parts, last].filter(selector => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return (
        !box || box.left < 0 || box.top < 0 || box.right > view.width + 0.5 || box.bottom > view.height + 0.5
      );
    });
    return { outside, wide: document.documentElement.scrollWidth > view.width };
  });
  assert.deepEqual(found, { outside: [], wide: false });
}

export async function noSidewaysScroll(page) {
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    true,
    'scrolls sideways',
  );
}

export async function accessible(page) {
  assert.deepEqual(await accessibilityFaults(page), []);
}
