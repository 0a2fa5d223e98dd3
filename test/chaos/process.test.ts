import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect } from '../../gateway/store/connection.js';
import { adminToken, sendRequest, type TestAnswer } from '../support/gateway.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const project = fileURLToPath(new URL('../../', import.meta.url));
const work = { input: 'a', steps: ['upper-case'] };
const admin = { 'x-admin-token': adminToken };

interface Program {
  readonly child: ChildProcess;
  /** All that it has printed. */
  output(): string;
  errors(): string;
}

/** Starts the program as `npm start` does, from the sources. */
function startProgram(t: TestContext, settings: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--import', './gateway/boot/typescript.mjs', 'gateway/main.ts'], {
    cwd: project,
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      PORT: '0',
      WORKER_THREADS: '1',
      BURST_PER_IP: '0',
      BURST_PER_KEY: '0',
      ADMIN_TOKEN: adminToken,
      ...settings,
    },
  });
  t.after(() => child.kill('SIGKILL'));
  const printed = { output: '', errors: '' };
  child.stdout?.on('data', (chunk) => {
    printed.output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    printed.errors += chunk;
  });
  return { child, output: () => printed.output, errors: () => printed.errors };
}

/** Waits until the program is ready. @returns its address. */
async function addressOf({ child, output, errors }: Program): Promise<string> {
  const deadline = performance.now() + 20_000;
  while (!output().includes('"msg":"ready"')) {
    assert.ok(performance.now() < deadline && child.exitCode === null, `not ready: ${errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return /"url":"([^"]+)"/.exec(output())?.[1] ?? '';
}

async function makeKey(url: string): Promise<{ id: string; key: string; accountId: string }> {
  const { json } = await sendRequest(`${url}/keys`, 'POST', { headers: admin, body: { plan: 'pro' } });
  return json as { id: string; key: string; accountId: string };
}

async function usedBy(url: string, accountId: string): Promise<number> {
  const { json } = await sendRequest(`${url}/accounts/${accountId}/usage`, 'GET', { headers: admin });
  return (json as { used: number }).used;
}

test('a bad setting stops the start with a line for each and status 1', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const program = startProgram(t, { DATA_DIR: dataDir, PORT: '80000', LOG_LEVEL: 'loud' });
  const [status] = await once(program.child, 'close');
  assert.equal(status, 1);
  assert.deepEqual(program.errors().trim().split('\n'), [
    'textmill: PORT is "80000", but it takes an integer from 0 to 65535',
    'textmill: LOG_LEVEL is "loud", but it takes one of: fatal, error, warn, info, debug, trace, silent',
  ]);
  assert.equal(existsSync(dataDir), false, 'nothing was made');
});

test('the first start welcomes, the second does not; a second process on the port fails with a clear error', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const first = startProgram(t, { DATA_DIR: dataDir });
  const url = await addressOf(first);
  assert.match(first.output(), /Textmill is listening on http/);

  const rival = startProgram(t, { DATA_DIR: join(temporaryFolder(t), 'data'), PORT: new URL(url).port });
  const [status] = await once(rival.child, 'close');
  assert.equal(status, 1);
  assert.match(rival.errors(), /^textmill: Cannot listen on 127\.0\.0\.1 port \d+: the port is in use/);

  first.child.kill('SIGINT');
  assert.deepEqual(await once(first.child, 'exit'), [0, null]);
  const second = startProgram(t, { DATA_DIR: dataDir });
  await addressOf(second);
  assert.doesNotMatch(second.output(), /Textmill is listening/);
});

test('SIGTERM under load: not ready first, every request is answered, the counters are exact', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const program = startProgram(t, { DATA_DIR: dataDir, SYNC_INTERVAL_MS: '3600000' });
  const url = await addressOf(program);
  const { key, accountId } = await makeKey(url);
  const counts = { ok: 0, busy: 0, refused: 0 };
  let stopping = false;
  const client = async (): Promise<void> => {
    for (;;) {
      let answer: TestAnswer;
      try {
        answer = await sendRequest(`${url}/v1/run`, 'POST', { key, body: work });
      } catch (error) {
        // Once it does not listen any more a new connection is refused; one that was taken is never cut off.
        const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
        assert.ok(stopping && code === 'ECONNREFUSED', `an accepted request was dropped: ${code}`);
        counts.refused++;
        return;
      }
      assert.ok(answer.status === 200 || (stopping && answer.status === 503), `status ${answer.status}`);
      counts[answer.status === 200 ? 'ok' : 'busy']++;
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const began = performance.now();
  stopping = true;
  program.child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal((await sendRequest(`${url}/readyz`, 'GET', {})).status, 503);
  assert.equal(
    (await sendRequest(`${url}/v1/run`, 'POST', { key, body: work })).status,
    200,
    'it still works for a while',
  );
  counts.ok++;
  const [status] = await once(program.child, 'exit');
  assert.equal(status, 0);
  assert.ok(performance.now() - began < 10_000);
  await Promise.all(clients);

  const again = startProgram(t, { DATA_DIR: dataDir });
  assert.equal(await usedBy(await addressOf(again), accountId), counts.ok);
  t.diagnostic(`${counts.ok} answered, ${counts.busy} busy, ${counts.refused} connections refused at the end`);
});

test('kill -9: what was acknowledged is there, counters are at most one interval short', async (t) => {
  const dataDir = join(temporaryFolder(t), 'data');
  const settings = { DATA_DIR: dataDir, SYNC_INTERVAL_MS: '100', DAILY_QUOTA: '50' };
  const first = startProgram(t, settings);
  const url = await addressOf(first);
  const [kept, revoked] = [await makeKey(url), await makeKey(url)];
  await sendRequest(`${url}/keys/${revoked.id}`, 'DELETE', { headers: admin });
  for (let i = 0; i < 40; i++) await sendRequest(`${url}/v1/run`, 'POST', { key: kept.key, body: work });
  await new Promise((resolve) => setTimeout(resolve, 400));
  for (let i = 0; i < 5; i++) await sendRequest(`${url}/v1/run`, 'POST', { key: kept.key, body: work });
  const last = await makeKey(url);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');

  const again = startProgram(t, settings);
  const newUrl = await addressOf(again);
  const statusOf = async (key: string) => (await sendRequest(`${newUrl}/v1/run`, 'POST', { key, body: work })).status;
  const used = await usedBy(newUrl, kept.accountId);
  assert.ok(used >= 40 && used <= 45, `${used} of 45 are counted`);
  assert.deepEqual([await statusOf(kept.key), await statusOf(last.key), await statusOf(revoked.key)], [200, 200, 401]);
  again.child.kill('SIGKILL');
  await once(again.child, 'exit');
  const database = connect(join(dataDir, 'textmill.sqlite'), {
    synchronous: 'NORMAL',
    busyTimeoutMs: 1_000,
    autoCheckpointPages: 0,
  });
  assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
  database.close();
});
