import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { dropFile, listView, paste, typingMs, untilOutput } from '../support/list-views.js';
import { startRestartableGateway } from '../support/restartable-gateway.js';

const sampleCounts = '8 lines in, 6 out: 1 blank, 1 duplicate removed';

describe('sorting in the console', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

  async function opened(options: BrowserContextOptions = {}, url = service.url) {
    const opening = await browser.open(`${url}/console/sort-dedupe`, options);
    return { ...opening, ...listView(opening.page, 'Lines', 'Result') };
  }

  async function signedIn(options: BrowserContextOptions = {}, secret?: string) {
    const view = await opened(options);
    await view.signIn(secret ?? (await service.key()).secret);
    await view.result.getByText(sampleCounts).waitFor();
    return { ...view, output: view.result.getByLabel('Result', { exact: true }) };
  }

  test('sorts while the user types, and counts the lines in and out', async () => {
    const { input, output, result, sent, close } = await signedIn();
    assert.equal(await output.inputValue(), 'apple\nApple\nbanana\ncherry\néclair\nplum');
    await input.fill('pear\n\n \napple\npear\npear ');
    await result.getByText('6 lines in, 2 out: 2 blank, 2 duplicates removed').waitFor();
    assert.equal(await output.inputValue(), 'apple\npear');
    await input.fill('\n');
    await result.getByText('1 line in, 0 out: 1 blank removed').waitFor();
    await input.fill('a\nb');
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.deepEqual(sent.at(-1), { input: 'a\nb' });
    await close();
  });

  test('every option is sent, and has an effect', async () => {
    const { input, output, result, main, sent, page, close } = await signedIn();
    await input.fill(' b\n\nA\na\nb');
    const shows = async (counts: string, expected: string, body: object) => {
      await result.getByText(counts, { exact: true }).waitFor();
      await untilOutput(output, expected);
      await until('it was asked for', () => isDeepStrictEqual(sent.at(-1), { input: ' b\n\nA\na\nb', ...body }));
    };
    await shows('5 lines in, 3 out: 1 blank, 1 duplicate removed', 'a\nA\nb', {});
    await main.getByLabel('Direction').selectOption('Z to A');
    await shows('5 lines in, 3 out: 1 blank, 1 duplicate removed', 'b\nA\na', { direction: 'desc' });
    await main.getByLabel('Ignore case').check();
    await shows('5 lines in, 2 out: 1 blank, 2 duplicates removed', 'b\nA', { ignoreCase: true, direction: 'desc' });
    await main.getByLabel('Sort', { exact: true }).uncheck();
    await shows('5 lines in, 2 out: 1 blank, 2 duplicates removed', 'b\nA', { ignoreCase: true, sort: false });
    assert.equal(await main.getByLabel('Direction').isDisabled(), true);
    await main.getByLabel('Remove duplicates').uncheck();
    await shows('5 lines in, 4 out: 1 blank removed', 'b\nA\na\nb', { dedupe: false, sort: false });
    assert.equal(await main.getByLabel('Ignore case').isDisabled(), true);
    assert.deepEqual(await accessibilityViolations(page), []);
    await main.getByLabel('Drop blank lines').uncheck();
    await main.getByLabel('Trim lines').uncheck();
    await shows('5 lines in, 5 out', ' b\n\nA\na\nb', {
      trimLines: false,
      dropBlank: false,
      dedupe: false,
      sort: false,
    });
    assert.equal(await output.inputValue(), await input.inputValue());
    await close();
  });

  test('copies, downloads, opens files, and uses its result as input', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { input, result, output, page, close } = await signedIn(permissions);
    await dropFile(page, '.list-input textarea', 'b\r\na\r\na');
    await result.getByText('3 lines in, 2 out: 1 duplicate removed').waitFor();
    await result.getByRole('button', { name: 'Copy' }).click();
    await result.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'a\nb');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'lines.txt');
    assert.equal(readFileSync(await download.path(), 'utf8'), 'a\nb\n');
    await result.getByRole('button', { name: 'Use as input' }).click();
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.equal(await input.inputValue(), 'a\nb');
    assert.equal(await output.inputValue(), 'a\nb');
    await close();
  });

  test('a result of older lines cannot be used, and a slow response is reported', async () => {
    const { input, result, page, close } = await signedIn();
    await page.clock.install();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/v1/sort-dedupe', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/v1/sort-dedupe');
    await input.fill('b\na');
    for (const name of ['Use as input', 'Copy', 'Download']) {
      await result.getByRole('button', { name, disabled: true }).waitFor();
    }
    await page.clock.runFor(1_000);
    await asked;
    await page.clock.runFor(6_000);
    await result.getByText('Still waiting for the gateway…').waitFor();
    answer();
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    await result.getByRole('button', { name: 'Use as input' }).click();
    assert.equal(await input.inputValue(), 'a\nb');
    await close();
  });

  test('two files at once are refused with a message', async () => {
    const { page, input, main, close } = await signedIn();
    const before = await input.inputValue();
    await dropFile(page, '.list-input textarea', 'a', 'b');
    await main.getByText('Only one file can be opened at a time. Drop one of them.').waitFor();
    assert.equal(await input.inputValue(), before);
    await close();
  });

  test('5,001 lines and 1,000,001 characters are not sent, and a longer file is refused', async () => {
    const { page, input, main, result, sent, close } = await signedIn();
    const before = sent.length;
    await paste(page, 'a\n'.repeat(5_001));
    await result
      .getByText(/^5,001 lines: at most 5,000 go into one request\. .*textmill sort .* Nothing has been sent\.$/)
      .waitFor();
    await paste(page, 'a '.repeat(500_001).slice(1));
    await result.getByText(/^1,000,001 characters: at most 1,000,000 fit on this page\./).waitFor();
    await input.fill('b\na');
    await dropFile(page, '.list-input textarea', 'a '.repeat(500_001));
    await main.getByText('The file is too long: at most 1,000,000 characters fit.').waitFor();
    assert.equal(await input.inputValue(), 'b\na');
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.equal(sent.length, before + 1);
    await close();
  });

  test('5,001 lines that are neither sorted nor deduplicated are sent in parts, and joined', async () => {
    const { page, main, result, sent, close } = await signedIn();
    await main.getByText('Remove duplicates', { exact: true }).click();
    await main.getByText('Sort', { exact: true }).click();
    const lines = Array.from({ length: 5_001 }, (_, index) => `line ${5_001 - index}`);
    await paste(page, lines.map((line) => ` ${line}`).join('\n'));
    const before = sent.length;
    await result.getByRole('button', { name: 'Send 2 requests' }).click();
    await result.getByText('5,001 lines in, 5,001 out', { exact: true }).waitFor();
    assert.equal(await result.getByRole('textbox').inputValue(), lines.join('\n'));
    assert.equal(sent.length, before + 2);
    await close();
  });

  test('stays quick with 5,000 lines and 1,000,000 characters', async (t) => {
    const { page, result, output, close } = await signedIn();
    page.setDefaultTimeout(30_000);
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      `${(index * 7_919) % 5_000} ${'x'.repeat(198)}`.slice(0, 199),
    );
    await paste(page, lines.join('\n'));
    await result.getByText('5,000 lines in, 5,000 out', { exact: true }).waitFor();
    assert.deepEqual((await output.inputValue()).split('\n').toSorted(), lines.toSorted());
    const { typedMs, bareMs } = await typingMs(page);
    t.diagnostic(
      `a keystroke takes ${typedMs.toFixed(1)} ms, of which the browser's own field takes ${bareMs.toFixed(1)}`,
    );
    assert.ok(typedMs < 2 * bareMs + 50, `${typedMs} ms, ${bareMs} of a bare field`);
    await until('it runs again', async () => (await output.inputValue()).includes('xy'));
    await close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, options] of Object.entries({ desktop: {}, phone })) {
      test(`is accessible, ${colorScheme}, on a ${size}`, async () => {
        const { page, screenshot, signIn, result, main, close } = await opened({ colorScheme, ...options });
        await main.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
        assert.deepEqual(await accessibilityViolations(page), []);
        await screenshot(`sort-dedupe-signed-out-${colorScheme}-${size}`);
        await signIn(adminToken);
        await result.getByText(sampleCounts).waitFor();
        await main.getByText('This request as').click();
        assert.deepEqual(await accessibilityViolations(page), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
        await screenshot(`sort-dedupe-${colorScheme}-${size}`);
        await close();
      });
    }
  }

  test('by keyboard alone', async () => {
    const { page, input, output, result, close } = await signedIn();
    await input.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('b\na\nB');
    await result.getByText('3 lines in, 3 out', { exact: true }).waitFor();
    // Over the tools of the text: find, wrapping, full screen.
    for (let presses = 0; presses < 7; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await result.getByText('3 lines in, 2 out: 1 duplicate removed').waitFor();
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await untilOutput(output, 'b\na');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.equal(await input.inputValue(), await output.inputValue());
    await close();
  });

  test('after a revocation the page asks for another key, and keeps the input', async () => {
    const { key, secret } = await service.key();
    const { input, main, result, signIn, close } = await signedIn({}, secret);
    await service.request('DELETE', `/keys/${key.id}`, { headers: { 'x-admin-token': adminToken } });
    await input.fill('b\na');
    await main.getByText('This API key is invalid or revoked.').waitFor();
    assert.equal(await input.inputValue(), 'b\na');
    await signIn((await service.key()).secret);
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    await close(/401/);
  });

  test('a refusal shows the reason, and can be retried', async () => {
    const { input, result, page, close } = await signedIn();
    await page.route('**/v1/sort-dedupe', (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
    );
    await input.fill('b\na');
    await result.getByText('Internal server error').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.unroute('**/v1/sort-dedupe');
    await result.getByRole('button', { name: 'Try again' }).click();
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    await close(/500/);
  });

  test('after the gateway was away, the latest input runs by itself', async (t) => {
    const { service: restarted, stop, start } = await startRestartableGateway(t);
    const { input, result, signIn, close } = await opened({}, restarted.url);
    await signIn((await restarted.key()).secret);
    await result.getByText(sampleCounts).waitFor();
    await stop();
    await input.fill('b\na');
    await result.getByText('Waiting for the gateway. Your input stays here.').waitFor();
    await start();
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.equal(await input.inputValue(), 'b\na');
    await close(/ERR_|503/);
  });
});
