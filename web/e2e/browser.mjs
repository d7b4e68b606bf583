// A browser as a guest has it, with every console error remembered.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

export const base = process.env.BACKRANK_URL ?? 'http://127.0.0.1:8080';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const desktop = { viewport: { width: 1280, height: 800 } };
export const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const smallPhone = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true };

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });

/** A fresh guest: own cookies, own storage. `faults` fills with console errors and exceptions. */
export async function guest(browser, options = desktop) {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', message => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', error => faults.push(String(error.stack ?? error)));
  page.setDefaultTimeout(15_000);
  return { context, page, faults };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Serious and critical findings of axe, as readable lines. */
export async function accessibilityFaults(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => window.axe.run(document));
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
}
