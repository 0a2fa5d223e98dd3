import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '#bench/percentile.js';
import { adminToken, httpServers } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, until } from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { metric, metricsOf } from '../support/metrics.js';
import { RawConnection } from '../support/raw-http.js';
import { referencesFired, referenceTimer, startReferenceTimer } from '../support/reference-timer.js';
import { figure } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const megabyte = 1e6;
const slowSenders = 500;
const deafClients = 200;
/** Small requests of a measurement: with fewer, other work of the gateway weighs too much. */
const requestsMeasured = 300;
/** When the gateway must have closed clients that send too slowly, by its own clock: their timeout is 10 s. */
const sendersLimitMs = 15_000;
/** The same for clients that do not read. Node looks at a stuck write every 5 s, and may take 15 s. */
const deafLimitMs = 20_000;

/** Returns the latencies of small requests that are sent one after the other, in milliseconds. */
async function latencies(port: number, key: string, requests: number): Promise<number[]> {
  const request = runRequest(key, { input: 'a', steps: ['upper-case'] });
  const found: number[] = [];
  const connection = await RawConnection.open(port);
  for (let i = 0; i < requests; i++) {
    const began = performance.now();
    const { status } = await connection.write(request).response();
    assert.equal(status, 200);
    found.push(performance.now() - began);
    await wait(2);
  }
  connection.destroy();
  return found;
}

/** Opens a connection that sends something and then does not read. */
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

/** Returns how many connections the gateway has, by a request on one of them. */
async function connections(connection: RawConnection): Promise<number> {
  const request = `GET /metrics HTTP/1.1\r\nHost: a\r\nx-admin-token: ${adminToken}\r\n\r\n`;
  const { body } = await connection.write(request).response();
  return Number(/^textmill_connections (\d+)$/m.exec(body)?.[1]);
}

/** Returns the processor time that the gateway has used with all its threads, in milliseconds. */
async function processorMs(url: string): Promise<number> {
  return 1_000 * metric(await metricsOf(url), 'process_cpu_seconds_total');
}

/** Starts clients that send a byte a second, half of them in the head of their request, half in its body. */
async function startSlowSenders(port: number, key: string): Promise<RawConnection[]> {
  const clients: RawConnection[] = [];
  const long = runRequest(key, { input: 'a'.repeat(100_000), steps: [] });
  const bodyless = long.slice(0, long.indexOf('\r\n\r\n') + 4);
  for (let i = 0; i < slowSenders; i++) {
    const connection = await RawConnection.open(port);
    clients.push(connection.write(i % 2 === 0 ? 'POST /v1/run HTTP/1.1\r\nHost: a\r\n' : bodyless));
  }
  return clients;
}

for (const httpServer of httpServers) {
  test(`slow clients are closed, use little memory, and do not slow other clients down, over ${httpServer}`, async (t) => {
    const folder = temporaryFolder(t);
    const environment = { ...settings, HTTP_SERVER: httpServer, BODY_TIMEOUT_MS: '10000' };
    const preloaded = [referenceTimer(sendersLimitMs), referenceTimer(deafLimitMs)];
    const gateway = new GatewayProcess(t, environment, folder, { preloaded });
    /**
     * Asserts that the gateway closes clients before a reference timer fires: the first, second, … that was started.
     */
    const closes = async (what: string, isClosed: () => boolean | Promise<boolean>, limitMs: number, timer: number) => {
      const isOver = () => referencesFired(folder, limitMs).length >= timer;
      let hasClosed = false;
      await until(what, async () => {
        hasClosed = await isClosed();
        return hasClosed || isOver();
      });
      if (!hasClosed) {
        // What the gateway closed before its timer fired may not have been noticed here.
        await wait(500);
        hasClosed = await isClosed();
      }
      assert.ok(hasClosed, `not before a timer of ${limitMs} ms on the gateway's own event loop: ${what}`);
    };
    const url = await gateway.ready();
    const port = Number(new URL(url).port);
    const { key } = await createKey(url);
    const repeated = { toolSlug: 'repeat-text', config: { times: 100 } };
    const request = runRequest(key, { input: 'a'.repeat(5_000), steps: [repeated] });
    const first = await RawConnection.open(port);
    assert.ok((await first.write(request).response()).bytes.length > 500_000);
    first.destroy();
    let dripped = 0;
    /**
     * Sends requests three times. Returns the p99 of their latencies, and the processor time of the gateway for a
     * request or a byte: the median of the three, because what it has done before leaves garbage behind.
     */
    const measured = async () => {
      const all: number[] = [];
      const times: number[] = [];
      for (let round = 0; round < 3; round++) {
        const spent = await processorMs(url);
        dripped = 0;
        all.push(...(await latencies(port, key, requestsMeasured)));
        times.push(((await processorMs(url)) - spent) / (requestsMeasured + dripped));
      }
      return { p99: percentile(all, 99), ms: percentile(times, 50) };
    };
    await latencies(port, key, requestsMeasured);
    const quiet = await measured();
    const before = await memoryOf(url);

    const senders = await startSlowSenders(port, key);
    const drip = setInterval(() => {
      for (const connection of senders) {
        if (connection.closed) continue;
        connection.write('x');
        dripped++;
      }
    }, 1_000);
    t.after(() => clearInterval(drip));
    const deaf: Socket[] = [];
    for (let i = 0; i < deafClients; i++) deaf.push(await deafClient(port, request));
    const began = performance.now();
    gateway.kill(startReferenceTimer);
    const isIdle = async () => metric(await metricsOf(url), 'textmill_jobs_waiting') === 0;
    await until('all responses are made', isIdle);
    const loaded = await measured();
    let most = await memoryOf(url);
    // Each sends more requests: responses that nobody reads must not pile up behind the buffers of the kernel.
    for (let round = 0; round < 6; round++) {
      for (const socket of deaf) if (socket.writable) socket.write(request);
      await wait(500);
      most = Math.max(most, await memoryOf(url));
    }
    // On a busy machine, the last responses are made long after their requests, and only then can they be stuck.
    await until('all responses are made again', isIdle);
    const lastRequest = performance.now();
    gateway.kill(startReferenceTimer);
    await closes('the slow senders are closed', () => senders.every(({ closed }) => closed), sendersLimitMs, 1);
    const sendersMs = performance.now() - began;
    // On a connection of its own: those of `fetch`, one or more, end when they have not been used for a while.
    const own = await RawConnection.open(port);
    const othersClosed = async () => (await connections(own)) === 1;
    await closes('all are closed', othersClosed, deafLimitMs, 2);
    const deafMs = performance.now() - lastRequest;
    own.destroy();
    for (const socket of deaf) socket.destroy();

    const grown = (most - before) / megabyte;
    assert.ok(grown < 150, `${grown} MB more`);
    // How long a request waits depends on the machine. The processor time for a request or a byte does not.
    assert.ok(loaded.ms < 2 * quiet.ms, `${loaded.ms} ms for a request or a byte, beside ${quiet.ms} ms for a request`);
    const left = await metricsOf(url);
    for (const name of ['body_bytes', 'unread_response_bytes']) assert.equal(metric(left, `textmill_${name}`), 0, name);
    assert.equal(metric(left, 'textmill_requests_in_flight'), 1, 'the one that asks');
    figure(
      t,
      'R8',
      `${slowSenders} senders of a byte a second closed after ${(sendersMs / 1_000).toFixed(1)} s, ${deafClients} that ` +
        `never read responses of 500 KB ${(deafMs / 1_000).toFixed(1)} s after their last request; ${grown.toFixed(0)} MB ` +
        `more; others: ${loaded.ms.toFixed(2)} ms of processor time beside ${quiet.ms.toFixed(2)}, p99 ${loaded.p99.toFixed(1)} ms ` +
        `beside ${quiet.p99.toFixed(1)}`,
      `over ${httpServer}`,
    );
  });
}
