import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { createLog } from '#gateway/core/log.js';
import type { TlsFiles } from '#gateway/server/tls/certificate.js';
import {
  connectTls,
  makeCertificate,
  replaceFile,
  replacePair,
  subjectOf,
  subjectServed,
  suiteServed,
  withoutOpenssl,
} from '../support/certificates.js';
import type { CleanupScope } from '../support/cleanup.js';
import { overEachServer, startTestGateway, type TestGatewayOptions } from '../support/gateway.js';
import { type LogLine, until } from '../support/gateway-process.js';
import { runRequest } from '../support/keep-alive-load.js';
import { ManualClock } from '../support/manual-clock.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const renewed = 'The TLS certificate was renewed';
const refused = 'The new TLS certificate cannot be used; the previous one stays in use';
/** A check interval so long that only tests which call for a check see a renewal. */
const never = 3_600_000;
/** Returns the number of handshakes that the gateway has refused. @param localAddress - from where it is asked. */
function refusedHandshakes(port: number, localAddress: string): Promise<number> {
  const options = { port, host: '127.0.0.1', path: '/metrics', localAddress, rejectUnauthorized: false, agent: false };
  return new Promise((resolve, reject) => {
    request(options, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(Number(/^textmill_connections_refused_total\{reason="handshakes"\} (\d+)$/m.exec(text)?.[1]));
    })
      .on('error', reject)
      .end();
  });
}

const names = ['localhost', '*.example.test', '127.0.0.1'];

describe('a renewed TLS certificate', { skip: withoutOpenssl }, () => {
  const made = temporaryFolder({ after });
  const [first, second] = withoutOpenssl ? [] : [makeCertificate(made, 'first'), makeCertificate(made, 'second')];
  if (first === undefined || second === undefined) return;

  overEachServer(async (startOver) => {
    /** Starts a gateway that serves the first certificate, from its own copies of the files. */
    async function started(t: CleanupScope, options: TestGatewayOptions = {}) {
      const folder = temporaryFolder(t);
      const files: TlsFiles = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
      replacePair(files, first as TlsFiles);
      const lines: string[] = [];
      const log = createLog('info', { write: (line) => lines.push(line) });
      const settings = { TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile, ...options.settings };
      const service = await startOver(t, { certificatePollMs: never, ...options, log, settings });
      const logged = (message: string) =>
        lines.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === message);
      const renew = () => service.gateway.renewCertificate();
      const forget = () => lines.splice(0);
      return { ...service, files, folder, logged, forget, renew };
    }

    // A start takes a second of processor time, so the tests share two gateways. One sees a renewal when a test asks for it.
    const clock = new ManualClock();
    const asked = await started({ after }, { clock });
    const polling = await started({ after }, { certificatePollMs: 20 });

    /** Returns the gateway that is asked, with the first certificate and an empty log. */
    async function withFirst() {
      replacePair(asked.files, first as TlsFiles);
      await asked.renew();
      asked.forget();
      return asked;
    }

    /** Returns the gateway that looks by itself, with the first certificate and an empty log. */
    async function pollingFirst() {
      replacePair(polling.files, first as TlsFiles);
      await until('the first is served', async () => (await subjectServed(polling.port)) === 'first');
      polling.forget();
      return polling;
    }

    test('is read from the files automatically: new connections get it, with SNI and without', async (t) => {
      const { port, files, gateway, logged } = await pollingFirst();
      const [before, expiry] = [await connectTls(port), gateway.certificateExpiry ?? 0];
      t.after(() => before.destroy());
      assert.equal(subjectOf(before), 'first');
      replacePair(files, makeCertificate(made, 'longer', 300));
      await until('it is renewed', () => logged(renewed).length > 0);
      for (const name of [undefined, 'localhost', 'a.example.test', 'unknown.test']) {
        assert.equal(await subjectServed(port, name), 'longer', name);
      }
      assert.equal(subjectOf(before), 'first');
      assert.equal(await statusOn(before), 401);
      const [said] = logged(renewed);
      assert.deepEqual([said?.names, Date.parse(String(said?.validUntil))], [names, gateway.certificateExpiry]);
      assert.ok((gateway.certificateExpiry ?? 0) > expiry + 200 * 86_400_000);
    });

    test('is served only with forward secrecy and authenticated encryption, like the one before', async () => {
      const { port, files, renew } = await withFirst();
      for (const subject of ['first', 'second']) {
        if (subject === 'second') replacePair(files, second as TlsFiles);
        await renew();
        const socket = await connectTls(port);
        assert.deepEqual([subjectOf(socket), socket.getProtocol()], [subject, 'TLSv1.3']);
        socket.destroy();
        for (const suite of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']) {
          assert.equal(await suiteServed(port, `ECDHE-ECDSA-${suite}`), `ECDHE-ECDSA-${suite}`);
        }
        // CBC, and exchanges of keys that whoever gets the server's key can read later.
        for (const suites of ['SHA1', 'SHA256', 'SHA384', 'kRSA', 'DHE', 'ECDHE-ECDSA-AES128-SHA']) {
          assert.equal(await suiteServed(port, suites), undefined, suites);
        }
      }
    });

    test('handshakes without a request are limited for each address, and other addresses are served', async (t) => {
      const clock = new ManualClock();
      const settings = { BURST_PER_IP: '2', TRUSTED_PROXIES: '127.0.0.3', METRICS_PUBLIC: 'true' };
      const { port } = await started(t, { clock, settings });
      const begun = async (count: number, localAddress: string): Promise<number> => {
        let admitted = 0;
        for (let i = 0; i < count; i++) {
          const socket = await connectTls(port, '', localAddress).catch(() => undefined);
          if (socket !== undefined) admitted++;
          socket?.destroy();
        }
        return admitted;
      };
      assert.equal(await begun(112, '127.0.0.1'), 108, 'its own 8, and 100 that all share');
      assert.equal(await begun(12, '127.0.0.2'), 8);
      assert.equal(await begun(12, '127.0.0.3'), 12, 'a proxy has many clients');
      clock.advance(15_000);
      assert.equal(await begun(30, '127.0.0.1'), 27);
      assert.equal(await refusedHandshakes(port, '127.0.0.3'), 11);
    });

    test('is found behind a symbolic link that now points elsewhere, a second and third time too', async () => {
      const { port, files } = await pollingFirst();
      const link = ({ certFile, keyFile }: TlsFiles) => {
        for (const [name, target] of [
          [files.certFile, certFile],
          [files.keyFile, keyFile],
        ] as const) {
          unlinkSync(name);
          symlinkSync(target, name);
        }
      };
      for (const [target, subject] of [
        [second, 'second'],
        [first, 'first'],
        [second, 'second'],
      ] as const) {
        link(target);
        await until(`${subject} is served`, async () => (await subjectServed(port)) === subject);
      }
    });

    test('is not used before its files are complete: one log line says why, and the previous certificate stays', async () => {
      const { port, files, logged } = await pollingFirst();
      replaceFile(files.certFile, second.certFile);
      await until('the incomplete chain is refused', () => logged(refused).length > 0);
      assert.equal(await subjectServed(port), 'first');
      const half = readFileSync(second.keyFile);
      writeFileSync(files.keyFile, half.subarray(0, half.length / 2));
      await until('the incomplete key is refused', () => logged(refused).length > 1);
      assert.equal(await subjectServed(port), 'first');
      const reasons = logged(refused).map(({ reason }) => String(reason));
      assert.equal(reasons[0], 'the key does not belong to the certificate');
      assert.match(reasons[1] ?? '', /^TLS_KEY_FILE has no complete private key \(/);
      replaceFile(files.keyFile, second.keyFile);
      await until('the complete pair is used', () => logged(renewed).length > 0);
      assert.equal(await subjectServed(port), 'second');
      assert.equal(logged(refused).length, 2);
    });

    test('is refused if its chain is incomplete, a file is missing, or a file is not a certificate', async () => {
      const { port, files, renew, logged } = await withFirst();
      const whole = readFileSync(second.certFile, 'utf8');
      writeFileSync(files.keyFile, readFileSync(second.keyFile));
      for (const text of [whole + whole.slice(0, 200), 'hello', '']) {
        writeFileSync(files.certFile, text);
        await renew();
      }
      unlinkSync(files.certFile);
      await renew();
      assert.equal(logged(refused).length, 4);
      assert.equal(logged(renewed).length, 0);
      assert.equal(await subjectServed(port), 'first');
    });

    test('is not logged if it is the same certificate', async () => {
      const { files, renew, logged, gateway } = await withFirst();
      const before = gateway.certificateExpiry;
      utimesSync(files.certFile, 1, 1);
      await renew();
      assert.deepEqual([logged(renewed), logged(refused)], [[], []]);
      assert.equal(gateway.certificateExpiry, before);
    });

    test('keeps the port exclusive', async (t) => {
      const { port, files, renew } = await withFirst();
      replacePair(files, second);
      await renew();
      await assert.rejects(started(t, { settings: { PORT: String(port) } }), /the port is in use/);
      assert.equal(await subjectServed(port), 'second');
    });

    test('cuts off no request in flight', async (t) => {
      const { port, files, renew, key } = await withFirst();
      const socket = await connectTls(port);
      t.after(() => socket.destroy());
      const bytes = runRequest((await key()).secret, { input: 'a', steps: ['upper-case'] });
      socket.write(bytes.slice(0, -10));
      replacePair(files, second);
      await renew();
      assert.equal(await subjectServed(port), 'second');
      assert.equal(await statusOn(socket, bytes.slice(-10)), 200);
    });

    test('changes nothing else for new connections: their addresses, and long responses', async (t) => {
      const { port, files, renew, key, change } = await withFirst();
      replacePair(files, second);
      await renew();
      change({ BURST_PER_IP: '2' });
      const steps = [{ toolSlug: 'repeat-text', config: { times: 10_000 } }];
      const bytes = runRequest((await key()).secret, { input: 'abcdefgh'.repeat(50), steps });
      for (const localAddress of process.platform === 'linux' ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1']) {
        const socket = await connectTls(port, 'localhost', localAddress);
        t.after(() => socket.destroy());
        assert.equal(subjectOf(socket), 'second');
        assert.equal(await lengthOn(socket, bytes), 4_000_000);
        assert.deepEqual([await statusOn(socket), await statusOn(socket)], [401, 429], localAddress);
      }
      change({});
    });

    test('8 times under load loses no request and no connection', async (t) => {
      const { port, files, renew, key } = await withFirst();
      const load = new TlsLoad(port, (await key()).secret);
      t.after(() => load.stop());
      for (let round = 1; round <= 8; round++) {
        replacePair(files, round % 2 === 1 ? second : first);
        await renew();
        assert.equal(await subjectServed(port), round % 2 === 1 ? 'second' : 'first');
        await until('the load continues', () => load.served >= round * 150, 60_000);
      }
      await load.stop();
      assert.deepEqual(load.failures, []);
      assert.deepEqual(load.statuses, new Set([200]));
      assert.equal(load.keptConnections.size, keptConnections, 'the connections of the start');
      assert.ok(load.served >= 1_200);
    });
  });

  test('is not looked for without TLS', async (t) => {
    const { gateway } = await startTestGateway(t);
    await gateway.renewCertificate();
    assert.equal(gateway.certificateExpiry, undefined);
  });
});

/** Sends a request, or the end of one, and returns the status of the response. */
async function statusOn(socket: TLSSocket, bytes = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'): Promise<number> {
  const received = new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('The connection ended without a response')));
    socket.once('error', reject);
  });
  socket.write(bytes);
  return Number((await received).toString().split(' ')[1]);
}

/** Sends a request and reads its response slowly. @returns the length of its result. */
async function lengthOn(socket: TLSSocket, bytes: string): Promise<number> {
  const chunks: Buffer[] = [];
  let isWhole = (): void => {};
  const whole = new Promise<void>((resolve) => {
    isWhole = resolve;
  });
  const take = (chunk: Buffer): void => {
    if (chunks.push(chunk) % 50 === 0) {
      socket.pause();
      void wait(5).then(() => socket.resume());
    }
    if (chunk.at(-1) === '}'.charCodeAt(0)) isWhole();
  };
  socket.on('data', take).write(bytes);
  await whole;
  socket.off('data', take);
  const response = Buffer.concat(chunks).toString();
  return (JSON.parse(response.slice(response.indexOf('\r\n\r\n'))) as { result: string }).result.length;
}

const keptConnections = 4;

/** Clients that keep their connections, and the same number that open a connection for each request. */
class TlsLoad {
  served = 0;
  readonly statuses = new Set<number | undefined>();
  readonly failures: string[] = [];
  /** The local ports of the clients. */
  readonly keptConnections = new Set<number | undefined>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: keptConnections });
  readonly #clients: Promise<void>[];
  readonly port: number;
  readonly key: string;
  #stopped = false;

  constructor(port: number, key: string) {
    this.port = port;
    this.key = key;
    this.#clients = Array.from({ length: 2 * keptConnections }, (_, index) =>
      this.#client(index < keptConnections ? this.#agent : false),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #client(agent: Agent | false): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#exchange(agent);
      } catch (error) {
        this.failures.push(String(error));
      }
    }
  }

  #exchange(agent: Agent | false): Promise<void> {
    const body = JSON.stringify({ input: 'a', steps: ['upper-case'] });
    const headers = { 'x-api-key': this.key, 'Content-Type': 'application/json', 'Content-Length': body.length };
    const options = { agent, headers, port: this.port, host: '127.0.0.1', path: '/v1/run', method: 'POST' };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, rejectUnauthorized: false }, (response) => {
        this.statuses.add(response.statusCode);
        if (agent) this.keptConnections.add(response.socket.localPort);
        response.on('error', reject).resume();
        response.on('end', () => {
          this.served++;
          resolve();
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
