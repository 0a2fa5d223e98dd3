import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { focused, openAsOperator } from '../../support/console-operator.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';

const service = await sharedTestGateway();

describe('keys that are changed outside the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const own = await startTestGateway({ after });
  const address = `${service.url}/console/keys`;

  for (const [name, field] of [
    ['Save label', 'Label'],
    ['Save origins', 'Browser origins'],
    ['Rotate secret', undefined],
  ] as const) {
    test(`for a key that was revoked elsewhere, “${name}” says so, and the list shows it`, async () => {
      const { key } = await service.key({ label: `for ${name}` });
      const { page, screenshot, close } = await openAsOperator(browser, address);
      await page.getByRole('button', { name: `Manage “for ${name}”` }).click();
      const dialog = page.getByRole('dialog');
      if (field !== undefined) await dialog.getByLabel(field).fill('https://typed.example');
      await service.gateway.keys.revoke(key.id, author);
      await dialog.getByRole('button', { name }).click();
      await dialog.getByText('This key has been revoked').waitFor();
      assert.match(await focused(page), /^This key has been revoked/);
      assert.deepEqual(await accessibilityViolations(page), []);
      await screenshot('keys-revoked-elsewhere');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('row', { name: `for ${name}` }).count(), 0);
      await close(/404/);
    });
  }

  for (const isOnePage of [true, false]) {
    const list = isOnePage ? 'a list of one page' : 'a list of several pages';
    test(`a key whose creation got no response is found in ${list}`, async () => {
      const count = isOnePage ? 2 : 130;
      while ((own.gateway.keys.list({ limit: 1_000 })?.keys.length ?? count) < count) await own.key({ label: 'lost' });
      const { page, screenshot, close } = await openAsOperator(browser, `${own.url}/console/keys`);
      await page.getByText(`${count} keys`, { exact: true }).waitFor();
      await page.route('**/keys', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Create key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Label').fill('lost');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const { keys } = own.gateway;
      await dialog.getByText('The response was lost, but the list has “lost”').waitFor();
      const made = keys.list({ limit: 1_000 })?.keys.at(-1);
      await dialog.getByText(`“lost” (…${made?.last4})`).waitFor();
      assert.deepEqual(await accessibilityViolations(page), []);
      await screenshot('keys-lost-found');
      await dialog.getByRole('button', { name: 'Manage it' }).click();
      await page.getByRole('dialog', { name: `Key …${made?.last4}` }).waitFor();
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog', { name: 'The new secret' }).waitFor();
      await close(/ERR_FAILED/);
    });
  }

  test('if the list has no such key, the dialog says that none was created', async () => {
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByLabel('Search keys').waitFor();
    await page.route('**/keys', (route) => route.abort());
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByLabel('Label').fill('for Save label');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('the list has no such key: it was not created').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('keys-lost-none');
    await close(/ERR_FAILED/);
  });

  test('a label with direction characters changes no other text', async () => {
    const { key } = await service.key({ label: '\u202Eevil\u2069\u202E' });
    const { key: blank } = await service.key({ label: '\u200B\u3164' });
    const { page, screenshot, close } = await openAsOperator(browser, address);
    await page.getByRole('row', { name: `No label …${blank.last4}` }).waitFor();
    assert.equal(await page.locator('bdi', { hasText: 'evil' }).textContent(), 'evil');
    await page.getByRole('button', { name: `Manage “evil” (…${key.last4})` }).click();
    await page.getByRole('button', { name: 'Revoke…' }).click();
    const heading = page.getByRole('heading', { name: /^Revoke “evil”/ });
    assert.equal(await heading.textContent(), `Revoke “evil” (…${key.last4}) permanently?`);
    await screenshot('keys-direction');
    await close();
  });
});
