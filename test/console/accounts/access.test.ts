import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, refuseSessions, signInAtGate } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const service = await sharedTestGateway();

describe('signing in to the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

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
    await page.route('**/sign-in', async (route) => {
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

  test('the admin token becomes a session: the page forgets it, and a reload stays signed in', async () => {
    const { page, close } = await browser.open(`${service.url}/console/keys`);
    const withToken: string[] = [];
    page.on('request', (request) => {
      if ('x-admin-token' in request.headers()) withToken.push(new URL(request.url()).pathname);
    });
    const operator = page.getByRole('banner').getByRole('button', { name: 'Operator' });
    await signInAtGate(page);
    await operator.waitFor();
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    await page.reload();
    await operator.waitFor();
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    assert.deepEqual(withToken, ['/sign-in']);
    const stored = await page.context().storageState({ indexedDB: true });
    assert.ok(!JSON.stringify(stored).includes(adminToken));
    assert.deepEqual(
      stored.cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
      [[true, 'Strict']],
    );
    await operator.click();
    await page.getByText('This browser stays signed in for up to 30 days, or 12 hours without use.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByLabel('Admin token or API key').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in as the operator' }).waitFor();
    await close();
  });

  test('without cookies the token stays in the memory of the page, which says so, and no session is left', async () => {
    const before = await service.gateway.sessions.list();
    const { page, screenshot, close } = await browser.open(`${service.url}/console/keys`);
    await page.route('**/sign-in', async (route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      const { 'set-cookie': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await signInAtGate(page);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Operator' }).click();
    await page.getByText('This browser keeps no cookies of this gateway. The token stays in this page').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('signed-in-without-cookies');
    assert.deepEqual(await service.gateway.sessions.list(), before);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in as the operator' }).waitFor();
    await close(/401/);
  });

  test('where a proxy changes the origin, the token stays in the memory of the page, with the reason', async () => {
    const { page, close } = await browser.open(`${service.url}/console/keys`);
    await refuseSessions(page);
    await signInAtGate(page);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Operator' }).click();
    await page.getByText('The gateway did not begin a session: Origin not allowed. The token stays').waitFor();
    await close(/403/);
  });

  test('signing out on one page signs out the others, and signing in again signs them in', async () => {
    const { page, close } = await browser.open(`${service.url}/console/keys`);
    await signInAtGate(page);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console/`);
    await other.getByRole('banner').getByRole('button', { name: 'Operator' }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Another page of this browser has signed out, or signed in again.').waitFor();
    await other.getByRole('dialog').getByLabel('Admin token or API key').fill(adminToken);
    await other.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await close();
  });

  test('a reload while the gateway is unavailable stays signed in when it is back', async (t) => {
    const { service: restarted, stop, start } = await startRestartableGateway(t);
    const { page, close } = await browser.open(`${restarted.url}/console/keys`);
    await signInAtGate(page);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    // The page itself comes from the gateway, so only the request for the session can find it unavailable.
    await page.route(
      '**/sessions/current',
      async (route) => {
        await stop();
        await route.abort();
      },
      { times: 1 },
    );
    await page.reload();
    await page.getByText('The gateway does not respond. Trying again…').waitFor();
    await start();
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    await close(/ERR_|503/);
  });

  test('the views of the operator refuse an API key and say why, also if a key is signed in', async () => {
    const { secret } = await service.key();
    const { page, screenshot, close } = await browser.open(`${service.url}/console/keys`);
    const banner = page.getByRole('banner');
    const field = page.getByRole('main').getByLabel('Admin token', { exact: true });
    const refusal = page.getByText('This view needs the operator; a key can only run texts.');
    await field.press('Enter');
    await page.getByText('Paste the admin token.').waitFor();
    await field.fill(secret);
    await field.press('Enter');
    await refusal.waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('gate-refuses-key');
    // The key was not used.
    await banner.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').getByLabel('Admin token or API key').fill(secret);
    await page.keyboard.press('Enter');
    await banner.getByRole('button', { name: `Key …${secret.slice(-4)}` }).waitFor();
    await page.getByRole('link', { name: 'Usage' }).click();
    await field.fill(secret);
    await field.press('Enter');
    await refusal.waitFor();
    await signInAtGate(page);
    await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
    await close();
  });
});
