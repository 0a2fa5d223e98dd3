import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { signInAtGate } from '../support/console-operator.js';
import { startTestGateway } from '../support/gateway.js';

describe('a long list of keys in the console', { skip: unlessBrowser }, async () => {
  const browser = new TestBrowser({ after });

  async function opened(t: TestContext, count: number) {
    const service = await startTestGateway({ after: (end) => t.after(end) });
    for (let index = 0; index < count; index++) await service.key({ label: `number ${index}` });
    const { page, close } = await browser.open(`${service.url}/console/`);
    // The list is loaded again when the clock is moved.
    await page.clock.install();
    await page.goto(`${service.url}/console/keys`);
    await signInAtGate(page);
    await page.getByText(`${count.toLocaleString('en')} keys`, { exact: true }).waitFor();
    const refreshed = async () => {
      const answer = page.waitForResponse(/\/keys\?limit/);
      await page.clock.runFor(31_000);
      await (await answer).finished();
      // The next page is requested after the one before is shown.
      const next = page.waitForResponse(/\/keys\?limit/);
      await page.clock.runFor(31_000);
      await (await next).finished();
    };
    return { service, page, close, refreshed };
  }

  test('a new key stays visible after the first hundred, and its dialog stays open', async (t) => {
    const { page, close, refreshed } = await opened(t, 130);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('the newest');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Manage “the newest”' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('typed');
    await refreshed();
    assert.equal(await page.getByRole('dialog').getByLabel('Label').inputValue(), 'typed');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /the newest/ }).waitFor();
    await close();
  });

  test('a search finds keys that are not loaded yet, and more than a thousand keys stay', async (t) => {
    const { service, page, close, refreshed } = await opened(t, 1_130);
    await page.getByLabel('Search keys').fill('number 1129');
    await page.getByRole('row', { name: /number 1129/ }).waitFor();
    await page.getByText('1 of 1,130 keys').waitFor();
    const { keys } = service.gateway;
    const last = keys.list({ limit: 1_000, after: keys.list({ limit: 1_000 })?.next })?.keys.at(-1);
    assert.equal(last?.label, 'number 1129');
    await keys.revoke(last.id);
    await refreshed();
    await page.getByRole('heading', { name: 'No key fits' }).waitFor();
    await page.getByText('0 of 1,130 keys').waitFor();
    await close();
  });
});
