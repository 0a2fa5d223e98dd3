import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { after, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import type * as Client from '#gateway/client/index.js';
import { TestBrowser, unlessBrowser } from '../../support/browser.js';
import { startTestGateway } from '../../support/gateway.js';
import { installClient } from '../../support/published-package.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Another site: an empty page, and the client as published. */
async function startSite(scope: { after(cleanup: () => void): void }): Promise<string> {
  const files = join(await installClient(temporaryFolder(scope)), 'dist');
  const server = createServer(({ url = '/' }, response) => {
    if (!url.endsWith('.js'))
      return void response.setHeader('content-type', 'text/html').end('<link rel=icon href=data:>');
    response.setHeader('content-type', 'text/javascript').end(readFileSync(join(files, normalize(url))));
  });
  server.listen(0, '127.0.0.1');
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the client works from pages of an origin on the key’s allowlist', { skip: unlessBrowser }, async () => {
  const site = await startSite({ after });
  const gateway = await startTestGateway({ after }, { settings: { DAILY_QUOTA: '4' } });
  const { secret: apiKey } = await gateway.key({ origins: [site] });
  const { secret: otherKey } = await gateway.key({ origins: ['https://other.example'] });
  const { page, complaints } = await new TestBrowser({ after }).open(site);
  const outcome = await page.evaluate(
    async ({ baseUrl, apiKey, otherKey, module }) => {
      const { createClient, TextmillError }: typeof Client = await import(module);
      const client = createClient({ baseUrl, apiKey, maxWaitMs: 0 });
      const { result } = await client.run(' a ', ['trim-lines', 'upper-case']);
      const { sanitized } = await client.sanitize(['https://a.example/?ref=1']);
      const lines: string[] = [];
      for await (const line of client.runLines([' b', 'a '], ['trim-lines'])) lines.push(line);
      const other = createClient({ baseUrl, apiKey: otherKey, maxWaitMs: 0 });
      const signal = AbortSignal.abort(new Error('enough'));
      const failures: unknown[] = [];
      for (const call of [
        () => client.run('a', []),
        () => client.sortDedupe(['a']),
        () => client.run('a', ['trim-lines'], { signal }),
        () => other.run('a', ['trim-lines']),
      ]) {
        const error: unknown = await call().catch((error: unknown) => error);
        const isOurs = error instanceof TextmillError;
        failures.push(isOurs ? [error.status, error.message, error.requestId !== ''] : String(error));
      }
      const { count } = await client.tools();
      const { slug } = await client.tool('trim-lines');
      return { result, sanitized, lines, failures, count, slug };
    },
    { baseUrl: gateway.url, apiKey, otherKey, module: `${site}/index.js` },
  );
  const notAllowed =
    `No response from ${gateway.url} for 0 seconds; the last was: ` +
    "Failed to fetch (the gateway is unavailable, or does not allow this page's origin)";
  // The page receives the response of the usage request, with its preflight, too.
  const quotaSpent = String((outcome.failures[1] as readonly unknown[])[1]);
  assert.match(quotaSpent, /^The daily quota of 4 requests is used up; the next request is free at \d{4}-.*:00Z$/);
  assert.deepEqual(outcome, {
    result: 'A',
    sanitized: ['https://a.example/'],
    lines: ['b', 'a'],
    failures: [[400, 'No steps provided', true], [429, quotaSpent, true], 'Error: enough', [0, notAllowed, false]],
    count: (await loadCatalogue()).size,
    slug: 'trim-lines',
  });
  // Messages of a browser about errors, and about responses that it hides from the page.
  assert.deepEqual(
    complaints.filter((complaint) => !/status of (400|429)|CORS|ERR_FAILED/.test(complaint)),
    [],
  );
});
