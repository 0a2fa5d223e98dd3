import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { author } from '../../support/author.js';
import { sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { acceptLink } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';
import { hasFocus } from '../../support/playground.js';
import { operatorHolder } from '../../support/sessions.js';

const service = await sharedTestGateway();

describe('the reference', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const open = (path: string, options = {}) => browser.open(service.url + path, options);

  test('is accessible and no wider than the window, in all colours', async () => {
    const opened = await open('/docs');
    const { page, close } = opened;
    for (const path of ['/docs', '/docs/operations', '/docs/tools', '/docs/tools/lines', '/docs/errors']) {
      await page.goto(service.url + path);
      if (path === '/docs/operations') await page.getByText('Try it').first().click();
      await assertLooksRight(`reference${path.replaceAll('/', '-')}`, opened, [1_440, 390, 2_560]);
    }
    await close();
  });

  test('a request is sent with the key that was typed, which is not stored', async () => {
    const { secret } = await service.key();
    const { page, close } = await open('/docs/operations');
    const article = page.getByRole('article', { name: 'POST /v1/run' });
    await article.getByText('Try it').click();
    await article.getByLabel('API key').fill(secret);
    await article.getByLabel('Body').fill('{ "input": "b\\na", "steps": ["sort-lines"] }');
    await article.getByRole('button', { name: 'Send' }).click();
    await article.getByText('200 OK').waitFor();
    assert.match((await article.locator('.outcome .body').textContent()) ?? '', /"result": "a\\nb"/);
    assert.match((await article.locator('.outcome details pre').textContent()) ?? '', /^x-request-id: /m);
    // All forms of the page have it.
    const usage = page.getByRole('article', { name: 'GET /v1/usage' });
    await usage.getByText('Try it').click();
    assert.equal(await usage.getByLabel('API key').inputValue(), secret);
    assert.deepEqual(await accessibilityViolations(page), []);
    assert.doesNotMatch(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])'), /svc_/);
    await page.reload();
    assert.equal(await article.getByLabel('API key').inputValue(), '');
    await close();
  });

  test('signed in, no key is needed: it was missing for what only keys may do', async () => {
    const { key } = await service.key({ label: 'of an owner' });
    const { admin } = operatorOf(service);
    for (const holder of [operatorHolder, { role: 'owner', accountId: key.accountId }] as const) {
      const issued = await service.gateway.sessions.createLink(holder, author);
      const { page, close } = await open(`/console/tools#signin=${issued?.secret}`);
      await acceptLink(page);
      await page.getByRole('button', { name: holder.role === 'owner' ? 'Account owner' : 'Operator' }).waitFor();
      await page.goto(`${service.url}/docs/operations`);
      const article = page.getByRole('article', { name: 'POST /v1/run' });
      await article.getByText('Try it').click();
      const isSent = async () => {
        const sent = page.waitForResponse((each) => each.url().endsWith('/v1/run') && each.status() === 200);
        await article.getByRole('button', { name: 'Send' }).click();
        await sent;
        await article.getByText('200 OK').waitFor();
      };
      await isSent();
      // If that key is revoked meanwhile, the next request gets another one.
      const { keys } = (await admin('GET', '/keys?limit=1000')).json as { keys: { id: string; label: string }[] };
      for (const { id } of keys.filter(({ label }) => label === 'Textmill console'))
        await admin('DELETE', `/keys/${id}`);
      await isSent();
      assert.equal(await article.getByLabel('API key').inputValue(), '');
      assert.doesNotMatch(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])'), /svc_/);
      await close(/401/);
    }
  });

  test('an error of the gateway is shown', async () => {
    const { page, close } = await open('/docs/keys');
    const article = page.getByRole('article', { name: 'GET /keys/{id}' });
    await article.getByText('Try it').click();
    await article.getByLabel('id').fill('key_none');
    await page.keyboard.press('Enter');
    await article.getByText('401 Unauthorized').waitFor();
    await close(/401/);
  });

  test('the search finds endpoints, tools, errors and fields with the keyboard alone', async () => {
    const { page, close } = await open('/docs');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search the reference' });
    assert.ok(await hasFocus(field));
    for (const [query, first] of [
      ['step-failed', 'step-failed'],
      ['inputlength', 'meta.inputLength'],
      ['rotate', 'POST /keys/{id}/rotate'],
    ] as const) {
      await field.fill(query);
      await page.getByRole('option', { name: first }).first().waitFor();
    }
    // Tasks, and names of other programs.
    for (const [query, first] of [
      ['get rid of repeated lines', 'remove-duplicate-lines'],
      ['uniq', 'remove-duplicate-lines'],
      ['json to yaml', 'json-yaml-converter'],
    ] as const) {
      await field.fill(query);
      await page.locator('#found > :first-child', { hasText: first }).waitFor();
    }
    await field.fill('xyzzy');
    await page.getByText('Nothing found for xyzzy').waitFor();
    assert.equal(await page.getByRole('option').count(), 0);
    await field.fill('trim');
    await page.getByRole('option', { name: 'trim-lines' }).first().waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    assert.equal(await page.getByRole('option').count(), 0);
    await page.keyboard.type('trim-lines');
    await page.getByRole('option', { name: 'trim-lines' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/docs/tools/lines#tool-trim-lines`);
    await close();
  });

  test('the language of the examples is chosen with the keyboard, copied, and remembered', async () => {
    const { page, close } = await open('/docs/operations');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const article = page.getByRole('article', { name: 'POST /v1/run' });
    await article.getByRole('radio', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await article.getByText('import requests').waitFor();
    assert.ok(!(await article.getByText('curl -sS').isVisible()));
    await article.getByRole('button', { name: 'Copy' }).first().click();
    await article.getByRole('button', { name: 'Copied' }).waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    assert.ok(copied.startsWith('import os\n') && copied.includes(`${service.url}/v1/run`), copied);
    await page.goto(`${service.url}/docs/keys`);
    assert.ok(await page.getByText('import requests').first().isVisible());
    await close();
  });

  test('links to the time when everything was on one page lead on', async () => {
    const { page, close } = await open('/docs#endpoint-rotateKey');
    await page.waitForURL(`${service.url}/docs/keys#endpoint-rotateKey`);
    await page.goto(`${service.url}/docs#tool-trim-lines`);
    await page.waitForURL(`${service.url}/docs/tools/lines#tool-trim-lines`);
    await close();
  });

  test('without script every page is readable, and shows no control that does nothing', async () => {
    const { page, screenshot, close } = await open('/docs/operations', { javaScriptEnabled: false });
    const article = page.getByRole('article', { name: 'POST /v1/run' });
    await article.getByText('curl -sS').waitFor();
    await article.getByRole('radio', { name: 'Go' }).check();
    assert.ok(await article.getByText('package main').isVisible());
    assert.ok(!(await article.getByText('curl -sS').isVisible()));
    assert.equal(await page.getByRole('button').count(), 0);
    assert.equal(await page.getByRole('combobox').count(), 0);
    assert.ok(!(await page.getByText('Try it').first().isVisible()));
    await page.getByText('OPTIONS: preflights').click();
    await page.getByRole('heading', { name: 'OPTIONS /v1/run' }).waitFor();
    await screenshot('reference-without-script');
    await close();
  });

  test('the console and the reference lead to each other', async () => {
    const { page, close } = await open('/docs/tools/lines');
    const tool = page.getByRole('article', { name: 'trim-lines' });
    await tool.getByRole('link', { name: 'Open in the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trim lines' }).waitFor();
    const [reference] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('main').getByRole('link', { name: 'API reference' }).click(),
    ]);
    await reference.waitForURL(`${service.url}/docs/tools/lines#tool-trim-lines`);
    await close();
  });
});
