import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { runCommand } from '../../support/command-line.js';
import { sidewaysOverflow } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const extracted =
  '{\n  "name": "Ada Lovelace",\n  "born": 1815,\n  "fields": [\n    "mathematics",\n    "computing"\n  ]\n}';

const service = await sharedTestGateway();

describe('the recipes of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('an empty playground offers templates, and one of them runs with its example', async () => {
    const { page, signIn, shows, input, outcome, close } = await openPlayground(browser, service, '#steps=[]');
    await signIn((await service.key()).secret);
    await outcome.getByRole('heading', { name: 'Start from a template' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await outcome.getByRole('button', { name: /^LLM output to JSON/ }).click();
    await shows(extracted);
    assert.match(await input.inputValue(), /^Sure! Here is the data/);
    assert.equal(await hasFocus(input), true);
    await close();
  });

  test('a template keeps the text of the user, says so, and can be undone', async () => {
    const { page, input, titles, close } = await openPlayground(browser, service, '', {
      viewport: { width: 390, height: 800 },
    });
    await input.fill('mine');
    await page.getByRole('button', { name: 'Recipes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recipes' });
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(await sidewaysOverflow(page), 0);
    await dialog.getByRole('button', { name: /^A list to SQL/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Opened “A list to SQL”. Your text stays.').waitFor();
    assert.deepEqual([await titles(), await input.inputValue()], [['SQL IN list generator'], 'mine']);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await titles(), ['Trim lines', 'Title case', 'Dedupe and sort lines']);
    await close();
  });

  test('a pasted table gets steps with its delimiter at one press, which can be undone or dismissed', async () => {
    const { page, input, titles, signIn, shows, close } = await openPlayground(browser, service);
    await input.fill('name;age\nAda;36\n');
    const line = page.locator('.suggestion');
    await line.getByText('CSV with semicolons').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await signIn((await service.key()).secret);
    await line.getByRole('button', { name: 'Align as a table' }).click();
    await shows('+------+-----+\n| name | age |\n+------+-----+\n| Ada  | 36  |\n+------+-----+');
    assert.equal(await line.getByRole('button').count(), 0);
    await page.getByText('Replaced the sample steps: Align as a table.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await titles()).length, 3);
    await input.fill('Just a sentence; no table.');
    await input.fill('{"a": 1}');
    await line.getByText('JSON').waitFor();
    await line.getByRole('button', { name: 'Dismiss the suggestions' }).click();
    await input.fill('{"a": 2}');
    await shows('{"A": 2}');
    assert.equal(await line.getByRole('button').count(), 0);
    await close();
  });

  test('a recipe is saved in this browser, renamed, exported, deleted and imported again', async () => {
    const fragment = fragmentOf(['trim-lines', { toolSlug: 'reverse-text', off: true }]);
    const { page, titles, close } = await openPlayground(browser, service, fragment);
    const dialog = page.getByRole('dialog', { name: 'Recipes' });
    const openSaved = async () => {
      await page.getByRole('button', { name: 'Recipes' }).click();
      await dialog.getByRole('tab', { name: 'In this browser' }).click();
    };
    await openSaved();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Give it a name.').waitFor();
    await dialog.getByLabel('Save the current steps as').fill('Mine');
    await page.keyboard.press('Enter');
    await dialog.getByText('Saved “Mine”.').waitFor();
    await dialog.getByRole('button', { name: 'Rename Mine' }).click();
    await page.keyboard.type('Ours');
    await page.keyboard.press('Enter');
    const ours = dialog.getByRole('button', { name: /^Ours/ });
    await ours.waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export Ours' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'ours.json');
    const exported = readFileSync(await download.path(), 'utf8');
    assert.deepEqual(JSON.parse(exported), ['trim-lines']);

    const [tool] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'As a tool Ours' }).click(),
    ]);
    assert.equal(tool.suggestedFilename(), 'ours.json');
    const house = temporaryFolder({ after });
    await tool.saveAs(join(house, 'ours.json'));
    const shown = JSON.parse(readFileSync(join(house, 'ours.json'), 'utf8'));
    assert.deepEqual([shown.title, shown.steps, shown.examples.length], ['Ours', ['trim-lines'], 1]);
    const tested = await runCommand(['tools', 'test', house], { folder: house });
    assert.deepEqual([tested.code, tested.stdout], [0, 'ours.json  ok: examples 1\n'], tested.stderr);

    await page.reload();
    await openSaved();
    await dialog.getByRole('button', { name: 'Delete Ours' }).click();
    await dialog.getByText('Deleted “Ours”.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('“Ours” is back.').waitFor();
    const chooser = dialog.locator('input[type=file]');
    await chooser.setInputFiles({
      name: 'Ours.json',
      mimeType: 'application/json',
      buffer: Buffer.from('["upper-case"]'),
    });
    await dialog.getByText('Imported 1 recipe.').waitFor();
    await chooser.setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('<b>') });
    await dialog.getByText('This file cannot be imported: it is not JSON.').waitFor();
    await dialog.getByRole('button', { name: /^Ours \(2\)/ }).click();
    assert.deepEqual(await titles(), ['Upper case']);
    await close();
  });

  test('the history has the workflows that were run, without texts; a favourite comes first in the search', async () => {
    const { page, input, signIn, shows, search, titles, close } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case']),
    );
    await input.fill('private');
    await signIn((await service.key()).secret);
    await shows('PRIVATE');
    await page.getByRole('button', { name: /^Options of step 1/ }).click();
    await page.getByRole('button', { name: 'Upper case is a favourite' }).click();
    const kept = String(await page.evaluate('JSON.stringify(localStorage)'));
    assert.deepEqual([kept.includes('upper-case'), kept.includes('private')], [true, false]);
    await page.goto(`${service.url}/console/`);
    await page.reload();
    await search.click();
    assert.equal(await page.getByRole('option').first().locator('code').textContent(), 'upper-case');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Recipes' }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Upper case/ })
      .click();
    assert.deepEqual(await titles(), ['Upper case']);
    await close();
  });

  test('in a browser that keeps nothing, recipes last as long as the page', async () => {
    const { page, close } = await openPlayground(browser, service);
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Recipes' }).click();
    await page.getByRole('tab', { name: 'In this browser' }).click();
    await page.getByText('This browser keeps nothing: recipes last until the page is closed.').waitFor();
    await page.getByLabel('Save the current steps as').fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Mine/ }).waitFor();
    await close();
  });
});
