import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { toolsDirectory } from '../../engine/catalogue/tool-files.js';
import { createLog } from '../../gateway/core/log.js';
import { faultyTools, overEachServer } from '../support/gateway.js';

overEachServer(async (startTestGateway) => {
  test('the most verbose log level logs no keys, texts or tokens, whatever fails', async () => {
    let logged = '';
    const destination = new Writable({
      write(chunk, _, done) {
        logged += String(chunk);
        done();
      },
    });
    const service = await startTestGateway(
      { after },
      {
        log: createLog('trace', destination),
        toolDirectories: [toolsDirectory, faultyTools],
        settings: { WORKER_MEMORY_MB: '32' },
      },
    );
    const { secret } = await service.key();
    for (const step of ['upper-case', 'nonsense', 'throw-bug', 'exit-thread', 'exhaust-memory']) {
      await service.post('/v1/run', { input: 'the text of a user', steps: [step] }, secret);
    }
    await service.request('POST', '/v1/run', {
      headers: { authorization: `Bearer ${secret}` },
      body: { steps: [secret] },
    });
    await service.request('GET', '/v1/usage', { headers: { authorization: `Bearer ${secret}`, 'x-api-key': 'x' } });
    await service.request('GET', '/keys', { headers: { 'x-admin-token': 'a-wrong-token-of-a-stranger' } });
    assert.match(logged, /a tool or operation failed/);
    assert.match(logged, /throw-bug/, 'the stack frames say where it happened');
    assert.doesNotMatch(logged, /the text of a user|a-wrong-token|the-admin-token/);
    assert.ok(!logged.includes(secret.slice(9)));
  });
});
