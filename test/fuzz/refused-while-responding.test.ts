import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog } from '#gateway/core/log.js';
import { overEachServer } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';

const chunked = 'Transfer-Encoding: chunked';
const get = (path: string, ...fields: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: a', ...fields].join('\r\n')}\r\n\r\n`;

overEachServer((start) => {
  test('a body that becomes malformed while responses are made ends only its own connection', async (t) => {
    const service = await start(t);
    for (const paths of [['/docs', '/openapi.json'], ['/openapi.json', '/docs'], ['/docs', '/docs'], ['/docs']]) {
      const sent = paths.map((path, index) => (index < paths.length - 1 ? get(path) : get(path, chunked))).join('');
      const connection = await RawConnection.open(service.port);
      connection.write(`${sent}ZZZ\r\n`);
      await connection.end();
      await wait(50);
      assert.equal((await service.request('GET', '/healthz')).status, 200, paths.join(' '));
      await until(
        'nothing is in flight',
        async () => metric(await metricsOf(service.url), 'textmill_requests_in_flight') === 1,
      );
    }
  });

  test('a request that is refused while it waits for the disk delays no other request', async (t) => {
    const service = await start(t, { settings: { DAILY_QUOTA: '1000' } });
    const { secret } = await service.key();
    const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });
    const fields = ['Host: a', `x-api-key: ${secret}`];
    const first = `POST /v1/run HTTP/1.1\r\n${[...fields, 'Content-Type: application/json', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;
    const second = `POST /v1/run HTTP/1.1\r\n${[...fields, 'Content-Type: text/plain', chunked].join('\r\n')}\r\n\r\nZZZ\r\n`;
    const connection = await RawConnection.open(service.port);
    connection.write(first + second);
    await connection.end();
    assert.equal((await service.post('/v1/run', { input: 'a', steps: ['upper-case'] }, secret)).status, 200);
    await until(
      'nothing is in flight',
      async () => metric(await metricsOf(service.url), 'textmill_requests_in_flight') === 1,
    );
    assert.equal(metric(await metricsOf(service.url), 'textmill_store_degraded'), 0);
  });

  test('a request that the server refuses after it began is counted and logged once', async (t) => {
    const lines: { msg: string }[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
    const service = await start(t, { log });
    const connection = await RawConnection.open(service.port);
    connection.write(`${get('/docs', chunked)}ZZZ\r\n`);
    await connection.end();
    await wait(100);
    const requests = lines.filter(({ msg }) => msg === 'request');
    assert.ok(requests.length <= 1, JSON.stringify(requests));
  });
});
