import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { parseWrk, wrkScript } from '#bench/http/wrk.js';
import type { BenchFigures } from '#gateway/cli/bench/figures.js';
import { payloads } from '#gateway/cli/bench/payloads.js';
import { cleanUpAfter } from '../../../support/cleanup.js';
import { spawnCommand } from '../../../support/command-line.js';
import { startTestGateway } from '../../../support/gateway.js';
import { unlessInstalled } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const [connections, seconds, rounds] = [16, 2, 7];

/** Starts a server that responds to a request every 2 ms, in the order of arrival, however fast the machine is. */
async function startPacedServer(t: TestContext): Promise<{ readonly url: string; readonly key: string }> {
  const waiting: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The end of a body is the only brace that closes the outer object at the end of a chunk.
    socket.on('data', (chunk) => {
      if (chunk.toString('latin1').endsWith(']}')) waiting.push(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let nextAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    for (; nextAt <= now; nextAt += 2) waiting.shift()?.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  }, 1);
  cleanUpAfter(t, () => {
    clearInterval(timer);
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'x' };
}

async function startGateway(t: TestContext) {
  const gateway = await startTestGateway(t);
  return { url: gateway.url, key: (await gateway.key()).secret };
}

/** What both programs say, by round. */
interface Figures {
  /** Requests per second. */
  readonly served: number[];
  readonly p50Ms: number[];
  /** Requests per second of the processor time of this process, which is that of the server. */
  readonly perProcessor: number[];
}

const none = (): Figures => ({ served: [], p50Ms: [], perProcessor: [] });
const best = { served: Math.max, p50Ms: Math.min, perProcessor: Math.max };

describe('textmill bench agrees with wrk within 10 %', { skip: unlessInstalled('wrk') }, () => {
  for (const [title, start, compared] of [
    ['about the throughput and the latency of a server of a fixed pace', startPacedServer, ['served', 'p50Ms']],
    // By the clock, both depend on who else is on the machine.
    ['about how many requests a full gateway serves in a second of processor time', startGateway, ['perProcessor']],
  ] as const) {
    test(title, async (t) => {
      const folder = temporaryFolder(t);
      const { url, key } = await start(t);
      const [{ path, body }] = payloads.lines.requests() as [{ path: string; body: string }];
      const headers = { 'Content-Type': 'application/json', 'x-api-key': key };
      writeFileSync(join(folder, '0.json'), body);
      writeFileSync(join(folder, 'wrk.lua'), wrkScript([{ path, headers, body }], folder));
      const wrk = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', join(folder, 'wrk.lua'), url];
      const load = ['--rate', '1000000', '--connections', String(connections), '--duration', `${seconds}s`];
      const bench = ['bench', url, '--json', ...load, '--warm-up', '0s', '--timeout', '1s', '--payload', 'lines'];
      const [ours, theirs] = [none(), none()];
      const add = (to: Figures, served: number, p50Ms: number, requests: number, before: NodeJS.CpuUsage): void => {
        const { user, system } = process.cpuUsage(before);
        to.served.push(served);
        to.p50Ms.push(p50Ms);
        to.perProcessor.push((requests * 1e6) / (user + system));
      };
      for (let round = 0; round < rounds; round++) {
        const before = process.cpuUsage();
        const { requests, requestsPerSecond, p50Ms } = parseWrk((await promisify(execFile)('wrk', wrk)).stdout);
        add(theirs, requestsPerSecond, p50Ms, requests, before);
        const between = process.cpuUsage();
        const { stdout, stderr, code } = await spawnCommand(bench, { environment: { TEXTMILL_API_KEY: key }, folder });
        assert.deepEqual([code, stderr], [0, '']);
        const { servedPerSecond, latencyMs, counts } = JSON.parse(stdout) as BenchFigures;
        add(ours, servedPerSecond, latencyMs.uncorrected.p50, counts.succeeded, between);
      }
      t.diagnostic(JSON.stringify({ ours, theirs }));
      for (const name of compared) {
        // The best round is the one that other programs disturbed least.
        const ratio = best[name](...ours[name]) / best[name](...theirs[name]);
        assert.ok(ratio > 0.9 && ratio < 1.1, `${name}: ${ratio}`);
      }
    });
  }
});
