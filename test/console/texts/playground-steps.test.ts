import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('the steps of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { secret } = await service.key();
  const three = fragmentOf(['trim-lines', 'upper-case', 'dedupe-sort'], ' b\na\n');

  async function signedIn(fragment: string) {
    const playground = await openPlayground(browser, service, fragment);
    await playground.signIn(secret);
    return playground;
  }

  test('search: everything by category, then the results, chosen by keys or by pointer', async () => {
    const { page, search, titles, shows, close } = await signedIn(fragmentOf([], 'a b'));
    await search.click();
    const list = page.getByRole('listbox', { name: 'Tools' });
    await list.getByRole('group', { name: 'Lines and white space' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.equal(await list.getByRole('option').count(), await toolCount());
    await search.fill('upper');
    await page.keyboard.press('Enter');
    await shows('A B');
    await search.fill('reverse');
    const second = await list.getByRole('option').nth(1).locator('code').textContent();
    await page.keyboard.press('ArrowDown');
    assert.match((await search.getAttribute('aria-activedescendant')) ?? '', /-1$/);
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    await search.fill('xyzzy plugh');
    await list.getByText('No tool fits').waitFor();
    await page.keyboard.press('Escape');
    await search.fill('snake-case');
    await list.getByRole('option').first().click();
    assert.equal(await hasFocus(search), true);
    const tools = await Promise.all(['upper-case', second ?? '', 'snake-case'].map(titleOf));
    assert.deepEqual(await titles(), tools);
    await close();
  });

  async function toolCount(): Promise<number> {
    const { json } = await service.request('GET', '/v1/tools');
    return (json as { tools: unknown[] }).tools.length;
  }

  async function titleOf(slug: string): Promise<string> {
    const { json } = await service.request('GET', `/v1/tools/${slug}`);
    return (json as { title: string }).title;
  }

  test('moving by keys keeps the focus on the step, and announces its position', async () => {
    const { page, titles, close } = await signedIn(three);
    // Like browsers in which a moved element loses the focus.
    await page.evaluate('delete Element.prototype.moveBefore');
    await page.getByRole('button', { name: 'Move step 1, Trim lines', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Trim lines moved to position 2 of 3.').waitFor();
    assert.deepEqual(await titles(), ['Upper case', 'Trim lines', 'Dedupe and sort lines']);
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Trim lines moved to position 3 of 3.').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByText('Trim lines stays at position 3 of 3.').waitFor();
    const focused = page.locator(':focus');
    assert.equal(await focused.getAttribute('aria-label'), 'Move step 3, Trim lines');
    await page.getByRole('button', { name: 'Move up step 3, Trim lines' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    assert.equal(await focused.getAttribute('aria-label'), 'Move up step 1, Trim lines');
    assert.deepEqual(await titles(), ['Trim lines', 'Upper case', 'Dedupe and sort lines']);
    await close();
  });

  test('dragging by the handle, below and above', async () => {
    const { page, steps, titles, close } = await signedIn(three);
    const handle = page.getByRole('button', { name: 'Move step 1, Trim lines', exact: true });
    await handle.dragTo(steps.nth(2), { targetPosition: { x: 60, y: 100 } });
    await page.getByText('Trim lines moved to position 3 of 3.').waitFor();
    assert.deepEqual(await titles(), ['Upper case', 'Dedupe and sort lines', 'Trim lines']);
    const last = page.getByRole('button', { name: 'Move step 3, Trim lines', exact: true });
    await last.dragTo(steps.nth(1), { targetPosition: { x: 60, y: 5 } });
    await page.getByText('Trim lines moved to position 2 of 3.').waitFor();
    assert.deepEqual(await titles(), ['Upper case', 'Trim lines', 'Dedupe and sort lines']);
    await close();
  });

  test('removing a step can be undone', async () => {
    const { page, titles, shows, close } = await signedIn(three);
    await shows('A\nB\n');
    await page.getByRole('button', { name: 'Remove step 2, Upper case' }).click();
    await shows('a\nb\n');
    await page.getByText('Removed Upper case.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows('A\nB\n');
    assert.deepEqual(await titles(), ['Trim lines', 'Upper case', 'Dedupe and sort lines']);
    await close();
  });

  test('duplicating and switching off', async () => {
    const { page, titles, shows, outcome, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    await page.getByRole('button', { name: 'Duplicate step 1, Upper case' }).click();
    assert.deepEqual(await titles(), ['Upper case', 'Upper case']);
    await outcome.getByText(/^2 steps in/).waitFor();
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).uncheck();
    await outcome.getByText(/^1 step in/).waitFor();
    await page.getByRole('switch', { name: 'Run step 2, Upper case' }).uncheck();
    await outcome.getByText('All steps are switched off. Switch one on.').waitFor();
    await page.getByRole('button', { name: 'Remove step 2, Upper case' }).click();
    await page.getByRole('button', { name: 'Remove step 1, Upper case' }).click();
    await outcome.getByText('Or add a tool, and its result appears here.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).check();
    await shows('A');
    await close();
  });

  test('at most 25 steps', async () => {
    const { page, search, steps, close } = await signedIn(fragmentOf(Array.from({ length: 24 }, () => 'trim-lines')));
    await search.fill('upper-case');
    await page.keyboard.press('Enter');
    await page.getByText('25 of 25 steps').waitFor();
    await search.fill('lower');
    await page.getByText('A workflow has at most 25 steps. Remove one to add another.').waitFor();
    await page.keyboard.press('Enter');
    const duplicate = page.getByRole('button', { name: 'Duplicate step 1, Trim lines' });
    assert.equal(await duplicate.getAttribute('aria-disabled'), 'true');
    assert.equal(await steps.count(), 25);
    await close();
  });
});
