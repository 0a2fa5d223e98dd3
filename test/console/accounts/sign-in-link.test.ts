import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLooksRight } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { acceptLink, focused, openLink, pressTabUntil } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { operatorHolder } from '../../support/sessions.js';

const service = await sharedTestGateway();

describe('a sign-in link of the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const { sessions } = service.gateway;

  const newLink = async () => {
    const issued = await sessions.createLink(operatorHolder, author);
    return `${service.url}/console/#signin=${issued?.secret}`;
  };

  test('signs in, also after a reload, until the session is ended elsewhere; the typed text stays', async () => {
    const { page, screenshot, close } = await openLink(browser, await newLink());
    const operator = page.getByRole('banner').getByRole('button', { name: 'Operator' });
    await operator.waitFor();
    assert.ok(!page.url().includes('signin'), 'the secret is not in the address');
    await page.reload();
    await operator.waitFor();
    await page.getByRole('textbox', { name: 'Text out' }).waitFor();
    assert.ok(await page.evaluate('document.activeElement === document.body'), 'no field takes the focus by itself');
    await page.getByRole('textbox', { name: 'Text in' }).fill('my own text');
    await operator.click();
    await page.getByRole('dialog').getByText('(this one)').waitFor();
    await screenshot('sessions');
    await page.keyboard.press('Escape');
    // The other files of the process have none that they still use.
    for (const { id } of await sessions.list()) await sessions.end(id, author);
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('main').getByText('The session has ended. Sign in again').waitFor();
    await page.getByRole('link', { name: 'Playground' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Text in' }).inputValue(), 'my own text');
    await close(/401/);
  });

  test('that was used before opens the dialog with the reason', async () => {
    const before = await sessions.list();
    const link = await newLink();
    const first = await openLink(browser, link);
    await first.page.getByRole('button', { name: 'Operator' }).waitFor();
    const second = await browser.open(link);
    await second.page.getByRole('dialog').getByText('Sign-in link is invalid, expired or already used').waitFor();
    // It was on the button that closes the dialog.
    assert.equal(await focused(second.page), 'Admin token or API key');
    await second.close(/401/);
    await first.page.getByRole('button', { name: 'Operator' }).click();
    await first.page.getByRole('button', { name: 'Sign out' }).click();
    await first.page.getByRole('dialog').getByLabel('Admin token or API key').waitFor();
    await first.page.reload();
    await first.page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    assert.deepEqual(await sessions.list(), before);
    await first.close();
  });

  test('of an owner, on a new page, signs in the owner on all pages of the browser', async () => {
    const { key } = await service.key({ label: 'of the owner' });
    await service.key({ label: 'next door' });
    const { page, close } = await openLink(browser, await newLink());
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('cell', { name: 'next door' }).waitFor();
    const issued = await sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console/#signin=${issued?.secret}`);
    await acceptLink(other);
    await other.getByRole('button', { name: 'Account owner' }).waitFor();
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    // The other page would have learned by now that this one is signed out.
    await page.reload();
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    await other.getByRole('button', { name: 'Account owner' }).waitFor();
    await close();
  });

  test('says whose session begins and which ends, by keyboard, in all widths and colours', async () => {
    const { key } = await service.key();
    const opened = await openLink(browser, await newLink());
    const { page, close } = opened;
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    const issued = await sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    await page.goto(`${service.url}/console/#signin=${issued?.secret}`);
    const dialog = page.getByRole('dialog', { name: 'Sign in with this link?' });
    await dialog.getByText(`signs this browser in as the owner of account ${key.accountId}.`).waitFor();
    await dialog.getByText('It ends the session of the operator that began just now').waitFor();
    // A key that is pressed for another page must not sign in.
    assert.equal(await focused(page), 'Cancel');
    await dialog.getByRole('button', { name: 'Sign in as the owner', disabled: false }).waitFor();
    await assertLooksRight('sign-in-link', opened, [1_440, 360]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.ok(!page.url().includes('signin'));
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    // Cancelled, it can still be used.
    await page.goto(`${service.url}/console/#signin=${issued?.secret}`);
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Sign in as the owner', disabled: false }).waitFor();
    await pressTabUntil(page, 'Sign in as the owner');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    await close();
  });

  test('cannot be followed by a press that was meant for another window', async () => {
    const { page, close } = await browser.open(await newLink());
    const button = page.getByRole('dialog').getByRole('button', { name: 'Sign in as the operator' });
    await page.getByRole('dialog').getByText('No session of this browser ends').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in as the operator', disabled: false }).waitFor();
    // The window comes to the front, as when the one before it closes under a double click.
    const isDisabled = await page.evaluate(`new Promise((done) => {
      dispatchEvent(new Event('focus'));
      requestAnimationFrame(() => done([...document.querySelectorAll('dialog button')].at(-1).disabled));
    })`);
    assert.equal(isDisabled, true);
    await button.click();
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    await close();
  });

  test('of the user who is signed in already keeps the text', async () => {
    const { page, close } = await openLink(browser, await newLink());
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    await page.getByRole('textbox', { name: 'Text in' }).fill('my own text');
    const before = await sessions.list();
    await page.evaluate(`location.href = ${JSON.stringify(await newLink())}`);
    await acceptLink(page);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Operator' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Text in' }).inputValue(), 'my own text');
    await close();
    assert.equal((await sessions.list()).length, before.length);
  });
});
