import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { bytesOfPieces, connectionScripts, play } from '../support/connection-scripts.js';
import { faultyTools, httpServers, sendRequest } from '../support/gateway.js';
import {
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { grownMegabytes, untilQuiet } from '../support/leftovers.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const connections = full ? 20_000 : 600;
/** The first round warms the gateway up. */
const warmUp = connections * 0.4;
const rounds = full ? 4 : 2;
const atATime = 50;
/** How much resident memory may vary, in megabytes. */
const swing = 20;
const seed = full ? Date.now() % 2 ** 31 : 22;

interface Service {
  readonly gateway: GatewayProcess;
  readonly url: string;
  readonly port: number;
  readonly key: KeyDocument;
}

async function start(scope: CleanupScope, httpServer: string): Promise<Omit<Service, 'key'>> {
  const settings = { ...processSettings, HTTP_SERVER: httpServer };
  const gateway = new GatewayProcess(scope, settings, temporaryFolder(scope), { toolDirectories: [faultyTools] });
  const url = await gateway.ready();
  return { gateway, url, port: Number(new URL(url).port) };
}

const busyFor = (milliseconds: number, { key }: KeyDocument) =>
  runRequest(key, { input: 'a', steps: [{ toolSlug: 'busy-for', config: { milliseconds } }] });

async function clientThatSends(port: number, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

for (const httpServer of httpServers) {
  describe(`over ${httpServer}`, () => {
    const scope = suiteScope();
    let started: Omit<Service, 'key'>;
    /** The gateway of all tests, with a key of each. */
    const service = async (): Promise<Service> => ({ ...started, key: await createKey(started.url) });

    before(async () => {
      started = await start(scope, httpServer);
    });

    test('memory for bodies was lost until the restart when a connection with queued requests was reset', async () => {
      const { url, port, key } = await service();
      const upload = runRequest(key.key, { input: 'a'.repeat(7_900_000), steps: [] });
      const refused = 'GET /v1/run HTTP/1.1\r\nHost: a\r\n\r\n';
      const attackers = await Promise.all(
        Array.from({ length: 30 }, () => clientThatSends(port, busyFor(100, key) + refused + upload)),
      );
      await wait(300);
      for (const socket of attackers) socket.resetAndDestroy();
      await untilQuiet(url);
      const body = { input: 'a'.repeat(400_000), steps: ['upper-case'] };
      const responses = await Promise.all(
        [1, 2].map(() => sendRequest(`${url}/v1/run`, 'POST', { key: key.key, body })),
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200],
      );
    });

    test('jobs whose clients had disconnected stayed in the queue, with bodies that no limit counted', async (t) => {
      const { url, port, key } = await service();
      const aborted = async () => metric(await metricsOf(url), 'textmill_requests_aborted_total{operation="run"}');
      const abortedBefore = await aborted();
      // It ends once this file exists.
      const file = join(temporaryFolder(t), 'end-of-the-job');
      const running = runRequest(key.key, { input: 'a', steps: [{ toolSlug: 'busy-until', config: { file } }] });
      const first = (await RawConnection.open(port)).write(running);
      let hasResponse = false;
      const responded = first.response().then(() => {
        hasResponse = true;
      });
      const upload = runRequest(key.key, { input: 'a'.repeat(1_000_000), steps: ['upper-case'] });
      const waiting = async (count: number) => metric(await metricsOf(url), 'textmill_jobs_waiting') === count;
      const gone = await Promise.all(Array.from({ length: 20 }, () => clientThatSends(port, upload)));
      await until('all jobs wait', () => waiting(20));
      for (const socket of gone) socket.resetAndDestroy();
      await until('no job waits', () => waiting(0));
      assert.equal(hasResponse, false, 'the job in front of them still runs');
      assert.equal(await used(url, key), 1);
      assert.equal((await aborted()) - abortedBefore, 20);
      writeFileSync(file, '');
      await responded;
      first.destroy();
    });

    test(`${connections} connections that end at any point leave nothing behind`, async (t) => {
      const { gateway, url, port, key } = await service();
      const bytes = bytesOfPieces(key.key);
      const filesOf = async () => metric(await metricsOf(url), 'process_open_fds');
      let played = 0;
      const storm = async (count: number): Promise<void> => {
        const scripts = fc.sample(connectionScripts, { seed: seed + played, numRuns: count });
        played += count;
        const client = async (): Promise<void> => {
          for (let script = scripts.pop(); script !== undefined; script = scripts.pop())
            await play(port, script, bytes);
        };
        await Promise.all(Array.from({ length: atATime }, client));
      };
      t.diagnostic(`seed ${seed}`);
      await storm(warmUp);
      await untilQuiet(url);
      const files = await filesOf();
      const perStorm = Math.round((connections - warmUp) / (2 * rounds));
      const grown = await grownMegabytes(url, () => storm(perStorm), rounds, swing);
      const moreFiles = (await filesOf()) - files;
      assert.ok(gateway.alive);
      assert.equal(await statusWith(url, key.key), 200);
      assert.ok(moreFiles <= 2, `${moreFiles} file descriptors more`);
      assert.ok(grown < swing, `${grown} MB more`);
      figure(
        t,
        'R22',
        `seed ${seed}: ${played} connections that send, stop reading and end at any point: all gauges back to 0, ` +
          `${grown.toFixed(1)} MB and ${moreFiles} file descriptors more`,
        `over ${httpServer}`,
      );
    });
  });
}
