import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { busyMs } from '../support/busy-time.js';
import { startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

const line = 'The quick brown fox jumps over the lazy dog, and nobody minds it\n';
const textOf = (characters: number) => line.repeat(Math.ceil(characters / line.length)).slice(0, characters);
/** Texts, whose lines are wrapped, and the longest time that a keystroke may keep the page busy, in milliseconds. */
const texts = [
  ['499,900 characters in 7,691 lines', textOf(499_900), 100],
  ['499,900 characters in one line', textOf(499_900).replaceAll('\n', ' '), 100],
  ['299,900 characters in 4,614 lines', textOf(299_900), 50],
] as const;

const keystrokes = 41;
/** The same with the new result, which comes after the last keystroke. */
const longestWithResultMs = 100;
const countOf = (characters: number) => new RegExp(`^${characters.toLocaleString('en')} characters`);

describe('the playground with long texts', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });

  for (const [how, given, longestMs] of texts) {
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
      await input.focus();
      const typing = await busyMs(page, async () => {
        for (let typed = 0; typed < keystrokes; typed++) {
          await page.keyboard.press('x');
          await page.evaluate('new Promise(requestAnimationFrame)');
        }
      });
      const result = await busyMs(page, () => outcome.getByText(countOf(given.length + keystrokes)).waitFor());
      const [meanMs, withResultMs] = [typing / keystrokes, (typing + result) / keystrokes];
      t.diagnostic(
        `a keystroke keeps the page busy for ${meanMs.toFixed(1)} ms, the new result included for ${withResultMs.toFixed(1)} ms`,
      );
      assert.ok(meanMs < longestMs, `${meanMs} ms`);
      assert.ok(withResultMs < longestWithResultMs, `${withResultMs} ms`);
      await close();
    });
  }
});
