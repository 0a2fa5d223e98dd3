import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openAsOperator } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { holdBack } from '../../support/slow-responses.js';

const service = await sharedTestGateway();

describe('slow responses about keys', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const address = `${service.url}/console/keys`;
  await service.key({ label: 'Alpha', origins: ['https://alpha.example'] });
  await service.key({ label: 'Beta', origins: ['https://beta.example'] });

  test('a late response to saved origins does not change the dialog of another key', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const slow = await holdBack(page, '**/origins', 'PUT');
    await page.getByRole('button', { name: 'Manage “Alpha”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Browser origins').fill('https://other.example');
    await dialog.getByRole('button', { name: 'Save origins' }).click();
    await slow.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Manage “Beta”' }).click();
    await dialog.getByLabel('Label').fill('typed');
    slow.open();
    await page.getByText(/“Alpha” .* has its new origins/).waitFor({ state: 'attached' });
    assert.equal(await dialog.getByLabel('Browser origins').inputValue(), 'https://beta.example');
    assert.equal(await dialog.getByLabel('Label').inputValue(), 'typed');
    await close();
  });

  test('typing while origins are being saved is kept', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const slow = await holdBack(page, '**/origins', 'PUT');
    await page.getByRole('button', { name: 'Manage “Beta”' }).click();
    const origins = page.getByRole('dialog').getByLabel('Browser origins');
    await origins.fill('https://beta.example\nhttps://two.example');
    await page.getByRole('button', { name: 'Save origins' }).click();
    await slow.asked;
    await origins.fill('https://three.example');
    slow.open();
    await page.getByText(/“Beta” .* has its new origins/).waitFor({ state: 'attached' });
    assert.equal(await origins.inputValue(), 'https://three.example');
    await close();
  });

  test('a late secret is shown over the dialog of another key, which stays', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const slow = await holdBack(page, '**/rotate', 'POST');
    await page.getByRole('button', { name: 'Manage “Alpha”' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await slow.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Manage “Beta”' }).click();
    const label = page.getByRole('dialog').getByLabel('Label');
    await label.fill('typed');
    slow.open();
    const shown = page.getByRole('dialog', { name: 'The new secret' });
    await shown.getByRole('button', { name: 'Copy', exact: true }).click();
    await shown.getByText('Copied', { exact: true }).waitFor();
    await shown.getByRole('button', { name: 'Done' }).click();
    assert.equal(await label.inputValue(), 'typed');
    assert.equal(await focused(page), 'Label');
    await close();
  });

  test('a late response to a revocation closes no other dialog', async () => {
    await service.key({ label: 'Gamma' });
    const { page, close } = await openAsOperator(browser, address);
    const slow = await holdBack(page, '**/keys/*', 'DELETE');
    await page.getByRole('button', { name: 'Manage “Gamma”' }).click();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await slow.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Manage “Beta”' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('typed');
    slow.open();
    await page.getByText(/“Gamma” .* was revoked/).waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('dialog').getByLabel('Label').inputValue(), 'typed');
    await close();
  });

  test('a late response with a new key leaves the next dialog alone, and both secrets are shown', async () => {
    const { page, close } = await openAsOperator(browser, address);
    const slow = await holdBack(page, '**/keys', 'POST');
    const create = page.getByRole('dialog', { name: 'Create key' });
    await page.getByRole('button', { name: 'Create key' }).click();
    await create.getByLabel('Label').fill('first of two');
    await create.getByRole('button', { name: 'Create key' }).click();
    await slow.asked;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create key' }).click();
    await create.getByLabel('Label').fill('second of two');
    await create.getByRole('button', { name: 'Create key' }).click();
    await create.getByLabel('Label').fill('third');
    slow.open();
    const shown = page.getByRole('dialog', { name: 'The new key' });
    const seen: string[] = [];
    for (const name of ['first of two', 'second of two']) {
      await shown.getByText(`“${name}”`).waitFor();
      seen.push((await shown.locator('[data-secret]').textContent()) ?? '');
      await shown.getByRole('button', { name: 'Copy', exact: true }).click();
      await shown.getByText('Copied', { exact: true }).waitFor();
      await shown.getByRole('button', { name: 'Done' }).click();
    }
    assert.equal(new Set(seen).size, 2);
    await close();
  });

  test('a secret that comes in another view is shown there, and leaving the page asks the user', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByRole('table').waitFor();
    await page.getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    const slow = await holdBack(page, '**/keys', 'POST');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('made and left');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await slow.asked;
    await page.goBack();
    await page.getByRole('heading', { name: 'Tools', exact: true }).waitFor();
    const asksBeforeLeaving = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`;
    assert.equal(await page.evaluate(asksBeforeLeaving), true);
    slow.open();
    const shown = page.getByRole('dialog', { name: 'The new key' });
    assert.match((await shown.locator('[data-secret]').textContent()) ?? '', /^svc_live_/);
    await screenshot('keys-secret-elsewhere');
    assert.equal(await page.evaluate(asksBeforeLeaving), true);
    await shown.getByRole('button', { name: 'Copy', exact: true }).click();
    await shown.getByText('Copied', { exact: true }).waitFor();
    await shown.getByRole('button', { name: 'Done' }).click();
    assert.equal(await page.evaluate(asksBeforeLeaving), false);
    await close();
  });

  test('after a failed copy nothing counts as copied, and the focus stays on the button', async () => {
    const { page, close } = await openAsOperator(browser, address);
    await page.evaluate(`{
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    }`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog', { name: 'The new key' });
    await shown.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await shown.getByText('Not copied').waitFor();
    assert.match(await focused(page), /Not copied/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog', { name: 'Close without copying?' }).waitFor();
    await close();
  });

  test('closing while the secret is still being copied asks nothing', async () => {
    const { page, close } = await openAsOperator(browser, address);
    await page.evaluate(
      `navigator.clipboard.writeText = () => new Promise((done) => { globalThis.endCopying = done; })`,
    );
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Close without copying?' }).waitFor();
    await page.evaluate('endCopying()');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await close();
  });
});
