import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { focused } from '../support/console-operator.js';
import { adminToken, startTestGateway } from '../support/gateway.js';

describe('signing in to the console', { skip: unlessBrowser }, async () => {
  const browser = new TestBrowser({ after });
  const service = await startTestGateway({ after });

  test('a token that a header cannot carry is refused with a clear message', async () => {
    const { page, close } = await browser.open(`${service.url}/console/`);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    for (const token of ['tökén', 'one two', 'dash–ed', '鍵']) {
      await dialog.getByLabel('Admin token or API key').fill(token);
      await page.keyboard.press('Enter');
      await dialog.getByText('A token has only letters, digits and signs of ASCII').waitFor();
    }
    await close();
  });

  test('the focus stays on the button while the token is checked, and goes to the field after signing out', async () => {
    const { page, close } = await browser.open(`${service.url}/console/`);
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('**/keys?*', async (route) => {
      await opened;
      await route.fallback();
    });
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Admin token or API key').fill('wrong');
    const button = dialog.getByRole('button', { name: 'Sign in' });
    await button.press('Enter');
    await dialog.locator('button[aria-disabled="true"]').waitFor();
    assert.equal(await focused(page), 'Sign in');
    open();
    await dialog.getByText('Invalid admin token').waitFor();
    assert.equal(await focused(page), 'Sign in');
    await dialog.getByLabel('Admin token or API key').fill(adminToken);
    await button.press('Enter');
    await page.getByRole('button', { name: 'Operator' }).press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await dialog.getByLabel('Admin token or API key').waitFor();
    assert.equal(await focused(page), 'Admin token or API key');
    await close(/401/);
  });
});
