import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { openAsOperator, refuseSessions, signInAtGate } from '../../support/console-operator.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const otherToken = 'another-token-of-the-tests';

/** A gauge by its title. */
function gauge(page: Page, title: string) {
  return page.locator('.gauge').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

const service = await sharedTestGateway();

describe('the live gauges of the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('show at first sight what was before the page was opened', async () => {
    const { secret } = await service.key();
    for (let index = 0; index < 30; index++) {
      await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
    }
    await service.post('/v1/run', '{', secret);
    const { page, close } = await browser.open(`${service.url}/console/usage`);
    let asked = 0;
    await page.route('**/metrics', (route) => {
      // Without a second reading of the page, only the gateway can know what was before.
      return ++asked === 1 ? route.continue() : undefined;
    });
    await signInAtGate(page);
    await gauge(page, 'Response time')
      .getByText(/^\d+(?:\.\d\d)? ms at the median$/)
      .waitFor();
    await gauge(page, 'Requests')
      .getByText(/^[\d.]+ a second$/)
      .waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  });

  test('first show that there is nothing, then the values', async (t) => {
    const fresh = await startTestGateway({ after: (end) => t.after(end) }, { settings: { INLINE_MAX_BYTES: '0' } });
    const { secret } = await fresh.key();
    const { page, screenshot, close } = await openAsOperator(browser, `${fresh.url}/console/usage`);
    await gauge(page, 'Response time').getByText('no requests in 30 seconds').waitFor();
    await gauge(page, 'Requests').getByText('0 a second').waitFor();
    await gauge(page, 'Threads').getByText('1 of 1', { exact: true }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('usage-quiet');
    for (let index = 0; index < 30; index++) {
      await fresh.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
    }
    await gauge(page, 'Requests')
      .getByText(/^(?:[1-9]|10)\.?\d* a second$/)
      .waitFor();
    await gauge(page, 'Response time')
      .getByText(/^\d+(?:\.\d\d)? ms at the median$/)
      .waitFor();
    assert.match((await gauge(page, 'Queue').textContent()) ?? '', /Wait, p50\d/);
    await gauge(page, 'Memory').getByText('Requests since the start30').waitFor();
    await screenshot('usage-busy');
    await close();
  });

  test('are not loaded while the page is hidden', async () => {
    const { page, close } = await openAsOperator(browser, `${service.url}/console/usage`);
    await gauge(page, 'Requests').getByText('a second').waitFor();
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/metrics')) asked++;
    });
    await page.clock.install();
    await setVisibility(page, 'hidden');
    await page.clock.runFor(20_000);
    const asOfHidden = asked;
    await page.clock.runFor(20_000);
    assert.equal(asked, asOfHidden);
    await setVisibility(page, 'visible');
    const next = page.waitForRequest('**/metrics');
    await page.clock.runFor(5_000);
    await next;
    await close();
  });
});

describe('the live gauges of the console, with a gateway that stops', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const gateway = await startRestartableGateway({ after });
  const { stop, start } = gateway;
  let { service } = gateway;

  test('are grey with the time of the last reading while the gateway is unavailable, and start again afterwards', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/usage`);
    await gauge(page, 'Requests').getByText('a second').waitFor();
    await stop();
    await page.getByText(/^As of \d.*The gateway does not respond\.$/).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('usage-away');
    service = await start();
    await gauge(page, 'Requests').getByText('a second').waitFor();
    await page.getByText('Measured every 3 seconds').waitFor();
    await close(/ERR_|503/);
  });

  test('an invalid token signs out with the reason', async () => {
    await service.key({ label: 'web shop' });
    const { page, close } = await browser.open(`${service.url}/console/usage`);
    // The page has the token only where it gets no session.
    await refuseSessions(page);
    await signInAtGate(page);
    await page.getByRole('heading', { name: 'web shop' }).waitFor();
    await stop();
    await start({ ADMIN_TOKEN: otherToken });
    await page.getByRole('alert').getByText('The admin token is no longer valid').waitFor();
    await signInAtGate(page, otherToken);
    await page.getByRole('heading', { name: 'web shop' }).waitFor();
    await close(/ERR_|40[13]|503/);
  });
});

/** Tells the page that it became visible or hidden. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
}
