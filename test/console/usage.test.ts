import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { openAsOperator } from '../support/console-operator.js';
import { startTestGateway } from '../support/gateway.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('looks', { skip: unlessBrowser }, async () => {
  const browser = new TestBrowser({ after });
  test('x', async (t) => {
    const service = await startTestGateway(
      { after: (end) => t.after(end) },
      { settings: { DAILY_QUOTA: '60', INLINE_MAX_BYTES: '0' } },
    );
    const { secret } = service.key({ label: 'nightly import' });
    service.key({ label: 'web shop' });
    service.key({});
    const send = async (n: number) => {
      for (let i = 0; i < n; i++) {
        await service.post('/v1/run', { input: 'a', steps: [i % 5 === 0 ? 'nope' : 'upper-case'] }, secret);
        if (i % 2 === 0) await service.post('/v1/sanitize', { urls: ['https://a.b/?utm_source=1'] }, secret);
        if (i % 4 === 0) await service.post('/v1/sort-dedupe', { lines: ['b', 'a'] }, secret);
      }
    };
    await send(40);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, options] of [
        ['phone', phone],
        ['desk', {}],
      ] as const) {
        const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/usage`, {
          ...options,
          colorScheme,
        });
        await page.getByText('of 60 used').waitFor();
        if (size === 'phone' && colorScheme === 'light') await screenshot('usage-measuring');
        await send(10);
        await page.getByText('at the median').waitFor();
        assert.deepEqual(await accessibilityViolations(page), []);
        await page.getByLabel('By status').check({ force: true });
        await page.getByLabel('Hour', { exact: true }).focus();
        await screenshot(`usage-${size}-${colorScheme}`);
        assert.deepEqual(await accessibilityViolations(page), []);
        await page.getByText('The same as a table').click();
        assert.deepEqual(await accessibilityViolations(page), []);
        await close();
      }
    }
  });
});
