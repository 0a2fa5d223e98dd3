import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sendToGateway } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';

const steps = [
  { toolSlug: 'csv-json-converter', config: { delimiter: ';' } },
  { toolSlug: 'upper-case', off: true },
  'json-formatter',
];
const text = 'name;age\nAda;36\nAlan;41\n';

const looks = [
  ['desktop', { viewport: { width: 1280, height: 800 } }, ['light', 'dark']],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, ['dark']],
] as const;

const service = await sharedTestGateway();

describe('how the playground looks', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  for (const [device, options, colorSchemes] of looks) {
    test(`everything can be read and reached on a ${device}`, async () => {
      const { page, screenshot, signIn, outcome, input, search, close } = await openPlayground(
        browser,
        service,
        fragmentOf(steps, text),
        options,
      );
      const isFine = async (state: string) => {
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          await screenshot(`playground-${device}-${colorScheme}-${state}`);
          assert.deepEqual(await accessibilityViolations(page), [], `${state}, ${colorScheme}`);
        }
        const [scrolled, width, height] = (await page.evaluate(
          '[document.documentElement.scrollWidth, innerWidth, document.documentElement.scrollHeight]',
        )) as [number, number, number];
        assert.ok(scrolled <= width, `${state}: ${scrolled} wide`);
        if (width > 1_024) assert.ok(height <= options.viewport.height, `${state}: ${height} high`);
      };
      await page.getByRole('heading', { level: 3, name: 'CSV ↔ JSON converter' }).waitFor();
      await outcome.getByText(/^\d+ characters/).waitFor();
      await isFine('in-browser');
      await sendToGateway(page);
      await outcome.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
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
