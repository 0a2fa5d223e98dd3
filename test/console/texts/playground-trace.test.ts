import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('between the steps of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { secret } = await service.key();

  async function signedIn(fragment: string) {
    const playground = await openPlayground(browser, service, fragment);
    await playground.signIn(secret);
    const dialog = playground.page.getByRole('dialog');
    const figures = (step: number) =>
      playground.steps.nth(step - 1).getByRole('button', { name: new RegExp(`^Text after step ${step}, `) });
    return { ...playground, dialog, figures, panel: dialog.getByRole('tabpanel') };
  }

  const text = '  grace hopper\nAlan Turing\nada  \nAlan Turing\n';
  const steps = ['trim-lines', 'title-case-converter', { toolSlug: 'upper-case', off: true }, 'remove-duplicate-lines'];

  test('each step shows the length of its text and its time, except those that are switched off', async () => {
    const { page, steps: cards, figures, shows, close } = await signedIn(fragmentOf(steps, text));
    await shows('Grace Hopper\nAlan Turing\nAda\n');
    assert.match((await figures(1).textContent()) ?? '', /41 characters, removed 4 of 45 characters(?:<|\d)/);
    assert.match((await figures(4).textContent()) ?? '', /29 characters, removed 1 of 4 lines(?:< 0\.1|[\d.]+) ms$/);
    assert.equal(
      await cards
        .nth(2)
        .getByRole('button', { name: /^Text after/ })
        .count(),
      0,
    );
    await page.getByRole('switch', { name: 'Run step 3, Upper case' }).check();
    await shows('GRACE HOPPER\nALAN TURING\nADA\n');
    await figures(3).waitFor();
    await close();
  });

  test('by keys alone: the difference of a step, its texts before and after, and the other steps', async () => {
    const { page, dialog, figures, panel, shows, close } = await signedIn(fragmentOf(steps, text));
    await shows('Grace Hopper\nAlan Turing\nAda\n');
    await figures(2).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Step 2: Title case' }).waitFor();
    await panel.getByText('2 lines removed, 2 lines added').waitFor();
    assert.deepEqual(await panel.locator('del').allTextContents(), ['grace hopper', 'ada']);
    assert.deepEqual(await panel.locator('ins').allTextContents(), ['Grace Hopper', 'Ada']);
    await dialog.getByRole('tab', { name: 'Difference' }).focus();
    await page.keyboard.press('ArrowRight');
    await panel.getByText('grace hopper\nAlan Turing\nada\nAlan Turing\n').waitFor();
    await page.keyboard.press('ArrowRight');
    await panel.getByText('Grace Hopper\nAlan Turing\nAda\nAlan Turing\n').waitFor();
    await dialog.getByRole('button', { name: 'Next step' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: /^Step 4: / }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Next step' }).getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await hasFocus(figures(2)), true);
    await close();
  });

  test('changed words are marked, and white space at the ends of lines', async () => {
    const steps = ['trim-lines', { toolSlug: 'find-replace', config: { find: 'slow', replace: 'quick' } }];
    const { dialog, figures, panel, shows, close } = await signedIn(fragmentOf(steps, 'the slow brown fox  \nb\n'));
    await shows('the quick brown fox\nb\n');
    await figures(2).click();
    assert.deepEqual(await panel.locator('mark').allTextContents(), ['slow', 'quick']);
    await dialog.getByRole('button', { name: 'Previous step' }).click();
    await panel.getByText('1 line removed, 1 line added').waitFor();
    assert.deepEqual(await panel.locator('mark').allTextContents(), ['  ']);
    await close();
  });

  test('a failed step leaves the output of the step before in sight, marked as such', async () => {
    const {
      steps: cards,
      input,
      output,
      outcome,
      figures,
      shows,
      close,
    } = await signedIn(fragmentOf(['trim-text', { toolSlug: 'upper-case', off: true }, 'json-formatter'], ' [1] '));
    await shows('[1]'.replace('1', '\n  1\n'));
    await input.fill(' [1 ');
    await outcome.getByText('Output of step 1, before the failed step').waitFor();
    await outcome
      .getByRole('alert')
      .getByText(/^Step 3 \(.+\): /)
      .waitFor();
    assert.equal(await output.inputValue(), '[1');
    await figures(1).getByText('2 characters').waitFor();
    assert.equal(
      await cards
        .nth(2)
        .getByRole('button', { name: /^Text after/ })
        .count(),
      0,
    );
    await input.fill(' [2] ');
    await shows('[\n  2\n]');
    assert.equal(await outcome.getByText('before the failed step').count(), 0);
    await close(/400/);
  });

  test('if the first step fails, or a step is invalid, the last result stays, dimmed and out of date', async () => {
    const { page, input, output, outcome, figures, shows, close } = await signedIn(
      fragmentOf([{ toolSlug: 'csv-json-converter', config: { indent: 0 } }], 'a\n1'),
    );
    await shows('[{"a":"1"}]');
    const last = outcome.getByText('Out of date: the last result before this error');
    await input.fill('a\n"2');
    await last.waitFor();
    assert.equal(await output.inputValue(), '[{"a":"1"}]');
    assert.equal(await figures(1).count(), 0);
    await input.fill('a\n3');
    await shows('[{"a":"3"}]');
    assert.equal(await last.count(), 0);
    await page.getByRole('button', { name: /^Options of step 1/ }).click();
    await page.locator('.more-options > summary').click();
    await page.getByLabel('Cells are separated by', { exact: true }).selectOption('Another…');
    await page.getByRole('textbox', { name: 'Cells are separated by: another' }).fill('long and wrong');
    await last.waitFor();
    await outcome.getByText(/^Step 1 \(.+\): delimiter must /).waitFor();
    assert.equal(await output.inputValue(), '[{"a":"3"}]');
    assert.deepEqual(await accessibilityViolations(page), []);
    await close(/400/);
  });

  test('of long texts the beginning is compared, and the difference is shown in parts', async () => {
    const lines = Array.from({ length: 12_000 }, (_, line) => 'ab'.charAt(line % 2)).join('\n');
    const { page, dialog, figures, panel, close } = await signedIn(fragmentOf(['rot-cipher']));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) });
    await figures(1).getByText('23,999 characters').click();
    await dialog.getByText('Only the first 10,000 characters are shown and compared.').waitFor();
    await panel.getByText('5,000 lines removed, 5,000 lines added. More than 500 lines differ').waitFor();
    assert.equal(await panel.locator('del, ins').count(), 200);
    await panel.getByRole('button', { name: 'Show 200 more of 9,800' }).click();
    assert.equal(await panel.locator('del, ins').count(), 400);
    await close();
  });

  test('everything can be read', async () => {
    const opened = await signedIn(fragmentOf([...steps, 'json-formatter'], '[1, 2, 3]'));
    const { input, dialog, figures, outcome, shows, close } = opened;
    await shows('[\n  1,\n  2,\n  3\n]');
    await figures(5).waitFor();
    await input.fill(text.replace('Turing', 'Turing met ada'));
    await outcome.getByText('Output of step 4, before the failed step').waitFor();
    await assertLooksRight('playground-trace-failed', opened, [1_440, 390, 2_560]);
    await figures(2).click();
    await dialog.getByText('3 lines removed, 3 lines added').waitFor();
    await assertLooksRight('playground-trace-difference', opened, [1_440, 390, 2_560]);
    await close(/400/);
  });
});
