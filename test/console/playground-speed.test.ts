import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { startTestGateway } from '../support/gateway.js';

const line = 'The quick brown fox jumps over the lazy dog, and nobody minds it\n';
const text = line.repeat(Math.ceil(500_000 / line.length)).slice(0, 499_900);

describe('speed', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });
  for (const [name, big] of [
    ['lines', text],
    ['one line', text.replaceAll('\n', ' ')],
  ] as const)
    for (const css of ['', '.pane-text{white-space:pre}'])
      test(name + css, async () => {
        const { page, close } = await browser.open(`${service.url}/console/#steps=["upper-case"]`);
        await page.getByLabel('Admin token or API key').fill(service.key().secret);
        await page.keyboard.press('Enter');
        const field = page.getByRole('textbox', { name: 'Text in' });

        if (css) await page.addStyleTag({ content: css }).catch((e) => console.log(String(e)));
        const t0 = performance.now();
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(big) });
        await page.locator('section', { hasText: 'Text out' }).getByText('499,900 characters').first().waitFor();
        console.log('fill and run', performance.now() - t0);
        await page.evaluate(`
      globalThis.slow = []; globalThis.long = [];
      new PerformanceObserver(l => { for (const e of l.getEntries()) if (e.name === 'keydown' || e.name==='input' || e.name==='keypress') slow.push([e.name, e.duration, e.processingEnd - e.processingStart]); }).observe({ type: 'event', durationThreshold: 16 });
      new PerformanceObserver(l => { for (const e of l.getEntries()) long.push(Math.round(e.duration)); }).observe({ type: 'longtask' });
    `);
        await field.focus();
        for (let i = 0; i < 30; i++) {
          await page.keyboard.press('x');
          await page.evaluate('new Promise(requestAnimationFrame)');
        }
        await page.waitForTimeout(3000);
        console.log(JSON.stringify(await page.evaluate('slow')), JSON.stringify(await page.evaluate('long')));
        await close();
      });
});
