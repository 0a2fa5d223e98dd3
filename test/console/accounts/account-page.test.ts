import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { auditActions } from '#gateway/server/storage/audit-log.js';
import type { SessionHolder } from '#gateway/server/storage/session-table.js';
import { assertLooksRight } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { type BrowserPage, sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openLink, pressTabUntil } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { operatorOf } from '../../support/operator.js';
import { operatorHolder } from '../../support/sessions.js';

const service = await sharedTestGateway();

describe('the page of an account, and what its keys may do', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { admin, statusWith } = operatorOf(service);
  let accountId: string;
  let issued: IssuedKey;

  before(async () => {
    const customer = { plan: 'pro', name: 'Example Ltd', externalId: 'customer-1042', dailyQuota: 3 };
    ({ id: accountId } = (await admin('POST', '/accounts', customer)).json as { id: string });
    issued = await service.key({ label: 'of a customer', accountId });
    for (let index = 0; index < 5; index++) await statusWith(issued.secret);
    await until('the usage is in the store', async () => {
      const { json } = await admin('GET', `/usage/days?accountId=${accountId}`);
      return (json as { rows: unknown[] }).rows.length > 0;
    });
  });

  const openAs = async (holder: SessionHolder, view: string) => {
    const link = await service.gateway.sessions.createLink(holder, author);
    return openLink(browser, `${service.url}/console/${view}#signin=${link?.secret}`);
  };
  const asOperator = () => openAs(operatorHolder, `usage/${accountId}`);
  const asOwner = (view: string) => openAs({ role: 'owner', accountId }, view);
  const lookAt = (name: string, opened: BrowserPage) => assertLooksRight(name, opened, [1_440, 390, 2_560]);
  const accountNow = async () => (await admin('GET', `/accounts/${accountId}`)).json as Record<string, unknown>;
  const keyNow = async () => (await admin('GET', `/keys/${issued.key.id}`)).json as Record<string, unknown>;
  const manage = (page: Page) => page.getByRole('button', { name: /^Manage “of a customer”/ }).click();

  test('has its facts, its usage by month with the refusals, and its keys', async () => {
    const opened = await asOperator();
    const { page } = opened;
    await page.getByRole('heading', { name: 'Example Ltd' }).waitFor();
    await page.getByText('customer-1042', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Daily quota', { exact: true }).inputValue(), 'number');
    assert.equal(await page.getByLabel('Daily quota, as a number').inputValue(), '3');
    assert.equal(await page.getByLabel('Burst of a key').inputValue(), 'setting');
    const months = page.getByRole('region', { name: 'Usage by month' });
    // Five requests, of which the quota refused two; three results of one character.
    await months.getByRole('row', { name: /^\w+ \d{4} 3 3 3 0 0 2$/ }).waitFor();
    await page.getByRole('row', { name: 'Daily quota used up 2' }).waitFor();
    await page.getByText('3 of 3 used').waitFor();
    await page.getByRole('button', { name: /^Manage “of a customer”/ }).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Account', exact: true }).count(), 0);
    await lookAt('account-page', opened);
    await opened.close();
  });

  test('changes the name and the limits by keyboard, and disables the account', async () => {
    const opened = await asOperator();
    const { page } = opened;
    await page.getByLabel('Name').fill('Example Group');
    await pressTabUntil(page, 'Save name');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Example Group' }).waitFor();
    const quota = page.getByLabel('Daily quota, as a number');
    await quota.fill('0.5');
    await page.keyboard.press('Enter');
    await page.getByText('This must be a whole number above 0').waitFor();
    assert.equal(await focused(page), 'Daily quota, as a number');
    await quota.fill('4000000000');
    await page.keyboard.press('Enter');
    await page.getByText(/^This must be /).waitFor();
    await lookAt('account-page-wrong', opened);
    await quota.fill('20000');
    await page.getByLabel('Burst of a key', { exact: true }).selectOption('No limit');
    await pressTabUntil(page, 'Save limits');
    // What is shown of the account below is loaded again.
    const shownAgain = ['/usage/', '/audit?'].map((part) =>
      page.waitForResponse((response) => response.url().includes(part), { timeout: 30_000 }),
    );
    await page.keyboard.press('Enter');
    await Promise.all(shownAgain);
    await page.getByText('3 of 20,000 used').waitFor();
    await until('the limits are saved', async () => (await accountNow()).dailyQuota === 20_000);
    await page.getByLabel('Daily quota', { exact: true }).selectOption('The setting');
    await page.getByRole('button', { name: 'Save limits' }).click();
    await until('the setting holds again', async () => (await accountNow()).dailyQuota === null);
    const { name, burstPerMinute } = await accountNow();
    assert.deepEqual([name, burstPerMinute], ['Example Group', 0]);
    await page.getByRole('button', { name: 'Disable the account' }).press('Enter');
    await page.getByRole('button', { name: 'Enable the account' }).waitFor();
    assert.equal(await statusWith(issued.secret), 401);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Disable the account' }).waitFor();
    assert.equal(await statusWith(issued.secret), 200);
    await opened.close(/400/);
  });

  test('a key has an end, a burst, operations and addresses, which its owner can narrow', async () => {
    const opened = await asOperator();
    const { page } = opened;
    await manage(page);
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save limits' });
    await dialog.getByLabel('Ends').fill('2020-01-01T00:00');
    await save.click();
    await dialog.getByText('This must be in the future').waitFor();
    assert.equal(await focused(page), 'Ends');
    await dialog.getByLabel('Ends').fill('2090-01-31T12:30');
    await dialog.getByLabel('Requests per minute', { exact: true }).selectOption('A number');
    await dialog.getByLabel('Requests per minute, as a number').fill('600');
    await dialog.getByLabel('sort-dedupe').uncheck();
    await dialog.getByLabel(/^Addresses/).fill('127.0.0.0/8\n192.0.2.1/24');
    await save.press('Enter');
    await dialog.getByText(/^Line 2 must/).waitFor();
    await lookAt('key-limits-wrong', opened);
    await dialog.getByLabel(/^Addresses/).fill('127.0.0.0/8\n192.0.2.0/24');
    await save.press('Enter');
    await dialog.getByText('Set by operator').waitFor();
    await lookAt('key-limits', opened);
    const { expiresAt, burstPerMinute, operations, addresses } = await keyNow();
    assert.equal(expiresAt, new Date('2090-01-31T12:30').toISOString());
    assert.deepEqual(
      [burstPerMinute, operations, addresses],
      [600, ['run', 'sanitize'], ['127.0.0.0/8', '192.0.2.0/24']],
    );

    const owner = await asOwner('keys');
    await owner.page.getByRole('button', { name: 'Load keys' }).click();
    await owner.page.getByText(/^Ends in \d+ years; 600 a minute; run, sanitize; 2 networks$/).waitFor();
    await manage(owner.page);
    const own = owner.page.getByRole('dialog');
    await own.getByText('You can narrow what the operator has set').waitFor();
    // Nothing is set by the owner yet.
    assert.equal(await own.getByLabel('Ends').inputValue(), '');
    await own.getByLabel('sanitize').uncheck();
    await own.getByRole('button', { name: 'Save limits' }).press('Enter');
    await own.getByText('Set by owner').waitFor();
    await own.getByText('run, sort-dedupe', { exact: true }).waitFor();
    assert.deepEqual((await keyNow()).operations, ['run']);
    await own.getByRole('button', { name: /^Disable key/ }).press('Enter');
    await own.getByRole('button', { name: /^Enable key/ }).waitFor();
    assert.equal(await statusWith(issued.secret), 401);
    await lookAt('own-key-limits', owner);
    await owner.page.keyboard.press('Escape');
    await owner.page.getByText('Disabled', { exact: true }).waitFor();
    await lookAt('own-keys-disabled', owner);
    await owner.close();
    await opened.close(/400/);
  });

  test('the audit log has what was changed, by action and day, for operators and the owner', async () => {
    for (let index = 0; index < 50; index++)
      await admin('PUT', `/accounts/${accountId}/name`, { name: `Name ${index}` });
    const opened = await openAs(operatorHolder, 'usage');
    const { page } = opened;
    await page.getByRole('link', { name: 'Audit log' }).click();
    const lines = page.getByRole('listitem').filter({ has: page.locator('time') });
    const newest = lines.first();
    await newest.getByText('session.sign-in').waitFor();
    await page.getByLabel('Action').selectOption('account.set-name');
    await newest.getByText('name: "Name 48" → "Name 49"').waitFor();
    const time = newest.locator('time');
    const at = (await time.getAttribute('datetime')) ?? '';
    assert.equal(await time.getAttribute('title'), `${at}, UTC`);
    assert.equal(await time.textContent(), await page.evaluate(`new Date('${at}').toLocaleString()`));
    assert.equal(await lines.count(), 50);
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await lines.first().getByText('name: "Name 48"').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'First page' }).press('Enter');
    await page.getByText('→ "Name 49"').waitFor();
    const actions = await page.getByLabel('Action').locator('option').allTextContents();
    assert.deepEqual(actions, ['All', ...Object.keys(auditActions)]);
    await page.getByLabel('Action').selectOption('key.set-limits');
    await newest.getByText('operations: ').waitFor();
    await lookAt('audit', opened);
    await page.getByLabel('Day (UTC), to').fill('2020-01-01');
    await page.getByText('No entries.').waitFor();
    await page.getByLabel('Day (UTC), to').fill('');
    await newest.getByRole('link', { name: accountId }).click();
    await page.getByRole('heading', { name: 'Name 49' }).waitFor();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await opened.close();

    const owner = await asOwner('usage');
    await owner.page.getByLabel('Action').selectOption('key.set-enabled');
    const own = owner.page.getByRole('listitem').filter({ hasText: 'key.set-enabled' }).first();
    await own.getByText('enabled: true → false').waitFor();
    await own.getByText(', owner, ses_').waitFor();
    await lookAt('own-audit', owner);
    await owner.close();
  });

  test('owners see their limits, and their usage by month and refusals by reason', async () => {
    const plan = await asOwner('keys');
    await plan.page.getByText('Each may send any number of requests a minute.').waitFor();
    await plan.close();
    const opened = await asOwner('usage');
    await opened.page
      .getByRole('region', { name: 'Usage by month' })
      .getByRole('row', { name: / 0 0 2$/ })
      .waitFor();
    await opened.page.getByRole('row', { name: 'Daily quota used up 2' }).waitFor();
    await lookAt('own-usage-months', opened);
    await opened.close();
  });
});
