import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { openLink, sendToGateway } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';
import { operatorHolder } from '../../support/sessions.js';

const service = await sharedTestGateway();

describe('the owner of an account', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { sessions } = service.gateway;

  test('is invited by the operator, and rotates a leaked key alone', async () => {
    const { key, secret } = await service.key({ label: 'leaked' });
    await service.key({ label: 'of a neighbour' });
    const issued = await sessions.createLink(operatorHolder, author);
    const operator = await openLink(browser, `${service.url}/console/usage/${key.accountId}#signin=${issued?.secret}`);
    await operator.page.getByRole('button', { name: 'Invite the owner' }).click();
    const link = operator.page.locator('.invitation-link');
    await link.waitFor();
    await operator.page.getByText('Open invitation').waitFor();

    const { page, screenshot, close } = await openLink(browser, (await link.textContent()) ?? '');
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    await sendToGateway(page);
    await page.getByTitle(/with the way there and back it was/).waitFor();
    await page.getByRole('link', { name: 'Plan and API access' }).click();
    await page.getByText('All keys of the account share this quota').waitFor();
    // Wherever the account is named, it leads to the account.
    await page.getByRole('link', { name: key.accountId }).click();
    await page.waitForURL(`${service.url}/console/usage/${key.accountId}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Load keys' }).click();
    await page.getByRole('button', { name: /Manage .*leaked/ }).click();
    assert.equal(await page.getByText('of a neighbour').count(), 0);
    await screenshot('account-keys');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old secret').selectOption({ index: 0 });
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog', { name: 'The new secret' }).waitFor();
    const { statusWith } = operatorOf(service);
    assert.equal(await statusWith(secret), 401);
    await page.goto(`${service.url}/console/usage`);
    await page.getByRole('heading', { name: 'Requests by key' }).waitFor();
    await page.getByLabel('30 days').click();
    await page.getByRole('heading', { name: 'Requests by day' }).waitFor();
    await screenshot('account-usage');
    // After a reload nothing on the page says that an owner was signed in.
    await sessions.endAllOf(key.accountId, author);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in as the operator' }).waitFor();
    await page.getByText('If somebody sent you a link, ask for a new one').waitFor();
    await close(/401/);
    await operator.close();
  });
});
