import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createLog } from '#gateway/core/log.js';
import { faultyTools, startTestGateway, type TestGateway } from '../support/gateway.js';

describe('jobs that fail on a thread', async () => {
  const toolDirectories = [toolsDirectory, faultyTools];
  // Long enough for the other jobs on a busy machine.
  const settings = { JOB_TIMEOUT_MS: '6000', WORKER_MEMORY_MB: '32', DAILY_QUOTA: '1000' };
  let logged = '';
  const log = createLog('trace', {
    write: (line) => {
      logged += line;
    },
  });
  const service = await startTestGateway(
    { after },
    { log, toolDirectories, settings: { ...settings, WORKER_THREADS: '2' } },
  );
  const narrowSettings = { ...settings, MAX_QUEUE: '2' };
  const narrow = await startTestGateway({ after }, { toolDirectories, settings: narrowSettings });

  const run = (to: TestGateway, key: string, step: string, input = 'text of a user') =>
    to.post('/v1/run', { input, steps: [step] }, key);

  async function used(of: TestGateway, accountId: string): Promise<number> {
    const headers = { 'x-admin-token': 'the-admin-token-of-tests' };
    return ((await of.request('GET', `/accounts/${accountId}/usage`, { headers })).json as { used: number }).used;
  }

  async function readyAgain(of: TestGateway): Promise<void> {
    const deadline = performance.now() + 60_000;
    while ((await of.request('GET', '/readyz')).status !== 200) {
      assert.ok(performance.now() < deadline, 'not ready again after a minute');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  test('a job past its deadline is 503; other jobs succeed, and readiness waits for a new thread', async () => {
    const { key, secret } = await service.key();
    let ended = false;
    const endless = run(service, secret, 'endless').finally(() => {
      ended = true;
    });
    const large = 'a'.repeat(100_000);
    for (let i = 0; i < 10; i++) assert.equal((await run(service, secret, 'upper-case', large)).status, 200);
    for (let i = 0; i < 10; i++) assert.equal((await run(service, secret, 'upper-case')).status, 200);
    assert.equal(ended, false, 'the other jobs did not wait for it');
    const { status, json, headers } = await endless;
    assert.deepEqual([status, json], [503, { error: 'Processing time limit exceeded' }]);
    assert.equal(headers.get('retry-after'), null);
    assert.equal((await service.request('GET', '/readyz')).status, 503);
    assert.equal((await service.request('GET', '/healthz')).status, 200);
    await readyAgain(service);
    assert.equal(await used(service, key.accountId), 20, 'the 503 is refunded');
  });

  test('a step that needs too much memory is 400 and counts; the thread is replaced, and the next job works', async () => {
    const { key, secret } = await service.key();
    const { status, json } = await run(service, secret, 'exhaust-memory');
    const error = 'Step 1 (exhaust-memory) failed: needed more than 32 MB of memory; use a shorter text or fewer steps';
    assert.deepEqual([status, json], [400, { error }]);
    assert.equal(await used(service, key.accountId), 1);
    assert.equal((await run(service, secret, 'upper-case', 'a'.repeat(100_000))).status, 200);
    await readyAgain(service);
  });

  test('a step that needs too much stack is 400 and counts', async () => {
    const { key, secret } = await service.key();
    assert.equal((await run(service, secret, 'overflow-stack', 'a'.repeat(100))).status, 200);
    const { status, json } = await run(service, secret, 'overflow-stack', 'a'.repeat(200_000));
    const error =
      'Step 1 (overflow-stack) failed: the text is nested too deeply, or has too long a run of what the tool looks for';
    assert.deepEqual([status, json], [400, { error }]);
    assert.equal(await used(service, key.accountId), 2);
  });

  for (const step of ['exit-thread', 'throw-bug']) {
    test(`${step} is 500 without details, costs no quota, and the next job works`, async () => {
      const { key, secret } = await service.key();
      const { status, json } = await run(service, secret, step);
      assert.deepEqual([status, json], [500, { error: 'Internal server error' }]);
      assert.equal(await used(service, key.accountId), 0);
      assert.equal((await run(service, secret, 'upper-case', 'a'.repeat(100_000))).status, 200);
      await readyAgain(service);
    });
  }

  test('with one thread and a queue of 2, 3 of 12 jobs are accepted, the others are 503 with Retry-After, and small requests succeed', async () => {
    const { key, secret } = await narrow.key();
    const jobs = Array.from({ length: 12 }, () => run(narrow, secret, 'endless'));
    for (let i = 0; i < 10; i++) assert.equal((await run(narrow, secret, 'upper-case')).status, 200);
    const responses = await Promise.all(jobs);
    const busy = responses.filter(({ json }) => (json as { error: string }).error === 'Server busy');
    // The first and second job reach their time limit; the third may have waited too long by then.
    assert.ok(busy.length >= 9, `${busy.length} were refused`);
    for (const { status, headers } of busy) assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    for (const { status } of responses) assert.equal(status, 503);
    assert.equal(await used(narrow, key.accountId), 10);
    await readyAgain(narrow);
  });

  test('a step past its time limit is 400 and counts; the thread is replaced, and the other thread works', async () => {
    const { key, secret } = await service.key();
    const { status, json } = await run(service, secret, 'endless-step');
    assert.deepEqual(
      [status, json],
      [400, { error: 'Step 1 (endless-step) failed: took more than 50 ms of processor time' }],
    );
    assert.equal((await service.request('GET', '/readyz')).status, 503, 'one thread is being replaced');
    assert.equal((await run(service, secret, 'upper-case', 'a'.repeat(100_000))).status, 200);
    await readyAgain(service);
    assert.equal(await used(service, key.accountId), 2);
  });

  test('the 400 of a step stopped from outside was not problem+json', async () => {
    const { secret } = await service.key();
    const headers = { 'x-api-key': secret, accept: 'application/problem+json' };
    const body = { input: '', steps: ['endless-step'] };
    const { status, json } = await service.request('POST', '/v1/run', { headers, body });
    const { code, limit } = json as Record<string, unknown>;
    assert.deepEqual([status, code, limit], [400, 'step-time-limit', 50]);
    await readyAgain(service);
  });

  test('the most verbose log level logs no keys, texts or tokens, whatever fails', async () => {
    const { secret } = await service.key();
    for (const step of ['upper-case', 'nonsense', 'throw-bug', 'exit-thread', 'exhaust-memory']) {
      await run(service, secret, step, 'the text of a user');
      await readyAgain(service);
    }
    await service.request('POST', '/v1/run', {
      headers: { authorization: `Bearer ${secret}` },
      body: { steps: [secret] },
    });
    await service.request('GET', '/v1/usage', { headers: { authorization: `Bearer ${secret}`, 'x-api-key': 'x' } });
    await service.request('GET', '/keys', { headers: { 'x-admin-token': 'a-wrong-token-of-a-stranger' } });
    assert.match(logged, /a tool or operation failed/);
    assert.match(logged, /throw-bug/, 'the stack frames say where it happened');
    // Those of the tests before this one, too.
    assert.doesNotMatch(logged, /text of a user|a-wrong-token|the-admin-token/);
    assert.doesNotMatch(logged, /svc_(?:live|dev)_[A-Za-z0-9]/);
    assert.ok(!logged.includes(secret.slice(9)));
  });
});
