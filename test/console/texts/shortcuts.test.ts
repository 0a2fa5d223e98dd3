import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('keyboard shortcuts', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('the search for tools gets the focus from anywhere, but a slash in a text stays a slash', async () => {
    const { page, input, search, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await page.locator('body').press('/');
    assert.equal(await hasFocus(search), true);
    assert.equal(await search.inputValue(), '');
    await input.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('/?');
    assert.equal(await input.inputValue(), 'a/?');
    await page.keyboard.press('Control+k');
    assert.equal(await hasFocus(search), true);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.keyboard.press('Control+k');
    await page.waitForURL(/console\/tools$/);
    const tools = page.getByRole('searchbox', { name: 'Search tools' });
    await tools.and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Upper case', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Upper case' }).waitFor();
    await page.keyboard.press('/');
    await tools.and(page.locator(':focus')).waitFor();
    await close();
  });

  test('a question mark shows the keys, and Escape goes back to where the focus was', async () => {
    const { page, search, screenshot, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    const handle = page.getByRole('button', { name: 'Move step 1, Upper case', exact: true });
    await handle.focus();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Search for a tool').waitFor();
    await screenshot('shortcuts');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('/');
    assert.equal(await hasFocus(search), false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await hasFocus(handle), true);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
    await close();
  });

  test('Ctrl+Enter runs a new step whose required options are missing, which shows what is missing', async () => {
    const { page, search, signIn, outcome, close } = await openPlayground(browser, service, fragmentOf([], 'a'));
    await signIn((await service.key()).secret);
    await search.fill('find-replace');
    await page.keyboard.press('Enter');
    await outcome.getByText('Step 1 waits for its options.').waitFor();
    await page.keyboard.press('Control+Enter');
    await outcome.getByRole('alert').waitFor();
    await close(/400/);
  });
});
