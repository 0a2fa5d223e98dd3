import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { addTool, fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('second texts of tools', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  test('two lists are compared in two panes, by typing, with a file, and by dropping one; all of it can be undone', async () => {
    const playground = await openPlayground(browser, service, fragmentOf([], 'ann\nbob\ncleo\n'));
    const { page, steps, shows, close } = playground;
    await addTool(playground, 'compare-lists');
    const pane = page.getByRole('textbox', { name: 'Second text of step 1, Compare lists' });
    await pane.fill('bob\n');
    await shows('bob\n');
    await steps.getByText('4 characters, 1 line').waitFor();
    await assertLooksRight('second-text', playground, [1_440, 390, 320, 768, 2_560]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await steps.locator('input[type=file]').setInputFiles(file('other.txt', 'bob\ncleo\n'));
    await page.getByText('Filled in the file as the second text of Compare lists.').waitFor();
    await shows('bob\ncleo\n');
    await steps.getByText('9 characters, 2 lines').waitFor();
    // Dropped on the pane.
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['ann\\n'], 'x.txt', { type: 'text/plain' }));
      return data;
    })()`);
    await page.locator('.texts-in .drop-target').nth(2).dispatchEvent('drop', { dataTransfer: dropped });
    await shows('ann\n');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await shows('bob\ncleo\n');
    assert.equal(await pane.inputValue(), 'bob\ncleo\n');
    // It goes, by the keyboard, and comes back from the form.
    await page.getByRole('button', { name: 'Close Second text of step 1, Compare lists' }).focus();
    await page.keyboard.press('Enter');
    await pane.waitFor({ state: 'detached' });
    assert.equal(await hasFocus(steps.getByRole('button', { name: /^Options of step 1/ })), true);
    await steps.getByRole('button', { name: 'Show', exact: true }).click();
    assert.equal(await pane.inputValue(), 'bob\ncleo\n');
    await page.locator('.texts-in .drop-target').nth(1).getByRole('button', { name: 'Clear', exact: true }).click();
    await steps.getByText('Empty: drop a file here').waitFor();
    await steps.locator('input[type=file]').setInputFiles(file('long.txt', 'x'.repeat(500_001)));
    await steps.getByText(/500,000 characters/).waitFor();
    await close(/400/);
  });

  test('a table to join, a template, and a schema that is not JSON yet', async () => {
    const text = 'id;name\n1;ann\n2;bob\n';
    const join = { toolSlug: 'csv-join', config: { on: ['id'], other: 'id;city\n2;Rome\n' } };
    const playground = await openPlayground(browser, service, fragmentOf([join], text));
    const { page, search, steps, shows, close } = playground;
    await shows('id;name;city\n2;bob;Rome\n');
    await page.getByRole('button', { name: /^Options of step 1/ }).click();
    const pane = page.getByRole('textbox', { name: 'Second text of step 1, Join CSV' });
    await pane.fill('id;city\n1;Oslo\n');
    await shows('id;name;city\n1;ann;Oslo\n');
    // Each table may have its own delimiter.
    await pane.fill('id,city\n1,Bergen\n');
    await steps.getByText('It has commas, and the text semicolons.').waitFor();
    await steps.getByRole('button', { name: 'Detect each' }).click();
    await shows('id;name;city\n1;ann;Bergen\n');
    await page.keyboard.press('Control+z');
    await pane.fill('id;city\n1;Oslo\n');
    await addTool(playground, 'template-renderer');
    await page.getByRole('textbox', { name: /^Template of step 2/ }).fill('{{name}}: {{city}}');
    await steps.nth(1).getByLabel('CSV', { exact: true }).check();
    await shows('ann: Oslo');
    await page.getByRole('button', { name: /^Remove step 2/ }).click();
    await addTool(playground, 'csv-validator');
    const schema = page.getByRole('textbox', { name: /^Schema of step 2/ });
    await schema.fill('{"properties": ');
    await search.focus();
    await steps
      .nth(1)
      .getByText(/^This is not JSON/)
      .waitFor();
    assert.equal(await schema.inputValue(), '{"properties": ');
    await schema.fill('{"properties": {"name": {"minLength": 9}}}');
    await shows('record 2, column "name": must not have fewer than 9 characters');
    await close(/400/);
  });
});
