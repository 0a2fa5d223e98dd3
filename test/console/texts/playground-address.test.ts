import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations } from '../../support/accessibility.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { until } from '../../support/gateway-process.js';
import { fragmentOf, openPlayground } from '../../support/playground.js';

const service = await sharedTestGateway();

describe('the address of the playground', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();

  test('a link gives the same workflow to another user, with switched-off steps and without the text', async () => {
    const { page, input, close } = await openPlayground(browser, service, fragmentOf(['trim-lines', 'upper-case']));
    await input.fill('private');
    await page.getByRole('switch', { name: 'Run step 1, Trim lines' }).uncheck();
    await page.getByRole('button', { name: /^Options of step 2/ }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.equal(link, `${service.url}/console/${fragmentOf([{ toolSlug: 'trim-lines', off: true }, 'upper-case'])}`);
    await page.waitForURL(link);
    await close();
    const {
      titles,
      page: other,
      close: closeOther,
    } = await openPlayground(browser, { url: link.split('/console/')[0] ?? '' }, new URL(link).hash);
    assert.deepEqual(await titles(), ['Trim lines', 'Upper case']);
    assert.equal(await other.getByRole('switch', { name: 'Run step 1, Trim lines' }).isChecked(), false);
    await closeOther();
  });

  test('a link has the text only if that is wanted, up to 2,000 characters, and none of it reaches the server', async () => {
    const { page, input, close } = await openPlayground(browser, service, fragmentOf(['upper-case']));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')));
    await input.fill('a&b=ü 😀');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    const link = page.getByLabel('Link', { exact: true });
    assert.equal((await link.inputValue()).includes('input='), false);
    await page.getByLabel('Include the text').check();
    const address = await link.inputValue();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('Escape');
    await input.fill('x'.repeat(2_001));
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByText('The text has 2,001 characters, and a link can take 2,000.').waitFor();
    assert.equal(await page.getByLabel('Include the text').isDisabled(), true);
    await page.goto('about:blank');
    await page.goto(address);
    await until('it is filled in', async () => (await input.inputValue()) === 'a&b=ü 😀');
    assert.equal(
      asked.some((each) => each.split('#')[0]?.includes('input=')),
      false,
    );
    await close();
  });

  test('the text of a link leaves the address when it is changed, and the link opens it again', async () => {
    const fragment = fragmentOf(['trim-lines'], 'of the link');
    const { page, input, close } = await openPlayground(browser, service, fragment);
    await until('it is filled in', async () => (await input.inputValue()) === 'of the link');
    await input.fill('private');
    await page.waitForURL(`**/${fragmentOf(['trim-lines'])}`);
    assert.equal(await input.inputValue(), 'private');
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await until('it is filled in again', async () => (await input.inputValue()) === 'of the link');
    await close();
  });

  test('changes add no history entries: back leads to the view before', async () => {
    const { page, titles, close } = await openPlayground(browser, service, fragmentOf(['trim-lines']));
    await page.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.getByRole('link', { name: 'Playground' }).click();
    for (const [index, name] of ['Trim lines', 'Trim lines'].entries()) {
      await page.getByRole('button', { name: `Duplicate step ${index + 1}, ${name}` }).click();
    }
    await page.waitForURL(`**/${fragmentOf(['trim-lines', 'trim-lines', 'trim-lines'])}`);
    await page.goBack();
    assert.equal(new URL(page.url()).pathname, '/console/tools');
    await page.goForward();
    await until('the workflow is there again', async () => (await titles()).length === 3);
    await close();
  });

  test('another fragment on the same page is followed, and can be undone', async () => {
    const { page, titles, input, close } = await openPlayground(browser, service, fragmentOf(['trim-lines']));
    await input.fill('typed');
    await page.evaluate(`location.hash = ${JSON.stringify(fragmentOf(['upper-case'], 'given'))}`);
    await page.getByText('Opened the workflow of a link.').waitFor();
    assert.deepEqual(await titles(), ['Upper case']);
    assert.equal(await input.inputValue(), 'given');
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual(await titles(), ['Trim lines']);
    assert.equal(await input.inputValue(), 'typed');
    await page.goBack();
    await until('the first workflow is there', async () => (await titles())[0] === 'Trim lines');
    await close();
  });

  test('an invalid address leaves the initial workflow', async () => {
    const { titles, close } = await openPlayground(browser, service, '#%E0%A4%A&nothing');
    assert.deepEqual(await titles(), ['Trim lines', 'Title case', 'Dedupe and sort lines']);
    await close();
  });

  test('the request can be copied: complete, escaped, and without the key', async () => {
    const { page, signIn, shows, close } = await openPlayground(
      browser,
      service,
      fragmentOf([{ toolSlug: 'trim-lines', off: true }, 'upper-case'], "it's"),
    );
    const { secret } = await service.key();
    await signIn(secret);
    await shows("IT'S");
    await page.getByRole('button', { name: 'Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'This request' });
    const code = dialog.getByRole('tabpanel');
    const curl = (await code.textContent()) ?? '';
    assert.match(curl, / -H @key-header /);
    assert.ok(curl.includes(`'{"input":"it'\\''s","steps":["upper-case"]}'`), curl);
    await dialog.getByRole('tab', { name: 'curl' }).press('ArrowRight');
    assert.deepEqual(JSON.parse((await code.textContent()) ?? ''), { input: "it's", steps: ['upper-case'] });
    await page.keyboard.press('ArrowRight');
    await code.getByText('await fetch(').waitFor();
    assert.equal((await dialog.textContent())?.includes(secret), false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  test('the request with a long text is shown in part and copied completely', async () => {
    const { page, close } = await openPlayground(browser, service, fragmentOf(['upper-case']));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(400_000)) });
    await page.getByText('400,000 characters, 1 line').waitFor();
    await page.getByRole('button', { name: 'Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'This request' });
    await dialog.getByRole('tab', { name: 'JSON' }).click();
    await dialog.getByText('Its beginning only; what is copied is all of it.').waitFor();
    assert.ok(((await dialog.getByRole('tabpanel').textContent()) ?? '').length < 20_000);
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.deepEqual(JSON.parse(copied), { input: 'x'.repeat(400_000), steps: ['upper-case'] });
    await close();
  });
});
