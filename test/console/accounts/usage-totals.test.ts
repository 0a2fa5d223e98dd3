import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { suiteScope } from '../../support/cleanup.js';
import { openAsOperator, sidewaysOverflow } from '../../support/console-operator.js';
import { startTestGateway } from '../../support/gateway.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the usage of all accounts in the console', { skip: unlessBrowser }, () => {
  const browser = sharedBrowser();
  const scope = suiteScope();
  let quiet: IssuedKey;
  let address: string;
  // The last hours of the charts begin here.
  before(async () => {
    const service = await startTestGateway(scope, { settings: { DAILY_QUOTA: '5', SYNC_INTERVAL_MS: '50' } });
    quiet = await service.key({ label: 'web shop' });
    const busy = await service.key({ label: 'nightly import' });
    await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, quiet.secret);
    for (let i = 0; i < 7; i++) await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, busy.secret);
    await service.post('/v1/run', { input: 'a', steps: ['no-such-tool'] }, quiet.secret);
    address = `${service.url}/console/usage`;
  });

  test('shows the totals and the accounts with most requests first, in 24 hours, 7 and 30 days', async () => {
    for (const options of [{ viewport: { width: 1_440, height: 900 } }, phone]) {
      const opened = await openAsOperator(browser, address, options);
      const { page, close } = opened;
      const section = page.getByRole('region', { name: 'All accounts' });
      for (const [range, period] of [
        ['24 hours', 'Hour'],
        ['7 days', 'Day (UTC)'],
        ['30 days', 'Day (UTC)'],
      ] as const) {
        await section.getByText(range).click();
        await section.locator('figcaption').getByText(`Last ${range}9 requests`).waitFor();
        await section.getByRole('slider', { name: period }).waitFor();
        await section.getByRole('row', { name: 'nightly import 7 2 0' }).waitFor();
        await section.getByRole('row', { name: 'web shop 2 0 0' }).waitFor();
      }
      const rows = await section.getByRole('row').allTextContents();
      assert.deepEqual(rows.slice(1), ['nightly import720', 'web shop200']);
      await section.getByText('By status').click();
      await section.getByText('The same as a table').click();
      await section.getByRole('row', { name: /^\w{3},? \d+ \w+ 6 1 2 9$/ }).waitFor();
      // Client errors were in no figure, so the figures did not add up to the requests.
      const figures = await section.locator('.usage-figures').textContent();
      assert.equal(figures, 'Requests9 Succeeded6 66.7 %Client errors1 11.1 %Refused by a limit2 22.2 %Failed0 ');
      if (options !== phone) {
        await assertLooksRight('usage-totals', opened, [1_440, 2_560]);
      } else {
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.deepEqual(await accessibilityViolations(page), []);
        assert.equal(await sidewaysOverflow(page), 0);
      }
      await close();
    }
  });

  test('the keyboard chooses a range, and opens an account', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const section = page.getByRole('region', { name: 'All accounts' });
    await section.getByRole('row', { name: 'web shop 2 0 0' }).waitFor();
    await section.getByRole('radio', { name: '24 hours' }).focus();
    await page.keyboard.press('ArrowRight');
    await section.getByRole('row', { name: 'web shop 2 0 0' }).waitFor();
    assert.ok(await section.getByRole('radio', { name: '7 days' }).isChecked());
    await section.getByRole('link', { name: 'web shop' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/${quiet.key.accountId}`);
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.getByText('web shop', { exact: true }).waitFor();
    await close();
  });
});
