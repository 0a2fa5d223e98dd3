import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sendToGateway } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { hasFocus, openPlayground } from '../../support/playground.js';

const names = 'Ada Lovelace\nAlan Turing\nGrace Hopper\nKatherine Johnson\n';

const service = await sharedTestGateway();

describe('the first visit to the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('pasting the token gives a result of the gateway', async () => {
    const { page, signIn, shows, titles, outcome, hosts, close } = await openPlayground(browser, service);
    await shows(names);
    await sendToGateway(page);
    await outcome.getByRole('heading', { name: 'Sign in to see the result' }).waitFor();
    await signIn(adminToken);
    await shows(names);
    assert.deepEqual(await titles(), ['Trim lines', 'Title case', 'Dedupe and sort lines']);
    await outcome.getByText(/^56 characters, 4 lines$/).waitFor();
    await outcome.getByText(/^3 steps in [\d,]+ ms, round trip [\d,]+ ms$/).waitFor();
    assert.deepEqual([...hosts], [new URL(service.url).host]);
    await page.reload();
    await shows(names);
    await close();
  });

  test('an API key works too, and the focus goes from the form to the result', async () => {
    const { signIn, shows, output, page, close } = await openPlayground(browser, service);
    await signIn((await service.key()).secret);
    await shows(names);
    assert.equal(await hasFocus(output), true);
    await page.getByRole('button', { name: /^Key …/ }).waitFor();
    await close();
  });

  test('a wrong key is refused, and the form is shown again', async () => {
    const { signIn, outcome, page, close } = await openPlayground(browser, service);
    await signIn(`svc_live_${'A'.repeat(40)}`);
    await outcome.getByText('This key is invalid or revoked. Sign in again.').waitFor();
    await outcome.getByLabel('Admin token or API key').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await close(/401/);
  });

  test('the tab keeps steps and text, no secret is in the storage or the address', async () => {
    const { page, signIn, shows, input, close } = await openPlayground(browser, service);
    const { secret } = await service.key();
    await signIn(secret);
    await shows(names);
    await input.fill('b\na');
    await page.getByRole('switch', { name: 'Run step 2, Title case' }).uncheck();
    await shows('a\nb');
    await page.waitForURL(/#steps=/);
    await page.getByText('Kept for a reload').waitFor();
    const kept = (await page.evaluate(
      '[Object.keys(localStorage), Object.keys(sessionStorage), document.cookie, JSON.stringify([localStorage, sessionStorage]) + location.href]',
    )) as unknown[];
    assert.deepEqual(kept.slice(0, 3), [['textmill-history'], ['textmill-playground'], '']);
    assert.equal(String(kept[3]).includes(secret), false);
    // The text is in the storage of the tab alone.
    const shared = (await page.evaluate('JSON.stringify(localStorage) + location.href')) as string;
    assert.equal(/b\\na|b%0Aa|hopper/i.test(shared), false);
    await close();
  });

  test('by keyboard alone, from opening the page to a result of one’s own text', async () => {
    const { page, shows, close } = await openPlayground(browser, service);
    const focusOn = async (name: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(`(() => {
          const { activeElement: at } = document;
          return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent;
        })()`);
        if (focused === name) return;
      }
      assert.fail(`the tab key does not lead to ${name}`);
    };
    await focusOn('Add a tool');
    await page.keyboard.type('reverse text');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.type('upper-case');
    await page.keyboard.press('Enter');
    await focusOn('Text in');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('typed');
    await shows('TYPED');
    await focusOn('Runs in this browser');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await focusOn('Admin token or API key');
    await page.keyboard.type(adminToken);
    await page.keyboard.press('Enter');
    await page.getByTitle(/with the way there and back it was/).waitFor();
    await shows('TYPED');
    await close();
  });
});
