import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { WebhookEvent } from '#gateway/server/webhooks/events.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { adminToken, startTestGateway } from '../../../support/gateway.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const page = readFileSync(fileURLToPath(new URL('../../../../gateway/deploy/WEBHOOKS.md', import.meta.url)), 'utf8');
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

type Verified = (headers: IncomingHttpHeaders, body: string, secret: string, now?: number) => WebhookEvent;

test('an account that uses up its quota is an event, which the example in the page verifies', async (t) => {
  const folder = temporaryFolder(t);
  const [, example = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  writeFileSync(join(folder, 'verify.mjs'), example);
  const { verified } = (await import(pathToFileURL(join(folder, 'verify.mjs')).href)) as { verified: Verified };

  const received = new EventEmitter();
  const events: { headers: IncomingHttpHeaders; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    events.push({ headers: request.headers, body: await text(request) });
    response.end();
    received.emit('event');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  cleanUpAfter(t, () => void receiver.close());
  const { port } = receiver.address() as { port: number };
  writeFileSync(join(folder, 'secret'), `${secret}\n`);

  const service = await startTestGateway(t, {
    settings: {
      DAILY_QUOTA: '5',
      SYNC_INTERVAL_MS: '10',
      WEBHOOK_URL: `http://127.0.0.1:${port}/in`,
      WEBHOOK_SECRET_FILE: join(folder, 'secret'),
    },
  });
  const { apiKey, accountId } = await service.key().then(({ key, secret: issued }) => ({ apiKey: issued, ...key }));
  const statuses: number[] = [];
  for (let count = 0; count < 6; count++) {
    const { status } = await service.post('/v1/run', { input: 'a', steps: ['trim-lines'] }, apiKey);
    statuses.push(status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  while (events.length < 2) await once(received, 'event');

  const read = events.map(({ headers, body }) => verified(headers, body, secret));
  // What counts may have risen further by the time it is known.
  assert.deepEqual(
    read.map(({ type, data }) => [type, 'accountId' in data && data.accountId]),
    [
      ['quota.80', accountId],
      ['quota.100', accountId],
    ],
  );
  assert.partialDeepStrictEqual(read[1]?.data, { used: 5, limit: 5 });
  const [{ headers, body } = { headers: {}, body: '' }] = events;
  assert.throws(() => verified(headers, body.replace('quota', 'quote'), secret), /signature is wrong/);
  assert.throws(() => verified(headers, body, `whsec_${'A'.repeat(32)}`), /signature is wrong/);
  assert.throws(() => verified(headers, body, secret, Date.now() + 400_000), /too old/);
  assert.throws(() => verified({ ...headers, 'webhook-timestamp': 'x' }, body, secret), /too old/);

  const metrics = await fetch(`${service.url}/metrics`, { headers: { 'x-admin-token': adminToken } });
  assert.match(await metrics.text(), /^textmill_webhook_events_total\{result="delivered"\} 2$/m);
});
