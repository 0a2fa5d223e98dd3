import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openAsOperator, pressTabUntil } from '../../support/console-operator.js';
import { startTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';

describe('changing keys in the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const service = await startTestGateway({ after });
  const operator = operatorOf(service);
  const address = `${service.url}/console/keys`;

  test('a label is changed and removed, and the list follows immediately', async () => {
    const { key } = await service.key({ label: 'old name' });
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByRole('button', { name: 'Manage “old name”' }).click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save label' });
    assert.equal(await save.getAttribute('aria-disabled'), 'true');
    await dialog.getByLabel('Label').fill('x'.repeat(101));
    await save.click();
    await dialog.getByText(/label must/i).waitFor();
    assert.equal(await focused(page), 'Label');
    await screenshot('keys-label-wrong');
    await dialog.getByLabel('Label').fill('new name');
    await save.click();
    await dialog.getByText('Saved').waitFor();
    assert.equal(service.gateway.keys.get(key.id)?.label, 'new name');
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /new name/ }).waitFor();
    assert.match(await focused(page), /^Manage “new name”/);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Label').fill(' ');
    await save.click();
    await dialog.getByText('Saved').waitFor();
    assert.equal(service.gateway.keys.get(key.id)?.label, null);
    await close(/400/);
  });

  test('a dialog can be opened again immediately after it was closed, in whatever way', async () => {
    await service.key({ label: 'opened twice' });
    const { page, close } = await openAsOperator(browser, address);
    await page.getByRole('button', { name: 'Manage “opened twice”' }).click();
    const dialog = page.getByRole('dialog');
    const ways = ['dialog.requestClose()', "dialog.querySelector('[aria-label=Close]').click()"];
    for (const way of ways) {
      await dialog.waitFor();
      // Only microtasks run in between, no task: the browser's `close` event comes after the second press.
      const reached = await page.evaluate(`(async () => {
        const dialog = document.querySelector('dialog[open]');
        ${way};
        for (let turn = 0; turn < 10; turn++) await undefined;
        const focused = document.activeElement.textContent;
        document.activeElement.click();
        return focused;
      })()`);
      assert.match(String(reached), /^Manage/);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
      assert.equal(await dialog.count(), 1, way);
    }
    await close();
  });

  test('origins are checked before they are sent, and shown as the gateway stores them', async () => {
    const { key } = await service.key({ label: 'with origins' });
    const { page, close } = await openAsOperator(browser, address);
    await page.getByRole('button', { name: 'Manage “with origins”' }).click();
    const dialog = page.getByRole('dialog');
    const origins = dialog.getByLabel('Browser origins');
    await origins.fill('https://*.example.com');
    await dialog.getByRole('button', { name: 'Save origins' }).click();
    await dialog.getByText('Line 1 must not contain a wildcard').waitFor();
    assert.match(await focused(page), /^Browser origins/);
    assert.deepEqual(await accessibilityViolations(page), []);
    await origins.fill('https://APP.example.com:443\n\nhttps://app.example.com\nhttp://localhost:4000');
    await dialog.getByRole('button', { name: 'Save origins' }).click();
    await dialog.getByText('Saved').waitFor();
    assert.equal(await origins.inputValue(), 'https://app.example.com\nhttp://localhost:4000');
    assert.deepEqual(service.gateway.keys.get(key.id)?.origins, ['https://app.example.com', 'http://localhost:4000']);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /with origins.*https:\/\/app\.example\.com.*and 1 more/ }).waitFor();
    await close();
  });

  test('rotating shows the new secret once; the old one stays valid for the chosen time', async () => {
    const { secret: old } = await service.key({ label: 'to rotate' });
    const { page, screenshot, close } = await openAsOperator(browser, address);
    for (const [grace, status] of [
      ['Stays valid for 1 hour', 200],
      ['own', 400],
      ['Ends immediately', 401],
    ] as const) {
      await page.getByRole('button', { name: 'Manage “to rotate”' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('The old secret').selectOption(grace === 'own' ? 'own' : { label: grace });
      if (grace === 'own') {
        await dialog.getByLabel('Seconds').fill('604801');
        await dialog.getByRole('button', { name: 'Rotate secret' }).click();
        await dialog.getByText('Seconds must be a whole number').waitFor();
        assert.equal(await focused(page), 'Seconds');
        assert.deepEqual(await accessibilityViolations(page), []);
        await screenshot('keys-rotate-own');
        await dialog.getByLabel('Seconds').fill('60');
      }
      await dialog.getByRole('button', { name: 'Rotate secret' }).click();
      const shown = page.getByRole('dialog', { name: 'The new secret' });
      const secret = (await shown.locator('[data-secret]').textContent()) ?? '';
      assert.equal(await operator.statusWith(secret), 200);
      assert.equal(await operator.statusWith(old), status === 401 ? 401 : 200);
      await shown.getByRole('button', { name: 'Copy', exact: true }).click();
      await shown.getByText('Copied', { exact: true }).waitFor();
      await shown.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: new RegExp(`to rotate\\s*…${secret.slice(-4)}`) }).waitFor();
      assert.equal(await focused(page), `Manage “to rotate” (…${secret.slice(-4)})`);
    }
    await close();
  });

  test('revoking needs a second press, and the focus goes to the next key', async () => {
    const { secret, key } = await service.key({ label: 'to revoke' });
    const { key: behind } = await service.key({ label: 'behind it' });
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByRole('button', { name: 'Manage “to revoke”' }).click();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByText(`Revoke “to revoke” (…${key.last4}) permanently?`).waitFor();
    assert.equal(await focused(page), 'Keep it');
    assert.equal(await operator.statusWith(secret), 200);
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'Revoke…');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText(`“to revoke” (…${key.last4}) was revoked.`).waitFor();
    assert.equal(await operator.statusWith(secret), 401);
    assert.equal(await page.getByRole('row', { name: /to revoke/ }).count(), 0);
    assert.equal(await focused(page), `Manage “behind it” (…${behind.last4})`);
    await page.getByLabel('Status').selectOption('revoked');
    await page.getByRole('row', { name: /to revoke.*Revoked/ }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-revoked');
    await page.getByRole('button', { name: 'Manage “to revoke”' }).click();
    await page.getByText('cannot be changed or brought back').waitFor();
    await close();
  });

  test('by the keyboard alone a key is created, copied and found', async () => {
    const { page, close } = await openAsOperator(browser, address, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('table').waitFor();
    await pressTabUntil(page, 'Create key');
    await page.keyboard.press('Enter');
    await page.keyboard.type('from the keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://localhost:9000');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const secret = (await page.locator('[data-secret]').textContent()) ?? '';
    assert.match(secret, /^svc_dev_/);
    await pressTabUntil(page, 'Copy');
    await page.keyboard.press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /from the keyboard/ }).waitFor();
    await pressTabUntil(page, 'Search keys');
    await page.keyboard.type(`keyboard ${secret.slice(-4)}`);
    await page.getByText(/^1 of /).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    await page.keyboard.type(' nobody');
    await page.getByRole('heading', { name: 'No key fits' }).waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });
});
