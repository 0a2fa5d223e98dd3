import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { adminToken, sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { ManualClock } from '../../support/manual-clock.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const service = await sharedTestGateway();

describe('problems in the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('a failed step is marked with its message, by its number on the screen', async () => {
    const steps = [{ toolSlug: 'trim-lines', off: true }, 'upper-case', 'json-formatter'];
    const {
      page,
      steps: cards,
      input,
      outcome,
      signIn,
      shows,
      close,
    } = await openPlayground(browser, service, fragmentOf(steps, '{'));
    await signIn((await service.key()).secret);
    await outcome.getByText(/^Step 3 \(.+\): /).waitFor();
    const message = await outcome.getByRole('alert').locator('p').textContent();
    const [, shown = ''] = /: (.*)$/.exec(message ?? '') ?? [];
    await cards.nth(2).getByText(shown).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await outcome.getByRole('button', { name: 'Show the step' }).click();
    await page.getByRole('button', { name: /^Options of step 3/, expanded: true }).waitFor();
    await input.fill('[1]');
    await shows('[\n  1\n]');
    assert.equal(await cards.nth(2).getByText(shown).count(), 0);
    await close(/400/);
  });

  test('an invalid option shows the error at its field', async () => {
    const steps = ['upper-case', { toolSlug: 'csv-json-converter', config: { delimiter: 'long and wrong' } }];
    const { page, outcome, signIn, close } = await openPlayground(browser, service, fragmentOf(steps, 'a'));
    await signIn((await service.key()).secret);
    await outcome.getByText(/^Step 2 \(.+\): delimiter must /).waitFor();
    await outcome.getByRole('button', { name: 'Show the step' }).click();
    const field = page.getByRole('textbox', { name: 'Cells are separated by: another' });
    await field.waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await close(/400/);
  });

  test('an unknown tool is shown as such, and can be removed', async () => {
    const { page, outcome, signIn, shows, close } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case', 'no-such-tool'], 'a'),
    );
    await page.getByText('There is no such tool').waitFor();
    await signIn((await service.key()).secret);
    await outcome.getByText('Step 2 (no-such-tool): Unknown tool: no-such-tool').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Remove step 2, no-such-tool' }).click();
    await shows('A');
    await close(/400/);
  });

  test('after the key is revoked, the user signs in again, and the input is kept', async () => {
    const { key, secret } = await service.key();
    const { input, outcome, signIn, shows, titles, close } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case'], 'a'),
    );
    await signIn(secret);
    await shows('A');
    await service.gateway.keys.revoke(key.id, author);
    await input.fill('ab');
    await outcome.getByText('This key is invalid or revoked. Sign in again.').waitFor();
    await signIn((await service.key()).secret);
    await shows('AB');
    assert.deepEqual(await titles(), ['Upper case']);
    await close(/401/);
  });

  test('the operator does not notice that the console’s own key was revoked', async () => {
    const { input, signIn, shows, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await signIn(adminToken);
    await shows('A');
    const headers = { 'x-admin-token': adminToken };
    const { json } = await service.request('GET', '/keys?limit=1000', { headers });
    const { keys } = json as { keys: { id: string; label: string | null }[] };
    for (const { id, label } of keys) {
      if (label === 'Textmill console') await service.request('DELETE', `/keys/${id}`, { headers });
    }
    await input.fill('ab');
    await shows('AB');
    await close(/401/);
  });

  test('the message is about the refused key, whatever happened before', async () => {
    const { input, outcome, signIn, shows, close, page } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case'], 'a'),
    );
    await signIn(adminToken);
    await shows('A');
    const { sessions } = service.gateway;
    for (const { id } of await sessions.list()) await sessions.end(id, author);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('The session has ended. Sign in again').waitFor();
    await page.getByRole('link', { name: 'Playground' }).click();
    const { key, secret } = await service.key();
    await signIn(secret);
    await input.fill('ab');
    await shows('AB');
    await service.gateway.keys.revoke(key.id, author);
    await input.fill('abc');
    await outcome.getByText('This key is invalid or revoked. Sign in again.').waitFor();
    await close(/401/);
  });

  test('a gateway that goes away during a response is waited for', async () => {
    const { page, input, signIn, shows, close } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case'], 'a'),
    );
    await signIn((await service.key()).secret);
    await shows('A');
    let isFirst = true;
    // The headers of a response, then nothing: the connection ends before its body.
    const half = createServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n');
        socket.end(`Access-Control-Allow-Origin: ${service.url}\r\n\r\n{"result":"`);
      });
    });
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
    const { port } = half.address() as AddressInfo;
    await page.route('**/v1/run', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const request = route.request();
      return route.continue({ url: request.url().replace(/:\d+/, `:${port}`) });
    });
    await input.fill('ab');
    await shows('AB');
    assert.equal(isFirst, false);
    half.close();
    await close(/ERR_|Failed to load/);
  });

  test('after too many requests it waits, says so, and runs the latest input', async (t) => {
    const clock = new ManualClock();
    const limited = await startTestGateway(t, { clock, settings: { BURST_PER_KEY: '5' } });
    const { page, input, output, outcome, signIn, shows, close } = await openPlayground(
      browser,
      limited,
      fragmentOf(['upper-case'], '0'),
    );
    await signIn((await limited.key()).secret);
    for (const typed of ['0', '1', '2', '3', '4']) {
      await input.fill(typed);
      await shows(typed);
    }
    await input.fill('ab');
    await outcome.getByText('Out of date: too many requests for a moment. Trying again…').waitFor();
    assert.equal(await output.inputValue(), '4');
    assert.deepEqual(await accessibilityViolations(page), []);
    await input.fill('abc');
    clock.advance(60_000);
    await shows('ABC');
    await close(/429/);
  });

  test('a daily quota that is used up is named immediately, with the time of the next request', async (t) => {
    const limited = await startTestGateway(t, { settings: { DAILY_QUOTA: '2' } });
    const { input, output, outcome, signIn, shows, close } = await openPlayground(
      browser,
      limited,
      fragmentOf(['upper-case'], 'a'),
    );
    await signIn((await limited.key()).secret);
    await shows('A');
    await input.fill('ab');
    await shows('AB');
    await input.fill('abc');
    await outcome.getByText(/^The daily quota of 2 requests is .+; the next request is free at \d{4}-/).waitFor();
    limited.change({ DAILY_QUOTA: '9' });
    await outcome.getByRole('button', { name: 'Run again' }).press('Enter');
    await shows('ABC');
    // The button that had the focus is gone.
    assert.equal(await hasFocus(output), true);
    await close(/429/);
  });

  test('after the gateway was unavailable, the latest input runs by itself', async (t) => {
    const { service: first, stop, start } = await startRestartableGateway(t);
    const { page, input, output, outcome, signIn, shows, close } = await openPlayground(
      browser,
      first,
      fragmentOf(['upper-case'], 'a'),
    );
    await signIn((await first.key()).secret);
    await shows('A');
    await stop();
    await input.fill('typed meanwhile');
    await page.getByText('The gateway does not respond. Trying again…').waitFor();
    await outcome.getByText('Out of date: the gateway is unavailable.').waitFor();
    assert.equal(await output.inputValue(), 'A');
    assert.deepEqual(await accessibilityViolations(page), []);
    await start();
    await shows('TYPED MEANWHILE');
    assert.equal(await outcome.getByText('Out of date').count(), 0);
    assert.equal(await input.inputValue(), 'typed meanwhile');
    await close(/ERR_CONNECTION|ERR_EMPTY|503/);
  });
});
