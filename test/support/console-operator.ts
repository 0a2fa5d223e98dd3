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

/** Signs in where a view stands behind the question for the token. */
export async function signInAtGate(page: Page, token = adminToken): Promise<void> {
  await page.getByRole('main').getByLabel('Admin token or API key').fill(token);
  await page.keyboard.press('Enter');
}
