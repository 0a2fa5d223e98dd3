import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { busyMs } from '../support/busy-time.js';
import { startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

const line = 'The quick brown fox jumps over the lazy dog, and nobody minds it\n';
const textOf = (characters: number) => line.repeat(Math.ceil(characters / line.length)).slice(0, characters);
/** Texts, whose lines are wrapped. */
const texts = [
  ['499,900 characters in 7,691 lines', textOf(499_900)],
  ['499,900 characters in one line', textOf(499_900).replaceAll('\n', ' ')],
  ['299,900 characters in 4,614 lines', textOf(299_900)],
] as const;

const keystrokes = 41;
/**
 * How many times as long as a bare field's a keystroke may take, and with the new result, which comes after the last one.
 * Not milliseconds: on a slow machine a bare field with one line of 500,000 characters takes a quarter of a second.
 */
const mostTimes = { typing: 4, withResult: 5 };
const countOf = (characters: number) => new RegExp(`^${characters.toLocaleString('en')} characters`);

/** Types at the end of a field. @returns how long a keystroke keeps the page busy, in milliseconds of processor time. */
async function keystrokeMs(page: Page, field: Locator): Promise<number> {
  await field.focus();
  const spent = await busyMs(page, async () => {
    for (let typed = 0; typed < keystrokes; typed++) {
      await page.keyboard.press('x');
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  });
  return spent / keystrokes;
}

/** The same in a page that has nothing but a field of the same form with the same text: the browser's own part. */
async function bareKeystrokeMs(page: Page, field: Locator): Promise<number> {
  const style: string = await field.evaluate(
    `(field) => ['width', 'height', 'font', 'padding', 'border', 'box-sizing', 'white-space', 'overflow-wrap']
      .map((name) => name + ':' + getComputedStyle(field).getPropertyValue(name)).join(';')`,
  );
  const text = await field.inputValue();
  const bare = await page.context().newPage();
  await bare.setContent('<textarea></textarea>');
  const bareField = bare.locator('textarea');
  await bareField.evaluate(
    (element, [shape, value]) => {
      element.setAttribute('style', shape);
      (element as unknown as { value: string }).value = value;
    },
    [style, text] as const,
  );
  const ms = await keystrokeMs(bare, bareField);
  await bare.close();
  return ms;
}

describe('the playground with long texts', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });

  for (const [how, given] of texts) {
    test(`typing stays smooth in ${how}`, async (t) => {
      const { page, input, outcome, signIn, close } = await openPlayground(
        browser,
        service,
        fragmentOf(['upper-case']),
      );
      await signIn((await service.key()).secret);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(given) });
      await outcome.getByText(countOf(given.length)).waitFor();
      const typingMs = await keystrokeMs(page, input);
      const resultMs = await busyMs(page, () => outcome.getByText(countOf(given.length + keystrokes)).waitFor());
      const bareMs = await bareKeystrokeMs(page, input);
      const [times, timesWithResult] = [typingMs / bareMs, (typingMs + resultMs / keystrokes) / bareMs];
      t.diagnostic(
        `a keystroke keeps the page busy for ${typingMs.toFixed(1)} ms, ${times.toFixed(2)} times as long as a bare ` +
          `field does (${bareMs.toFixed(1)} ms); ${timesWithResult.toFixed(2)} times with the new result`,
      );
      assert.ok(times < mostTimes.typing, `${times} times`);
      assert.ok(timesWithResult < mostTimes.withResult, `${timesWithResult} times`);
      await close();
    });
  }
});
