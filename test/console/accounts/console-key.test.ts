import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { adminToken, startTestGateway } from '../../support/gateway.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';

describe('the console’s own key of the operator', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = sharedBrowser();
  const upperCase = fragmentOf(['upper-case']);
  const keys = async () => {
    const { json } = await service.request('GET', '/keys', { headers: { 'x-admin-token': adminToken } });
    return (json as { keys: { id: string; label: string; environment: string; last4: string }[] }).keys;
  };

  test('is created once, and keys of others with its label are left alone', async () => {
    const label = 'Textmill console';
    await service.key({ label });
    await service.key({ label, environment: 'dev', origins: ['https://app.example'] });
    await service.key({ label, environment: 'dev', plan: 'free' });
    // The one that the console creates for the owner of an account.
    await service.key({ label, environment: 'dev' });
    const theirs = await keys();
    const first = await openPlayground(browser, service, upperCase);
    await first.signIn(adminToken);
    await first.input.fill('one\ntwo');
    await first.shows('ONE\nTWO');
    const [own, ...more] = (await keys()).slice(theirs.length);
    assert.deepEqual((await keys()).slice(0, theirs.length), theirs);
    assert.deepEqual([own?.label, own?.environment, more], [label, 'dev', []]);
    await first.close();
  });

  test('is shared by pages: a new secret does not end that of another page', async () => {
    const pages = [
      await openPlayground(browser, service, upperCase),
      await openPlayground(browser, service, upperCase),
    ];
    const before = (await keys()).length;
    for (const { signIn, input, shows } of pages) {
      await signIn(adminToken);
      await input.fill('one');
      await shows('ONE');
    }
    for (const { input, shows } of pages) {
      await input.fill('two');
      await shows('TWO');
    }
    assert.equal((await keys()).length, before);
    for (const { close } of pages) await close();
  });

  test('is not used if it arrives after signing out, and the next run after signing in has its own', async () => {
    const { page, signIn, input, shows, close } = await openPlayground(browser, service, upperCase);
    let respond = () => {};
    const signedOut = new Promise<void>((resolve) => {
      respond = resolve;
    });
    const issues = /\/keys\/[^/]+\/rotate$/;
    await page.route(
      issues,
      async (route) => {
        const response = await route.fetch();
        await signedOut;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const asked = page.waitForRequest(issues);
    await signIn(adminToken);
    await asked;
    const banner = page.getByRole('banner');
    await banner.getByRole('button', { name: 'Operator' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await dialog.getByLabel('Admin token or API key').waitFor();
    const arrived = page.waitForResponse(issues);
    respond();
    await (await arrived).finished();
    // Two frames: what the response causes has happened.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await dialog.getByLabel('Admin token or API key').waitFor();
    await page.keyboard.press('Escape');
    await banner.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
    assert.equal(await page.getByText('This key is invalid').count(), 0);
    await signIn(adminToken);
    await input.fill('again');
    await shows('AGAIN');
    await close();
  });
});
