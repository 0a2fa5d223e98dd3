import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { BenchFigures } from '#gateway/cli/bench/figures.js';
import { payloadNames } from '#gateway/cli/bench/payloads.js';
import { makeCertificate, withoutOpenssl } from '../../../support/certificates.js';
import { runCommand, spawnCommand, startCommand } from '../../../support/command-line.js';
import { adminToken, startTestGateway } from '../../../support/gateway.js';
import { admin, createKey, GatewayProcess, processSettings, until } from '../../../support/gateway-process.js';
import { metric, metricsOf } from '../../../support/metrics.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

type Printed = BenchFigures & {
  readonly interrupted: boolean;
  readonly findRate?: { readonly ratePerSecond: number; readonly trials: readonly { readonly passed: boolean }[] };
};

describe('textmill bench', async () => {
  const url = await new GatewayProcess({ after }, processSettings).ready();
  const environment = { TEXTMILL_API_KEY: (await createKey(url)).key, TEXTMILL_ADMIN_TOKEN: adminToken };
  const short = ['--duration', '500ms', '--warm-up', '0s'];

  const figures = async (...args: readonly string[]): Promise<Printed> => {
    const { code, stdout, stderr } = await runCommand(['bench', url, '--json', ...args], { environment });
    assert.deepEqual([code, stderr], [0, '']);
    return JSON.parse(stdout) as Printed;
  };

  test('measures a gateway from the release, with the figures of the server', async (t) => {
    const folder = temporaryFolder(t);
    const args = ['bench', url, '--rate', '200', '--duration', '1s', '--warm-up', '200ms', '--hdr', 'out.hgrm'];
    const json = await spawnCommand([...args, '--json'], { environment, folder });
    assert.deepEqual([json.code, json.stderr], [0, '']);
    const { counts, latencyMs, server, client } = JSON.parse(json.stdout) as Printed;
    assert.equal(counts.succeeded, 200);
    assert.ok(latencyMs.corrected.p99 >= latencyMs.uncorrected.p50 && latencyMs.uncorrected.p50 > 0);
    assert.ok(client.processors > 0 && client.eventLoopBusy > 0);
    assert.ok(typeof server !== 'string');
    assert.equal(server.requests, 200, 'the warm-up is not measured');
    assert.ok(server.latencyMs.p50 !== null && server.eventLoopDelayMs.p99 !== null && server.processors > 0);
    for (const name of ['out.hgrm', 'out-uncorrected.hgrm']) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      assert.match(lines[0] ?? '', /^ +Value +Percentile +TotalCount 1\/\(1-Percentile\)$/);
      assert.match(lines.at(-5) ?? '', /^ +[\d.]+ 1\.000000000000 +200$/);
    }
    const text = await spawnCommand([...args, '--warm-up', '0s'], { environment, folder });
    assert.match(text.stdout, /^1\.0 s at 200\/s over 50 connections: [\d.]+\/s served$/m);
    assert.match(text.stdout, /^ +200 {2}succeeded \(2xx\)$/m);
    assert.match(text.stdout, /^ {2}Latency +corrected +uncorrected +server$/m);
    assert.match(text.stdout, /^ {2}p99 +[\d.]+ ms +[\d.]+ ms +≤ [\d.]+ ms$/m);
    assert.match(text.stdout, /^Server +200 requests; event loop: p99 /m);
    assert.match(text.stdout, /^Limit +(?:none|client|server): /m);
  });

  test('sends each payload, and a body of one’s own', async (t) => {
    for (const payload of payloadNames) {
      const { counts } = await figures('--payload', payload, '--rate', '20', ...short);
      assert.equal(counts.succeeded, 10, payload);
    }
    const file = join(temporaryFolder(t), 'job.json');
    writeFileSync(file, '{"urls":["https://example.com/?gclid=é"]}');
    const { counts, server } = await figures('--body', file, '--path', '/v1/sanitize', '--rate', '20', ...short);
    assert.deepEqual([counts.succeeded, typeof server === 'string' ? server : server.requests], [10, 10]);
  });

  test('tells refusals by a burst and by the quota apart, and says what else was refused', async () => {
    const own = async (limits: object) => {
      const { key, accountId } = await createKey(url);
      await admin(url, 'PUT', `/accounts/${accountId}/limits`, limits);
      return { environment: { ...environment, TEXTMILL_API_KEY: key } };
    };
    const cases = [
      ['burst', 'burst-key', await own({ burstPerMinute: 20 })],
      ['quota', 'quota', await own({ dailyQuota: 20 })],
    ] as const;
    for (const [kind, reason, surroundings] of cases) {
      const { code, stdout } = await runCommand(['bench', url, '--json', '--rate', '100', ...short], surroundings);
      const { counts, server, limit } = JSON.parse(stdout) as Printed;
      assert.deepEqual([code, limit], [0, 'refusals']);
      assert.equal(counts.succeeded + counts[kind], 50, kind);
      assert.ok(counts[kind] >= 29, kind);
      assert.ok(typeof server !== 'string');
      assert.equal(server.refusals[reason], counts[kind]);
    }
    const wrong = await runCommand(['bench', url], { environment: { TEXTMILL_API_KEY: 'svc_live_wrong' } });
    assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
    assert.match(wrong.stderr, /POST \/v1\/run to \S+ failed: 401 Invalid API key/);
    const noToken = await runCommand(['bench', url, '--json', ...short], {
      environment: { ...environment, TEXTMILL_ADMIN_TOKEN: '' },
    });
    const { server } = JSON.parse(noToken.stdout) as Printed;
    assert.equal(server, 'GET /metrics gave 401; set TEXTMILL_ADMIN_TOKEN or --token-file');
  });

  test('finds a rate', async () => {
    const args = ['bench', url, '--find-rate', '--json', '--rate', '1000', '--p99', '10s', '--timeout', '5s', ...short];
    const { code, stdout, stderr } = await runCommand(args, { environment });
    assert.equal(code, 0);
    const { findRate, ratePerSecond, counts } = JSON.parse(stdout) as Printed;
    const trials = findRate?.trials ?? [];
    assert.equal(findRate?.ratePerSecond, ratePerSecond);
    assert.ok(trials.length > 0 && trials.length <= 24 && trials.some(({ passed }) => passed));
    assert.ok(counts.succeeded > 0);
    assert.equal(stderr.split('\n').length, trials.length + 1);
  });

  test('measures over TLS', { skip: withoutOpenssl }, async (t) => {
    const { certFile, keyFile } = makeCertificate(temporaryFolder(t), 'bench');
    const gateway = await startTestGateway(t, { settings: { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } });
    const { secret } = await gateway.key();
    const args = ['bench', `https://localhost:${gateway.port}`, '--json', '--rate', '40', ...short];
    const surroundings = { environment: { ...environment, TEXTMILL_API_KEY: secret, NODE_EXTRA_CA_CERTS: certFile } };
    const { stdout, stderr, code } = await spawnCommand(args, surroundings);
    assert.deepEqual([code, stderr], [0, '']);
    const { counts, server } = JSON.parse(stdout) as Printed;
    assert.deepEqual([counts.succeeded, typeof server === 'string' ? server : server.requests], [20, 20]);
    const unknown = await spawnCommand(args, { environment: { ...environment, TEXTMILL_API_KEY: secret } });
    assert.match(unknown.stderr, /failed: (?:self-signed|self signed|unable)/);
  });

  test('Ctrl-C ends it with the figures so far', async (t) => {
    const count = async () => metric(await metricsOf(url), 'textmill_jobs_total{where="inline"}');
    const first = await count();
    const args = ['bench', url, '--json', '--rate', '50', '--duration', '1h', '--warm-up', '0s'];
    const child = startCommand(t, args, { environment });
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    await until('some requests are sent', async () => (await count()) > first + 10);
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    const { interrupted, counts } = JSON.parse(stdout) as Printed;
    assert.deepEqual([code, interrupted], [0, true]);
    assert.ok(counts.succeeded > 5);
  });

  test('counts connections that break, and responses that never come, by kind', async (t) => {
    let [requests, connections] = [0, 0];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      connections++;
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('data', () => {
        requests++;
        // The first is the one that tries it out.
        if (requests % 4 === 2) socket.destroy();
        else if (requests % 4 !== 3)
          socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n');
      });
    }).listen(0, '127.0.0.1');
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [
      'bench',
      address,
      '--json',
      '--rate',
      '8',
      '--duration',
      '1s',
      '--warm-up',
      '0s',
      '--timeout',
      '300ms',
    ];
    const { stdout, code } = await runCommand(args, { environment });
    const { counts, server: metrics } = JSON.parse(stdout) as Printed;
    assert.equal(code, 0);
    assert.deepEqual([counts.succeeded, counts.connection, counts.timeout], [4, 2, 2]);
    assert.match(String(metrics), /^GET \/metrics failed: /);
    assert.ok(connections >= 4);
  });
});
