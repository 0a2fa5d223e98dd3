import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { acceptLink, sidewaysOverflow } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { fragmentOf, openPlayground, type Playground } from '../../support/playground.js';

const service = await sharedTestGateway();

/** The list of the recipes at the gateway, by its accessible names. */
async function openList({ page }: Pick<Playground, 'page'>) {
  await page.getByRole('button', { name: 'Recipes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recipes' });
  await dialog.getByRole('tab', { name: 'At the gateway' }).click();
  await dialog.getByText('Kept for the account').waitFor();
  return {
    dialog,
    store: async (name: string) => {
      await dialog.getByLabel('Store the current steps as').fill(name);
      await page.keyboard.press('Enter');
    },
    close: async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
  };
}

describe('the recipes at the gateway', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const open = async (secret: string, steps: readonly unknown[]) => {
    const opened = await openPlayground(browser, service, fragmentOf(steps));
    await opened.signIn(secret);
    await opened.page.getByRole('textbox', { name: 'Text out' }).waitFor();
    return opened;
  };

  test('are stored, opened, replaced, renamed and deleted, with their versions', async () => {
    const { secret } = await service.key();
    const one = await open(secret, ['upper-case', { toolSlug: 'reverse-text', off: true }]);
    const { page, titles } = one;
    const list = await openList(one);
    await list.store('Clean Orders');
    await list.dialog.getByText('The name must be 1 to 64 lower-case letters').waitFor();
    await list.store('clean-orders');
    await list.dialog.getByText('“clean-orders” is stored as version 1.').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await list.close();

    await page.getByRole('button', { name: 'Request', exact: true }).click();
    const request = page.getByRole('dialog', { name: 'This request' });
    await request.getByText('"workflow":"clean-orders"').waitFor();
    await request.getByRole('tab', { name: 'Command line' }).click();
    await request.getByText('--workflow clean-orders').waitFor();
    await request.getByRole('tab', { name: 'Client' }).click();
    await request.getByText("{ workflow: 'clean-orders' }").waitFor();
    await request.getByLabel('By its name, clean-orders').uncheck();
    await request.getByText("'upper-case'").or(request.getByText('"upper-case"')).first().waitFor();
    await page.keyboard.press('Escape');

    // Somebody else with a key of the account.
    const other = await open(secret, ['lower-case']);
    const theirs = await openList(other);
    await theirs.dialog.getByLabel('Store the current steps as').fill('clean-orders');
    await theirs.dialog.getByText('Replaces version 1.').waitFor();
    await other.page.keyboard.press('Enter');
    await theirs.dialog.getByText('“clean-orders” is stored as version 2.').waitFor();
    await other.close();

    // The list here is that of before.
    await page.getByRole('button', { name: 'Recipes' }).click();
    await page.route('**/v1/workflows', (route) => route.abort());
    await list.dialog.getByRole('tab', { name: 'At the gateway' }).click();
    await list.dialog.getByRole('button', { name: /^clean-orders/ }).waitFor();
    await page.unroute('**/v1/workflows');
    await list.store('clean-orders');
    await list.dialog
      .getByText('“clean-orders” is at version 2 now. Open that, or save again to replace it.')
      .waitFor();
    await page.keyboard.press('Enter');
    await list.dialog.getByText('“clean-orders” is stored as version 3.').waitFor();

    await list.dialog.getByRole('button', { name: 'Versions of clean-orders' }).click();
    await list.dialog.getByRole('button', { name: 'Open version 2' }).click();
    await list.dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await titles(), ['Lower case']);
    await page.getByText('Opened “clean-orders@2”').waitFor();
    const again = await openList(one);
    await again.dialog.getByRole('button', { name: /^clean-orders/ }).click();
    await again.dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await titles(), ['Upper case']);

    const last = await openList(one);
    await last.dialog.getByRole('button', { name: 'Rename clean-orders' }).click();
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await last.dialog.getByText('Renamed “clean-orders”.').waitFor();
    await last.dialog.getByRole('button', { name: 'Delete orders' }).click();
    assert.deepEqual(await accessibilityViolations(page), []);
    await last.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await last.dialog.getByText('Deleted “orders”.').waitFor();
    assert.equal(await last.dialog.getByRole('button', { name: /^orders/ }).count(), 0);
    await one.close(/Failed to load resource/);
  });

  test('are those of the account of who is signed in, and are gone with them', async () => {
    const { key, secret } = await service.key();
    const put = (name: string, steps: unknown) =>
      service.request('PUT', `/v1/workflows/${name}`, { key: secret, body: { steps } });
    await put('of-the-account', ['upper-case']);
    const foreign = await service.key();
    const stranger = await open(foreign.secret, ['upper-case']);
    const theirs = await openList(stranger);
    assert.equal(await theirs.dialog.getByRole('listitem').count(), 0);
    await stranger.close();

    const invitation = await service.gateway.sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    const owner = await openPlayground(browser, service, `#signin=${invitation?.secret}`);
    await acceptLink(owner.page);
    const list = await openList(owner);
    await list.dialog.getByText('by a key').waitFor();
    await list.store('of-the-owner');
    await list.dialog.getByText('“of-the-owner” is stored as version 1.').waitFor();
    await list.dialog.getByText('by the owner').waitFor();
    await list.close();
    await owner.page.goto(`${service.url}/console/${fragmentOf([{ toolSlug: 'hmac-text', config: { key: 'k' } }])}`);
    const secrets = await openList(owner);
    await secrets.store('signed');
    await secrets.dialog.getByText('steps[0].config.key is a secret, and workflows are stored as plain text').waitFor();
    await owner.close(/Failed to load resource/);

    const nobody = await openPlayground(browser, service);
    await nobody.page.getByRole('button', { name: 'Recipes' }).click();
    assert.equal(await nobody.page.getByRole('tab', { name: 'At the gateway' }).count(), 0);
    await nobody.close();
  });

  test('fit each width, and are readable in each theme', async () => {
    const { secret } = await service.key();
    for (const name of ['clean-orders', 'a-name-that-is-as-long-as-a-name-may-be-that-is-sixty-four-signs']) {
      const { status } = await service.request('PUT', `/v1/workflows/${name}`, {
        key: secret,
        body: { steps: ['trim-lines'] },
      });
      assert.equal(status, 201);
    }
    const one = await open(secret, ['trim-lines']);
    const { page } = one;
    const { dialog } = await openList(one);
    await dialog.getByRole('button', { name: 'Versions of clean-orders' }).click();
    await dialog.getByRole('button', { name: 'Open version 1' }).waitFor();
    for (const [width, height] of [
      [390, 844],
      [768, 1_024],
      [1_440, 900],
      [2_560, 1_440],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const media of [
        { colorScheme: 'light', forcedColors: 'none' },
        { colorScheme: 'dark', forcedColors: 'none' },
        { colorScheme: 'light', forcedColors: 'active' },
      ] as const) {
        await page.emulateMedia(media);
        assert.equal(await sidewaysOverflow(page), 0);
        const modal = "document.querySelector('dialog[open]')";
        assert.equal(await page.evaluate(`${modal}.scrollWidth - ${modal}.clientWidth`), 0);
        assert.deepEqual(await accessibilityViolations(page), []);
        const look = media.forcedColors === 'active' ? 'forced' : media.colorScheme;
        await one.screenshot(`gateway-recipes-${width}-${look}`);
      }
    }
    await one.close();
  });
});
