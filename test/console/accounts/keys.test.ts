import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openAsOperator, sidewaysOverflow, signInAtGate } from '../../support/console-operator.js';
import { startTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the keys in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('without keys it explains them, and creating the first one shows its secret once', async (t) => {
    const service = await startTestGateway({ after: (end) => t.after(end) });
    const { page, screenshot, close } = await openAsOperator(browser, `${service.url}/console/keys`);
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-empty');

    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create key' });
    assert.equal(await focused(page), 'Label');
    await dialog.getByLabel('Label').fill('nightly import');
    await dialog.getByLabel('Browser origins').fill('https://app.example.com\n\nhttps://app.example.com/page');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Line 3 must end after the host or port').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-create-wrong');
    await dialog.getByLabel('Browser origins').fill('https://App.example.com\n');
    await dialog.getByLabel('Account').fill('acc_nobody');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Unknown account: acc_nobody').waitFor();
    assert.equal(await dialog.getByLabel('Account').getAttribute('aria-invalid'), 'true');
    await dialog.getByLabel('Account').fill('');
    await dialog.getByRole('button', { name: 'Create key' }).click();

    const shown = page.getByRole('dialog', { name: 'The new key' });
    const secret = (await shown.locator('[data-secret]').textContent()) ?? '';
    assert.match(secret, /^svc_live_[A-Za-z0-9]{32,}$/);
    assert.equal(await operatorOf(service).statusWith(secret), 200);
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-secret');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Close without copying?' });
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-secret-question');
    await question.getByRole('button', { name: 'Show it again' }).click();
    assert.equal(await shown.locator('[data-secret]').textContent(), secret);
    // The first request with the key contains it, so that copying it is enough.
    await shown.getByRole('tab', { name: 'Client' }).click();
    await shown.getByText(`apiKey: '${secret}'`).waitFor();
    await shown.getByRole('button', { name: 'Copy request' }).click();
    await shown.getByText('Copied', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /nightly import/ }).waitFor();
    assert.equal(await focused(page), `Manage “nightly import” (…${secret.slice(-4)})`);
    assert.equal(await page.getByText(secret).count(), 0);
    await page.getByText('was created').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-one');
    await close(/400/);
  });
});

describe('some keys in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const service = await startTestGateway({ after });
  const address = `${service.url}/console/keys`;
  await service.key({ label: 'nightly import', origins: ['https://app.example.com', 'https://www.example.com'] });
  await service.key({
    label: 'A label that is as long as labels may be, or nearly so, as people sometimes write them',
  });
  await service.key({ environment: 'dev' });

  test('on a phone keys are cards, in both themes', async () => {
    for (const [size, options, colorSchemes] of [
      ['phone', phone, ['light', 'dark']],
      ['desk', {}, ['light', 'dark']],
    ] as const) {
      const { page, screenshot, close } = await openAsOperator(browser, address, options);
      const looksRight = async (state: string) => {
        for (const colorScheme of colorSchemes) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await accessibilityViolations(page), [], `${state}, ${size}, ${colorScheme}`);
          await screenshot(`keys-${state}-${size}-${colorScheme}`);
        }
      };
      const manage = page.getByRole('button', { name: /^Manage/ }).first();
      await manage.waitFor();
      await looksRight('list');
      assert.equal(await sidewaysOverflow(page), 0);
      await manage.click();
      await page.getByRole('dialog').waitFor();
      await looksRight('manage');
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await looksRight('revoke');
      await close();
    }
  });

  test('the first origin is shown beside or above the number of others, and both stay in their column', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    const cell = page.getByRole('cell', { name: /and 1 more/ });
    for (const width of [1280, 1366, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await cell.waitFor();
      const column = await cell.boundingBox();
      const origin = await cell.getByText('https://app.example.com').boundingBox();
      const others = await cell.getByText('and 1 more').boundingBox();
      assert.ok(column !== null && origin !== null && others !== null);
      assert.ok(origin.width >= 80, `${width} pixels: ${origin.width} of the origin`);
      for (const { x, width: own } of [origin, others]) {
        assert.ok(x + own <= column.x + column.width, `${width} pixels: runs into the next column`);
      }
      await screenshot(`keys-origins-${width}`);
    }
    await close();
  });

  test('relative times use the clock of the gateway', async () => {
    for (const hours of [-26, 26]) {
      await service.key({ label: 'made now' });
      const { page, close } = await browser.open(address);
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
      await signInAtGate(page);
      await page.getByText('just now').first().waitFor();
      await close();
    }
  });
});
