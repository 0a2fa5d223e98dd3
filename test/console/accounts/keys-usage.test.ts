import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { suiteScope } from '../../support/cleanup.js';
import { focused, openAsOperator, pressTabUntil, sidewaysOverflow } from '../../support/console-operator.js';
import { startTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { operatorOf } from '../../support/operator.js';

describe('what keys were used for, and their old secrets', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const scope = suiteScope();
  let address: string;
  // The page says how long ago this was.
  before(async () => {
    const service = await startTestGateway(scope);
    const { admin, statusWith } = operatorOf(service);
    const quiet = await service.key({ label: 'quiet' });
    const busy = await service.key({ label: 'busy', accountId: quiet.key.accountId });
    await service.key({ label: 'unused' });
    for (let i = 0; i < 12; i++) await statusWith(busy.secret);
    await statusWith(quiet.secret);
    await admin('POST', `/keys/${busy.key.id}/rotate`, { graceSeconds: 86_400 });
    address = `${service.url}/console/keys`;
  });

  test('the table sorts by the requests in 24 hours, and says when the old secret of a rotated key ends', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    const row = (label: string) => page.getByRole('row', { name: new RegExp(label) });
    const cellsOf = async (label: string) => (await row(label).getByRole('cell').allTextContents()).slice(-3, -1);
    await row('unused').waitFor();
    const [requests, status] = await cellsOf('busy');
    assert.equal(requests, '12');
    assert.match(status ?? '', /^ActiveOld secret ends in 24 hours$/);
    assert.deepEqual(await cellsOf('quiet'), ['1', 'Active']);
    assert.deepEqual(await cellsOf('unused'), ['0', 'Active']);
    const header = page.getByRole('columnheader', { name: 'Requests, 24 h' });
    const labels = async () =>
      (await page.getByRole('rowheader').allTextContents()).map((text) => text.replace(/….*/, ''));
    await header.getByRole('button').click();
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await labels(), ['busy', 'quiet', 'unused']);
    await header.getByRole('button').press('Enter');
    assert.equal(await header.getAttribute('aria-sort'), 'ascending');
    assert.deepEqual(await labels(), ['unused', 'quiet', 'busy']);
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(await sidewaysOverflow(page), 0);
    await screenshot('keys-usage');
    await page.getByRole('button', { name: /^Manage “busy”/ }).click();
    await page
      .getByRole('dialog')
      .getByText(/^Ends in 24 hours, at /)
      .waitFor();
    await screenshot('keys-usage-manage');
    await close();
  });

  test('a rotation shows the end of the old secret immediately, and keeps the requests in sight', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const row = page.getByRole('row', { name: /quiet/ });
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old secret').selectOption({ label: 'Stays valid for 1 hour' });
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog', { name: 'The new secret' })
      .getByRole('button', { name: 'Copy', exact: true })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await row.getByText('Old secret ends in 60 minutes').waitFor();
    assert.deepEqual((await row.getByRole('cell').allTextContents()).at(-3), '1');
    await close();
  });

  test('a phone shows them on the cards', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address, {
      viewport: { width: 390, height: 844 },
    });
    const card = page.getByRole('listitem').filter({ hasText: 'busy' });
    await card.getByText('Old secret ends in 24 hours').waitFor();
    assert.match((await card.textContent()) ?? '', /Requests, 24 h12/);
    await screenshot('keys-usage-phone');
    await close();
  });

  test('cards can be sorted as well, by keyboard: up to 1,248 px there was no way', async () => {
    for (const width of [390, 1_120]) {
      const opened = await openAsOperator(browser, address, { viewport: { width, height: 844 } });
      const { page } = opened;
      const first = page.locator('.keys-card .keys-label').first();
      const isFirst = (label: string) =>
        until(`${label} is the first`, async () => (await first.textContent()) === label);
      const choice = page.getByLabel('Sort by');
      assert.equal(await choice.inputValue(), 'created');
      await choice.selectOption('Requests, 24 h');
      await isFirst('busy');
      await pressTabUntil(page, 'Sort ascending');
      await page.keyboard.press('Enter');
      await until(
        'the busiest is the last',
        async () => (await page.locator('.keys-label').last().textContent()) === 'busy',
      );
      assert.equal(await focused(page), 'Sort descending');
      assert.deepEqual(await accessibilityViolations(page), []);
      assert.equal(await sidewaysOverflow(page), 0);
      await opened.screenshot(`keys-cards-${width}`);
      await opened.close();
    }
  });
});
