import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createClient, QuotaError, type TextmillClient, TextmillError } from '#gateway/client/index.js';
import { all } from '../../support/fake-sender.js';
import type { TestGateway } from '../../support/gateway.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const rows = Array.from({ length: 100_000 }, (_, i) => `  row ${i} é \ud83d`);
const expected = rows.map((row) => row.trim().toUpperCase());

/** Without retries: every failure counts. */
async function clientOf(gateway: TestGateway): Promise<TextmillClient> {
  return createClient({ baseUrl: gateway.url, apiKey: (await gateway.key()).secret, maxWaitMs: 0 });
}

describe('a gateway without limits', async () => {
  const gateway = await startRestartableGateway({ after });
  const client = await clientOf(gateway.service);

  test('passes 100,000 rows, which come back in order', async () => {
    assert.deepEqual(await all(client.runLines(rows, ['trim-lines', 'upper-case'])), expected);
    const urls = rows.slice(0, 3_000).map((_, i) => `https://example.com/${i}?gclid=1`);
    assert.deepEqual(
      await all(client.sanitizeAll(urls, { connections: 8 })),
      urls.map((url) => url.slice(0, -'?gclid=1'.length)),
    );
  });

  test('continues a run after a restart, which had ended with it', async () => {
    const given: string[] = [];
    let stops = 0;
    let isStopped = false;
    let refusals = 0;
    for (let start = 0, isOver = false; !isOver; ) {
      try {
        for await (const text of client.runLines(rows, ['trim-lines', 'upper-case'], { start })) {
          given.push(text);
          if (given.length !== 10_000) continue;
          await gateway.stop();
          isStopped = true;
        }
        isOver = true;
      } catch (error) {
        assert.ok(error instanceof TextmillError, String(error));
        assert.equal(error.done, given.length);
        start = error.done;
        // A gateway of a busy machine may refuse a request: then the run goes on with the same one.
        if (!isStopped) {
          assert.equal(error.status, 503, String(error));
          assert.ok(++refusals <= 5);
          continue;
        }
        stops++;
        isStopped = false;
        await gateway.start();
      }
    }
    assert.equal(stops, 1);
    assert.deepEqual(given, expected);
  });
});

describe('a gateway with limits', async () => {
  const gateway = await startRestartableGateway({ after }, { settings: { DAILY_QUOTA: '5', BURST_PER_KEY: '4' } });

  test('ends a run by its daily quota, and the client reports the time of the next request, and its progress', async () => {
    const { accountId } = (await gateway.service.key()).key;
    const keys = await Promise.all([1, 2].map(() => gateway.service.key({ accountId })));
    const [spending, other] = keys.map(({ secret }) =>
      createClient({ baseUrl: gateway.service.url, apiKey: secret, maxWaitMs: 0 }),
    );
    assert.ok(spending && other);
    // The quota ends the run, not the burst limit of the key: another key of the account has spent a part of it.
    await all(other.sanitizeAll(rows.slice(0, 1_000), { connections: 1 }));
    const given: string[] = [];
    const failure: unknown = await (async () => {
      for await (const url of spending.sanitizeAll(rows.slice(0, 5_000), { connections: 1 })) given.push(url);
    })().catch((error: unknown) => error);
    assert.ok(failure instanceof QuotaError && failure instanceof TextmillError);
    assert.deepEqual([failure.status, failure.quota, failure.done, given.length], [429, 5, 1_500, 1_500]);
    const { freeAt, used, remaining, quota } = await spending.usage();
    assert.deepEqual([used, remaining, quota], [5, 0, 5]);
    assert.equal(freeAt, failure.freeAt.toISOString());
  });

  test('ends a run by its burst limit, which continues when requests are possible again', async () => {
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
    await gateway.start({ BURST_PER_KEY: '0', DAILY_QUOTA: '0' });
    for await (const url of client.sanitizeAll(urls, { start: given.length })) given.push(url);
    assert.deepEqual(
      given,
      urls.map((url) => url.trim()),
    );
  });
});
