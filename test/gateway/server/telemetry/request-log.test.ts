import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#gateway/core/log.js';
import { RequestHead } from '#gateway/server/http/head.js';
import type { Exchange } from '#gateway/server/http/server.js';
import { RequestLog } from '#gateway/server/telemetry/request-log.js';
import type { RequestRecord } from '#gateway/server/telemetry/request-record.js';

const exchange = { method: 'POST', peer: '192.0.2.7', head: new RequestHead() } as Partial<Exchange> as Exchange;
const record: RequestRecord = {
  requestId: 'r-1',
  exchange,
  route: { label: 'run', kind: 'text' },
  startedAt: 0,
  checkedAt: 0,
  key: undefined,
  bytesIn: 10,
  charge: undefined,
  charactersIn: 0,
  charactersOut: 0,
  refusal: undefined,
  where: 'inline',
  queueMs: Number.NaN,
  runMs: 20,
};

test('the settings and the log level can change while it is in use', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const requestLog = new RequestLog({
    log,
    config: { logAddresses: false, slowJobMs: 0 },
    addresses: { clientId: String },
  });
  const said = (): unknown[] => {
    requestLog.write(record, 200, 20, 21);
    return lines.splice(0).map(({ msg, address }) => [msg, address]);
  };
  assert.deepEqual(said(), []);
  log.level = 'info';
  assert.deepEqual(said(), [['request', undefined]]);
  requestLog.config = { logAddresses: true, slowJobMs: 19 };
  assert.deepEqual(said(), [
    ['request', '192.0.2.7'],
    ['a slow job', '192.0.2.7'],
  ]);
  requestLog.config = { logAddresses: false, slowJobMs: 20 };
  log.level = 'warn';
  assert.deepEqual(said(), []);
});

test('times have microsecond precision', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  new RequestLog({ log, config: { logAddresses: false, slowJobMs: 0 }, addresses: { clientId: String } }).write(
    { ...record, where: 'pool', queueMs: 0.000_4, runMs: 1 / 3 },
    200,
    20,
    12.345_678,
  );
  assert.match(lines[0] ?? '', /"ms":12\.346,"queueMs":0,"runMs":0\.333,"where":"pool"/);
});
