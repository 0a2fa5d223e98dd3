import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';

const ground = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
const themeSwitch = (page: Page, theme: string) => page.getByRole('button', { name: `Theme: ${theme}` });

const service = await sharedTestGateway();

describe('the theme of the pages', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('follows the system until one is chosen, which the browser remembers and other pages follow', async () => {
    const { page, close } = await browser.open(`${service.url}/console/`, { colorScheme: 'dark' });
    const dark = await ground(page);
    await themeSwitch(page, 'System').click();
    await themeSwitch(page, 'Light').waitFor();
    const light = await ground(page);
    assert.notEqual(light, dark);
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console/tools`);
    assert.equal(await ground(other), light);
    assert.deepEqual(await accessibilityViolations(other), []);
    await themeSwitch(other, 'Light').press('Enter');
    await themeSwitch(page, 'Dark').waitFor();
    assert.equal(await ground(page), dark);
    await themeSwitch(page, 'Dark').press(' ');
    await themeSwitch(other, 'System').waitFor();
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await close();
  });

  test('is shown before the page appears', async () => {
    const { page, close } = await browser.open(`${service.url}/console/`, { colorScheme: 'dark' });
    await page.evaluate("localStorage.setItem('textmill-theme', 'light')");
    // The script of the console never runs, so only that of the theme can have set it.
    await page.route(/\/main-\w+\.js$/, (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'light');
    await close();
  });

  test('can be changed where the browser forbids storage', async () => {
    const { page, close } = await browser.open('about:blank', { colorScheme: 'light' });
    await page.addInitScript("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })");
    await page.goto(`${service.url}/console/`);
    const light = await ground(page);
    await themeSwitch(page, 'System').click();
    await themeSwitch(page, 'Light').click();
    await themeSwitch(page, 'Dark').waitFor();
    assert.notEqual(await ground(page), light);
    await close();
  });
});
