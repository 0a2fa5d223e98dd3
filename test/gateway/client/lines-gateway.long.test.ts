import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, QuotaError, type TextmillClient, TextmillError } from '../../../gateway/client/index.js';
import { all } from '../../support/fake-sender.js';
import { startTestGateway, type TestGateway } from '../../support/gateway.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const rows = Array.from({ length: 100_000 }, (_, i) => `  row ${i} é \ud83d`);
const expected = rows.map((row) => row.trim().toUpperCase());

/** Without retries: every failure counts. */
async function clientOf(gateway: TestGateway): Promise<TextmillClient> {
  return createClient({ baseUrl: gateway.url, apiKey: (await gateway.key()).secret, maxWaitMs: 0 });
}

test('100,000 rows go through a gateway and come back in order', async (t) => {
  const gateway = await startTestGateway(t);
  const client = await clientOf(gateway);
  assert.deepEqual(await all(client.runLines(rows, ['trim-lines', 'upper-case'])), expected);
  const urls = rows.slice(0, 3_000).map((_, i) => `https://example.com/${i}?gclid=1`);
  assert.deepEqual(
    await all(client.sanitizeAll(urls, { connections: 8 })),
    urls.map((url) => url.slice(0, -'?gclid=1'.length)),
  );
});

test('a run that ended with its gateway continues after a restart', async (t) => {
  const gateway = await startRestartableGateway(t);
  const client = await clientOf(gateway.service);
  const given: string[] = [];
  let failures = 0;
  for (let start = 0, isOver = false; !isOver; ) {
    try {
      for await (const text of client.runLines(rows, ['trim-lines', 'upper-case'], { start })) {
        given.push(text);
        if (given.length === 10_000) await gateway.stop();
      }
      isOver = true;
    } catch (error) {
      assert.ok(error instanceof TextmillError, String(error));
      assert.equal(error.done, given.length);
      start = error.done;
      failures++;
      await gateway.start();
    }
  }
  assert.equal(failures, 1);
  assert.deepEqual(given, expected);
});

test('a run that the daily quota ended reports the time of the next request, and its progress', async (t) => {
  const gateway = await startRestartableGateway(t, { settings: { DAILY_QUOTA: '3' } });
  const client = await clientOf(gateway.service);
  const given: string[] = [];
  const failure: unknown = await (async () => {
    for await (const url of client.sanitizeAll(rows.slice(0, 5_000), { connections: 1 })) given.push(url);
  })().catch((error: unknown) => error);
  assert.ok(failure instanceof QuotaError && failure instanceof TextmillError);
  assert.deepEqual([failure.status, failure.quota, failure.done, given.length], [429, 3, 1_500, 1_500]);
  const { freeAt, used, remaining, quota } = await client.usage();
  assert.deepEqual([used, remaining, quota], [3, 0, 3]);
  assert.equal(freeAt, failure.freeAt.toISOString());
});

test('a run that the burst limit ended continues when requests are possible again', async (t) => {
  const gateway = await startRestartableGateway(t, { settings: { BURST_PER_KEY: '4' } });
  const client = await clientOf(gateway.service);
  const urls = rows.slice(0, 5_000);
  const given: string[] = [];
  await assert.rejects(
    async () => {
      for await (const url of client.sanitizeAll(urls, { connections: 1 })) given.push(url);
    },
    { status: 429, message: 'Rate limit exceeded', done: 2_000 },
  );
  assert.equal(given.length, 2_000);
  await gateway.stop();
  await gateway.start({ BURST_PER_KEY: '0' });
  for await (const url of client.sanitizeAll(urls, { start: given.length })) given.push(url);
  assert.deepEqual(
    given,
    urls.map((url) => url.trim()),
  );
});
