import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, hasFocus, openPlayground } from '../../support/playground.js';

const words = 'the quick brown fox jumps over a lazy dog, and 猫 sees it 👍 ';
/** Lines of any length, some of which a pane wraps. */
const text = Array.from({ length: 120 }, (_, index) => `${index + 1} ${words.repeat(index % 7)}`.trim()).join('\n');

/** The numbers beside a text, with the distance of each from the top of the text in pixels. */
function numbersOf(page: Page, label: string): Promise<[number: number, top: number][]> {
  return page.evaluate(`(() => {
    const pane = [...document.querySelectorAll('.pane')].find((each) => each.querySelector('label')?.textContent === '${label}');
    const area = pane.querySelector('textarea');
    const top = area.getBoundingClientRect().top - area.scrollTop + parseFloat(getComputedStyle(area).paddingTop);
    return [...pane.querySelectorAll('.pane-gutter > div > div')].map((each) =>
      [Number(each.textContent), Math.round(each.getBoundingClientRect().top - top)]);
  })()`);
}

/** Where each line begins in a field of the same look, in pixels. */
function lineTops(page: Page): Promise<number[]> {
  return page.evaluate(`(() => {
    const area = document.querySelector('textarea');
    const style = getComputedStyle(area);
    const copy = area.cloneNode();
    copy.style.cssText = 'position: absolute; top: 0; height: 0; min-height: 0; scrollbar-gutter: stable; width: ' + area.offsetWidth + 'px';
    area.parentElement.append(copy);
    const padding = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
    const tops = [0];
    let above = '';
    for (const line of area.value.split('\\n').slice(0, -1)) {
      above += (above === '' ? '' : '\\n') + line;
      copy.value = above;
      tops.push(copy.scrollHeight - padding);
    }
    copy.remove();
    return tops;
  })()`);
}

const service = await sharedTestGateway();

describe('the texts of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { secret } = await service.key();

  async function signedIn(fragment: string) {
    const playground = await openPlayground(browser, service, fragment, { viewport: { width: 1280, height: 800 } });
    await playground.signIn(secret);
    return playground;
  }

  test('line numbers stand beside their lines, wrapped or not, wherever the text is scrolled', async () => {
    const { page, input, close } = await signedIn(fragmentOf(['upper-case']));
    await input.fill(text);
    const wrap = page.getByRole('button', { name: 'Wrap lines of Text in' });
    for (const isWrapped of [true, false]) {
      assert.equal(await wrap.getAttribute('aria-pressed'), String(isWrapped));
      const tops = await lineTops(page);
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(
          `(() => { const area = document.querySelector('textarea'); area.scrollTop = ${share} * area.scrollHeight; })()`,
        );
        await until(`the numbers fit, scrolled by ${share}`, async () => {
          const numbers = await numbersOf(page, 'Text in');
          const [first = 0] = numbers[0] ?? [];
          if (share < 1 ? numbers.some(([number]) => number === 120) : first === 1) return false;
          return numbers.length > 5 && numbers.every(([number, top]) => Math.abs(top - (tops[number - 1] ?? -9)) <= 1);
        });
      }
      assert.deepEqual((await numbersOf(page, 'Text in')).at(-1)?.[0], 120);
      await wrap.click();
    }
    await page.reload();
    assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
    await close();
  });

  test('find counts the matches, selects them in turn, and marks the one that is shown', async () => {
    const { page, input, shows, screenshot, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    await shows('A');
    await input.fill(text);
    await shows(text.toUpperCase());
    await page.evaluate("document.querySelector('textarea').setSelectionRange(0, 0)");
    await input.press('Control+f');
    const find = page.getByRole('searchbox', { name: 'Find in Text in' });
    assert.equal(await hasFocus(find), true);
    await page.keyboard.type('LAZY DOG');
    const count = (text.match(/lazy dog/g) ?? []).length;
    await page.getByText(`1 of ${count}`, { exact: true }).waitFor();
    const selected = `(() => {
      const area = document.querySelector('textarea');
      return area.value.slice(area.selectionStart, area.selectionEnd);
    })()`;
    assert.equal(await page.evaluate(selected), 'lazy dog');
    await screenshot('playground-find');
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('Shift+Enter');
    await page.getByText(`${count} of ${count}`, { exact: true }).waitFor();
    // The last one is far down: the text was scrolled, and the mark is inside of the pane.
    const mark = page.locator('.pane-mark').first();
    const [box, pane] = [await mark.boundingBox(), await input.boundingBox()];
    assert.ok(
      box && pane && box.y >= pane.y && box.y + box.height <= pane.y + pane.height,
      JSON.stringify([box, pane]),
    );
    await page.getByRole('button', { name: 'Match case' }).click();
    await page.getByText('No match', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await hasFocus(input), true);
    assert.equal(await find.count(), 0);
    await close();
  });

  test('full screen shows one text alone, by keys and back with Escape', async () => {
    const { page, input, output, shows, screenshot, close } = await signedIn(fragmentOf(['upper-case']));
    await input.fill(text);
    await shows(text.toUpperCase());
    await page.locator('body').press('Control+Shift+Enter');
    const box = async () => (await page.locator('.pane[data-full]').boundingBox()) ?? { width: 0, height: 0 };
    assert.deepEqual(await box(), { x: 0, y: 0, width: 1280, height: 800 });
    await screenshot('playground-full-screen');
    assert.deepEqual(await accessibilityViolations(page), []);
    const inPane =
      'document.activeElement === document.body || document.activeElement.closest(".pane[data-full]") !== null';
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(inPane), true);
    }
    await output.press('Control+f');
    await page.keyboard.press('Escape');
    assert.notDeepEqual(await box(), { width: 0, height: 0 });
    await page.keyboard.press('Escape');
    await page.locator('.pane[data-full]').waitFor({ state: 'detached' });
    await input.press('Control+Shift+Enter');
    await page.getByRole('button', { name: 'Full screen for Text in', pressed: true }).click();
    await page.locator('.pane[data-full]').waitFor({ state: 'detached' });
    await input.fill('b');
    await shows('B');
    await close();
  });

  test('the edge between the texts moves by keys and by pointer, and stays after a reload', async () => {
    const { page, input, outcome, close } = await signedIn(fragmentOf(['upper-case'], 'a'));
    const edge = page.getByRole('separator', { name: 'Width of the text in' });
    await edge.focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowRight');
    assert.equal(await edge.getAttribute('aria-valuenow'), '60');
    await page.keyboard.press('Home');
    assert.equal(await edge.getAttribute('aria-valuenow'), '25');
    const from = await edge.boundingBox();
    assert.ok(from);
    await page.mouse.move(from.x + 8, from.y + 100);
    await page.mouse.down();
    await page.mouse.move(from.x + 300, from.y + 110, { steps: 3 });
    await page.mouse.up();
    const share = await edge.getAttribute('aria-valuenow');
    assert.ok(Number(share) > 40, String(share));
    await page.reload();
    assert.equal(await edge.getAttribute('aria-valuenow'), share);
    const widths = [(await input.boundingBox())?.width ?? 0, (await outcome.boundingBox())?.width ?? 0];
    assert.ok(
      widths.every((width) => width > 200),
      String(widths),
    );
    await edge.dblclick();
    assert.equal(await edge.getAttribute('aria-valuenow'), '50');
    await close();
  });

  test('everything fits and is accessible at all widths, also with forced colours', async () => {
    const opened = await signedIn(fragmentOf(['upper-case']));
    const { page, input, shows, close } = opened;
    await input.fill(text);
    await shows(text.toUpperCase());
    await input.press('Control+f');
    await page.keyboard.type('fox');
    await assertLooksRight('playground-panes', opened, [1_440, 390, 2_560]);
    const widths: number[] = await page.evaluate(
      '[...document.querySelectorAll(".pane")].map((pane) => pane.getBoundingClientRect().width)',
    );
    assert.ok(
      widths.every((width) => width > 900),
      String(widths),
    );
    await close();
  });
});
