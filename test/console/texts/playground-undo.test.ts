import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('undo in the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { secret } = await service.key();

  async function signedIn(fragment: string) {
    const playground = await openPlayground(browser, service, fragment);
    await playground.signIn(secret);
    return playground;
  }

  test('adding, removing, moving, switching and options are undone and redone in one order', async () => {
    const { page, search, shows, titles, steps, close } = await signedIn(fragmentOf(['upper-case'], 'b;c'));
    await shows('B;C');
    await search.fill('csv-json-converter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move up step 2, CSV ↔ JSON converter' }).click();
    await page.locator('.more-options > summary').click();
    const delimiter = page.getByLabel('Cells are separated by', { exact: true });
    await delimiter.selectOption('Another…');
    const typed = page.getByRole('textbox', { name: 'Cells are separated by: another' });
    await typed.fill('');
    await typed.pressSequentially('ab');
    await page.getByRole('switch', { name: 'Run step 1, CSV ↔ JSON converter' }).uncheck();
    await page.getByRole('button', { name: 'Remove step 2, Upper case' }).click();
    const undone = async (what: string) => {
      await page.keyboard.press('Control+z');
      await page.getByText(`Undone: ${what}.`).waitFor();
    };
    await undone('removed Upper case');
    await undone('switched off CSV ↔ JSON converter');
    await undone('changed “Cells are separated by” of CSV ↔ JSON converter');
    assert.equal(await typed.inputValue(), ',');
    await undone('moved CSV ↔ JSON converter');
    assert.deepEqual(await titles(), ['Upper case', 'CSV ↔ JSON converter']);
    await undone('added CSV ↔ JSON converter');
    await shows('B;C');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing to undo.').waitFor();
    const redo = page.getByRole('button', { name: 'Redo' });
    for (let change = 0; change < 5; change++) await redo.click();
    await page.getByText('Redone: removed Upper case.').waitFor();
    assert.equal(await redo.getAttribute('aria-disabled'), 'true');
    assert.deepEqual(await titles(), ['CSV ↔ JSON converter']);
    assert.equal(await steps.first().getByRole('switch').isChecked(), false);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+Z');
    await page.getByText('Redone: removed Upper case.').waitFor();
    await close(/400/);
  });

  test('in a text field the keys belong to the browser, until nothing typed is left', async () => {
    const { page, input, search, titles, shows, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    await shows('A');
    await search.fill('trim-lines');
    await page.keyboard.press('Enter');
    assert.deepEqual(await titles(), ['Upper case', 'Trim lines']);
    await input.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('b');
    await page.keyboard.press('Control+z');
    assert.equal(await input.inputValue(), 'a');
    assert.deepEqual(await titles(), ['Upper case', 'Trim lines']);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: added Trim lines.').waitFor();
    assert.deepEqual(await titles(), ['Upper case']);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    assert.equal(await hasFocus(input), true);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: cleared the text.').waitFor();
    assert.equal(await input.inputValue(), 'a');
    await close();
  });

  test('the focus goes to the heading when undoing removes the step that has it', async () => {
    const { page, search, steps, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    await search.fill('trim-lines');
    await page.keyboard.press('Enter');
    await steps.nth(1).getByRole('switch').focus();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: added Trim lines.').waitFor();
    assert.equal(await hasFocus(page.getByRole('heading', { name: 'Workflow' })), true);
    await close();
  });
});

describe('a new step with required options', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('is quiet until it is left, with the focus in its field', async () => {
    const { page, search, shows, outcome, signIn, close } = await openPlayground(
      browser,
      service,
      fragmentOf(['upper-case'], 'a(a'),
    );
    await signIn((await service.key()).secret);
    await shows('A(A');
    await search.fill('find-replace');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Find the text' });
    await field.waitFor();
    assert.equal(await hasFocus(field), true);
    await outcome.getByText('Step 2 waits for its options.').waitFor();
    assert.equal(await outcome.getByRole('alert').count(), 0);
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.type('A');
    await shows('(');
    await field.fill('');
    await outcome.getByText('Step 2 waits for its options.').waitFor();
    await page.getByRole('textbox', { name: 'Text in' }).focus();
    await outcome.getByRole('alert').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await field.fill('A');
    await shows('(');
    await close(/400/);
  });
});
