import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { acceptLink } from '../../support/console-operator.js';
import { adminToken, sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, openPlayground, type Playground } from '../../support/playground.js';
import { operatorHolder } from '../../support/sessions.js';

const sample = /^ {2}grace hopper\n/;
const stored = `sessionStorage.getItem('textmill-playground')`;

const service = await sharedTestGateway();

describe('what a reload of the playground keeps', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  async function reloaded({ page, input }: Pick<Playground, 'page' | 'input'>): Promise<void> {
    await page.reload();
    await input.waitFor();
  }

  test('steps, options, switches and the text, without waiting for a pause', async () => {
    const playground = await openPlayground(browser, service, fragmentOf(['upper-case']));
    const { page, input, signIn, shows, titles, close } = playground;
    await signIn(adminToken);
    await input.fill('one');
    await shows('ONE');
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).uncheck();
    await input.fill('two  \n"\\\u2028é\ud83d\ude00');
    await reloaded(playground);
    assert.equal(await input.inputValue(), 'two  \n"\\\u2028é\ud83d\ude00');
    assert.equal(await page.getByRole('switch', { name: 'Run step 1, Upper case' }).isChecked(), false);
    await page.getByRole('switch', { name: 'Run step 1, Upper case' }).check();
    await shows('TWO  \n"\\\u2028É\ud83d\ude00');
    assert.deepEqual(await titles(), ['Upper case']);
    await page.getByText('Kept for a reload').waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await close();
  });

  test('nothing of an untouched playground', async () => {
    const playground = await openPlayground(browser, service);
    await reloaded(playground);
    assert.match(await playground.input.inputValue(), sample);
    assert.equal(await playground.page.evaluate(stored), null);
    await playground.close();
  });

  test('the steps and the text of a link win; undoing brings back what was kept', async () => {
    const playground = await openPlayground(browser, service, fragmentOf(['upper-case'], 'of a link'));
    const { page, input, titles, close } = playground;
    await input.fill('typed');
    await page.getByText('Kept for a reload').waitFor();
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/${fragmentOf(['lower-case'], 'of another link')}`);
    await input.waitFor();
    assert.equal(await input.inputValue(), 'of another link');
    await until('the steps are those of the link', async () => (await titles()).join() === 'Lower case');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    assert.equal(await input.inputValue(), 'typed');
    assert.deepEqual(await titles(), ['Upper case']);
    // A link without a text has only steps.
    await page.getByText('Kept for a reload').waitFor();
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/${fragmentOf(['reverse-text'])}`);
    await input.waitFor();
    assert.equal(await input.inputValue(), 'typed');
    await close();
  });

  test('another tab does not have it', async () => {
    const { page, input, close } = await openPlayground(browser, service);
    await input.fill('typed');
    await page.getByText('Kept for a reload').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console/`);
    assert.match(await other.getByRole('textbox', { name: 'Text in' }).inputValue(), sample);
    await close();
  });

  test('the button forgets it, and keeps nothing more before it is pressed again, also after a reload', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, screenshot, close } = playground;
    await input.fill('typed');
    await page.getByRole('button', { name: 'Forget the kept steps and text' }).click();
    const keep = page.getByRole('button', { name: 'Keep steps and text for a reload' });
    await keep.waitFor();
    assert.equal(await page.evaluate(stored), null);
    assert.equal(await input.inputValue(), 'typed');
    await screenshot('playground-not-kept');
    assert.deepEqual(await accessibilityViolations(page), []);
    await input.fill('typed more');
    await reloaded(playground);
    assert.match(await input.inputValue(), sample);
    await input.fill('again');
    await keep.click();
    await page.getByText('Kept for a reload').waitFor();
    await reloaded(playground);
    assert.equal(await input.inputValue(), 'again');
    await close();
  });

  test('signing out forgets it, on this page and on others', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, signIn, close } = playground;
    await signIn(adminToken);
    const operator = page.getByRole('banner').getByRole('button', { name: 'Operator' });
    await operator.waitFor();
    await input.fill('typed');
    await page.getByText('Kept for a reload').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${service.url}/console/`);
    const otherInput = other.getByRole('textbox', { name: 'Text in' });
    await otherInput.fill('on another page');
    await other.getByText('Kept for a reload').waitFor();
    await operator.click();
    await page.getByText('Signing out also forgets the steps and the text').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('banner').getByRole('button', { name: 'Sign in' }).waitFor();
    for (const each of [page, other]) {
      await until('it is forgotten', async () => (await each.evaluate(stored)) === null);
      await each.reload();
      assert.match(await each.getByRole('textbox', { name: 'Text in' }).inputValue(), sample);
      assert.equal(await each.evaluate(stored), null);
    }
    await close();
  });

  test('signing out with a key forgets it, and only what is changed afterwards is kept', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, signIn, close } = playground;
    await signIn((await service.key()).secret);
    await input.fill('typed');
    await page.getByText('Kept for a reload').waitFor();
    await page.getByRole('button', { name: /^Key …/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.keyboard.press('Escape');
    await until('it is forgotten', async () => (await page.evaluate(stored)) === null);
    assert.equal(await input.inputValue(), 'typed');
    await input.fill('typed later');
    await reloaded(playground);
    assert.equal(await input.inputValue(), 'typed later');
    await close();
  });

  test('a link that signs in somebody else does not show it', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, signIn, close } = playground;
    const { key } = await service.key();
    await signIn(adminToken);
    await page.getByRole('banner').getByRole('button', { name: 'Operator' }).waitFor();
    await input.fill('of the operator');
    await page.getByText('Kept for a reload').waitFor();
    const { sessions } = service.gateway;
    const issued = await sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/#signin=${issued?.secret}`);
    await acceptLink(page);
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    await until('the sample is shown', async () => sample.test(await input.inputValue()));
    await until('it is forgotten', async () => (await page.evaluate(stored)) === null);
    // The operator again, with a new session.
    await input.fill('of the owner');
    await page.getByText('Kept for a reload').waitFor();
    const again = await sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/#signin=${again?.secret}`);
    await acceptLink(page);
    await page.getByRole('button', { name: 'Account owner' }).waitFor();
    assert.equal(await input.inputValue(), 'of the owner');
    const own = await sessions.createLink(operatorHolder, author);
    await page.goto('about:blank');
    await page.goto(`${service.url}/console/#signin=${own?.secret}`);
    await acceptLink(page);
    await until('the sample is shown', async () => sample.test(await input.inputValue()));
    await close();
  });

  test('not a text that is too long to be run, nor an older one in its place', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, close } = playground;
    await input.fill('short');
    await page.getByText('Kept for a reload').waitFor();
    await page.evaluate(`(() => {
      const area = document.querySelector('.pane textarea');
      area.value = 'a'.repeat(500_001);
      area.dispatchEvent(new InputEvent('input', { bubbles: true }));
    })()`);
    await page.getByText('Too long to keep: a reload forgets it').waitFor();
    // Browsers ask only a user who has done something on the page.
    await input.press('End');
    const asked = page.waitForEvent('dialog');
    const leaving = page.reload();
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
    await leaving;
    await input.waitFor();
    assert.match(await input.inputValue(), sample);
    await close();
  });

  for (const [how, script] of [
    [
      'is blocked',
      `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`,
    ],
    ['is full', `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`],
  ] as const) {
    test(`works without where storage ${how}, and says nothing`, async () => {
      const playground = await openPlayground(browser, service);
      const { page, input, signIn, shows, close } = playground;
      await page.addInitScript(script);
      await reloaded(playground);
      await signIn((await service.key()).secret);
      await input.fill('b\na');
      await shows('A\nB');
      assert.equal(await page.getByText(/Kept for|Not kept|Too long/).count(), 0);
      await reloaded(playground);
      assert.match(await input.inputValue(), sample);
      await close();
    });
  }

  test('invalid content of the storage is ignored', async () => {
    const playground = await openPlayground(browser, service);
    const { page, input, close } = playground;
    for (const text of [
      '{',
      '[]',
      '{"session":"","holder":"","fragment":"","steps":[{}],"input":"x"}',
      '['.repeat(100_000),
    ]) {
      await page.evaluate(`sessionStorage.setItem('textmill-playground', ${JSON.stringify(text)})`);
      await reloaded(playground);
      assert.match(await input.inputValue(), sample);
    }
    await close();
  });
});
