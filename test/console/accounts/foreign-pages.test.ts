import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { author } from '../../support/author.js';
import { type BrowserPage, sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { cleanUpAfter, suiteScope } from '../../support/cleanup.js';
import { openLink } from '../../support/console-operator.js';
import { sharedTestGateway } from '../../support/gateway.js';
import { figure } from '../../support/reliability.js';
import { operatorHolder, signInWithLink } from '../../support/sessions.js';

/** Waits until the console has asked whether to sign in: it has done all that it does by itself. */
const asked = (page: Page) => page.getByRole('dialog', { name: 'Sign in with this link?' }).waitFor();

const service = await sharedTestGateway();

describe('a page of another origin', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const scope = suiteScope();
  const { sessions } = service.gateway;
  let attacks = 0;
  let successes = 0;
  /** What the next response of the foreign server sets. */
  let planted: string | undefined;
  let port: number;
  let operator: BrowserPage;
  let context: BrowserContext;
  // In a hook, after which the others run: if the body of a suite fails, what it has started is left running.
  before(async () => {
    const foreign = createServer((_, response) => {
      const cookie = planted === undefined ? {} : { 'set-cookie': planted };
      response.writeHead(200, { 'content-type': 'text/html', ...cookie }).end('<!doctype html><title>foreign</title>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    cleanUpAfter(scope, () => void foreign.close().closeAllConnections());
    port = (foreign.address() as AddressInfo).port;
    const operatorLink = await sessions.createLink(operatorHolder, author);
    operator = await openLink(browser, `${service.url}/console/#signin=${operatorLink?.secret}`);
    await operator.page.getByRole('button', { name: 'Operator' }).waitFor();
    context = operator.page.context();
    cleanUpAfter(scope, () => context.close());
  });

  /** A link of the attacker, whose session the operator would work in. */
  async function bait() {
    const { key } = await service.key({ label: 'of the attacker' });
    const link = await sessions.createLink({ role: 'owner', accountId: key.accountId }, author);
    assert.ok(link !== undefined);
    return { secret: link.secret, accountId: key.accountId, url: `${service.url}/console/#signin=${link.secret}` };
  }

  /** The host of the foreign page: another site, or another port of the same one, whose requests carry the cookie. */
  for (const host of ['localhost', '127.0.0.1']) {
    const ways: Readonly<Record<string, (page: Page, link: Awaited<ReturnType<typeof bait>>) => Promise<unknown>>> = {
      navigates: async (page, { url }) => {
        await page.evaluate(`location.href = ${JSON.stringify(url)}`);
        await asked(page);
      },
      'opens a window': async (page, { url }) => {
        const opened = context.waitForEvent('page');
        await page.evaluate(`void open(${JSON.stringify(url)})`);
        await asked(await opened);
        await (await opened).close();
      },
      'shows a frame': async (page, { url }) => {
        const sent: string[] = [];
        page.on('request', (each) => {
          if (each.url().includes('/sign-in')) sent.push(each.url());
        });
        await page.evaluate(`new Promise((done) => {
          const frame = document.createElement('iframe');
          frame.onload = done;
          frame.src = ${JSON.stringify(url)};
          document.body.append(frame);
        })`);
        assert.deepEqual(sent, []);
      },
      'sends a form': async (page, { secret }) => {
        const sent = page.waitForResponse('**/sign-in');
        // The body is JSON: {"link":"…","x":"="}, which a strict reader refuses, so the check is not the reader's.
        await page.evaluate(`(() => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', action: '${service.url}/sign-in', enctype: 'text/plain' });
          const field = document.createElement('input');
          Object.assign(field, { name: '{"link":"${secret}"}', value: '' });
          form.append(field);
          document.body.append(form);
          form.submit();
        })()`);
        assert.equal((await sent).status(), 403);
        // A page that is closed while it goes to another site may never be closed: the browser forgets to say so.
        await page.waitForURL('**/sign-in');
      },
      'fetches without CORS, and with it': async (page, { secret }) => {
        const body = JSON.stringify(JSON.stringify({ link: secret }));
        for (const path of ['/sign-in', '/sign-in/preview']) {
          for (const mode of ['no-cors', 'cors']) {
            const request = `{ method: 'POST', mode: '${mode}', credentials: 'include', body: ${body} }`;
            await page.evaluate(`fetch('${service.url}${path}', ${request}).catch(() => {})`);
          }
        }
        await page.evaluate(`navigator.sendBeacon('${service.url}/sign-in', ${body})`);
      },
      'asks to end the session': async (page) => {
        for (const method of ['DELETE', 'POST', 'GET']) {
          const request = `{ method: '${method}', mode: '${method === 'DELETE' ? 'cors' : 'no-cors'}', credentials: 'include' }`;
          await page.evaluate(`fetch('${service.url}/sessions/current', ${request}).catch(() => {})`);
        }
      },
    };
    for (const [name, attack] of Object.entries(ways)) {
      test(`at ${host} that ${name} begins and ends no session`, async () => {
        const link = await bait();
        const before = await sessions.list();
        const page = await context.newPage();
        await page.goto(`http://${host}:${port}/`);
        await attack(page, link);
        await page.close();
        const ids = (each: typeof before) => each.map(({ id }) => id).toSorted();
        attacks++;
        const isDone = ids(await sessions.list()).join() !== ids(before).join();
        const isUsedUp = (await sessions.findLink(link.secret)) === undefined;
        if (isDone || isUsedUp) successes++;
        assert.deepEqual([isDone, isUsedUp], [false, false]);
        await operator.page.reload();
        await operator.page.getByRole('button', { name: 'Operator' }).waitFor();
      });
    }
  }

  test('that plants a cookie gets nobody to work in its session', async () => {
    const { accountId } = await bait();
    const attacker = await signInWithLink(service, { role: 'owner', accountId });
    const { page } = operator;
    await page.goto(`${service.url}/console/keys`);
    await page.getByRole('button', { name: 'Create key' }).waitFor();
    const other = await context.newPage();
    planted = `${attacker.cookie}; Path=/; HttpOnly`;
    await other.goto(`http://127.0.0.1:${port}/`);
    planted = undefined;
    attacks++;
    const before = service.gateway.keys.activeKeysOf(accountId);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The session has ended. Sign in again').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in as the operator' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Account owner' }).count(), 0);
    if (service.gateway.keys.activeKeysOf(accountId) !== before) successes++;
    assert.equal(service.gateway.keys.activeKeysOf(accountId), before);
  });

  test('gained, began and ended none', (t) => {
    assert.equal(successes, 0);
    figure(
      t,
      'R29',
      `${attacks} attacks by navigation, windows, frames, forms, requests and cookies: ${successes} sessions gained, begun or ended`,
      'foreign pages',
    );
  });
});
