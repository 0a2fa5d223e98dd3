import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sendToGateway } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { dropFile, listView, paste, untilValue } from '../../support/list-views.js';
import { assertQuick, keystrokes, typingTimes } from '../../support/typing.js';

const sampleCounts = '8 lines in, 6 out: 1 blank, 1 duplicate removed';

const service = await sharedTestGateway();

/** What both list views do with the same code, such as waiting for a gateway, is tested in sanitize.test.ts. */
describe('sorting in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

  async function opened(options: BrowserContextOptions) {
    const opening = await browser.open(`${service.url}/console/sort-dedupe`, options);
    return { ...opening, ...listView(opening.page, 'Lines', 'Result') };
  }

  async function signedIn(options: BrowserContextOptions = {}) {
    const view = await opened(options);
    await view.signIn((await service.key()).secret);
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
      await untilValue(output, expected);
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
    let respond = () => {};
    const held = new Promise<void>((resolve) => {
      respond = resolve;
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
    respond();
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
    await result.getByText(/^1,000,001 characters: at most 1,000,000 can be sent\./).waitFor();
    await input.fill('b\na');
    await dropFile(page, '.list-input textarea', 'a '.repeat(2_500_001));
    await main.getByText('The file is too long: at most 5,000,000 characters fit.').waitFor();
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
    const { page, input, result, output, close } = await signedIn();
    page.setDefaultTimeout(30_000);
    // The last line has room for what is typed.
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      `${(index * 7_919) % 5_000} ${'x'.repeat(198)}`.slice(0, index < 4_999 ? 199 : 199 - keystrokes),
    );
    await paste(page, lines.join('\n'));
    await result.getByText('5,000 lines in, 5,000 out', { exact: true }).waitFor();
    assert.deepEqual((await output.inputValue()).split('\n').toSorted(), lines.toSorted());
    assertQuick(t, await typingTimes(page, input));
    const typed = `${lines.at(-1)}${'x'.repeat(keystrokes)}`;
    await until('it runs again', async () => (await output.inputValue()).split('\n').includes(typed));
    await close();
  });

  for (const [size, options, colorSchemes] of [
    ['desktop', {}, ['light', 'dark']],
    ['phone', phone, ['light', 'dark']],
  ] as const) {
    test(`is accessible on a ${size}`, async () => {
      const { page, screenshot, signIn, result, main, close } = await opened(options);
      const looksRight = async (state: string) => {
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await accessibilityViolations(page), [], `${state}, ${colorScheme}`);
          await screenshot(`sort-dedupe-${state}-${colorScheme}-${size}`);
        }
      };
      await result.getByText(sampleCounts).waitFor();
      await looksRight('in-browser');
      await sendToGateway(page);
      await main.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
      await looksRight('signed-out');
      await signIn(adminToken);
      await result.getByText(sampleCounts).waitFor();
      await main.getByText('This request as').click();
      await looksRight('result');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      await close();
    });
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
    await untilValue(output, 'b\na');
    // Over the place where it runs.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await result.getByText('2 lines in, 2 out', { exact: true }).waitFor();
    assert.equal(await input.inputValue(), await output.inputValue());
    await close();
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
});
