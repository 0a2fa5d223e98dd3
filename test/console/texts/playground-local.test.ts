import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sendToGateway } from '../../support/console-operator.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { listView, paste } from '../../support/list-views.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { workflowFile, writeTools } from '../../support/tool-folders.js';

const names = 'Ada Lovelace\nAlan Turing\nGrace Hopper\nKatherine Johnson\n';

const service = await sharedTestGateway();

/** Returns the paths of requests that a page sends from now on, those for its own files left out. */
function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/console/')) paths.push(pathname);
  });
  return paths;
}

/** A browser without the File System Access API saves the result as a download. */
const withoutPicker = 'delete window.showSaveFilePicker';

async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open file' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

describe('the playground before anybody has signed in', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();

  test('runs in this browser: no text is sent', async () => {
    const { page, input, outcome, shows, close } = await openPlayground(browser, service);
    await shows(names);
    await outcome.getByText('Runs in this browser').waitFor();
    await outcome.getByText(/^3 steps in [\d,]+ ms$/).waitFor();
    const paths = asked(page);
    await input.fill('b\na\nb');
    await shows('A\nB');
    assert.deepEqual(paths, []);
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });

  test('needs few files of the engine: BURST_PER_IP counts them', async () => {
    const { page, shows, close } = await openPlayground(browser, service);
    await shows(names);
    let files = 0;
    page.on('request', () => files++);
    await page.reload();
    await shows(names);
    assert.ok(files <= 20, `${files} requests`);
    await close();
  });

  test('names the step and the option of an error, as the gateway would', async () => {
    const steps = ['upper-case', { toolSlug: 'json-formatter' }];
    const { outcome, close } = await openPlayground(browser, service, fragmentOf(steps, '[1,'));
    await outcome.getByText(/^Step 2 \(JSON formatter\): /).waitFor();
    await close();
  });

  test('a switch sends texts to the gateway, which needs a sign-in, and back', async () => {
    const { page, outcome, shows, close } = await openPlayground(browser, service);
    await shows(names);
    await outcome.getByRole('button', { name: 'Runs in this browser' }).click();
    // Which tables differ depends on the browser; those of time zones and currencies may always.
    await page
      .getByText(/^With these steps some texts may give something else there: .*time zones, currencies\.$/)
      .waitFor();
    await page.keyboard.press('Escape');
    await sendToGateway(page);
    await outcome.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await outcome.getByRole('button', { name: 'Run in this browser' }).click();
    await shows(names);
    await close();
  });

  test('a text of five million characters runs, and a longer one is refused', async () => {
    const { page, outcome, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    const fill = (characters: number) =>
      page.evaluate(`(() => {
        const area = document.querySelector('.drop-target textarea');
        area.value = ${JSON.stringify(`${'x'.repeat(99)}\n`)}.repeat(${characters / 100});
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
      })()`);
    await fill(5_000_000);
    await outcome.getByText(/^5,000,000 characters, 50,000 lines$/).waitFor();
    await fill(5_000_100);
    await outcome.getByText('The text has 5,000,100 characters: more than the 5,000,000 that can be run.').waitFor();
    await close();
  });

  test('a long run shows its step, and ends when it is stopped or something is typed', async () => {
    const long = `${'some words of a line '.repeat(7)}\n`.repeat(30_000);
    const steps = Array.from({ length: 22 }, () => 'title-case-converter');
    const { page, input, outcome, shows, close } = await openPlayground(browser, service, fragmentOf(steps, 'a'));
    await chooseFile(page, 'long.txt', long);
    await outcome.getByText(/^Step \d+ of 22…$/).waitFor();
    await outcome.getByRole('button', { name: 'Stop' }).click();
    await outcome.getByText('The run was stopped.').waitFor();
    await outcome.getByRole('button', { name: 'Run again' }).click();
    await outcome.getByRole('button', { name: 'Stop' }).waitFor();
    await input.fill('typed meanwhile');
    await shows('Typed Meanwhile');
    await close();
  });
});

describe('a workflow with a tool of the operator', { skip: unlessBrowser }, async () => {
  const tools = temporaryFolder({ after });
  writeTools(tools, { 'house-list.json': workflowFile() });
  const house = await startTestGateway({ after }, { settings: { TOOLS_DIR: tools } });

  test('goes to the gateway, and asks for a sign-in', async () => {
    const steps = fragmentOf(['upper-case', 'house-list'], 'b\n a');
    const { page, outcome, shows, close } = await openPlayground(sharedBrowser(), house, steps);
    await outcome.getByText('House list is a tool of the operator of this gateway').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await outcome.getByLabel('Admin token or API key').fill((await house.key()).secret);
    await page.keyboard.press('Enter');
    await shows('A\nB');
    await outcome.getByText('Runs on the gateway').waitFor();
    await page.getByRole('switch', { name: 'Run step 2, House list' }).uncheck();
    await shows('B\n A');
    await outcome.getByText('Runs in this browser').waitFor();
    await close();
  });
});

describe('lists before anybody has signed in', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();

  test('more URLs than a request may have are cleaned at once, with no request', async () => {
    const { page, close } = await browser.open(`${service.url}/console/sanitize`);
    const { sent, result } = listView(page, 'URLs', 'Cleaned');
    await paste(page, 'https://example.com/a?utm_source=b&id=1\n'.repeat(1_200));
    await result.getByText(/^1,200 URLs, 1,200 changed/).waitFor();
    assert.deepEqual(sent, []);
    await close();
  });

  test('more lines than a request may have are sorted at once, with no request', async () => {
    const { page, close } = await browser.open(`${service.url}/console/sort-dedupe`);
    const { sent, result } = listView(page, 'Lines', 'Result');
    await paste(page, Array.from({ length: 12_000 }, (_, line) => `${11_999 - line}`.padStart(5, '0')).join('\n'));
    await result.getByText(/^12,000 lines in, 12,000 out/).waitFor();
    assert.match(await result.getByRole('textbox').inputValue(), /^00000\n00001\n/);
    assert.deepEqual(sent, []);
    await close();
  });
});

describe('a file that is too long for the page', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const lines = (count: number, last = '') => `${' text of a line \n'.repeat(count)}${last}`;

  test('runs in pieces, and is saved as the whole text would be', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['trim-lines', 'upper-case'], 'a'));
    await page.evaluate(withoutPicker);
    await chooseFile(page, 'notes.txt', lines(400_000, ' end'));
    const dialog = page.getByRole('dialog', { name: 'Run a long file' });
    await dialog.getByText('Steps: Trim lines, Upper case').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Run and save as…' }).click(),
    ]);
    assert.equal(saved.suggestedFilename(), 'notes-textmill.txt');
    await dialog.getByText('Saved: 400,001 lines read, 6,000,003 characters written, as UTF-8.').waitFor();
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
    assert.equal(Buffer.concat(chunks).toString(), `${'TEXT OF A LINE\n'.repeat(400_000)}END`);
    await close();
  });

  test('is written to the file that the user chooses, if the browser can do that', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['trim-lines'], 'a'));
    await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) => {
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle(suggestedName, { create: true });
    }`);
    await chooseFile(page, 'notes.txt', lines(400_000));
    await page.getByRole('button', { name: 'Run and save as…' }).click();
    await page.getByText(/^Saved: 400,000 lines read/).waitFor();
    const size = await page.evaluate(`(async () => {
      const folder = await navigator.storage.getDirectory();
      return (await (await folder.getFileHandle('notes-textmill.txt')).getFile()).size;
    })()`);
    assert.equal(size, 15 * 400_000);
    await close();
  });

  test('names the first step that needs the whole text, and the line of an error', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['trim-lines', 'dedupe-sort'], 'a'));
    await chooseFile(page, 'notes.txt', lines(400_000));
    const dialog = page.getByRole('dialog', { name: 'Run a long file' });
    await dialog.getByText(/^Step 2 \(Dedupe and sort lines\) needs the whole text/).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(
      `${service.url}/console/${fragmentOf([{ toolSlug: 'date-formatter', config: { outputFormat: 'd.M.yyyy' } }])}`,
    );
    await page.evaluate(withoutPicker);
    await chooseFile(page, 'dates.txt', `${'2024-01-05\n'.repeat(500_000)}never\n`);
    await dialog.getByRole('button', { name: 'Run and save as…' }).click();
    await dialog.getByText(/ failed: line 500001: /).waitFor();
    await close();
  });

  test('is read in another encoding', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await page.evaluate(withoutPicker);
    await chooseFile(page, 'old.txt', Buffer.from('caf\u00e9\n'.repeat(3_200_000), 'latin1'));
    const dialog = page.getByRole('dialog', { name: 'Run a long file' });
    await dialog.getByText('café').first().waitFor();
    assert.equal(await dialog.getByLabel('Encoding').inputValue(), 'windows-1252');
    await dialog.getByRole('button', { name: 'Run and save as…' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText('The run was stopped: nothing is saved.').waitFor();
    await close();
  });
});
