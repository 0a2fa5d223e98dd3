import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextmillError } from '../../../gateway/client/errors.js';
import { runLines } from '../../../gateway/client/lines.js';
import { sanitizeAll } from '../../../gateway/client/urls.js';
import { all } from '../../support/fake-sender.js';
import { FetchSender } from '../../support/fetch-sender.js';
import { startTestGateway } from '../../support/gateway.js';
import { startRestartableGateway } from '../../support/restartable-gateway.js';

const rows = Array.from({ length: 100_000 }, (_, i) => `  row ${i} é \ud83d`);
const expected = rows.map((row) => row.trim().toUpperCase());

test('100,000 rows go through a gateway and come back in order', async (t) => {
  const gateway = await startTestGateway(t);
  const sender = new FetchSender(gateway.url, gateway.key().secret);
  assert.deepEqual(await all(runLines(sender, rows, ['trim-lines', 'upper-case'])), expected);
  const urls = rows.slice(0, 3_000).map((_, i) => `https://example.com/${i}?gclid=1`);
  assert.deepEqual(
    await all(sanitizeAll(sender, urls, { connections: 8 })),
    urls.map((url) => url.slice(0, -'?gclid=1'.length)),
  );
});

test('a run that a stopped gateway has ended goes on when the gateway is back', async (t) => {
  const gateway = await startRestartableGateway(t);
  const sender = new FetchSender(gateway.service.url, gateway.service.key().secret);
  const given: string[] = [];
  let failures = 0;
  for (let start = 0, isOver = false; !isOver; ) {
    try {
      for await (const text of runLines(sender, rows, ['trim-lines', 'upper-case'], { start })) {
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

test('a run that the limits have ended goes on when there is room again', async (t) => {
  const gateway = await startRestartableGateway(t, { settings: { BURST_PER_KEY: '4' } });
  const sender = new FetchSender(gateway.service.url, gateway.service.key().secret);
  const urls = rows.slice(0, 5_000);
  const given: string[] = [];
  await assert.rejects(
    async () => {
      for await (const url of sanitizeAll(sender, urls, { connections: 1 })) given.push(url);
    },
    { status: 429, message: 'Rate limit exceeded', done: 2_000 },
  );
  assert.equal(given.length, 2_000);
  await gateway.stop();
  await gateway.start({ BURST_PER_KEY: '0' });
  for await (const url of sanitizeAll(sender, urls, { start: given.length })) given.push(url);
  assert.deepEqual(
    given,
    urls.map((url) => url.trim()),
  );
});
