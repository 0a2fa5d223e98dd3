import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

const steps = [
  { toolSlug: 'csv-json-converter', config: { delimiter: ';' } },
  { toolSlug: 'upper-case', off: true },
  'json-formatter',
];
const text = 'name;age\nAda;36\nAlan;41\n';

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
  ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['narrow-dark', { colorScheme: 'dark', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
] as const;

describe('how the playground looks', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });

  for (const [look, options] of looks) {
    test(`everything can be read and reached, ${look}`, async () => {
      const { page, screenshot, signIn, outcome, input, search, close } = await openPlayground(
        browser,
        service,
        fragmentOf(steps, text),
        options,
      );
      const isFine = async (state: string) => {
        await screenshot(`playground-${look}-${state}`);
        assert.deepEqual(await accessibilityViolations(page), [], state);
        const [scrolled, width, height] = (await page.evaluate(
          '[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight]',
        )) as [number, number, number];
        assert.ok(scrolled <= width, `${state}: ${scrolled} wide`);
        if (width > 1_024) assert.ok(height <= options.viewport.height, `${state}: ${height} high`);
      };
      await page.getByRole('heading', { level: 3, name: 'CSV ↔ JSON converter' }).waitFor();
      await isFine('signed-out');
      await signIn((await service.key()).secret);
      await outcome.getByText(/^\d+ characters/).waitFor();
      await isFine('result');
      await page.getByRole('button', { name: /^Options of step 1/ }).click();
      await isFine('options');
      await input.fill('"');
      await outcome.getByRole('alert').waitFor();
      await isFine('failed');
      await search.click();
      await isFine('search');
      await page.keyboard.type('sort');
      await isFine('found');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Remove step 2, Upper case' }).click();
      await isFine('removed');
      await page.getByRole('button', { name: 'Request' }).click();
      await isFine('request');
      await close(/400/);
    });
  }
});
