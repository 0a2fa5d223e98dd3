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

/** The figures of both programs, by round. */
interface Pair {
  readonly ours: number[];
  readonly theirs: number[];
}

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

describe('textmill bench agrees with wrk within 10 %', { skip: unlessInstalled('wrk') }, () => {
  for (const [title, start] of [
    ['about a server of a fixed pace', startPacedServer],
    ['about a gateway that is full', startGateway],
  ] as const) {
    test(title, async (t) => {
      const folder = temporaryFolder(t);
      const { url, key } = await start(t);
      // Long jobs: the server is the limit, not what a client costs beside it.
      const [{ path, body }] = payloads.lines.requests() as [{ path: string; body: string }];
      const headers = { 'Content-Type': 'application/json', 'x-api-key': key };
      writeFileSync(join(folder, '0.json'), body);
      writeFileSync(join(folder, 'wrk.lua'), wrkScript([{ path, headers, body }], folder));
      const wrk = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', join(folder, 'wrk.lua'), url];
      const load = ['--rate', '1000000', '--connections', String(connections), '--duration', `${seconds}s`];
      const ours = ['bench', url, '--json', ...load, '--warm-up', '0s', '--timeout', '1s', '--payload', 'lines'];
      const [served, p50]: [Pair, Pair] = [
        { ours: [], theirs: [] },
        { ours: [], theirs: [] },
      ];
      for (let round = 0; round < rounds; round++) {
        const theirs = parseWrk((await promisify(execFile)('wrk', wrk)).stdout);
        const { stdout, stderr, code } = await spawnCommand(ours, { environment: { TEXTMILL_API_KEY: key }, folder });
        assert.deepEqual([code, stderr], [0, '']);
        const { servedPerSecond, latencyMs } = JSON.parse(stdout) as BenchFigures;
        served.ours.push(servedPerSecond);
        served.theirs.push(theirs.requestsPerSecond);
        p50.ours.push(latencyMs.uncorrected.p50);
        p50.theirs.push(theirs.p50Ms);
      }
      t.diagnostic(JSON.stringify({ served, p50 }));
      // The best round is the one that other programs disturbed least.
      const ratios = [
        Math.max(...served.ours) / Math.max(...served.theirs),
        Math.min(...p50.ours) / Math.min(...p50.theirs),
      ];
      for (const ratio of ratios) assert.ok(ratio > 0.9 && ratio < 1.1, ratios.join(' '));
    });
  }
});
