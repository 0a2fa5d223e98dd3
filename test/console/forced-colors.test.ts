import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { openAsOperator } from '../support/console-operator.js';
import { adminToken, startTestGateway } from '../support/gateway.js';
import { listView } from '../support/list-views.js';
import { openPlayground } from '../support/playground.js';

type Property = 'backgroundColor' | 'borderBottomColor';

/** Returns whether a property of an element has the system colour of a selection. */
function isHighlighted(page: Page, selector: string, property: Property): Promise<boolean> {
  return page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('div'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
    const highlight = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property} === highlight;
  })()`);
}

async function assertToldApart(
  page: Page,
  chosen: string,
  other: string,
  property: Property = 'backgroundColor',
): Promise<void> {
  assert.equal(await isHighlighted(page, chosen, property), true, `${chosen} is not told from the others`);
  assert.equal(await isHighlighted(page, other, property), false, `${other} looks chosen`);
}

describe('with forced colours', { skip: unlessBrowser }, async () => {
  const browser = new TestBrowser({ after });
  // The console's own account has the same quota, and a slow page runs a workflow twice while its steps change.
  const service = await startTestGateway({ after }, { settings: { DAILY_QUOTA: '40' } });
  const { secret } = await service.key({ label: 'web shop' });
  await service.key({ label: 'nightly import' });
  for (let index = 0; index < 3; index++) await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);

  for (const colorScheme of ['light', 'dark'] as const) {
    const forced = { forcedColors: 'active', colorScheme } as const;

    test(`the current view and active steps look different from the others, ${colorScheme}`, async () => {
      const { page, steps, signIn, screenshot, close } = await openPlayground(browser, service, '', forced);
      await signIn(adminToken);
      await page.getByRole('textbox', { name: 'Text out' }).waitFor();
      await steps.nth(1).getByRole('switch').uncheck();
      await assertToldApart(page, '.views a[aria-current]', '.views a:not([aria-current])', 'borderBottomColor');
      await assertToldApart(page, '.switch:checked', '.switch:not(:checked)');
      await screenshot(`forced-colors-playground-${colorScheme}`);
      await close();
    });

    test(`the chosen form of the result looks different from the other, ${colorScheme}`, async () => {
      const { page, screenshot, close } = await browser.open(`${service.url}/console/sanitize`, forced);
      const { signIn, result } = listView(page, 'URLs', 'Cleaned');
      await signIn(adminToken);
      await result.getByText('utm_source').first().waitFor();
      await assertToldApart(page, '.choice label:has(:checked)', '.choice label:not(:has(:checked))');
      await screenshot(`forced-colors-sanitize-${colorScheme}`);
      await close();
    });

    test(`the chosen account and division, and the used quota, look different from the rest, ${colorScheme}`, async () => {
      const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/usage`, forced);
      await page.getByText('3 of 40 used').waitFor();
      await assertToldApart(page, '.choice label:has(:checked)', '.choice label:not(:has(:checked))');
      const account = '.account-list li button';
      await assertToldApart(page, `${account}[aria-pressed="true"]`, `${account}[aria-pressed="false"]`);
      await assertToldApart(page, '.quota-bar > div', '.quota-bar');
      await screenshot(`forced-colors-usage-${colorScheme}`);
      await close();
    });

    test(`the open tool looks different from the others of the list, ${colorScheme}`, async () => {
      const { page, screenshot, close } = await browser.open(`${service.url}/console/tools/upper-case`, forced);
      await page.getByRole('heading', { level: 1, name: 'Upper case' }).waitFor();
      await assertToldApart(page, '.side-link[aria-current]', '.side-link:not([aria-current])');
      await screenshot(`forced-colors-tools-${colorScheme}`);
      await close();
    });
  }
});
