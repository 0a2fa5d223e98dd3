import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';

const service = await sharedTestGateway();

describe('the frame of the console', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('/ leads to the playground, from the gateway alone', async () => {
    const { page, hosts, screenshot, close } = await browser.open(service.url);
    assert.equal(page.url(), `${service.url}/console/`);
    assert.equal(await page.title(), 'Playground · Textmill');
    assert.deepEqual([...hosts], [new URL(service.url).host]);
    assert.deepEqual(await accessibilityViolations(page), []);
    await screenshot('playground-empty');
    await close();
  });

  test('a file dropped outside the drop target does not replace the page', async () => {
    const { page, close } = await browser.open(`${service.url}/console/`);
    const dropped = (item: string) =>
      page.evaluate(`(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(${item});
        return ['dragover', 'drop'].map((type) => {
          const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector('.brand').dispatchEvent(event);
          return event.defaultPrevented;
        });
      })()`);
    assert.deepEqual(await dropped("new File(['a'], 'a.txt')"), [true, true]);
    // Text can be dragged into a field.
    assert.deepEqual(await dropped("'a', 'text/plain'"), [false, false]);
    await close();
  });

  test('on a phone the link of the view is scrolled into view', async () => {
    const { page, close } = await browser.open(`${service.url}/console/usage`, {
      viewport: { width: 360, height: 740 },
    });
    const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Usage' });
    const box = await link.boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
    await close();
  });

  test('signing in with the admin token, and signing out', async () => {
    const { page, close, screenshot } = await browser.open(`${service.url}/console/`);
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByLabel('Admin token or API key').fill('not-the-token');
    await screenshot('sign-in');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('Invalid admin token').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await dialog.getByLabel('Admin token or API key').fill(adminToken);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Operator' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
    await close(/401/);
  });
});
