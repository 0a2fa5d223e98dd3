import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sendToGateway } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { dropFile, listView, paste, typeInOneGo } from '../../support/list-views.js';
import { ManualClock } from '../../support/manual-clock.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';
import { assertQuick, keystrokes, typingTimes } from '../../support/typing.js';

const service = await sharedTestGateway();

describe('sanitizing in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

  async function opened(options: BrowserContextOptions = {}, url = service.url) {
    const opening = await browser.open(`${url}/console/sanitize`, options);
    return { ...opening, ...listView(opening.page, 'URLs', 'Cleaned') };
  }

  async function signedIn(options: BrowserContextOptions = {}, secret?: string) {
    const view = await opened(options);
    await view.signIn(secret ?? (await service.key()).secret);
    await view.result.getByText('5 URLs, 4 changed, 7 parameters removed').waitFor();
    return view;
  }

  test('before signing in a sample is cleaned in the browser, and the gateway asks who it is; nothing is sent', async () => {
    const { page, input, main, sent, hosts, signIn, result, close } = await opened();
    assert.match(await input.inputValue(), /utm_source=newsletter/);
    await result.getByText('5 URLs, 4 changed, 7 parameters removed').waitFor();
    await sendToGateway(page);
    await main.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
    assert.deepEqual(sent, []);
    await signIn(adminToken);
    await result.getByText('5 URLs, 4 changed, 7 parameters removed').waitFor();
    assert.equal(await main.evaluate('document.activeElement.id'), 'content');
    assert.equal(sent.length, 1);
    assert.deepEqual([...hosts], [new URL(service.url).host]);
    assert.deepEqual(await page.evaluate('[Object.keys(localStorage), sessionStorage.length]'), [
      ['textmill-signed-in'],
      0,
    ]);
    await close();
  });

  test('removed parts are struck through in place, also for screen readers', async () => {
    const { input, result, close } = await signedIn();
    await input.fill(' https://a.example/p?utm_source=x&id=1&ref=2#f \n\nhttps://b.example/?a=%2f\n?fbclid=1');
    await result.getByText('3 URLs, 2 changed, 3 parameters removed').waitFor();
    const rows = result.getByRole('listitem');
    assert.deepEqual(await rows.getByRole('deletion').allTextContents(), [
      ' removed: utm_source=x& end of removed ',
      ' removed: &ref=2 end of removed ',
      ' removed: ?fbclid=1 end of removed ',
    ]);
    const [first, second] = await rows.allTextContents();
    assert.equal(
      first,
      'https://a.example/p? removed: utm_source=x& end of removed id=1 removed: &ref=2 end of removed #f2 removed',
    );
    assert.equal(second, 'https://b.example/?a=%2fUnchanged');
    await close();
  });

  test('runs while the user types: once for a burst of keys, and the newest input wins', async () => {
    const { input, result, sent, page, close } = await signedIn();
    const before = sent.length;
    // The first response is held back until the second has arrived.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/sanitize', async (route) => {
      if (route.request().postData()?.includes('slow') === true) await released;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/v1/sanitize');
    await input.fill('https://slow.example/?ref=1');
    await asked;
    await input.fill('');
    await typeInOneGo(page, 'https://a.example/?gclid=1');
    await result.getByText('1 URL, 1 changed, 1 parameter removed').waitFor();
    release();
    await typeInOneGo(page, '&b=2');
    await result.getByText('https://a.example/?').and(result.locator('.url')).filter({ hasText: 'b=2' }).waitFor();
    assert.deepEqual(
      sent.slice(before).map(({ urls }) => urls),
      [['https://slow.example/?ref=1'], ['https://a.example/?gclid=1'], ['https://a.example/?gclid=1&b=2']],
    );
    await close();
  });

  test('every option is sent, and has an effect', async () => {
    const { input, result, main, sent, page, screenshot, close } = await signedIn();
    await input.fill('HTTP://A.example:80/x/../?REF=1&s=2&mine=3&msclkid=4#fbclid=5&ä=6');
    await result.getByText('1 URL, 1 changed, 1 parameter removed').waitFor();
    await main.getByLabel('List of parameters').selectOption('Extended');
    await main.getByLabel('Also remove').fill('mine, other\nthird');
    await main.getByLabel('Always keep').fill('s');
    await main.getByLabel('Affiliate tags').check();
    await main.getByLabel('Ignore case').check();
    await main.getByLabel('Clean fragment').check();
    await main.getByLabel('Normalize').check();
    await main.getByLabel('Open redirectors').check();
    await main.getByLabel('Explain').check();
    await until('all of it is sent', async () => sent.at(-1)?.explain === true);
    const why =
      'fbclid (standard: facebook), REF (standard: affiliate), mine (Also remove), msclkid (extended: microsoft)';
    await result.getByText(why).waitFor();
    await result.getByText('4 removed, rewritten').waitFor();
    await result.getByText('1 URL, 1 changed, 4 parameters removed').waitFor();
    assert.deepEqual(sent.at(-1), {
      urls: ['HTTP://A.example:80/x/../?REF=1&s=2&mine=3&msclkid=4#fbclid=5&ä=6'],
      profile: 'extended',
      extraParams: ['mine', 'other', 'third'],
      keepParams: ['s'],
      affiliateTags: true,
      ignoreCase: true,
      fragment: true,
      normalize: true,
      unwrap: true,
      explain: true,
    });
    assert.deepEqual(await result.getByRole('deletion').allTextContents(), [
      ' removed: REF=1& end of removed ',
      ' removed: &mine=3&msclkid=4 end of removed ',
      ' removed: fbclid=5& end of removed ',
    ]);
    await result.getByText('http://a.example/?s=2#%C3%A4=6').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('sanitize-options');
    await main.getByLabel('Also remove').fill('a'.repeat(201));
    await main.getByText('A name has 200 characters at most; one has 201.').first().waitFor();
    assert.equal(await main.getByLabel('Also remove').getAttribute('aria-invalid'), 'true');
    await close();
  });

  test('copies, downloads, and opens files', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { input, result, main, page, close } = await signedIn(permissions);
    await dropFile(page, '.list-input textarea', '\ufeffhttps://a.example/?ref=1\r\nhttps://b.example/?b=2\r\n');
    await result.getByText('2 URLs, 1 changed, 1 parameter removed').waitFor();
    const cleaned = 'https://a.example/\nhttps://b.example/?b=2';
    await result.getByRole('button', { name: 'Copy all' }).click();
    await result.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), cleaned);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'urls.txt');
    assert.equal(readFileSync(await download.path(), 'utf8'), `${cleaned}\n`);
    await result.getByText('Plain text').click();
    assert.equal(await result.getByRole('textbox', { name: 'Cleaned' }).inputValue(), cleaned);

    const choose = async (buffer: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        main.getByRole('button', { name: 'Open file' }).click(),
      ]);
      await chooser.setFiles({ name: 'urls.txt', mimeType: 'text/plain', buffer });
    };
    await choose(Buffer.from([0x61, 0xff]));
    await page.getByRole('dialog', { name: 'In which encoding?' }).waitFor();
    await page.keyboard.press('Escape');
    await main.getByText('The file is not text in UTF-8.').waitFor();
    assert.match(await input.inputValue(), /b\.example/);
    await choose(Buffer.from('https://c.example/'));
    await result.getByText('1 URL, 0 changed').waitFor();
    assert.equal(await main.getByText('The file is not text in UTF-8.').count(), 0);
    await close();
  });

  test('the request can be copied, without the key', async () => {
    const { secret } = await service.key();
    const { main, input, close } = await signedIn({}, secret);
    await input.fill('https://a.example/?ref=1');
    await main.getByText('This request as curl, JSON or TypeScript').click();
    const code = main.locator('.list-request-code pre');
    const expected = `curl -sS ${service.url}/v1/sanitize \\\n  -H @key-header \\\n  -H 'Content-Type: application/json' \\\n  -d '{"urls":["https://a.example/?ref=1"]}'`;
    assert.equal(await code.textContent(), expected);
    await main.getByText('TypeScript', { exact: true }).click();
    assert.match((await code.textContent()) ?? '', /^const response = await fetch\(/);
    await main.getByText('JSON', { exact: true }).click();
    assert.deepEqual(JSON.parse((await code.textContent()) ?? ''), { urls: ['https://a.example/?ref=1'] });
    assert.equal(
      await main
        .page()
        .content()
        .then((html) => html.includes(secret)),
      false,
    );
    await close();
  });

  const many = Array.from({ length: 1_201 }, (_, index) => `https://a.example/${index}?id=1&ref=1`);
  const cleaned = many.map((url) => url.replace('&ref=1', ''));

  test('1,201 URLs are sent in parts when the user says so, and joined in order', async () => {
    const { page, result, main, sent, screenshot, close } = await signedIn();
    const before = sent.length;
    await main.getByText('Explain').click();
    await until('the sample is explained', () => sent.length === before + 1);
    await paste(page, many.join('\n'));
    await result.getByRole('heading', { name: '1,201 URLs take 3 requests' }).waitFor();
    await main.getByText('The first of 3 requests as curl, JSON or TypeScript').waitFor();
    await screenshot('sanitize-parts');
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(sent.length, before + 1);
    await result.getByRole('button', { name: 'Send 3 requests' }).click();
    await result.getByText('1,201 URLs, 1,201 changed, 1,201 parameters removed').waitFor();
    assert.deepEqual(
      sent.slice(before + 1).map(({ urls, explain }) => [(urls as string[]).length, explain]),
      [
        [500, true],
        [500, true],
        [201, true],
      ],
    );
    await result.getByText('Plain text').click();
    assert.equal(await result.getByRole('textbox').inputValue(), cleaned.join('\n'));
    await close();
  });

  test('of parts that fail or are stopped, what is done can be used, and only the rest is sent again', async () => {
    const { page, result, sent, close } = await signedIn();
    const before = sent.length;
    let fails = true;
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    await page.route('**/v1/sanitize', async (route) => {
      const { urls } = route.request().postDataJSON() as { urls: string[] };
      if (urls.includes(many[500] ?? '') && fails)
        return route.fulfill({ status: 500, json: { error: 'Out of luck' } });
      if (urls.includes(many[1_000] ?? '')) await held;
      await route.continue().catch(() => undefined);
    });
    await paste(page, many.join('\n'));
    await result.getByRole('button', { name: 'Send 3 requests' }).click();
    await result.getByText('Out of luck').waitFor();
    await result.getByText('1 of 3 requests are done.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    const downloading = page.waitForEvent('download');
    await result.getByRole('button', { name: 'Download' }).last().click();
    assert.equal(readFileSync(await (await downloading).path(), 'utf8'), `${cleaned.slice(0, 500).join('\n')}\n`);
    fails = false;
    await result.getByRole('button', { name: 'Send the other 2' }).click();
    await result.getByText('2 of 3 requests are done.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await result.getByRole('button', { name: 'Stop' }).click();
    await result.getByRole('button', { name: 'Send the other 1' }).waitFor();
    hold();
    await result.getByRole('button', { name: 'Send the other 1' }).click();
    await result.getByText('1,201 URLs, 1,201 changed, 1,201 parameters removed').waitFor();
    const firsts = sent.slice(before).map(({ urls }) => many.indexOf((urls as string[])[0] ?? ''));
    assert.deepEqual(firsts, [0, 500, 500, 1_000, 1_000]);
    // Another text is another list.
    await paste(page, many.slice(1).join('\n'));
    await result.getByRole('button', { name: 'Send 3 requests' }).waitFor();
    await close(/500/);
  });

  test('an empty text is not sent', async () => {
    const { result, main, sent, page, close } = await signedIn();
    const before = sent.length;
    await main.getByRole('button', { name: 'Clear', exact: true }).click();
    await result.getByText('Nothing here yet').waitFor();
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA');
    assert.equal(await result.getByRole('button', { name: 'Copy all' }).isDisabled(), true);
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(sent.length, before);
    await result.getByRole('button', { name: 'Use a sample' }).click();
    await result.getByText('5 URLs, 4 changed').waitFor();
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
          await screenshot(`sanitize-${state}-${colorScheme}-${size}`);
        }
      };
      await result.getByText('5 URLs, 4 changed').waitFor();
      await looksRight('in-browser');
      await sendToGateway(page);
      await main.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
      await looksRight('signed-out');
      await signIn(adminToken);
      await result.getByText('5 URLs, 4 changed').waitFor();
      await main.getByText('This request as').click();
      await looksRight('result');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
      await close();
    });
  }

  test('by keyboard alone', async () => {
    const { page, input, result, close } = await signedIn();
    await input.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('https://a.example/?ref=1&UTM_SOURCE=2');
    await result.getByText('1 URL, 1 changed, 1 parameter removed').waitFor();
    const tabbed: string[] = [];
    const focused = `(() => {
      const { ariaLabel, id, textContent } = document.activeElement;
      const label = document.querySelector('label[for="' + CSS.escape(id) + '"]') ?? document.activeElement.closest('label');
      return label?.textContent ?? ariaLabel ?? textContent;
    })()`;
    for (let presses = 0; presses < 21; presses++) {
      await page.keyboard.press('Tab');
      tabbed.push(String(await page.evaluate(focused)).slice(0, 20));
      if (tabbed.at(-1) === 'Ignore case') {
        await page.keyboard.press('Space');
        // Until then there is nothing to copy.
        await result.getByText('1 URL, 1 changed, 2 parameters removed').waitFor();
      }
      if (tabbed.at(-1) === 'Changes') await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual(tabbed.slice(0, 14), [
      'Find in URLs',
      'Wrap lines of URLs',
      'Full screen for URLs',
      'List of parameters',
      'Also remove',
      'Always keep',
      'Affiliate tags',
      'Ignore case',
      'Clean fragment',
      'Normalize',
      'Open redirectors',
      'Explain',
      'Runs on the gateway',
      'Changes',
    ]);
    assert.match(tabbed.join(), /Copy all.*,Download,/);
    assert.equal(await result.getByRole('textbox', { name: 'Cleaned' }).inputValue(), 'https://a.example/');
    await close();
  });

  test('after a revocation the page asks for another key, and keeps the input', async () => {
    const { key, secret } = await service.key();
    const { input, main, result, signIn, screenshot, close } = await signedIn({}, secret);
    await service.request('DELETE', `/keys/${key.id}`, { headers: { 'x-admin-token': adminToken } });
    await input.fill('https://a.example/?ref=1');
    await main.getByText('This API key is invalid or revoked.').waitFor();
    await screenshot('sanitize-revoked');
    assert.equal(await input.inputValue(), 'https://a.example/?ref=1');
    await signIn((await service.key()).secret);
    await result.getByText('1 URL, 1 changed').waitFor();
    await close(/401/);
  });

  test("the operator gets another key immediately when the console's own is revoked", async () => {
    const { input, result, close } = await signedIn({}, adminToken);
    const { json } = await service.request('GET', '/keys?limit=1000', { headers: { 'x-admin-token': adminToken } });
    const { keys } = json as { keys: { id: string; label: string | null }[] };
    for (const { id, label } of keys) {
      if (label !== 'Textmill console') continue;
      await service.request('DELETE', `/keys/${id}`, { headers: { 'x-admin-token': adminToken } });
    }
    await input.fill('https://a.example/?ref=1');
    await result.getByText('1 URL, 1 changed').waitFor();
    await close(/401/);
  });

  test('the input is kept while another view is shown, and does not run again', async () => {
    const { page, input, result, sent, main, close } = await signedIn();
    await input.fill('https://a.example/?ref=1');
    await main.getByLabel('Ignore case').check();
    await until('both are sent', async () => sent.at(-1)?.ignoreCase === true);
    await result.getByText('1 URL, 1 changed').waitFor();
    const before = sent.length;
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('heading', { name: 'Tools' }).waitFor();
    await views.getByRole('link', { name: 'Sanitize URLs' }).click();
    await result.getByText('1 URL, 1 changed').waitFor();
    assert.equal(await input.inputValue(), 'https://a.example/?ref=1');
    assert.equal(await main.getByLabel('Ignore case').isChecked(), true);
    assert.equal(sent.length, before);
    assert.equal(page.url(), `${service.url}/console/sanitize`);
    await close();
  });

  const clock = new ManualClock();
  const limited = await startTestGateway({ after }, { settings: { BURST_PER_KEY: '1' }, clock });

  test('after too many requests it waits, says so, and continues by itself', async () => {
    const { input, result, signIn, close } = await opened({}, limited.url);
    await signIn((await limited.key()).secret);
    await result.getByText('5 URLs, 4 changed').waitFor();
    await input.fill('https://a.example/?ref=1');
    await result.getByText('Too many requests for a moment. Trying again…').waitFor();
    clock.advance(60_000);
    await result.getByText('1 URL, 1 changed').waitFor();
    await close(/429/);
  });

  test('parts wait as well after too many requests; when they are stopped, nothing waits', async () => {
    const { page, result, signIn, close } = await opened({}, limited.url);
    await signIn((await limited.key()).secret);
    await result.getByText('5 URLs, 4 changed').waitFor();
    await paste(page, many.join('\n'));
    await result.getByRole('button', { name: 'Send 3 requests' }).click();
    const waits = result.getByText('Too many requests for a moment. Trying again…');
    await waits.waitFor();
    await result.getByRole('button', { name: 'Stop' }).click();
    await waits.waitFor({ state: 'detached' });
    await close(/429/);
  });

  test('after the gateway was unavailable, the latest input runs by itself', async (t) => {
    const { service: restarted, stop, start } = await startRestartableGateway(t);
    const { input, result, signIn, page, screenshot, close } = await opened({}, restarted.url);
    await signIn((await restarted.key()).secret);
    await result.getByText('5 URLs, 4 changed').waitFor();
    await stop();
    await input.fill('https://a.example/?ref=1');
    await result.getByText('Waiting for the gateway. Your input stays here.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('sanitize-gateway-away');
    await start();
    await result.getByText('1 URL, 1 changed').waitFor();
    assert.equal(await input.inputValue(), 'https://a.example/?ref=1');
    await close(/ERR_|503/);
  });

  test('stays quick with 500 URLs of 2,000 characters', async (t) => {
    const { page, input, result, close } = await signedIn();
    page.setDefaultTimeout(30_000);
    const url = `https://a.example/?${'ref=1&a=1&'.repeat(200)}`.slice(0, 2_000 - keystrokes);
    await paste(page, Array<string>(500).fill(url).join('\n'));
    await result.getByText('500 URLs, 500 changed, 99,000 parameters removed').waitFor();
    assert.equal(await result.getByRole('listitem').count(), 100);
    // Typed text appears immediately, whatever else the page does.
    assertQuick(t, await typingTimes(page, input));
    // By the keyboard: rows grow when they come into view, and may push the button away from under the mouse.
    await result.getByRole('button', { name: 'Show 400 more' }).press('Enter');
    await until('all are shown', async () => (await result.getByRole('listitem').count()) === 500);
    await close();
  });
});
