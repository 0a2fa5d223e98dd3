import type { BrowserContextOptions, Page } from 'playwright-core';
import type { BrowserPage, TestBrowser } from './browser.js';
import { adminToken } from './gateway.js';

/** Opens a view of the console and signs in where it asks for that. */
export async function openAsOperator(
  browser: TestBrowser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<BrowserPage> {
  const opened = await browser.open(address, options);
  await signInAtGate(opened.page);
  return opened;
}

/** Signs in where a view asks for the token. */
export async function signInAtGate(page: Page, token = adminToken): Promise<void> {
  await page.getByRole('main').getByLabel('Admin token or API key').fill(token);
  await page.keyboard.press('Enter');
}

/** The name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { activeElement: element } = document;
    return (element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.innerText).trim();
  })()`);
}

/** Presses Tab until the element with this name has the focus. @throws if it cannot be reached. */
export async function pressTabUntil(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The tab key does not lead to ${name}`);
}

/** By how many pixels the page is wider than what it is seen through. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
