import type { BrowserContextOptions, Page } from 'playwright-core';
import type { BrowserPage, TestBrowser } from './browser.js';
import { adminToken } from './gateway.js';

/** Opens a view of the console, and signs in if it asks for a token. */
export async function openAsOperator(
  browser: TestBrowser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<BrowserPage> {
  const opened = await browser.open(address, options);
  await signInAtGate(opened.page);
  return opened;
}

/** Signs in on a view that asks for the token. */
export async function signInAtGate(page: Page, token = adminToken): Promise<void> {
  await page.getByRole('main').getByLabel('Admin token').fill(token);
  await page.keyboard.press('Enter');
}

/** Sends texts to the gateway, in place of running them in the browser. */
export async function sendToGateway(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Runs (?:in this browser|on the gateway)$/ }).click();
  await page.getByRole('switch', { name: 'Send texts to the gateway' }).check();
  await page.keyboard.press('Escape');
}

/** Signs in with the link that a page was opened with. */
export async function acceptLink(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Sign in with this link?' })
    .getByRole('button', { name: /^Sign in as/ })
    .click();
}

/** Opens a page with a sign-in link, and signs in with it. */
export async function openLink(browser: TestBrowser, address: string): Promise<BrowserPage> {
  const opened = await browser.open(address);
  await acceptLink(opened.page);
  return opened;
}

/** Lets the gateway refuse sessions to the page, as where a proxy changes the origin. */
export async function refuseSessions(page: Page): Promise<void> {
  await page.route('**/sign-in', async (route) => {
    const headers = { ...route.request().headers(), origin: 'https://other.example' };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
}

/** Returns the accessible name of the focused element. */
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

/** Returns by how many pixels the page is wider than the viewport. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
