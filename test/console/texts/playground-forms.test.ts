import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();
const table =
  'id,name,amount,day\n1,Ada Lovelace,12.50,29.11.2026\n2,Grace Hopper,9,30.11.2026\n3,Alan Turing,140,1.12.2026\n';

describe('the forms of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('columns, formats and delimiters come from the text, and the closed step says what it does', async () => {
    const opened = await openPlayground(browser, service, fragmentOf([], table));
    const { page, search, steps, shows, close } = opened;
    await search.fill('csv-filter-rows');
    // The tools may still be on their way.
    await page
      .getByRole('option', { name: /csv-filter-rows|Filter CSV rows/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    const rows = steps.first();
    const column = rows.getByLabel('Keep rows where', { exact: true });
    const offered = ['Not set', 'id · 1', 'name · Ada Lovelace', 'amount · 12.50', 'day · 29.11.2026', 'Another…'];
    await column.locator('option').last().waitFor({ state: 'attached' });
    assert.deepEqual(await column.locator('option').allTextContents(), offered);
    await column.selectOption('amount · 12.50');
    await rows.getByLabel('The cell', { exact: true }).selectOption('is more than');
    await rows.getByLabel('This value', { exact: true }).fill('10');
    await shows('id,name,amount,day\n1,Ada Lovelace,12.50,29.11.2026\n3,Alan Turing,140,1.12.2026\n');
    await rows.getByText('removed 1 of 3 rows').waitFor();
    assert.equal(await rows.getByLabel('Cells are separated by').isVisible(), false);
    await rows.locator('.more-options > summary').click();
    const delimiters = rows.getByLabel('Cells are separated by', { exact: true }).locator('option');
    const named = ['Commas', 'Semicolons', 'Tabs', 'Pipes', 'Whatever the text has', 'Another…'];
    await delimiters.last().waitFor({ state: 'attached' });
    assert.deepEqual(await delimiters.allTextContents(), named);
    const toggle = page.getByRole('button', {
      name: 'Options of step 1, Filter CSV rows: Keep rows where amount is more than 10',
    });
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');

    await search.fill('csv-date-formatter');
    await page.keyboard.press('Enter');
    const dates = steps.nth(1);
    await dates
      .getByRole('group', { name: /^Change the columns/ })
      .getByRole('checkbox', { name: /^day / })
      .check();
    const formats = dates.getByRole('group', { name: /^Dates look like/ });
    await formats.getByRole('checkbox', { name: 'd.M.yyyy 29.11.2026' }).check();
    await formats.getByRole('checkbox', { name: /^iso/ }).uncheck();
    await dates.getByLabel('Write dates as', { exact: true }).selectOption({ label: 'd MMM yyyy · 29 Nov 2026' });
    await shows('id,name,amount,day\n1,Ada Lovelace,12.50,29 Nov 2026\n3,Alan Turing,140,1 Dec 2026\n');
    await assertLooksRight('playground-forms', opened, [1_440, 390, 768, 2_560]);
    await close();
  });

  test('a field says what is wrong while somebody types, but not before', async () => {
    const { page, search, steps, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'));
    await search.fill('find-replace');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const field = steps.nth(1).getByLabel('Find the text');
    assert.equal(await hasFocus(field), true);
    assert.equal(await field.getAttribute('aria-invalid'), null);
    await page.keyboard.type('b');
    assert.equal(await field.getAttribute('aria-invalid'), null);
    await page.keyboard.press('Backspace');
    await steps.nth(1).getByText('Needed.').waitFor();
    assert.equal(await hasFocus(field), true);
    await page.keyboard.type('b');
    await steps.nth(1).getByText('Needed.').waitFor({ state: 'detached' });
    await close();
  });

  test('the steps are from 320 to 600 pixels wide, by keys and by the pointer, and stay so', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'), {
      viewport: { width: 1_440, height: 900 },
    });
    const panel = page.getByRole('region', { name: 'Workflow' });
    const width = async () => Math.round((await panel.boundingBox())?.width ?? 0);
    const edge = page.getByRole('separator', { name: 'Width of the steps' });
    await edge.focus();
    await page.keyboard.press('End');
    assert.deepEqual([await width(), await edge.getAttribute('aria-valuenow')], [600, '600']);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await width(), 590);
    await page.keyboard.press('Home');
    assert.equal(await width(), 320);
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 4, y + 200);
    await page.mouse.down();
    await page.mouse.move(x + 104, y + 200);
    await page.mouse.up();
    const dragged = await width();
    assert.ok(dragged > 400 && dragged < 440, String(dragged));
    await page.reload();
    await edge.waitFor();
    assert.equal(await width(), dragged);
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });

  test('tools are found by category with the keyboard alone, the favourites first', async () => {
    const opened = await openPlayground(browser, service, fragmentOf([], 'b\na'));
    const { page, titles, close } = opened;
    await page.keyboard.press('/');
    assert.equal(await hasFocus(opened.search), true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Tools by category' });
    assert.equal(await hasFocus(dialog.getByRole('tab', { name: /^Lines and white space/ })), true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await assertLooksRight('playground-tools', opened, [1_440, 390, 768, 2_560]);
    const last = dialog
      .getByRole('tabpanel', { name: /^Sort, filter/ })
      .getByRole('listitem')
      .last();
    assert.equal(await hasFocus(last.locator('.tool-row')), true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    assert.deepEqual(await titles(), ['Sort lines']);
    await page.getByRole('button', { name: 'Tools by category' }).click();
    await dialog.getByRole('tab', { name: /^Favourites 1$/, selected: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    assert.deepEqual(await titles(), ['Sort lines', 'Sort lines']);
    await close();
  });

  test('the line below a text is one line at 1,440 pixels, however long the text is', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['upper-case'], 'a'), {
      viewport: { width: 1_440, height: 900 },
    });
    // Typing so much takes longer than the limit of a step.
    await page.evaluate(`(() => {
      const field = document.querySelector('.drop-target textarea');
      field.value = 'a line of a text\\n'.repeat(60_000);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);
    const feet = page.locator('.pane-foot');
    await feet.last().getByText('1,020,000 characters').waitFor();
    await feet
      .first()
      .getByText(/^(?:Too long to keep|Kept)/)
      .first()
      .waitFor();
    for (const foot of await feet.all()) assert.ok(((await foot.boundingBox())?.height ?? 99) < 36);
    await close();
  });
});
