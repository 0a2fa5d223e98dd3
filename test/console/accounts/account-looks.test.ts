import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { SessionHolder } from '#gateway/server/storage/session-table.js';
import { assertLooksRight } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { type BrowserPage, sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { suiteScope } from '../../support/cleanup.js';
import { focused, openLink, pressTabUntil } from '../../support/console-operator.js';
import { startTestGateway, type TestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';
import { operatorHolder } from '../../support/sessions.js';

describe('what owners see, and operators of them', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const scope = suiteScope();
  let service: TestGateway;
  let accountId: string;
  // The page says how long ago this was.
  before(async () => {
    service = await startTestGateway(scope, { settings: { DAILY_QUOTA: '20' } });
    const { key, secret } = await service.key({ label: 'nightly import', origins: ['https://app.example.com'] });
    const { admin } = operatorOf(service);
    accountId = key.accountId;
    const spare = await service.key({ label: 'web shop', accountId });
    for (let index = 0; index < 5; index++) {
      await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
      await service.post('/v1/sort-dedupe', { lines: ['b', 'a'] }, spare.secret);
    }
    await service.post('/v1/run', '{', secret);
    await admin('POST', `/keys/${key.id}/rotate`, { graceSeconds: 3_600 });
  });

  const openAs = async (holder: SessionHolder, view: string) => {
    const issued = await service.gateway.sessions.createLink(holder, author);
    return openLink(browser, `${service.url}/console/${view}#signin=${issued?.secret}`);
  };
  const asOwner = (view: string) => openAs({ role: 'owner', accountId }, view);
  const asOperator = (view: string) => openAs(operatorHolder, view);

  const lookAt = (name: string, opened: BrowserPage) => assertLooksRight(name, opened, [1_440, 390, 2_560]);

  /** Presses Tab until an element has the focus, and Enter. */
  async function press(page: Page, name: string): Promise<void> {
    await pressTabUntil(page, name);
    await page.keyboard.press('Enter');
  }

  test('the plan, the quota and the keys of the account; the keyboard loads the keys and goes on among them', async () => {
    const opened = await asOwner('keys');
    const { page } = opened;
    await page.getByRole('region', { name: 'Daily quota' }).getByText('11 of 20 used').waitFor();
    await page.getByText('2 active keys of at most 100').waitFor();
    await lookAt('owner-plan', opened);
    await press(page, 'Load keys');
    await page.getByRole('button', { name: /^Manage “nightly import”/ }).waitFor();
    assert.equal(await page.evaluate('document.activeElement.getAttribute("aria-label")'), 'Keys');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Create key');
    await page.getByText('Old secret ends in 60 minutes').waitFor();
    await lookAt('owner-keys', opened);
    // Each row would have the same account, which is above the list.
    await page.setViewportSize({ width: 1280, height: 900 });
    const headers = await page.locator('.keys-table thead').textContent();
    assert.match(headers ?? '', /^KeyEnvironmentPlanOriginsCreated/);
    await opened.close();
  });

  test('the usage of the account, with its ranges and its divisions by keyboard', async () => {
    const opened = await asOwner('usage');
    const { page } = opened;
    const legend = page.locator('figcaption');
    await legend.getByText('Last 24 hours11 requests').waitFor();
    // A request with an invalid workflow was in no column.
    const header = await page.getByRole('region', { name: 'Requests by operation' }).locator('thead').textContent();
    assert.equal(header, 'OperationRequestsClient errorsRefused by a limitFailed');
    await page.getByRole('row', { name: 'run 6 1 0 0' }).waitFor();
    await lookAt('owner-usage', opened);
    await pressTabUntil(page, '24 hours');
    await page.keyboard.press('ArrowRight');
    await legend.getByText('Last 7 days11 requests').waitFor();
    await page.keyboard.press('ArrowRight');
    await legend.getByText('Last 30 days11 requests').waitFor();
    await pressTabUntil(page, 'By operation');
    await page.keyboard.press('ArrowRight');
    await legend.getByText('Client error (4xx) 1').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Day (UTC)');
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'The same as a table');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /10 1 11$/ }).waitFor();
    await lookAt('owner-usage-days', opened);
    await opened.close();
  });

  test('the link of an invitation, and its end by keyboard', async () => {
    const opened = await asOperator(`usage/${accountId}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Invite the owner' }).waitFor();
    await press(page, 'Invite the owner');
    await page.locator('.invitation-link').getByText('#signin=').waitFor();
    await page.getByText('Open invitation').first().waitFor();
    await lookAt('invitation', opened);
    await press(page, 'End all access');
    await page.locator('.owner-access li').first().waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'Owner');
    assert.equal(await page.locator('.invitation-link').count(), 0);
    await opened.close();
  });

  test('the list of sessions, one of which the keyboard ends', async () => {
    const other = await asOwner('keys');
    await other.page.getByRole('region', { name: 'Daily quota' }).waitFor();
    const opened = await asOperator('keys');
    const { page } = opened;
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    await press(page, 'Operator');
    const ended = page.getByRole('listitem').filter({ hasText: `Account ${accountId}` });
    await ended.first().waitFor();
    await page.getByText('(this one)').waitFor();
    await lookAt('sessions', opened);
    const before = await ended.count();
    await ended.first().getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('#sessions-title:focus').waitFor();
    assert.equal(await ended.count(), before - 1);
    await opened.close();
    await other.page.close();
  });
});
