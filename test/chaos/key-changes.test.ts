import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { adminToken, httpServers } from '../support/gateway.js';
import { GatewayProcess, type KeyDocument, processSettings as settings } from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { RawConnection } from '../support/raw-http.js';
import { figure, firstUnlessFull, full } from '../support/reliability.js';

/** Changes of each kind. */
const changes = full ? 1_000 : 60;
const clients = 8;
const body = { input: 'a', steps: ['upper-case'] };
const origins = ['https://one.example', 'https://two.example'] as const;

/** A request that clients repeat, and the response that it must get now. */
interface Probe {
  readonly bytes: string;
  readonly status: number;
}

/**
 * Clients on separate connections that send one probe after the other, while an operator changes which response they
 * must get: a request that is sent once a change has its response must see it. One that is on its way meanwhile may see
 * either.
 */
class WatchedGateway {
  readonly #operator: RawConnection;
  readonly #loops: Promise<unknown>;
  #probes: readonly Probe[] = [];
  /** Increases when a change is requested and when its response arrives. */
  #phase = 0;
  /** Clients that have not sent every probe since the response to the last change. */
  #behind = 0;
  #whenSeen: () => void = () => {};
  #stopped = false;
  /** Requests that were sent and had responses between two changes. */
  watched = 0;
  /** Requests that a change overtook. */
  overtaken = 0;
  readonly stale: string[] = [];

  private constructor(operator: RawConnection, connections: readonly RawConnection[]) {
    this.#operator = operator;
    this.#loops = Promise.all(connections.map((connection) => this.#client(connection)));
  }

  static async open(t: TestContext, port: number): Promise<WatchedGateway> {
    const connections = await Promise.all(Array.from({ length: clients }, () => RawConnection.open(port)));
    const watch = new WatchedGateway(await RawConnection.open(port), connections);
    t.after(() => watch.stop());
    return watch;
  }

  /**
   * Makes a change as the operator, and waits until every client has seen it.
   *
   * @param probesAfter - what must hold from the response on.
   */
  async change<Document>(
    [method, path, change]: readonly [method: string, path: string, change?: object],
    probesAfter: (response: Document) => readonly Probe[],
  ): Promise<Document> {
    const json = change === undefined ? '' : JSON.stringify(change);
    const fields = [`${method} ${path} HTTP/1.1`, 'Host: a', `x-admin-token: ${adminToken}`];
    const head = [...fields, 'Content-Type: application/json', `Content-Length: ${json.length}`].join('\r\n');
    this.#phase++;
    const { status, body: response } = await this.#operator.write(`${head}\r\n\r\n${json}`).response();
    assert.ok(status === 200 || status === 201, `${method} ${path}: ${status} ${response}`);
    const document = JSON.parse(response) as Document;
    this.#probes = probesAfter(document);
    this.#phase++;
    this.#behind = clients;
    const seen = new Promise<void>((resolve) => {
      this.#whenSeen = resolve;
    });
    // Or fail with a client whose connection was closed.
    await Promise.race([seen, this.#loops]);
    return document;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loops;
    this.#operator.destroy();
  }

  async #client(connection: RawConnection): Promise<void> {
    let phase = -1;
    let sent = 0;
    while (!this.#stopped) {
      const probes = this.#probes;
      const probe = probes[sent % probes.length];
      if (probe === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      if (phase !== this.#phase) sent = 0;
      phase = this.#phase;
      const { status } = await connection.write(probe.bytes).response();
      sent++;
      if (phase !== this.#phase || phase % 2 === 1) {
        this.overtaken++;
        continue;
      }
      this.watched++;
      if (status !== probe.status) this.stale.push(`${status} instead of ${probe.status} for ${probe.bytes}`);
      if (sent === probes.length && --this.#behind === 0) this.#whenSeen();
    }
    connection.destroy();
  }
}

const withKey = (key: string, status: number): Probe => ({ bytes: runRequest(key, body), status });

/** A request and a preflight from each origin, of which one is allowed. */
function fromEachOrigin(key: string, allowed: string): Probe[] {
  return origins.flatMap((origin) => [
    { bytes: runRequest(key, body, [`Origin: ${origin}`]), status: origin === allowed ? 200 : 403 },
    {
      bytes: `OPTIONS /v1/run HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
      status: origin === allowed ? 204 : 403,
    },
  ]);
}

// Keys and origins are checked before and after a server does its part.
for (const adapter of firstUnlessFull(httpServers)) {
  describe(`a change to keys in use, over ${adapter}`, () => {
    test('holds for the next request of every client', async (t) => {
      const gateway = new GatewayProcess(t, { ...settings, HTTP_SERVER: adapter });
      const watch = await WatchedGateway.open(t, Number(new URL(await gateway.ready()).port));
      const create = (probes: (key: string) => readonly Probe[]) =>
        watch.change<KeyDocument>(['POST', '/keys', { plan: 'pro' }], ({ key }) => probes(key));

      for (let count = 0; count < changes; count++) {
        const { id, key } = await create((secret) => [withKey(secret, 200)]);
        await watch.change(['DELETE', `/keys/${id}`], () => [withKey(key, 401)]);
      }

      let rotated = await create((secret) => [withKey(secret, 200)]);
      for (let count = 0; count < changes; count++) {
        const { id, key: old } = rotated;
        rotated = await watch.change<KeyDocument>(['POST', `/keys/${id}/rotate`, {}], ({ key }) => [
          withKey(old, 401),
          withKey(key, 200),
        ]);
      }

      const { id, key } = await create((secret) => [withKey(secret, 200)]);
      for (let count = 0; count < changes; count++) {
        const allowed = origins[count % 2 === 0 ? 0 : 1];
        await watch.change(['PUT', `/keys/${id}/origins`, { origins: [allowed] }], () => fromEachOrigin(key, allowed));
      }
      await watch.stop();

      const { watched, overtaken, stale } = watch;
      const requests = `${watched} requests sent after a response, ${overtaken} on their way during a change`;
      figure(t, 'R18', `${changes} changes of each kind, ${requests}: ${stale.length} stale`, `over ${adapter}`);
      assert.deepEqual(stale, []);
      assert.ok(overtaken > changes, 'the clients were sending during the changes');
    });
  });
}
