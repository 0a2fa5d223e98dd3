import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { busyMs } from '../support/busy-time.js';
import { startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

const characters = 499_900;
const line = 'The quick brown fox jumps over the lazy dog, and nobody minds it\n';
const text = line.repeat(Math.ceil(characters / line.length)).slice(0, characters);
const texts = [
  ['in 7,691 lines', text],
  ['in one line', text.replaceAll('\n', ' ')],
] as const;

/** The longest time that a keystroke may keep the page busy, in milliseconds. */
const longestMs = 100;
const keystrokes = 41;

describe('the playground with 500,000 characters', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });

  for (const [how, given] of texts) {
    test(`typing stays smooth, ${how}`, async (t) => {
      const { page, input, outcome, signIn, close } = await openPlayground(
        browser,
        service,
        fragmentOf(['upper-case']),
      );
      await signIn(service.key().secret);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from(given) });
      await outcome.getByText(/^499,900 characters/).waitFor();
      await input.focus();
      const busy = await busyMs(page, async () => {
        for (let typed = 0; typed < keystrokes; typed++) {
          await page.keyboard.press('x');
          await page.evaluate('new Promise(requestAnimationFrame)');
        }
        await outcome.getByText(/^499,941 characters/).waitFor();
      });
      const meanMs = busy / keystrokes;
      t.diagnostic(`a keystroke keeps the page busy for ${meanMs.toFixed(1)} ms, the new result included`);
      assert.ok(meanMs < longestMs, `${meanMs} ms`);
      await close();
    });
  }
});
