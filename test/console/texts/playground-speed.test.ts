import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { busyMs } from '../../support/busy-time.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';
import { bareTypingMs, typingMs } from '../../support/typing.js';

const line = 'The quick brown fox jumps over the lazy dog, and nobody minds it\n';
const textOf = (characters: number) => line.repeat(Math.ceil(characters / line.length)).slice(0, characters);
/** Texts, whose lines are wrapped. */
const texts = [
  ['499,900 characters in 7,691 lines', textOf(499_900)],
  ['499,900 characters in one line', textOf(499_900).replaceAll('\n', ' ')],
  ['299,900 characters in 4,614 lines', textOf(299_900)],
] as const;

const keystrokes = 12;
/** How many keystrokes share the time of one result. */
const keystrokesForResult = 41;
/**
 * How many times as long as a bare field's a keystroke may take, and with the new result, which comes after the last one.
 * Not milliseconds: on a slow machine a bare field with one line of 500,000 characters takes a quarter of a second.
 */
const mostTimes = { typing: 4, withResult: 5 };
const countOf = (characters: number) => new RegExp(`^${characters.toLocaleString('en')} characters`);

const service = await sharedTestGateway();

describe('the playground with long texts', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

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
      const bareMs = await bareTypingMs(page, input, keystrokes);
      const ourMs = await typingMs(page, input, keystrokes);
      const resultMs = await busyMs(page, () => outcome.getByText(countOf(given.length + keystrokes)).waitFor());
      const [times, timesWithResult] = [ourMs / bareMs, (ourMs + resultMs / keystrokesForResult) / bareMs];
      t.diagnostic(
        `a keystroke keeps the page busy for ${ourMs.toFixed(1)} ms, ${times.toFixed(2)} times as long as a bare ` +
          `field does (${bareMs.toFixed(1)} ms); ${timesWithResult.toFixed(2)} times with the new result`,
      );
      assert.ok(times < mostTimes.typing, `${times} times`);
      assert.ok(timesWithResult < mostTimes.withResult, `${timesWithResult} times`);
      await close();
    });
  }
});
