import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { acceptLink, openAsOperator, openLink, sendToGateway } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { listView, paste } from '../../support/list-views.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';
import { operatorHolder } from '../../support/sessions.js';
import { holdBack } from '../../support/slow-responses.js';

const service = await sharedTestGateway();

describe('a change of the user on a page of the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { sessions } = service.gateway;

  const fragmentFor = async (accountId: string) =>
    `#signin=${(await sessions.createLink({ role: 'owner', accountId }, author))?.secret}`;

  async function signOut(page: Page, name: string | RegExp): Promise<void> {
    await page.getByRole('banner').getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByLabel('Admin token or API key').waitFor();
    await page.keyboard.press('Escape');
  }

  /** Two frames: what a response causes has happened. */
  const settled = (page: Page) =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

  test('a secret that arrives after signing out is not shown to the next user', async () => {
    const { page, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    const { key } = await service.key();
    const slow = await holdBack(page, '**/keys', 'POST');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await slow.asked;
    await page.keyboard.press('Escape');
    await signOut(page, 'Operator');
    await page.goto(`${service.url}/console/keys${await fragmentFor(key.accountId)}`);
    await acceptLink(page);
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    const arrived = page.waitForResponse((response) => response.request().method() === 'POST');
    slow.open();
    await (await arrived).finished();
    await settled(page);
    assert.equal(await page.locator('[data-secret]').count(), 0);
    await close();
  });

  test('a link on the same page shows the next owner nothing of the one before, and runs with another key', async () => {
    const first = (await service.key({ label: 'of the first owner' })).key;
    const second = (await service.key({ label: 'of the second owner' })).key;
    const { page, close } = await openLink(browser, `${service.url}/console/${await fragmentFor(first.accountId)}`);
    const used: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/run')) used.push(request.headers()['x-api-key'] ?? '');
    });
    const input = page.getByRole('textbox', { name: 'Text in' });
    const ran = (count: number) => until('the text has run', () => used.length === count);
    await sendToGateway(page);
    await ran(1);
    await page.getByRole('link', { name: 'Plan and API access' }).click();
    await page.getByText(first.accountId).waitFor();
    await page.getByRole('button', { name: 'Load keys' }).click();
    await page.getByText('of the first owner').waitFor();
    const slow = await holdBack(page, '**/account', 'GET');
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await slow.asked;
    const link = await fragmentFor(second.accountId);
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`);
    await acceptLink(page);
    await page.getByRole('button', { name: 'Load keys' }).waitFor();
    slow.open();
    await page.getByText(second.accountId).waitFor();
    assert.equal(await page.getByText(first.accountId).count(), 0);
    assert.equal(await page.getByText('of the first owner').count(), 0);
    await page.getByRole('link', { name: 'Playground' }).click();
    await input.fill('typed by the second owner');
    await ran(2);
    assert.notEqual(used[0], used[1]);
    await close();
  });

  for (const [what, open] of [
    ['a draft of a key', async (page: Page) => page.getByRole('dialog').getByLabel('Label').fill('of the first user')],
    [
      'a secret',
      async (page: Page) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
        await page.locator('[data-secret]').waitFor();
      },
    ],
  ] as const) {
    test(`${what} is not shown to the user of a session that begins on another page`, async () => {
      const { page, close } = await openAsOperator(browser, `${service.url}/console/keys`);
      await page.getByRole('button', { name: 'Create key' }).click();
      await open(page);
      const learned = page.waitForResponse('**/sessions/current');
      const other = await page.context().newPage();
      const link = (await sessions.createLink(operatorHolder, author))?.secret;
      await other.goto(`${service.url}/console/#signin=${link}`);
      await acceptLink(other);
      await (await learned).finished();
      await page.getByRole('cell', { includeHidden: true }).first().waitFor({ state: 'attached' });
      await settled(page);
      assert.equal(await page.getByRole('dialog').count(), 0);
      await close();
    });
  }

  test('after signing in as the operator, texts no longer run with a key that was typed before', async () => {
    const { secret } = await service.key();
    const { page, close } = await browser.open(`${service.url}/console/sanitize`);
    const used: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/sanitize')) used.push(request.headers()['x-api-key'] ?? '');
    });
    const { input, result, signIn, main } = listView(page, 'URLs', 'Cleaned');
    await signIn(secret);
    await result.getByText('5 URLs, 4 changed').waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await main.getByLabel('Admin token').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await page.getByRole('link', { name: 'Sanitize URLs' }).click();
    await input.fill('https://a.example/?utm_source=x');
    await result.getByText('1 URL, 1 changed').waitFor();
    assert.equal(used.at(0), secret);
    assert.notEqual(used.at(-1), secret);
    await close();
  });

  test('a change that waits for its turn is not made by the next user', async () => {
    const { page, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.clock.install();
    let attempts = 0;
    await page.route('**/keys', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      attempts++;
      return route.fulfill({ status: 429, headers: { 'x-request-id': 'a' }, json: { error: 'Rate limit exceeded' } });
    });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('of the first user');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Too many requests for a moment. Trying again…').waitFor();
    await page.keyboard.press('Escape');
    await signOut(page, 'Operator');
    await page.getByRole('main').getByLabel('Admin token').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    const before = attempts;
    // Longer than any wait of the client.
    await page.clock.fastForward(120_000);
    await settled(page);
    assert.equal(attempts, before);
    await close(/429/);
  });

  test('the other parts of a list are not sent after signing out, nor for the next user', async () => {
    const opened = await browser.open(`${service.url}/console/sanitize`);
    const { page, close } = opened;
    const { result, sent, signIn, main } = listView(page, 'URLs', 'Cleaned');
    await signIn((await service.key()).secret);
    await result.getByText('5 URLs, 4 changed').waitFor();
    const slow = await holdBack(page, '**/v1/sanitize', 'POST');
    await paste(page, Array.from({ length: 1_201 }, (_, index) => `https://a.example/${index}`).join('\n'));
    await result.getByRole('button', { name: 'Send 3 requests' }).click();
    await slow.asked;
    await signOut(page, /^Key …/);
    slow.open();
    await main.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
    assert.equal(await main.getByText('This API key is invalid').count(), 0);
    await signIn((await service.key()).secret);
    await result.getByRole('button', { name: 'Send 3 requests' }).waitFor();
    await settled(page);
    assert.equal(sent.length, 2);
    await close();
  });

  test('signing out ends the session although the first attempt is refused by a limit', async () => {
    const before = await sessions.list();
    const { page, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    const own = (await sessions.list()).filter((each) => !before.some(({ id }) => id === each.id));
    assert.equal(own.length, 1);
    let refused = 0;
    await page.route('**/sessions/current', (route) => {
      if (refused++ > 0) return route.fallback();
      return route.fulfill({ status: 429, headers: { 'x-request-id': 'a' }, json: { error: 'Rate limit exceeded' } });
    });
    await signOut(page, 'Operator');
    await until('the session has ended', async () => (await sessions.list()).every(({ id }) => id !== own[0]?.id));
    assert.ok(refused > 1);
    await close(/429/);
  });

  test('signing out while the gateway is unavailable ends the session when it is back', async (t) => {
    const { service: restarted, stop, start } = await startRestartableGateway(t);
    const { page, close } = await openAsOperator(browser, `${restarted.url}/console/keys`);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    const [{ id } = { id: '' }] = await restarted.gateway.sessions.list();
    assert.notEqual(id, '');
    await stop();
    await signOut(page, 'Operator');
    await page.getByText('The gateway does not respond').first().waitFor();
    const { sessions: restored } = (await start()).gateway;
    await until('the session has ended', async () => (await restored.list()).every((each) => each.id !== id));
    await close(/ERR_|503/);
  });
});
