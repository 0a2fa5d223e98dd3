import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest } from '../support/gateway.js';
import {
  assertDatabaseIntact,
  createKey,
  GatewayProcess,
  processSettings as settings,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { RawConnection } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Clients that keep their connections, as proxies do, and send one request after the other until they are told to go. */
class Load {
  readonly statuses = new Map<number, number>();
  /** Connections that ended with a request on them and no answer. */
  dropped = 0;
  readonly ended: Promise<unknown>;

  constructor(port: number, key: string, bodies: readonly string[]) {
    this.ended = Promise.all(bodies.map((body) => this.#client(port, request(key, body))));
  }

  get answered(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  async #client(port: number, bytes: string): Promise<void> {
    const connection = await RawConnection.open(port);
    for (let last = false; !last; ) {
      try {
        const { status, headers } = await connection.write(bytes).answer({ timeoutMs: 10_000 });
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
        last = headers.get('connection') === 'close';
      } catch {
        this.dropped++;
        last = true;
      }
      await wait(Math.random() * 3);
    }
    connection.destroy();
  }
}

function request(key: string, body: string): string {
  const head = `POST /v1/run HTTP/1.1\r\nHost: a\r\nx-api-key: ${key}\r\nContent-Type: application/json`;
  return `${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const small = JSON.stringify({ input: 'a', steps: ['upper-case'] });
const large = JSON.stringify({ input: 'line\n'.repeat(20_000), steps: ['sort-lines', 'upper-case'] });

for (const adapter of ['uws', 'node']) {
  describe(`SIGTERM under load, over ${adapter}`, () => {
    test('first says "not ready", drops nothing, counts exactly, and ends with 0', async (t) => {
      const folder = temporaryFolder(t);
      const first = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter, SYNC_INTERVAL_MS: '3600000' }, folder);
      const url = await first.ready();
      const port = Number(new URL(url).port);
      const key = await createKey(url);
      const load = new Load(port, key.key, [small, small, small, large, large]);
      await until('the load runs', () => load.answered > 100);

      first.kill('SIGTERM');
      const signalled = performance.now();
      await until('readyz says 503', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
      assert.equal(await statusWith(url, key.key), 200, 'whoever has not noticed yet is served');
      const { status, stderr } = await first.ended;
      assert.deepEqual([status, stderr], [0, '']);
      assert.ok(performance.now() - signalled < 10_000);
      await load.ended;
      assert.equal(load.dropped, 0);
      assert.deepEqual([...load.statuses.keys()], [200]);
      assertDatabaseIntact(t, folder);

      const second = new GatewayProcess(t, settings, folder);
      assert.equal(await used(await second.ready(), key), load.answered + 1);
    });

    test('waits for a body that is on its way', async (t) => {
      const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter });
      const url = await gateway.ready();
      const port = Number(new URL(url).port);
      const bytes = request((await createKey(url)).key, small);
      const late = (await RawConnection.open(port)).write(bytes.slice(0, -10));
      gateway.kill('SIGTERM');
      await until('nobody listens', async () => !(await isListening(port)));
      const { status, headers } = await late.write(bytes.slice(-10)).answer();
      assert.deepEqual([status, headers.get('connection')], [200, 'close']);
      assert.equal((await gateway.ended).status, 0);
    });
  });
}

test('a second signal ends the process at once', async (t) => {
  const gateway = new GatewayProcess(t, settings);
  const url = await gateway.ready();
  gateway.kill('SIGTERM');
  await until('the first is heard', async () => (await sendRequest(`${url}/readyz`, 'GET', {})).status === 503);
  gateway.kill('SIGTERM');
  assert.equal((await gateway.ended).status, 1);
});
