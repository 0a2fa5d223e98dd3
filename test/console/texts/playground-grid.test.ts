import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { busyMs } from '../../support/busy-time.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const shop = `id;name;mail;price
1; Ada ;ADA@X.example;10.5
2;bob;bob@x.example;9
3;"Cy
Twombly";cy@x.example
4;;dee@x.example;100;extra
`;
const each = (column: string) => ({ csv: { columns: [column], delimiter: ';' } });

const service = await sharedTestGateway();

describe('a text of the playground as a table', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  /** Opens a text with steps, as tables on the sides that are named. */
  async function openTables(steps: readonly unknown[], text: string, ...sides: readonly ('in' | 'out')[]) {
    const opened = await openPlayground(browser, service, fragmentOf(steps, text.length > 2_000 ? '' : text));
    const { page } = opened;
    if (text.length > 2_000) {
      const file = { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
    }
    for (const side of sides) await show(page, side, 'Table');
    const gridOf = (side: 'in' | 'out') => page.getByRole('grid', { name: `Text ${side} as a table` });
    for (const side of sides) await gridOf(side).waitFor();
    return { ...opened, tableIn: gridOf('in'), tableOut: gridOf('out') };
  }

  const show = (page: Page, side: 'in' | 'out', view: 'Text' | 'Table' | 'Changes') =>
    page
      .getByRole('group', { name: `Show text ${side} as` })
      .getByRole('radio', { name: view })
      .check();
  const head = (grid: Locator, name: string | RegExp) => grid.getByRole('columnheader', { name });
  const cellsOf = (grid: Locator, column: number) =>
    grid.locator(`[role=gridcell][aria-colindex="${column + 1}"]`).allInnerTexts();
  const row = (grid: Locator, index: number) => grid.locator(`[role=row][aria-rowindex="${index}"]`);
  const choose = async (grid: Locator, column: string, item: string) => {
    await head(grid, column).click();
    await grid.page().getByRole('menu').getByText(item, { exact: true }).click();
  };

  test('has the roles and numbers of ARIA’s grid; ragged rows, types and line breaks are shown as such', async () => {
    const { page, tableIn, close } = await openTables([], shop, 'in');
    assert.deepEqual(
      [await tableIn.getAttribute('aria-rowcount'), await tableIn.getAttribute('aria-colcount')],
      ['5', '6'],
    );
    assert.deepEqual(
      await tableIn
        .getByRole('columnheader')
        .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-colindex'))),
      ['1', '2', '3', '4', '5', '6'],
    );
    assert.deepEqual(await tableIn.locator('.grid-types').allInnerTexts(), [
      'number',
      'text, 1 empty',
      'mail',
      'number, 1 missing',
      'text, 3 missing',
    ]);
    await row(tableIn, 4)
      .getByRole('rowheader', { name: /^3 ?, too long or short$/ })
      .waitFor();
    assert.equal(await row(tableIn, 4).getByRole('gridcell', { name: 'missing' }).count(), 2);
    assert.equal(await row(tableIn, 4).getByRole('gridcell').nth(1).textContent(), 'Cy⏎Twombly');
    await page.getByText('CSV with semicolons, 4 rows × 5 columns; 2 rows too long or short').waitFor();
    await close();
  });

  test('by keys alone: cells, the menu of a column, sorting, widths, a step, and undoing it', async () => {
    const { page, input, steps, tableIn, close } = await openTables([], shop);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.locator(':focus');
    const at = async () => {
      const cell = focused();
      return [
        await cell.evaluate((element) => element.closest('[role=row]')?.getAttribute('aria-rowindex')),
        await cell.getAttribute('aria-colindex'),
      ].join();
    };
    await input.press('Shift+Tab');
    await page.getByRole('radio', { name: 'Text', exact: true }).first().focus();
    await press('ArrowRight');
    await tableIn.waitFor();
    await page.getByRole('searchbox', { name: 'Filter rows of Text in' }).focus();
    await press('Tab');
    assert.equal(await at(), '1,2');
    await press('ArrowDown', 'ArrowRight');
    assert.equal(await at(), '2,3');
    await press('Control+End');
    assert.equal(await at(), '5,6');
    await press('Home');
    assert.equal(await at(), '5,2');
    await press('ArrowLeft', 'Control+Home');
    assert.equal(await at(), '2,2');
    await press('PageDown', 'ArrowRight');
    assert.equal(await at(), '5,3');
    await press('PageUp', 'ArrowUp');
    assert.equal(await at(), '1,3');
    assert.equal(await tableIn.locator('[tabindex="0"]').count(), 1);
    const width = async () => (await head(tableIn, 'name').boundingBox())?.width ?? 0;
    const before = await width();
    await press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft');
    assert.equal(await width(), before + 24);
    await press('Enter');
    const menu = page.getByRole('menu', { name: 'Column name' });
    await menu.waitFor();
    await press('ArrowDown', 'Enter');
    await until('the rows are sorted', async () => (await cellsOf(tableIn, 1)).join() === '3,2,1,4');
    assert.equal(await head(tableIn, 'name').getAttribute('aria-sort'), 'descending');
    await page.getByText('Sorted by name, descending: 4 rows').waitFor({ state: 'attached' });
    assert.equal(await at(), '1,3');
    await press('Enter', 'Escape');
    assert.equal(await menu.count(), 0);
    assert.equal(await hasFocus(head(tableIn, 'name')), true);
    await press('Enter', 'u', 'Enter');
    await steps.getByRole('heading', { name: 'Column name' }).waitFor();
    await page.getByText('Upper case for name.').waitFor();
    await press('Control+z');
    await until('no step is left', async () => (await steps.count()) === 0);
    await close();
  });

  test('sorts and filters to look, and never changes the text', async () => {
    const { page, input, tableIn, close } = await openTables([], shop, 'in');
    await choose(tableIn, 'price', 'Largest first');
    await until('the rows are sorted', async () => (await cellsOf(tableIn, 1)).join() === '4,1,2,3');
    const filter = page.getByRole('searchbox', { name: 'Filter rows of Text in' });
    await head(tableIn, 'price').press('Control+f');
    assert.equal(await hasFocus(filter), true);
    await filter.fill('BO');
    await until('one row is left', async () => (await tableIn.getAttribute('aria-rowcount')) === '2');
    await page.getByText('Filtered: 1 of 4 rows').waitFor({ state: 'attached' });
    assert.equal(await row(tableIn, 2).getByRole('rowheader').textContent(), '2');
    await choose(tableIn, 'mail', 'Filter by this column');
    assert.equal(await hasFocus(filter), true);
    await filter.fill('ada');
    await until('another row is left', async () => (await cellsOf(tableIn, 1)).join() === '1');
    await page.getByRole('button', { name: 'Filter by mail: change to all columns' }).click();
    await filter.fill('');
    await choose(tableIn, 'price', 'Order of the text');
    await until('all rows are back', async () => (await cellsOf(tableIn, 1)).join() === '1,2,3,4');
    await show(page, 'in', 'Text');
    assert.equal(await input.inputValue(), shop);
    await close();
  });

  test('the table out marks what the workflow changed, with what it was', async () => {
    const filtered = { toolSlug: 'csv-filter-rows', config: { column: 'id', op: 'ne', value: '2', delimiter: ';' } };
    const renamed = { toolSlug: 'find-replace', config: { find: 'Cy', replace: 'Sy' } };
    const given = [{ each: each('name'), steps: ['trim-text', renamed] }, filtered];
    const { page, steps, outcome, tableOut, close } = await openTables(given, shop, 'out');
    await page.getByText('2 cells changed, 1 row removed').waitFor();
    const downloading = page.waitForEvent('download');
    await outcome.getByRole('button', { name: 'Download' }).click();
    assert.equal((await downloading).suggestedFilename(), 'textmill.csv');
    const cell = row(tableOut, 2).getByRole('gridcell').nth(1);
    assert.equal(await cell.textContent(), 'Ada, was  Ada ');
    assert.equal(await tableOut.locator('[data-changed]').count(), 2);
    await cell.click();
    const detail = page.getByRole('group', { name: 'Cell in focus' });
    await detail.getByText('Row 1, name:').waitFor();
    assert.equal(await detail.locator('ins').textContent(), 'Ada');
    await steps
      .first()
      .getByRole('button', { name: /^Text after group 1/ })
      .click();
    const parts = page.getByRole('dialog').getByRole('tabpanel');
    assert.deepEqual(await parts.locator('mark').allTextContents(), [' ', ' ', 'Cy', 'Sy']);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Changed rows' }).check();
    await until('two rows are left', async () => (await cellsOf(tableOut, 1)).join() === '1,3');
    await close();
  });

  test('the beginning of a text before a failed step is not compared: what is missing was not removed', async () => {
    const text = `a,b\n${'1,some cell\n'.repeat(2_000)}`;
    const { page, outcome, tableOut, close } = await openTables(['upper-case', 'json-formatter'], text);
    await outcome.getByText('its first 10,000 characters').waitFor();
    await show(page, 'out', 'Table');
    await tableOut.waitFor();
    await outcome.getByText(/^CSV with commas, 83\d rows × 2 columns/).waitFor();
    assert.equal(await outcome.getByText('removed').count(), 0);
    const views = page.getByRole('group', { name: 'Show text out as' });
    assert.deepEqual(await views.locator('label').allInnerTexts(), ['Text', 'Table']);
    await close();
  });

  test('menus add steps where the column is, one group for the same cells, filled in', async () => {
    const { page, steps, shows, tableIn, close } = await openTables([], shop, 'in');
    await choose(tableIn, 'mail', 'lower case');
    await choose(tableIn, 'mail', 'Redact: personal data');
    await choose(tableIn, 'id', 'Sort rows, descending');
    await until('there are two steps', async () => (await steps.count()) === 2);
    assert.deepEqual(await steps.first().getByRole('heading').allInnerTexts(), [
      'Column mail',
      'Lower case',
      'Redact personal data',
    ]);
    await shows(
      'id;name;mail;price\n4;;[EMAIL];100;extra\n3;"Cy\nTwombly";[EMAIL]\n2;bob;[EMAIL];9\n1;" Ada ";[EMAIL];10.5\n',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('there is one step', async () => (await steps.count()) === 1);
    await close();
  });

  const others: readonly [what: string, text: string, facts: string][] = [
    ['TSV', 'a\tb\n1\t2\n3\t4\n', 'CSV with tabs, 2 rows × 2 columns'],
    ['JSON lines', '{"a":1,"b":{"c":2}}\n{"a":3}\n', 'JSON lines, 2 rows × 2 columns'],
    ['a JSON list', '[{"a":1},{"a":2},{"b":3}]', 'JSON, 3 rows × 2 columns'],
    ['Markdown', '| a | b |\n|---|---|\n| 1 | 2 |', 'Markdown, 1 row × 2 columns'],
    ['a log', 'level=info msg=a\nlevel=info msg="b c"\n', 'Log, 2 rows × 2 columns'],
  ];
  for (const [what, text, facts] of others) {
    test(`reads ${what}`, async () => {
      const { page, close } = await openTables([], text, 'in');
      await page.getByText(facts).waitFor();
      await close();
    });
  }

  test('a text that is no table has no such choice, and says why one that broke cannot be shown', async () => {
    const { page, input, close } = await openTables([], 'one line');
    assert.equal(await page.getByRole('group', { name: 'Show text in as' }).count(), 0);
    await input.fill('[{"a":1},{"a":2}]');
    await show(page, 'in', 'Table');
    await page.getByRole('grid').waitFor();
    await show(page, 'in', 'Text');
    await input.fill(`[${'{"a":1},'.repeat(20_000)}`);
    await show(page, 'in', 'Table');
    await page.getByText(/^This text cannot be shown as a table: line 1/).waitFor();
    await close();
  });

  test('columns are made wider by dragging, and by a double click as wide as their cells', async () => {
    const { page, tableIn, close } = await openTables([], shop, 'in');
    const box = await head(tableIn, 'mail').boundingBox();
    assert.ok(box !== null);
    const edge = [box.x + box.width - 3, box.y + 10] as const;
    await page.mouse.move(...edge);
    await page.mouse.down();
    await page.mouse.move(edge[0] + 60, edge[1]);
    await page.mouse.up();
    assert.equal((await head(tableIn, 'mail').boundingBox())?.width, box.width + 60);
    assert.equal(await page.getByRole('menu').count(), 0);
    await close();
  });

  test('100,000 rows: what is drawn is what is in sight, and a keystroke or a scroll takes below 50 ms', async (t) => {
    const cell = (row: number, column: number) => (row * 7919 + column * 104_729) % 1_000_003;
    const lines = Array.from({ length: 100_000 }, (_, at) =>
      [at, ...[1, 2, 3, 4, 5].map((column) => cell(at, column))].join(),
    );
    const text = `id,a,b,c,d,e\n${lines.join('\n')}\n`;
    const { page, tableIn, tableOut, close } = await openTables(
      [{ each: { csv: { columns: ['a'] } }, steps: ['reverse-text'] }],
      text,
      'in',
      'out',
    );
    await until('both are read', async () => (await tableOut.getAttribute('aria-rowcount')) === '100001');
    const nodes = () => page.evaluate<number>('document.querySelectorAll(".grid *").length');
    const most = 2_000;
    assert.ok((await nodes()) < most, `${await nodes()} elements`);
    const times: Record<string, number> = {};
    const measure = async (
      what: string,
      times_: number,
      action: () => Promise<unknown>,
      idle: () => Promise<unknown>,
    ) => {
      times[what] =
        (await busyMs(page, async () => {
          for (let time = 0; time < times_; time++) await action();
          await idle();
        })) / times_;
    };
    const settled = () => tableIn.locator('[aria-rowindex]').first().waitFor();
    await tableIn.getByRole('gridcell').first().click();
    await measure('arrow', 40, () => page.keyboard.press('ArrowDown'), settled);
    await measure('page', 20, () => page.keyboard.press('PageDown'), settled);
    const filter = page.getByRole('searchbox', { name: 'Filter rows of Text in' });
    await filter.focus();
    await measure(
      'filter',
      5,
      () => page.keyboard.press('1'),
      () => until('it is filtered', async () => (await tableIn.getAttribute('aria-rowcount')) !== '100001'),
    );
    await filter.fill('');
    await until('all rows are back', async () => (await tableIn.getAttribute('aria-rowcount')) === '100001');
    await tableIn.hover();
    await measure('wheel', 40, () => page.mouse.wheel(0, 400), settled);
    const jump = (share: number) =>
      page.evaluate(`(async () => {
        const grid = document.querySelector('.grid');
        grid.scrollTop = grid.scrollHeight * ${share};
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      })()`);
    const shares = Array.from({ length: 20 }, (_, at) => 0.049 * (at + 1)).values();
    await measure('jump', 20, () => jump(shares.next().value ?? 1), settled);
    t.diagnostic(
      Object.entries(times)
        .map(([what, ms]) => `${what} ${ms.toFixed(1)} ms`)
        .join(', '),
    );
    for (const [what, ms] of Object.entries(times)) assert.ok(ms < 50, `${what}: ${ms} ms`);
    await tableIn.getByRole('gridcell').first().click();
    await page.keyboard.press('Control+End');
    await row(tableIn, 100_001).getByText('99999', { exact: true }).waitFor();
    assert.ok((await nodes()) < most, `${await nodes()} elements`);
    await close();
  });

  test('the changes of all steps are shown line by line, with changed words marked', async () => {
    const steps = ['trim-lines', { toolSlug: 'find-replace', config: { find: 'slow', replace: 'quick' } }];
    const { page, outcome, close } = await openTables(steps, 'the slow fox \nsame\n');
    await show(page, 'out', 'Changes');
    const changes = page.getByRole('group', { name: 'Changes from text in to text out' });
    await changes.getByText('1 line removed, 1 line added').waitFor();
    assert.deepEqual(await changes.locator('mark').allTextContents(), ['slow', ' ', 'quick']);
    await page.getByRole('switch').first().uncheck();
    await until('the blank stays', async () => (await changes.locator('mark').count()) === 2);
    await show(page, 'out', 'Text');
    await outcome.getByRole('textbox', { name: 'Text out' }).waitFor();
    await close();
  });

  test('everything can be read', async () => {
    const steps = [{ each: each('mail'), steps: ['lower-case'] }];
    const opened = await openTables(steps, shop, 'in', 'out');
    const { page, tableIn, tableOut, close } = opened;
    await page.getByText('1 cell changed').waitFor();
    await tableOut.getByRole('gridcell').nth(2).click();
    await assertLooksRight('playground-grid', opened, [1_440, 390, 768, 2_560]);
    await page.setViewportSize({ width: 1_440, height: 900 });
    await head(tableIn, 'mail').click();
    await page.getByRole('menu').waitFor();
    await assertLooksRight('playground-grid-menu', opened, [1_440]);
    await page.keyboard.press('Escape');
    await show(page, 'out', 'Changes');
    await page.getByText('1 line removed, 1 line added').waitFor();
    await assertLooksRight('playground-grid-changes', opened, [1_440, 390, 2_560]);
    await close();
  });
});
