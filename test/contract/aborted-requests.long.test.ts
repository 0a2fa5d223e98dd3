import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import type { IssuedKey } from '#gateway/server/keys/key-store.js';
import { connect, databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { faultyTools, overEachServer } from '../support/gateway.js';
import { until, used } from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { type MetricValues, metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** An agent's message that runs a workflow. */
function agentRequest(key: string, workflow: object): string {
  const params = { name: 'run_text_workflow', arguments: workflow };
  const json = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const fields = `x-api-key: ${key}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream`;
  return `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n${fields}\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
}

const operations: Readonly<Record<string, (key: string, workflow: object) => string>> = {
  run: runRequest,
  mcp: agentRequest,
};

overEachServer(async (startTestGateway) => {
  const service = await startTestGateway(
    { after },
    { settings: { DAILY_QUOTA: '5000', JOB_TIMEOUT_MS: '60000' }, toolDirectories: [toolsDirectory, faultyTools] },
  );
  const { url, port } = service;
  const metrics = () => metricsOf(url);
  const inFlight = (values: MetricValues) => metric(values, 'textmill_requests_in_flight') - 1;
  const jobsWaiting = (values: MetricValues) => metric(values, 'textmill_jobs_waiting');
  const usedBy = ({ key: { id, accountId }, secret }: IssuedKey) => used(url, { id, accountId, key: secret });
  const busyFor = (milliseconds: number) => ({
    input: 'a',
    steps: [{ toolSlug: 'busy-for', config: { milliseconds } }],
  });
  const small = { input: 'a', steps: ['upper-case'] };

  /** A key that has sent a request: the first of an account waits for the disk, and the first of an agent for modules. */
  async function usedKey(requestOf = runRequest): Promise<IssuedKey> {
    const key = await service.key();
    const connection = (await RawConnection.open(port)).write(requestOf(key.secret, small));
    assert.equal((await connection.response()).status, 200);
    connection.destroy();
    return key;
  }

  for (const [operation, requestOf] of Object.entries(operations)) {
    describe(`a ${operation} request whose client disconnects`, () => {
      const aborted = async () =>
        (await metrics()).get(`textmill_requests_aborted_total{operation="${operation}"}`) ?? 0;

      test('while its body is arriving costs nothing', async () => {
        const key = await usedKey(requestOf);
        const before = await aborted();
        const connection = (await RawConnection.open(port)).write(requestOf(key.secret, small).slice(0, -1));
        await until('it is there', async () => inFlight(await metrics()) === 1);
        connection.destroy();
        await until('it has ended', async () => (await aborted()) === before + 1);
        assert.equal(await usedBy(key), 1);
      });

      test('while its charge waits for the store costs nothing', async () => {
        const key = await service.key();
        const before = await aborted();
        const { dataDir } = service.config;
        const limits = { synchronous: 'NORMAL', busyTimeoutMs: 5_000, autoCheckpointPages: 0 } as const;
        const blocker = connect(databaseFile(dataDir), limits);
        blocker.exec('BEGIN IMMEDIATE');
        try {
          const connection = (await RawConnection.open(port)).write(requestOf(key.secret, small));
          await until('it is there', async () => inFlight(await metrics()) === 1);
          connection.destroy();
          await until('its client is gone', async () => inFlight(await metrics()) === 0);
        } finally {
          blocker.exec('ROLLBACK');
          blocker.close();
        }
        await until('it has ended', async () => (await aborted()) === before + 1);
        assert.equal(await usedBy(key), 0);
      });

      test('while it waits for a thread costs nothing, and leaves the queue before its turn', async (t) => {
        const [busy, key] = [await usedKey(), await usedKey(requestOf)];
        const before = await aborted();
        // The job on the thread ends when this file exists.
        const file = join(temporaryFolder(t), 'end-of-job');
        const endless = { input: 'a', steps: [{ toolSlug: 'busy-until', config: { file } }] };
        const first = (await RawConnection.open(port)).write(runRequest(busy.secret, endless));
        await until('the thread is taken', async () => inFlight(await metrics()) === 1);
        const connection = (await RawConnection.open(port)).write(requestOf(key.secret, busyFor(1)));
        await until('it waits', async () => jobsWaiting(await metrics()) === 1);
        connection.destroy();
        await until('it has ended', async () => (await aborted()) === before + 1);
        assert.deepEqual([jobsWaiting(await metrics()), await usedBy(key)], [0, 1]);
        writeFileSync(file, '');
        assert.equal((await first.response()).status, 200);
        first.destroy();
      });

      test('while it runs is charged when it finishes', async () => {
        const key = await usedKey(requestOf);
        const before = await aborted();
        const connection = (await RawConnection.open(port)).write(requestOf(key.secret, busyFor(300)));
        await until('it is there', async () => inFlight(await metrics()) === 1);
        // Small bodies are tried on the event loop first; heavy jobs are on the thread by then.
        await until('no job waits', async () => jobsWaiting(await metrics()) === 0);
        connection.destroy();
        await until('it has ended', async () => (await aborted()) === before + 1);
        assert.equal(await usedBy(key), 2);
      });

      test('after its response is charged, and not counted as aborted', async () => {
        const key = await usedKey(requestOf);
        const before = await aborted();
        const connection = (await RawConnection.open(port)).write(requestOf(key.secret, small));
        assert.equal((await connection.response()).status, 200);
        const connections = async () => metric(await metrics(), 'textmill_connections');
        const open = await connections();
        connection.destroy();
        await until('the connection is gone', async () => (await connections()) < open);
        assert.deepEqual([await aborted(), await usedBy(key)], [before, 2]);
      });
    });
  }
});
