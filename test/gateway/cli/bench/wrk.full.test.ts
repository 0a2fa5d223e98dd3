import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parseWrk, wrkScript } from '#bench/http/wrk.js';
import type { BenchFigures } from '#gateway/cli/bench/figures.js';
import { spawnCommand } from '../../../support/command-line.js';
import { startTestGateway } from '../../../support/gateway.js';
import { unlessInstalled } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const [connections, seconds, rounds] = [16, 5, 5];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

describe('textmill bench', { skip: unlessInstalled('wrk') }, () => {
  test('agrees with wrk within 10 % about the throughput at saturation and its latency', async (t) => {
    const folder = temporaryFolder(t);
    const gateway = await startTestGateway(t);
    const { url } = gateway;
    const { secret: key } = await gateway.key();
    // On the event loop of the gateway, and long enough that it is the limit rather than a client.
    const line = (i: number) => `line ${(i * 7_919) % 1_000} of a text of some length`;
    const body = JSON.stringify({
      input: Array.from({ length: 150 }, (_, i) => line(i)).join('\n'),
      steps: ['trim-lines', 'sort-lines', 'upper-case'],
    });
    const headers = { 'Content-Type': 'application/json', 'x-api-key': key };
    writeFileSync(join(folder, '0.json'), body);
    writeFileSync(join(folder, 'wrk.lua'), wrkScript([{ path: '/v1/run', headers, body }], folder));
    const wrkArgs = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', join(folder, 'wrk.lua'), url];
    const args = ['bench', url, '--json', '--rate', '1000000', '--connections', String(connections)];
    const ours = [...args, '--duration', `${seconds}s`, '--warm-up', '0s', '--body', '0.json', '--path', '/v1/run'];
    const environment = { TEXTMILL_API_KEY: key };
    const measured: { readonly served: number; readonly p50: number }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const wrk = parseWrk((await promisify(execFile)('wrk', wrkArgs)).stdout);
      const { stdout, stderr, code } = await spawnCommand(ours, { environment, folder });
      assert.deepEqual([code, stderr], [0, '']);
      const figures = JSON.parse(stdout) as BenchFigures;
      const ratio = {
        served: figures.servedPerSecond / wrk.requestsPerSecond,
        p50: figures.latencyMs.uncorrected.p50 / wrk.p50Ms,
      };
      t.diagnostic(JSON.stringify({ wrk, ratio, client: figures.client }));
      // The first one warms up.
      if (round > 0) measured.push(ratio);
    }
    for (const name of ['served', 'p50'] as const) {
      const ratio = median(measured.map((each) => each[name]));
      assert.ok(ratio > 0.9 && ratio < 1.1, `${name}: ${ratio}`);
    }
  });
});
