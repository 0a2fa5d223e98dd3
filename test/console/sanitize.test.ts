import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../support/accessibility.js';
import { TestBrowser, unlessBrowser } from '../support/browser.js';
import { adminToken, startTestGateway } from '../support/gateway.js';

describe('sanitizing in the console', { skip: unlessBrowser }, async () => {
  const service = await startTestGateway({ after });
  const browser = new TestBrowser({ after });
  for (const view of ['sanitize', 'sort-dedupe']) {
  test('looks '+view, async () => {
    for (const scheme of ['light', 'dark'] as const) {
    for (const [w,h] of [[1280,800],[390,844]] as const) {
    const { page, close, screenshot } = await browser.open(`${service.url}/console/${view}`, { colorScheme: scheme, viewport: {width:w,height:h}, hasTouch: w<500, isMobile: w<500 });
    await screenshot(`${view}-gate-${scheme}-${w}`);
    console.log(view, scheme, w, await accessibilityViolations(page));
    await page.getByRole('main').getByLabel('Admin token or API key').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByText(view === 'sanitize' ? '5 URLs, 4 changed' : '8 lines in').waitFor();
    await page.getByText('This request as').click();
    await screenshot(`${view}-${scheme}-${w}`);
    console.log(view, scheme, w, await accessibilityViolations(page));
    await close();
    }}
  });
  }
});
