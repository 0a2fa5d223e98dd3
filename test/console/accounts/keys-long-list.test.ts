import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { openAsOperator, signInAtGate } from '../../support/console-operator.js';
import { startTestGateway } from '../../support/gateway.js';

describe('a long list of keys in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  const service = await startTestGateway({ after });
  for (let index = 0; index < 130; index++) await service.key({ label: `number ${index}` });

  async function opened(count: number) {
    const { page, close } = await browser.open(`${service.url}/console/`);
    // The list is loaded again when the clock is moved.
    await page.clock.install();
    await page.goto(`${service.url}/console/keys`);
    await signInAtGate(page);
    await page.getByText(`${count.toLocaleString('en')} keys`, { exact: true }).waitFor();
    const refreshed = async () => {
      const response = page.waitForResponse(/\/keys\?limit/);
      await page.clock.runFor(31_000);
      await (await response).finished();
      // The next page is requested after the one before is shown.
      const next = page.waitForResponse(/\/keys\?limit/);
      await page.clock.runFor(31_000);
      await (await next).finished();
    };
    return { page, close, refreshed };
  }

  test('a list of several pages loads to its end, newest first, and its columns sort it', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.getByText('130 keys', { exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Load more' }).count(), 0);
    const ends = async () => {
      const labels = await page.locator('.keys-label').allTextContents();
      return [labels[0], labels.at(-1)];
    };
    assert.deepEqual(await ends(), ['number 129', 'number 0']);
    const header = (name: string) => page.getByRole('columnheader', { name });
    assert.equal(await header('Created').getAttribute('aria-sort'), 'descending');
    await header('Created').getByRole('button').click();
    assert.deepEqual(await ends(), ['number 0', 'number 129']);
    await header('Key').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.equal(await header('Key').getAttribute('aria-sort'), 'descending');
    assert.equal(await header('Created').getAttribute('aria-sort'), null);
    assert.deepEqual(await ends(), ['number 129', 'number 0']);
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-sorted');
    await close();
  });

  test('a new key stays visible after the first hundred, and its dialog stays open', async () => {
    const { page, close, refreshed } = await opened(130);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('the newest');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
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

  test('a search finds keys that are not loaded yet, and more than a thousand keys stay', async () => {
    const made = service.gateway.keys.list({ limit: 1_000 })?.keys.length ?? 0;
    for (let index = made - 1; index < 1_130; index++) await service.key({ label: `number ${index}` });
    const { page, close, refreshed } = await opened(1_131);
    await page.getByLabel('Search keys').fill('number 1129');
    await page.getByRole('row', { name: /number 1129/ }).waitFor();
    await page.getByText('1 of 1,131 keys').waitFor();
    const { keys } = service.gateway;
    const last = keys.list({ limit: 1_000, after: keys.list({ limit: 1_000 })?.next })?.keys.at(-1);
    assert.equal(last?.label, 'number 1129');
    await keys.revoke(last.id, author);
    await refreshed();
    await page.getByRole('heading', { name: 'No key fits' }).waitFor();
    await page.getByText('0 of 1,131 keys').waitFor();
    await close();
  });
});
