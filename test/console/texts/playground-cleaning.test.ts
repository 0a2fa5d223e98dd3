import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { shopExport } from '../../support/dirty-texts.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { addTool, fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();
const shop = shopExport(3_000);

describe('texts that are cleaned by suggestions', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  /** Opens a file as with the button. */
  const open = (page: Page, text: string, name = 'orders.csv') =>
    page
      .locator('.pane input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  test('the export of a shop becomes clean NDJSON, by suggestions and menus alone', async () => {
    const playground = await openPlayground(browser, service);
    const { page, titles, outcome, output, close } = playground;
    await page.getByText('This is an example.').waitFor();
    await open(page, shop);
    // The demonstration is gone, and comes back.
    await page.getByText('Filled in the file in place of the example.').waitFor();
    assert.deepEqual(await titles(), []);
    await page.getByRole('button', { name: 'CSV, semicolons, with a header: change' }).waitFor();
    const toClean = page.getByRole('list', { name: 'To clean' });
    await toClean.getByRole('button', { name: '388 mails repeat by letter case' }).waitFor();
    await assertLooksRight('cleaning', playground, [1_440, 390, 320, 768, 2_560]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    // Each is one click, and gone with what it cured; what is left are the next ones.
    for (let clicks = 0; (await toClean.count()) > 0; clicks++) {
      assert.ok(clicks < 10, (await toClean.getByRole('button').allInnerTexts()).join(', '));
      const first = toClean.getByRole('button').first();
      const label = (await first.locator('span').first().textContent()) ?? '';
      await first.click();
      await toClean.getByText(label, { exact: true }).waitFor({ state: 'detached' });
      await outcome.getByText(new RegExp(`^${clicks + 1} steps? in`)).waitFor();
      // What is left is looked for again.
      await page.waitForTimeout(500);
    }
    await page.getByRole('button', { name: 'Convert to JSON lines (NDJSON)' }).click();
    await page.getByText(/^[\d,]+ characters, 3,000 lines$/).waitFor();
    const lines = (await output.inputValue()).split('\n');
    assert.deepEqual(JSON.parse(lines[0] ?? ''), {
      order: '10000',
      name: 'Ann O’Neil',
      email: 'customer0@example.com',
      phone: '+49301000000',
      date: '2026-03-01',
      total: '1200.00',
      note: 'gift; wrapped',
    });
    const mail = /^\{"order":"\d+","name":"[^" ]+ [^" ]+","email":"[a-z0-9]+@example\.com","phone":"\+4930\d{7}"/;
    const rest = /,"date":"2026-03-\d\d","total":"\d+\.\d\d","note":"(?:standard|gift; wrapped)"\}$/;
    assert.deepEqual(
      lines.filter((line) => line !== '' && !(mail.test(line) && rest.test(line))),
      [],
    );
    await close();
  });

  test('a text that is pasted in place of the example comes without steps; one that is typed, or steps that were changed, stay', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, titles, shows, close } = playground;
    await assertLooksRight('example', playground, [1_440, 390, 320, 768, 2_560]);
    const example = ['Trim lines', 'Title case', 'Dedupe and sort lines'];
    /** Pastes in place of all there is. */
    const paste = async (text: string) => {
      await input.fill(text);
      await input.press('Control+a');
      await input.press('Control+x');
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
      await input.press('Control+v');
    };
    // Typed texts run through the example.
    await input.fill('b\na');
    await shows('A\nB');
    await paste(' x\n y\nx\n');
    await page.getByText('Pasted a text in place of the example.').waitFor();
    assert.deepEqual(await titles(), []);
    await page.getByRole('button', { name: '2 lines have blanks at their ends Trim' }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.deepEqual(await titles(), example);
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    assert.equal(await input.inputValue(), ' x\n y\nx\n');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    // With other steps it is no demonstration.
    await page.getByRole('button', { name: 'Remove step 2, Title case' }).click();
    await paste(' z\n');
    await shows('z\n');
    assert.deepEqual(await titles(), ['Trim lines', 'Dedupe and sort lines']);
    await page.getByRole('button', { name: 'Clear steps' }).click();
    await page.getByText('Cleared the steps.').waitFor();
    assert.deepEqual(await titles(), []);
    await page.getByRole('button', { name: 'Start empty' }).click();
    await page.getByText('Started empty.').waitFor();
    assert.equal(await input.inputValue(), '');
    await page.keyboard.press('Control+z');
    assert.equal(await input.inputValue(), ' z\n');
    await page.keyboard.press('Control+z');
    assert.deepEqual(await titles(), ['Trim lines', 'Dedupe and sort lines']);
    await close();
  });

  test('the example starts empty, and a file that is too long for the page is not run through it', async () => {
    const { page, input, titles, close } = await openPlayground(browser, service);
    await open(page, 'x'.repeat(5_000_100), 'long.txt');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No steps yet.').waitFor();
    await dialog.getByText('Add the steps first').waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await titles(), []);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('button', { name: 'Start empty' }).click();
    assert.equal(await input.inputValue(), '');
    await page.getByText('No steps yet.').waitFor();
    await close();
  });

  test('the keyboard alone: suggestions, one after the other, and back', async () => {
    const { page, titles, shows, close } = await openPlayground(
      browser,
      service,
      fragmentOf([], 'a;b\n x;1,5\ny ;2,5\n'),
    );
    const toClean = page.getByRole('list', { name: 'To clean' });
    await toClean.getByRole('button').nth(1).waitFor();
    await page.getByRole('button', { name: /^CSV, semicolons/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The focus goes to what is next.
    assert.equal(await hasFocus(toClean.getByRole('button', { name: /^2 numbers of b with a decimal comma/ })), true);
    await shows('a;b\nx;1,5\ny;2,5\n');
    await page.keyboard.press('Enter');
    await shows('a;b\nx;1.5\ny;2.5\n');
    assert.deepEqual(await titles(), ['Column a', 'Column b']);
    assert.equal(await hasFocus(page.getByRole('heading', { name: 'Workflow' })), true);
    await page.keyboard.press('Control+z');
    await toClean.getByRole('button', { name: /^2 numbers/ }).waitFor();
    // What cleans goes before what makes something else of the text.
    await page.getByRole('button', { name: 'Convert to JSON', exact: true }).click();
    await toClean.getByRole('button', { name: /^2 numbers/ }).click();
    await page.getByRole('textbox', { name: 'Text out' }).waitFor();
    assert.deepEqual(await titles(), ['Column a', 'Column b', 'CSV ↔ JSON converter']);
    await close();
  });

  test('the table is settled once: steps take it, say otherwise, and follow what is changed, also in links and behind a reload', async () => {
    const text = '"a" ;"b"\n"1;2" ;"x"\n';
    const playground = await openPlayground(browser, service, fragmentOf([], text));
    const { page, shows, steps, close } = playground;
    const line = page.getByRole('button', {
      name: 'CSV, semicolons, with a header, blanks around cells ignored: change',
    });
    await line.waitFor();
    await addTool(playground, 'csv-json-converter');
    await shows('[\n  {\n    "a": "1;2",\n    "b": "x"\n  }\n]');
    await steps.locator('.more-options > summary').click();
    const delimiter = steps.getByLabel('Cells are separated by', { exact: true });
    assert.equal(await delimiter.locator('option:checked').textContent(), 'Semicolons');
    await steps.getByText('from the table').first().waitFor();
    // It is written where it is sent.
    await page.getByRole('button', { name: 'Request' }).click();
    await page.getByRole('dialog').getByText('"delimiter":";"').waitFor();
    await page.keyboard.press('Escape');
    // The step says otherwise.
    await delimiter.selectOption('Commas');
    await page.locator('.step-problem').getByText('follows a closing quote').waitFor();
    await page.keyboard.press('Control+z');
    await line.click();
    await assertLooksRight('table-line', playground, [1_440, 390, 320, 768, 2_560]);
    await page.getByLabel('The first row names the columns').uncheck();
    await shows('[\n  [\n    "a",\n    "b"\n  ],\n  [\n    "1;2",\n    "x"\n  ]\n]');
    await page.getByRole('button', { name: /^CSV, semicolons, without a header/ }).waitFor();
    await page.waitForURL(/table=/);
    await page.getByText('Kept for a reload').waitFor();
    await page.waitForTimeout(700);
    await page.reload();
    await page.getByRole('button', { name: /^CSV, semicolons, without a header/ }).waitFor();
    const linked = await openPlayground(browser, service, new URL(page.url()).hash);
    await linked.page.getByRole('button', { name: /^CSV, semicolons, without a header/ }).waitFor();
    await linked.input.fill(text);
    await linked.shows('[\n  [\n    "a",\n    "b"\n  ],\n  [\n    "1;2",\n    "x"\n  ]\n]');
    await linked.close();
    // No table: the step has its own defaults. As detected again.
    await page.getByRole('button', { name: /^CSV, semicolons, without a header/ }).click();
    await page.getByLabel('Delimiter', { exact: true }).first().selectOption('None: not a table');
    await page.getByRole('button', { name: 'No table: change' }).waitFor();
    await page.getByRole('button', { name: /^As detected: CSV, semicolons, with a header/ }).click();
    await line.waitFor();
    await close(/400/);
  });
});
