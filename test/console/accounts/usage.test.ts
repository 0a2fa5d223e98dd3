import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { suiteScope } from '../../support/cleanup.js';
import {
  focused,
  openAsOperator,
  pressTabUntil,
  sidewaysOverflow,
  signInAtGate,
} from '../../support/console-operator.js';
import { adminToken, startTestGateway, type TestGateway } from '../../support/gateway.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Twelve of `run`, two of them invalid, six of `sanitize`, two of `sort-dedupe`: a whole quota of twenty. */
async function sendTwenty(service: TestGateway, secret: string): Promise<void> {
  for (let index = 0; index < 12; index++) {
    await service.post('/v1/run', { input: 'a', steps: [index < 2 ? 'nothing' : 'upper-case'] }, secret);
    if (index % 2 === 0) await service.post('/v1/sanitize', { url: 'https://a.example/?ref=1' }, secret);
    if (index % 6 === 0) await service.post('/v1/sort-dedupe', { lines: ['b', 'a'] }, secret);
  }
}

/** The part of the page about the chosen account. */
function chosen(page: Page): Locator {
  return page.locator('.account-usage');
}

describe('the usage of accounts in the console', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const scope = suiteScope();
  let service: TestGateway;
  let busy: IssuedKey;
  let idle: IssuedKey;
  let address: string;
  before(async () => {
    // All requests are in one hour of the clock.
    const leftMs = 3_600_000 - (Date.now() % 3_600_000);
    if (leftMs < 90_000) await wait(leftMs);
    service = await startTestGateway(scope, { settings: { DAILY_QUOTA: '20' } });
    busy = await service.key({ label: 'nightly import' });
    idle = await service.key({ label: 'web shop' });
    await sendTwenty(service, busy.secret);
    for (let index = 0; index < 3; index++)
      await service.post('/v1/run', { input: 'a', steps: ['trim-lines'] }, busy.secret);
    address = `${service.url}/console/usage`;
  });

  test('shows the requests by operation and by status, the quota and the refusals, in both themes', async () => {
    for (const [size, options, colorSchemes] of [
      ['phone', phone, ['light', 'dark']],
      ['desk', {}, ['light', 'dark']],
    ] as const) {
      const { page, screenshot, close } = await openAsOperator(browser, address, options);
      const looksRight = async (division: string) => {
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await accessibilityViolations(page), []);
          await screenshot(`usage-accounts-${division}-${size}-${colorScheme}`);
        }
      };
      await page.getByText('20 of 20 used').waitFor();
      await page.getByText('0 left').waitFor();
      const legend = chosen(page).locator('figcaption');
      assert.match((await legend.textContent()) ?? '', /Last 24 hours23 requestsrun 15sanitize 6sort-dedupe 2$/);
      await page.getByRole('row', { name: 'Daily quota used up 3' }).waitFor();
      await looksRight('operations');
      await chosen(page).getByText('By status').click();
      await chosen(page).getByText('The same as a table').click();
      await page.getByRole('columnheader', { name: 'Refused by a limit (429)' }).waitFor();
      assert.match(
        (await chosen(page)
          .getByRole('row')
          .filter({ hasText: /\d\d:00 to/ })
          .textContent()) ?? '',
        /^\d\d:00 to \d\d:00182323$/,
      );
      await looksRight('statuses');
      assert.equal(await sidewaysOverflow(page), 0);
      await close();
    }
  });

  test('the keyboard moves from hour to hour, and to another account', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByText('20 of 20 used').waitFor();
    await chosen(page).getByLabel('24 hours').focus();
    await pressTabUntil(page, 'By operation');
    await page.keyboard.press('ArrowRight');
    await chosen(page).getByText('Succeeded (2xx)').first().waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Hour');
    const slider = chosen(page).getByRole('slider', { name: 'Hour' });
    const said = () => slider.getAttribute('aria-valuetext');
    assert.match(
      (await said()) ?? '',
      /^\d\d:00 to \d\d:00: 23 requests, Succeeded \(2xx\) 18, Client error \(4xx\) 2/,
    );
    await page.keyboard.press('ArrowLeft');
    await chosen(page).locator('figcaption').getByText('0 requests').waitFor();
    assert.match((await said()) ?? '', /: no requests$/);
    await screenshot('usage-hour');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('Shift+Tab');
    await chosen(page)
      .locator('figcaption')
      .getByText(/^Last 24 hours/)
      .waitFor();
    await page.getByRole('button', { name: /web shop/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No requests in the last 24 hours' }).waitFor();
    await page.getByText('0 of 20 used').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('usage-idle');
    await close();
  });

  test('days are shown in ranges of days: as a chart whose days the arrow keys choose, and as a table', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    const account = chosen(page);
    for (const [range, days] of [
      ['7 days', 7],
      ['30 days', 30],
    ] as const) {
      await account.getByText(range).click();
      await account.getByRole('heading', { name: 'Requests by day' }).waitFor();
      await account.locator('figcaption').getByText(`Last ${range}23 requests`).waitFor();
      const slider = account.getByRole('slider', { name: 'Day (UTC)' });
      assert.equal(await slider.getAttribute('max'), String(days - 1));
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^\w{3},? \d+ \w+: 23 requests, run 15/);
      await slider.press('ArrowLeft');
      await account.locator('figcaption').getByText('0 requests').waitFor();
      await page.getByRole('heading', { name: 'Usage', exact: true }).click();
      await slider.blur();
      assert.deepEqual(await accessibilityViolations(page), []);
    }
    await account.getByText('The same as a table').click();
    await account.getByRole('columnheader', { name: 'Day (UTC)' }).waitFor();
    await account.getByRole('row', { name: /^\w{3},? \d+ \w+ 15 6 2 23$/ }).waitFor();
    await account.getByRole('row', { name: 'Daily quota used up 3' }).waitFor();
    await screenshot('usage-days');
    await close();
  });

  test('pointing at an hour shows its numbers', async () => {
    const { page, close } = await openAsOperator(browser, address);
    await page.getByText('20 of 20 used').waitFor();
    const slider = chosen(page).getByRole('slider', { name: 'Hour' });
    const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    await slider.hover({ position: { x: width - 2, y: height / 2 } });
    await chosen(page).locator('figcaption').getByText('23 requests').waitFor();
    await slider.hover({ position: { x: 2, y: height / 2 } });
    await chosen(page).locator('figcaption').getByText('0 requests').waitFor();
    await page.getByRole('heading', { name: 'Usage', exact: true }).hover();
    await chosen(page)
      .locator('figcaption')
      .getByText(/^Last 24 hours/)
      .waitFor();
    await close();
  });

  test('the list of keys links to the account of a key', async () => {
    const { page, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page
      .getByRole('row', { name: /web shop/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, `/console/usage/${idle.key.accountId}`);
    await page.getByText('0 of 20 used').waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('button', { name: /nightly import/ }).click();
    await chosen(page).getByRole('link', { name: 'nightly import' }).click();
    await page.getByText('20 of 20 used').waitFor();
    assert.equal(new URL(page.url()).pathname, `/console/usage/${busy.key.accountId}`);
    await close();
  });

  test('the chart has the gateway’s hours, even if the clock of the browser is wrong', async () => {
    const headers = { 'x-admin-token': adminToken };
    const { json } = await service.request('GET', `/accounts/${busy.key.accountId}/usage`, { headers });
    const [first] = (json as { history: { hour: string }[] }).history;
    const hour = new Date(first?.hour ?? '').toLocaleTimeString('en-GB', { hour: '2-digit' });
    for (const hours of [-26, 26]) {
      const { page, close } = await browser.open(address);
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
      await signInAtGate(page);
      await chosen(page).locator('figcaption').getByText('23 requests').waitFor();
      await chosen(page).getByText('The same as a table').click();
      await chosen(page)
        .getByRole('row', { name: `${hour}:00 to` })
        .waitFor();
      await close();
    }
  });
});

describe('many accounts in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const other = await startTestGateway({ after });

  test('without accounts it explains where they come from; many accounts can be searched', async () => {
    const { page, screenshot, close } = await browser.open(`${other.url}/console/usage`);
    const asked = page.waitForResponse('**/cluster');
    await signInAtGate(page);
    await (await asked).finished();
    await page.getByRole('heading', { name: 'No accounts yet' }).waitFor();
    // There is one gateway, with SQLite.
    assert.equal(await page.getByRole('heading', { name: 'Cluster' }).count(), 0);
    await page.getByText('Measured every 3 seconds').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('usage-empty');
    for (let index = 0; index < 120; index++) await other.key({ label: `number ${index}` });
    await page.reload();
    const list = page.getByRole('list', { name: 'Accounts' });
    await list.getByRole('button', { name: /number 99\D/ }).waitFor();
    assert.equal(await list.getByRole('button').count(), 100);
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByLabel('Search accounts').fill('number 119');
    await list.getByRole('button', { name: /number 119/ }).click();
    await page.getByRole('heading', { name: 'number 119' }).waitFor();
    await page.getByText('the daily quota is switched off').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });

  test('more than a thousand accounts are kept, and a new label of the last one is shown', async () => {
    for (let index = 120; index < 1_150; index++) await other.key({ label: `number ${index}` });
    const { page, close } = await browser.open(`${other.url}/console/usage`);
    // Ten presses of the button in parallel.
    await page.route(/\/accounts\?limit=100(?!\d)/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1000') }),
    );
    await page.clock.install();
    await signInAtGate(page);
    const list = page.getByRole('list', { name: 'Accounts' });
    await page.getByRole('button', { name: 'Load more' }).click();
    await list.getByRole('button', { name: /^number 1149\D/ }).waitFor();
    const before = await list.getByRole('button').count();
    assert.equal(before, 1_150);
    await other.key({ label: 'one of today' });
    await page.clock.runFor(16_000);
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.clock.runFor(16_000);
    await list.getByRole('button', { name: /^one of today/ }).waitFor();
    assert.equal(await list.getByRole('button').count(), 1_151);
    await close();
  });
});
