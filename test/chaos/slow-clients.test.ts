import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until } from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { percentile } from '../support/percentile.js';
import { RawConnection } from '../support/raw-http.js';
import { figure } from '../support/reliability.js';

const megabyte = 1e6;
const slowSenders = 500;
const deafClients = 200;
/** What a client may take to be got rid of. */
const patienceMs = 15_000;

function head(key: string, length: number): string {
  return `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Latencies of small requests sent one after the other for a time, in milliseconds. */
async function latencies(port: number, key: string, forMs: number): Promise<number[]> {
  const body = '{"input":"a","steps":["upper-case"]}';
  const found: number[] = [];
  const connection = await RawConnection.open(port);
  for (const end = performance.now() + forMs; performance.now() < end; ) {
    const began = performance.now();
    const { status } = await connection.write(head(key, body.length) + body).answer();
    assert.equal(status, 200);
    found.push(performance.now() - began);
    await wait(2);
  }
  connection.destroy();
  return found;
}

/** A client that sends something and then does not read. */
function deafClient(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.pause();
      socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', reject);
  });
}

async function memoryOf(url: string): Promise<number> {
  return metric(await metricsOf(url), 'process_resident_memory_bytes');
}

for (const httpServer of httpServers) {
  describe(`over ${httpServer}`, () => {
    test(`${slowSenders} clients that send a byte a second are closed, and slow nobody down`, async (t) => {
      const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: httpServer, BODY_TIMEOUT_MS: '10000' });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const { key } = await createKey(url);
      await latencies(port, key, 1_000);
      const quiet = percentile(await latencies(port, key, 3_000), 99);
      const before = await memoryOf(url);

      const clients: RawConnection[] = [];
      for (let i = 0; i < slowSenders; i++) {
        const connection = await RawConnection.open(port);
        // Half are slow in the head of their request, half in its body.
        connection.write(i % 2 === 0 ? 'POST /v1/run HTTP/1.1\r\nHost: a\r\n' : head(key, 100_000));
        clients.push(connection);
      }
      const began = performance.now();
      const drip = setInterval(() => {
        for (const connection of clients) if (!connection.closed) connection.write('x');
      }, 1_000);
      const loaded = percentile(await latencies(port, key, 3_000), 99);
      const after = await memoryOf(url);
      await until('all are closed', () => clients.every(({ closed }) => closed), patienceMs + 5_000);
      clearInterval(drip);
      const closedMs = performance.now() - began;
      assert.ok(closedMs < patienceMs, `closed after ${closedMs} ms`);
      const grown = (after - before) / megabyte;
      assert.ok(grown < 150, `${grown} MB more`);
      // A client on the same machine is disturbed by its 500 neighbours as well: below a millisecond that says nothing.
      assert.ok(loaded < 2 * Math.max(quiet, 2), `p99 ${loaded} ms beside ${quiet} ms`);
      await until('nothing is left', async () => {
        const metrics = await metricsOf(url);
        return metric(metrics, 'textmill_requests_in_flight') === 1 && metric(metrics, 'textmill_body_bytes') === 0;
      });
      figure(
        t,
        'R8',
        `${slowSenders} senders of a byte a second closed after ${(closedMs / 1_000).toFixed(1)} s, ` +
          `${grown.toFixed(0)} MB more, p99 of others ${loaded.toFixed(1)} ms beside ${quiet.toFixed(1)} ms`,
        `slow senders over ${httpServer}`,
      );
    });

    test(`${deafClients} clients that never read answers of 500 KB are closed, and slow nobody down`, async (t) => {
      const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: httpServer });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const { key } = await createKey(url);
      const repeated = { toolSlug: 'repeat-text', config: { times: 100 } };
      const body = JSON.stringify({ input: 'a'.repeat(5_000), steps: [repeated] });
      const request = head(key, body.length) + body;
      const first = await RawConnection.open(port);
      assert.ok((await first.write(request).answer()).bytes.length > 500_000);
      first.destroy();
      const quiet = percentile(await latencies(port, key, 3_000), 99);
      const before = await memoryOf(url);

      const clients: Socket[] = [];
      for (let i = 0; i < deafClients; i++) clients.push(await deafClient(port, request));
      await until('all are answered', async () => metric(await metricsOf(url), 'textmill_jobs_waiting') === 0);
      const loaded = percentile(await latencies(port, key, 3_000), 99);
      let most = await memoryOf(url);
      // Each asks again and again: what nobody reads must not pile up behind what the kernel takes.
      for (let round = 0; round < 8; round++) {
        for (const socket of clients) if (socket.writable) socket.write(request);
        await wait(700);
        most = Math.max(most, await memoryOf(url));
      }
      const began = performance.now();
      await until('all are closed', async () => metric(await metricsOf(url), 'textmill_connections') <= 2, patienceMs);
      const closedMs = performance.now() - began;
      most = Math.max(most, await memoryOf(url));
      assert.equal(metric(await metricsOf(url), 'textmill_unread_answer_bytes'), 0);
      for (const socket of clients) socket.destroy();
      const grown = (most - before) / megabyte;
      assert.ok(grown < 150, `${grown} MB more`);
      assert.ok(loaded < 2 * Math.max(quiet, 2), `p99 ${loaded} ms beside ${quiet} ms`);
      figure(
        t,
        'R8',
        `${deafClients} that never read 500 KB answers closed ${(closedMs / 1_000).toFixed(1)} s after their last request, ` +
          `${grown.toFixed(0)} MB more, p99 of others ${loaded.toFixed(1)} ms beside ${quiet.toFixed(1)} ms`,
        `deaf clients over ${httpServer}`,
      );
    });
  });
}
