import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground, type Playground } from '../../support/playground.js';

const service = await sharedTestGateway();

/** The export of a shop: decimal commas, names in three alphabets, dates in three forms, repeated addresses. */
const shop = `order;name;email;date;total
1001;  ann   o'neil;Ann@Example.com;2026-03-01;1.234,50 €
1002;ГРИГОРИЙ ИВАНОВ;grigori@example.com;1.3.2026;19,9
1003;μαρία παπαδοπούλου;MARIA@example.com;Mar 4, 2026;"7"
1003;μαρία παπαδοπούλου;MARIA@example.com;Mar 4, 2026;"7"
1004;"lee; bob";ann@example.com;unknown;12,00 €
`;
const cleaned = `order;name;email;date;total
1001;Ann O'Neil;ann@example.com;2026-03-01;1234.50
1002;Григорий Иванов;grigori@example.com;2026-03-01;19.90
1003;Μαρία Παπαδοπούλου;maria@example.com;2026-03-04;"7.00"
1003;Μαρία Παπαδοπούλου;maria@example.com;2026-03-04;"7.00"
1004;"Lee; Bob";ann@example.com;invalid: unknown;12.00
`;
const csv = (...columns: string[]) => ({ csv: { columns, delimiter: ';' } });

describe('groups in the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { secret } = await service.key();

  async function signedIn(steps: readonly unknown[], input?: string): Promise<Playground> {
    const playground = await openPlayground(browser, service, fragmentOf(steps, input));
    await playground.signIn(secret);
    return playground;
  }

  test('the export of a shop is cleaned column by column, with choices alone', async () => {
    const { page, search, shows, outcome, close } = await signedIn([], shop);
    await page.getByText('Looks like CSV with semicolons').waitFor();
    const workflow = page.getByRole('region', { name: 'Workflow' });
    let group = 0;
    /** Adds a group for a column that the text has, with tools. */
    const clean = async (column: string, ...tools: string[]) => {
      group += 1;
      await page.getByRole('button', { name: 'Group', exact: true }).click();
      const card = workflow.locator('.step.group').last();
      await card.getByRole('checkbox', { name: new RegExp(`^${column} `) }).check();
      for (const tool of tools) {
        await card.getByRole('button', { name: `Add a tool to group ${group}` }).click();
        await page.keyboard.type(tool);
        await page
          .getByRole('option', { selected: true })
          .locator('code', { hasText: new RegExp(`^${tool}$`) })
          .waitFor();
        await page.keyboard.press('Enter');
      }
      return card;
    };
    await clean('name', 'collapse-whitespace', 'title-case-converter');
    await clean('email', 'email-normalizer');
    const dates = await clean('date', 'date-formatter');
    await dates.getByRole('textbox', { name: 'Dates look like' }).fill('iso\nd.M.yyyy\nMMM d, yyyy');
    // One bad date stops the run at first: its line is shown, and what becomes of it is a choice.
    await outcome.getByText('(Date formatter) at line 6: not a date in any of the formats').waitFor();
    await outcome.getByRole('button', { name: 'Show line 6' }).click();
    assert.equal(await selectedText(page), 'unknown');
    await dates.getByLabel('If a part fails').selectOption('Write “invalid:” before it');
    const totals = await clean('total', 'number-formatter');
    await totals.getByRole('textbox', { name: 'Write between thousands' }).fill('');
    await totals.locator('.step .more-options > summary').click();
    await totals.getByLabel('Decimal mark in the text').selectOption('Comma (1,5)');
    await shows(cleaned);
    await outcome.getByText('1 part failed').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await outcome.getByRole('button', { name: 'Line 6' }).click();
    assert.equal(await selectedText(page), 'unknown');
    // Repeated orders go; the second customer with the same address stays.
    await search.fill('csv-filter-rows');
    await page.keyboard.press('Enter');
    const rows = workflow.locator('.steps > .step').last();
    await rows.getByLabel('The cell', { exact: true }).selectOption('is anything (keep all rows)');
    await rows.locator('.more-options > summary').click();
    const unique = rows.getByRole('group', { name: /^Keep one row for each/ });
    await unique.getByRole('checkbox', { name: /^order / }).check();
    await unique.getByRole('checkbox', { name: /^email / }).check();
    await rows.getByLabel('Cells are separated by', { exact: true }).selectOption('Whatever the text has');
    await shows(cleaned.replace(/(1003.*\n)1003.*\n/, '$1').replaceAll('"7.00"', '7.00'));
    await close(/400/);
  });

  test('the keyboard alone: a step gets a group around it, a column, a neighbour, and leaves again', async () => {
    const { page, shows, titles, close } = await signedIn(['upper-case', 'reverse-text'], 'a;b\nx y;z\n');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('button', { name: 'Put a group around step 1, Upper case' }).focus();
    await press('Enter');
    // The focus goes to the parts, which are those of the text; its columns come next.
    const parts = page.getByLabel('Parts', { exact: true });
    assert.equal(await hasFocus(parts), true);
    assert.equal(await parts.inputValue(), 'csv');
    await page.getByRole('checkbox', { name: 'b z' }).waitFor();
    await press('Tab', 'Tab', 'Space');
    await page.getByRole('heading', { name: 'Column b' }).waitFor();
    await shows('b;a\nZ;y x\n');
    // Into the group with the right arrow key on the handle, up in it, and out with the left one.
    await page.getByRole('button', { name: 'Move step 2, Reverse text', exact: true }).focus();
    await press('ArrowRight');
    await page.getByText('Reverse text moved to position 2 of 2 in group 1.').waitFor();
    await shows('a;b\nx y;Z\n');
    await press('ArrowUp');
    await page.getByText('Reverse text moved to position 1 of 2 in group 1.').waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Move step 1, Reverse text');
    assert.deepEqual(await inner(page), ['Reverse text', 'Upper case']);
    await press('ArrowLeft');
    await page.getByText('Reverse text moved to position 1 of 2.').waitFor();
    assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Move step 1, Reverse text');
    await press('Control+z', 'Control+z', 'Control+z');
    await page.getByText('Undone: moved Reverse text.').waitFor();
    assert.deepEqual(await titles(), ['Column b', 'Reverse text']);
    await press('Control+Shift+z');
    assert.deepEqual(await titles(), ['Column b']);
    await page.getByRole('button', { name: 'Unwrap' }).focus();
    await press('Enter');
    assert.deepEqual(await titles(), ['Upper case', 'Reverse text']);
    await press('Control+z');
    await page.getByRole('button', { name: 'Remove group 1, Column b' }).focus();
    await press('Enter');
    await page.getByText('No steps yet.').waitFor();
    // Undoing goes back to where no column was chosen.
    await close(/400/);
  });

  test('dragging into a group, to its end, and out of it', async () => {
    const { page, titles, close } = await signedIn([{ each: 'line', steps: ['upper-case'] }, 'trim-lines'], 'a');
    const handle = (name: string) => page.getByRole('button', { name: `Move step ${name}`, exact: true });
    const target = { targetPosition: { x: 60, y: 5 } };
    await handle('2, Trim lines').dragTo(page.locator('.group-branch .step'), target);
    await page.getByText('Trim lines moved to position 1 of 2 in group 1.').waitFor();
    await handle('1, Trim lines').dragTo(page.locator('.group-end'), target);
    await page.getByText('Trim lines moved to position 2 of 2 in group 1.').waitFor();
    assert.deepEqual(await inner(page), ['Upper case', 'Trim lines']);
    await handle('1, Upper case').dragTo(page.locator('.steps > .step.group'), target);
    await page.getByText('Upper case moved to position 1 of 2.').waitFor();
    assert.deepEqual(await titles(), ['Upper case', 'Each line']);
    // A group cannot be dropped into itself.
    await page
      .getByRole('button', { name: 'Move group 1, Each line', exact: true })
      .dragTo(page.locator('.group-branch .step'), target);
    assert.deepEqual(await titles(), ['Upper case', 'Each line']);
    await close();
  });

  test('a condition, its other branch, and what the trace says of the parts', async () => {
    const { page, shows, close } = await signedIn([{ each: 'line', steps: ['upper-case'] }], 'ab\nc\n\nabc\n');
    await shows('AB\nC\n\nABC\n');
    await page.getByRole('button', { name: /^Options of group 1/ }).click();
    await page.getByLabel('Condition', { exact: true }).selectOption('Only if all of');
    await page.getByLabel('Condition 1: text').fill('b');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Condition 2', { exact: true }).selectOption('it is longer than');
    await page.getByLabel('Characters').fill('2');
    await shows('ab\nc\n\nABC\n');
    await page.getByLabel('Other steps for the other parts').check();
    const branch = page.getByRole('region', { name: 'Else of group 1' });
    await branch.getByRole('button', { name: 'Add a tool' }).click();
    await page.keyboard.type('reverse-text');
    await page.keyboard.press('Enter');
    await shows('ba\nc\n\nABC\n');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: /^Text after group 1, Each line: 4 parts/ }).click();
    const dialog = page.getByRole('dialog');
    assert.deepEqual(await dialog.locator('.changed-parts > div').allInnerTexts(), [
      'Line 1\nab → ba',
      'Line 4\nabc → ABC',
    ]);
    await dialog.getByText('Upper case: 1 part in').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await dialog.getByRole('tab', { name: 'Before' }).click();
    await dialog.getByText('10 characters, 4 lines').waitFor();
    await close();
  });

  test('offers the members of JSON and the fields of lines; a pattern is typed', async () => {
    const { page, input, shows, close } = await signedIn([], '{"items":[{"id":1,"name":"ann"},{"id":2,"name":"bob"}]}');
    await page.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('radio', { name: '$.items[*].name ann' }).check();
    await page.getByRole('button', { name: 'Add a tool to group 1' }).click();
    await page.keyboard.type('upper-case');
    await page.keyboard.press('Enter');
    await shows('{"items":[{"id":1,"name":"ANN"},{"id":2,"name":"BOB"}]}');
    await input.fill('a b c\nd e f\n');
    await page.getByLabel('Parts', { exact: true }).selectOption('Fields of each line');
    await page.getByRole('checkbox', { name: '2 b' }).check();
    await shows('a B c\nd E f\n');
    await page.getByLabel('Another field').fill('-1');
    await page.keyboard.press('Enter');
    await shows('a B C\nd E F\n');
    await page.getByRole('checkbox', { name: '2 b' }).uncheck();
    await shows('a b C\nd e F\n');
    await page.getByLabel('Parts', { exact: true }).selectOption('Matches of a pattern');
    await page.getByText('Write a pattern.').waitFor();
    await page.getByRole('textbox', { name: 'Find the pattern' }).fill('[ad]');
    await shows('A b c\nD e f\n');
    await page.getByLabel('Parts', { exact: true }).selectOption('Cells of CSV columns');
    await page.getByLabel('Another column').fill('nmae');
    await page.keyboard.press('Enter');
    await page.locator('.step-problem').getByText('there is no column "nmae"').waitFor();
    await close(/400/);
  });

  test('groups are in the address, the request, a saved recipe and its file', async () => {
    const steps = [{ each: csv('b'), onError: 'keep', steps: ['upper-case', { each: 'line', steps: ['trim-lines'] }] }];
    const { page, shows, close } = await signedIn(steps, 'a;b\n1; x\n');
    await shows('a;b\n1;X\n');
    await page.waitForURL(/#steps=/);
    const written = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('steps');
    assert.deepEqual(JSON.parse(written ?? ''), steps);
    await page.getByRole('button', { name: 'Request' }).click();
    const dialog = page.getByRole('dialog');
    for (const form of ['curl', 'JSON', 'TypeScript', 'Command line', 'Client']) {
      await dialog.getByRole('tab', { name: form, exact: true }).click();
      await dialog.getByText(/delimiter"?: ?";"/).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Recipes' }).click();
    await dialog.getByRole('tab', { name: 'In this browser' }).click();
    await dialog.getByLabel('Save the current steps as').fill('Mine');
    await page.keyboard.press('Enter');
    await dialog.getByText('Column b (Upper case, Each line (Trim lines))').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove group 1, Column b' }).click();
    await page.getByRole('button', { name: 'Recipes' }).click();
    await dialog.getByRole('button', { name: 'Mine Column b' }).click();
    await shows('a;b\n1;X\n');
    await close();
  });

  test('more than three levels and more than 25 tools are refused in the words of the gateway', async () => {
    const three = { steps: [{ steps: [{ steps: Array.from({ length: 20 }, () => 'trim-lines') }] }] };
    const { page, search, shows, close } = await signedIn([three, 'upper-case'], 'a');
    await shows('A');
    await page.getByRole('region', { name: 'In group 3' }).getByRole('button', { name: 'Add a group' }).click();
    await page.getByText('Groups must be nested at most 3 levels deep').waitFor();
    const wrap = page.getByRole('button', { name: 'Put a group around group 1' });
    assert.equal(await wrap.getAttribute('aria-disabled'), 'true');
    await page.getByRole('button', { name: 'Duplicate group 1' }).click();
    await page.getByText('A workflow has at most 25 steps: this would make 41').waitFor();
    const move = page.getByRole('button', { name: 'Move step 21, Upper case', exact: true });
    await move.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Upper case moved to position 2 of 2 in group 1.').waitFor();
    for (let added = 0; added < 4; added++) {
      await search.fill('upper-case');
      await page.keyboard.press('Enter');
    }
    await page.getByText('25 of 25 steps').waitFor();
    await search.fill('lower');
    await page.getByText('A workflow has at most 25 steps.').waitFor();
    await close();
  });

  test('a group without steps says so, and one that is switched off does not run', async () => {
    const { page, outcome, shows, close } = await signedIn([{ each: 'line', steps: ['upper-case'] }], 'a');
    await shows('A');
    await page.getByRole('switch', { name: 'Run group 1, Each line' }).uncheck();
    await outcome.getByText('All steps are switched off.').waitFor();
    await page.getByRole('switch', { name: 'Run group 1, Each line' }).check();
    await shows('A');
    await page.getByRole('button', { name: 'Remove step 1, Upper case' }).click();
    await outcome.getByText('The group has no steps. Add a tool to it.').waitFor();
    await close();
  });

  test('a group that has lost its steps is shown as not run', async () => {
    const { page, shows, close } = await signedIn(['lower-case', { each: 'line', steps: ['reverse-text'] }], 'AB');
    await shows('ba');
    await page.getByRole('button', { name: 'Remove step 2, Reverse text' }).click();
    await shows('ab');
    await page.getByText('Not run').waitFor();
    await close();
  });

  test('a button below a new group is pressed, although the group then says what it lacks', async () => {
    const { page, steps, close } = await signedIn(['upper-case'], 'a,b\n1,2\n');
    await page.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByLabel('Parts', { exact: true }).selectOption('Cells of CSV columns');
    await page.getByLabel('Parts', { exact: true }).focus();
    const button = page.getByRole('button', { name: 'Clear steps' });
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await button.hover();
    await page.mouse.down();
    assert.deepEqual(await button.boundingBox(), before);
    await page.mouse.up();
    await page.getByText('No steps yet.').waitFor();
    assert.equal(await steps.count(), 0);
    await close();
  });

  test('looks right in all colours, from phones to wide screens', async () => {
    const nested = {
      each: csv('name'),
      when: { not: { blank: true } },
      steps: ['trim-lines', { each: 'line', steps: [{ each: 'line', steps: ['title-case-converter'] }] }],
      else: ['reverse-text'],
    };
    const date = { toolSlug: 'date-formatter', config: { inputFormats: ['iso', 'd.M.yyyy'] } };
    const playground = await signedIn([nested, { each: csv('date'), onError: 'mark', steps: [date] }], shop);
    const { page, outcome, close } = playground;
    await outcome.getByText('3 parts failed').waitFor();
    await page.getByRole('button', { name: /^Options of group 1/ }).click();
    await page.getByText('How the CSV is written').click();
    await assertLooksRight('playground-groups', playground, [1_440, 390, 320, 1_024, 2_560]);
    await page.getByRole('button', { name: /^Text after group 1/ }).click();
    await assertLooksRight('playground-groups-trace', playground, [1_440, 390]);
    await close();
  });

  /** The titles of the steps in the first group. */
  function inner(page: Page): Promise<string[]> {
    return page.getByRole('region', { name: 'In group 1' }).getByRole('heading', { level: 4 }).allInnerTexts();
  }

  function selectedText(page: Page): Promise<string> {
    return page.getByRole('textbox', { name: 'Text in' }).evaluate((field) => {
      const { value, selectionStart, selectionEnd } = field as unknown as {
        readonly value: string;
        readonly selectionStart: number;
        readonly selectionEnd: number;
      };
      return value.slice(selectionStart, selectionEnd);
    });
  }
});
