import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openAsOperator, signInAtGate } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { GatewayProcess, processSettings } from '../../support/gateway-process.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const service = await sharedTestGateway();

describe('problems with keys in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('a session that has ended signs out with the reason, and the input is kept', async () => {
    const { key } = await service.key({ label: 'old name' });
    const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.getByRole('button', { name: 'Manage “old name”' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('typed before');
    const { sessions } = service.gateway;
    for (const { id } of await sessions.list()) await sessions.end(id, author);
    await page.getByRole('button', { name: 'Save label' }).click();
    await page.getByRole('alert').getByText('The session has ended. Sign in again').waitFor();
    assert.equal(await focused(page), 'Admin token');
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-expired');
    await signInAtGate(page);
    const label = page.getByRole('dialog').getByLabel('Label');
    await label.waitFor();
    assert.equal(await label.inputValue(), 'typed before');
    await page.getByRole('button', { name: 'Save label' }).click();
    await page.getByText('Saved').waitFor();
    assert.equal(service.gateway.keys.get(key.id)?.label, 'typed before');
    await close(/401/);
  });

  test('while the gateway is unavailable the input is kept, and the list is loaded again when it is back', async (t) => {
    const { service: restarted, stop, start } = await startRestartableGateway(t);
    const { page, close } = await openAsOperator(browser, `${restarted.url}/console/keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('typed while away');
    await stop();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('It may have carried this out').waitFor();
    assert.equal(await dialog.getByLabel('Label').inputValue(), 'typed while away');
    assert.deepEqual(await accessibilityViolations(page), []);
    const again = await start();
    await again.key({ label: 'made meanwhile' });
    await page.getByText('made meanwhile').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'The new key' }).waitFor();
    await close(/ERR_|503/);
  });

  test('if a proxy blocks the operator’s endpoints, the console explains what to do', async () => {
    for (const [status, contentType, body] of [
      [404, 'text/html', '<h1>Not found</h1>'],
      [403, 'application/json', '{"error":"Forbidden"}'],
      [200, 'text/html', '<h1>Welcome</h1>'],
    ] as const) {
      const { page, screenshot, close } = await browser.open(`${service.url}/console/keys`);
      await page.route('**/keys?*', (route) => route.fulfill({ status, contentType, body }));
      await signInAtGate(page);
      await page.getByText('through an SSH tunnel').waitFor();
      assert.deepEqual(await accessibilityViolations(page), []);
      await screenshot('keys-closed');
      await close(/40[34]/);
    }
  });

  test('a used-up burst limit is waited for, with a message', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    let refused = 0;
    await page.route('**/keys', (route) => {
      if (refused > 0) return route.fallback();
      refused++;
      return route.fulfill({
        status: 429,
        headers: { 'x-request-id': 'a' },
        json: { error: 'Rate limit exceeded' },
      });
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Too many requests for a moment. Trying again…').waitFor();
    await screenshot('keys-waiting');
    await page.getByRole('dialog', { name: 'The new key' }).waitFor();
    assert.equal(refused, 1);
    await close(/429/);
  });

  test('the token and secrets are only on the screen', async (t) => {
    const gateway = new GatewayProcess(t, { ...processSettings, LOG_LEVEL: 'trace' });
    const url = await gateway.ready();
    const { page, complaints, close } = await browser.open(`${url}/console/keys`);
    const said: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => asked.push(request.url()));
    await signInAtGate(page);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.locator('[data-secret]');
    const secret = (await shown.textContent()) ?? '';
    const places = `(async () => JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
      await indexedDB.databases(), await caches.keys(), performance.getEntries().map(({ name }) => name),
    ]))()`;
    const held = async () => [
      await page.evaluate<string>(places),
      ...said,
      ...asked,
      ...complaints,
      JSON.stringify(await page.context().storageState({ indexedDB: true })),
      ...gateway.log.map((line) => JSON.stringify(line)),
    ];
    for (const place of await held()) {
      assert.ok(!place.includes(secret) && !place.includes(adminToken), place);
    }
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    const page2 = await page.content();
    for (const place of [...(await held()), page2]) {
      assert.ok(!place.includes(secret) && !place.includes(adminToken), place);
    }
    assert.ok(asked.length > 1 && gateway.log.length > 1);
    // The session outlives the page, the secret does not.
    await page.reload();
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    for (const place of [...(await held()), await page.content()]) {
      assert.ok(!place.includes(secret) && !place.includes(adminToken), place);
    }
    await close();
  });
});
