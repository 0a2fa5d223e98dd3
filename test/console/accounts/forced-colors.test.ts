import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserPage, sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { openAsOperator } from '../../support/console-operator.js';
import { adminToken, startTestGateway } from '../../support/gateway.js';
import { listView } from '../../support/list-views.js';
import { openPlayground } from '../../support/playground.js';

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

/** Asserts on a page in both schemes of system colours. */
async function inBoth({ page, screenshot }: BrowserPage, name: string, assertOn: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await assertOn();
    await screenshot(`forced-colors-${name}-${colorScheme}`);
  }
}

describe('with forced colours', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  // The console's own account has the same quota, and a slow page runs a workflow twice while its steps change.
  const service = await startTestGateway({ after }, { settings: { DAILY_QUOTA: '40' } });
  const { secret } = await service.key({ label: 'web shop' });
  await service.key({ label: 'nightly import' });
  for (let index = 0; index < 3; index++) await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret);
  const forced = { forcedColors: 'active' } as const;

  test('the current view and active steps look different from the others', async () => {
    const opened = await openPlayground(browser, service, '', forced);
    const { page, steps } = opened;
    await opened.signIn(adminToken);
    await page.getByRole('textbox', { name: 'Text out' }).waitFor();
    await steps.nth(1).getByRole('switch').uncheck();
    await inBoth(opened, 'playground', async () => {
      await assertToldApart(page, '.views a[aria-current]', '.views a:not([aria-current])', 'borderBottomColor');
      await assertToldApart(page, '.switch:checked', '.switch:not(:checked)');
    });
    await opened.close();
  });

  test('the chosen form of the result looks different from the other', async () => {
    const opened = await browser.open(`${service.url}/console/sanitize`, forced);
    const { page } = opened;
    const { signIn, result } = listView(page, 'URLs', 'Cleaned');
    await signIn(adminToken);
    await result.getByText('utm_source').first().waitFor();
    await inBoth(opened, 'sanitize', () =>
      assertToldApart(page, '.choice label:has(:checked)', '.choice label:not(:has(:checked))'),
    );
    await opened.close();
  });

  test('the chosen account and division, and the used quota, look different from the rest', async () => {
    const opened = await openAsOperator(browser, `${service.url}/console/usage`, forced);
    const { page } = opened;
    await page.getByText('3 of 40 used').waitFor();
    await inBoth(opened, 'usage', async () => {
      await assertToldApart(page, '.choice label:has(:checked)', '.choice label:not(:has(:checked))');
      const account = '.account-list li button';
      await assertToldApart(page, `${account}[aria-pressed="true"]`, `${account}[aria-pressed="false"]`);
      await assertToldApart(page, '.quota-bar > div', '.quota-bar');
    });
    await opened.close();
  });

  test('the open tool looks different from the others of the list', async () => {
    const opened = await browser.open(`${service.url}/console/tools/upper-case`, forced);
    const { page } = opened;
    await page.getByRole('heading', { level: 1, name: 'Upper case' }).waitFor();
    await inBoth(opened, 'tools', () =>
      assertToldApart(page, '.side-link[aria-current]', '.side-link:not([aria-current])'),
    );
    await opened.close();
  });
});
