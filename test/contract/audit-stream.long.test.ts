import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { suiteScope } from '../support/cleanup.js';
import { adminToken, overEachServer, type TestGateway } from '../support/gateway.js';
import { until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';

const count = 100_000;
const headers = { 'x-admin-token': adminToken, accept: 'application/x-ndjson' };

overEachServer((start) => {
  const scope = suiteScope();
  let service: TestGateway;

  before(async () => {
    service = await start(scope);
    const database = openDatabase(service.config.dataDir);
    database.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      INSERT INTO audit_entries (at, actor_kind, action, target_kind, target_id, account_id, new_value)
      SELECT ${Date.now() - count} + n, 'system', 'key.set-label', 'key', 'key_' || n, 'acc_1', json_object('label', n) FROM numbers`);
    database.close();
  });

  test('100,000 entries are sent in pieces, with other requests in between', async () => {
    const response = await fetch(`${service.url}/audit`, { headers });
    assert.ok(response.body !== null);
    let isOver = false;
    let others = 0;
    let pieces = 0;
    let [text, lines, last] = ['', 0, ''];
    const meanwhile = (async () => {
      while (!isOver) {
        assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
        others++;
      }
    })();
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      pieces++;
      const parts = (text + piece).split('\n');
      text = parts.pop() ?? '';
      lines += parts.length;
      last = parts.at(-1) ?? last;
    }
    isOver = true;
    await meanwhile;
    assert.deepEqual([lines, text], [count, '']);
    assert.deepEqual((JSON.parse(last) as { after: unknown }).after, { label: count });
    assert.ok(pieces >= 100, `${pieces} pieces`);
    assert.ok(others >= 20, `${others} other requests`);
  });

  test('a client that reads nothing gets what fits, and the gateway makes no more', async () => {
    const connection = connect({ port: service.port, host: '127.0.0.1' });
    connection.on('error', () => {});
    const fields = Object.entries({ host: `127.0.0.1:${service.port}`, ...headers });
    connection.write(`GET /audit HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const unread = async () => metric(await metricsOf(service.url), 'textmill_unread_response_bytes');
    await until('the client has to read first', async () => (await unread()) > 0);
    // A piece has 500 entries of some 300 bytes.
    assert.ok((await unread()) < 500_000, `${await unread()} bytes`);
    connection.destroy();
    await until('the gateway forgets it', async () => (await unread()) === 0);
  });

  test('a store that fails in between closes the connection, so that nobody takes a part for all', async () => {
    const response = await fetch(`${service.url}/audit`, { headers });
    const database = openDatabase(service.config.dataDir);
    database.exec('ALTER TABLE audit_entries RENAME TO audit_entries_elsewhere');
    await assert.rejects(response.text());
    database.exec('ALTER TABLE audit_entries_elsewhere RENAME TO audit_entries');
    database.close();
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  });
});
