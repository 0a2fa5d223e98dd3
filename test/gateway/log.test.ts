import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { toolsDirectory } from '../../engine/catalogue.js';
import { createLog } from '../../gateway/log.js';
import { faultyTools, startTestGateway } from '../support/gateway.js';

function captured() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLog('trace', destination) };
}

test('one JSON object a line, with fields and message', () => {
  const { lines, log } = captured();
  log.info({ requestId: 'r1' }, 'done');
  const { time, ...line } = JSON.parse(lines[0] ?? '');
  assert.ok(Number.isInteger(time));
  assert.deepEqual(line, { level: 30, requestId: 'r1', msg: 'done' });
});

test('fields that would hold a secret or a text are masked', () => {
  const { lines, log } = captured();
  log.info({
    key: 's3cret',
    headers: { 'x-api-key': 's3cret' },
    secret: 's3cret',
    input: 's3cret',
    adminToken: 's3cret',
  });
  assert.doesNotMatch(lines.join(), /s3cret/);
});

test('at the most talkative level neither keys nor texts nor the token are logged, whatever fails', async () => {
  const { lines, log } = captured();
  const service = await startTestGateway(
    { after },
    { log, toolDirectories: [toolsDirectory, faultyTools], settings: { WORKER_MEMORY_MB: '32' } },
  );
  const { secret } = service.key();
  for (const step of ['upper-case', 'nonsense', 'throw-bug', 'exit-thread', 'exhaust-memory']) {
    await service.post('/v1/run', { input: 'the text of a user', steps: [step] }, secret);
  }
  await service.request('GET', '/keys', { headers: { 'x-admin-token': 'a-wrong-token-of-a-stranger' } });
  const text = lines.join('');
  assert.match(text, /a tool or operation failed/);
  assert.match(text, /throw-bug/, 'the frames say where it happened');
  assert.doesNotMatch(text, /the text of a user|a-wrong-token|the-admin-token/);
  assert.ok(!text.includes(secret.slice(9)));
});
