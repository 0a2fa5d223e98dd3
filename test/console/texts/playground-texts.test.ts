import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';

const textFile = (contents: string | Buffer) => ({
  name: 'a.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(contents),
});

const service = await sharedTestGateway();

describe('the texts of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  async function signedIn(fragment: string) {
    const playground = await openPlayground(browser, service, fragment);
    await playground.signIn((await service.key()).secret);
    return { ...playground, file: playground.page.locator('input[type=file]') };
  }

  test('a file keeps its line ends, also after typing, and loses its byte order mark', async () => {
    const { page, file, input, shows, close } = await signedIn(fragmentOf(['string-escape']));
    await file.setInputFiles(textFile('\uFEFFa\r\nb'));
    await shows('a\\r\\nb');
    await page.getByText('4 characters, 2 lines').waitFor();
    await input.press('Control+End');
    await input.pressSequentially('x');
    await shows('a\\r\\nbx');
    await page.keyboard.press('Enter');
    await shows('a\\r\\nbx\\r\\n');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await input.fill('a\nb');
    await shows('a\\nb');
    await close();
  });

  test('a dropped file is opened', async () => {
    const { page, input, shows, close } = await signedIn(fragmentOf(['upper-case']));
    const transfer = await page.evaluateHandle(
      `(() => { const t = new DataTransfer(); t.items.add(new File(['dropped'], 'a.txt')); return t; })()`,
    );
    await input.dispatchEvent('dragover', { dataTransfer: transfer });
    await input.dispatchEvent('drop', { dataTransfer: transfer });
    await shows('DROPPED');
    await close();
  });

  test('a file that cannot be opened leaves the text unchanged, with a message', async () => {
    const { page, file, shows, close } = await signedIn(fragmentOf(['upper-case'], 'kept'));
    await shows('KEPT');
    await file.setInputFiles(textFile(Buffer.from([0x61, 0xff])));
    await page.getByRole('dialog', { name: 'In which encoding?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The file is not text in UTF-8.').waitFor();
    // One that is too long can run in pieces.
    await file.setInputFiles(textFile('x'.repeat(5_000_001)));
    await page.getByRole('dialog', { name: 'Run a long file' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await accessibilityViolations(page), []);
    await shows('KEPT');
    await close();
  });

  test('a file in another encoding is opened in the one that the user chooses, with its beginning shown', async () => {
    const { page, file, input, shows, close } = await signedIn(fragmentOf(['upper-case'], 'before'));
    await file.setInputFiles(textFile(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])));
    const dialog = page.getByRole('dialog', { name: 'In which encoding?' });
    await dialog.getByText('Ïðèâåò').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await dialog.getByLabel('Encoding', { exact: true }).selectOption('windows-1251');
    await dialog.getByText('Привет').waitFor();
    await dialog.getByRole('button', { name: 'Open' }).click();
    await shows('ПРИВЕТ');
    await file.setInputFiles(textFile(Buffer.from('\ufeffa;b', 'utf16le')));
    await dialog.getByText('a;b').waitFor();
    await dialog.getByRole('button', { name: 'Open' }).click();
    await until('it is filled in', async () => (await input.inputValue()) === 'a;b');
    await close();
  });

  test('the output can be used as input, saved and copied', async () => {
    const { page, shows, file, close } = await signedIn(fragmentOf(['upper-case']));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await file.setInputFiles(textFile('stra\u00dfe\r\n😀'));
    await shows('STRASSE\n😀');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'textmill.txt');
    assert.equal(readFileSync(await download.path(), 'utf8'), 'STRASSE\r\n😀');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'STRASSE\r\n😀');
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).uncheck();
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).check();
    await shows('STRASSE\n😀');
    await page.getByRole('button', { name: 'Use as input' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Text in' }).inputValue(), 'STRASSE\n😀');
    await close();
  });

  test('clearing can be undone', async () => {
    const { page, input, shows, close } = await signedIn(fragmentOf(['upper-case'], 'abc'));
    await shows('ABC');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await shows('');
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows('ABC');
    assert.equal(await input.inputValue(), 'abc');
    await close();
  });

  test('an example fills in the text and the options', async () => {
    const { page, input, shows, close } = await signedIn(fragmentOf(['csv-json-converter'], 'mine'));
    const { json } = await service.request('GET', '/v1/tools/csv-json-converter');
    const { examples } = json as { examples: { input: string; output: string; config?: object }[] };
    const index = examples.findIndex(({ config }) => config !== undefined);
    const example = examples[index];
    assert.ok(example !== undefined);
    await page.getByRole('button', { name: /^Options of step 1/ }).click();
    await page.getByRole('button', { name: `Use example ${index + 1}:` }).click();
    await shows(example.output.replaceAll('\r', ''));
    assert.equal(await input.inputValue(), example.input.replaceAll('\r', ''));
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await input.inputValue(), 'mine');
    await close();
  });

  test('a text that is too long is not sent', async () => {
    const { page, outcome, shows, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    await shows('A');
    const sent: string[] = [];
    page.on('request', (request) => {
      // The browser asks for the icon whenever it has time.
      if (request.method() === 'POST') sent.push(request.url());
    });
    // Pasted: `fill` takes minutes for so long a text.
    await page.evaluate(`(() => {
      const field = document.querySelector('textarea');
      field.value = 'x'.repeat(500001);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await outcome.getByText('The text has 500,001 characters: more than the 500,000 that can be run.').waitFor();
    assert.deepEqual(sent, []);
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });
});
