import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { maxOutputOf } from '#engine/core/limits.js';
import { type CleanupScope, suiteScope } from '../support/cleanup.js';
import { sendRequest } from '../support/gateway.js';
import { createKey, GatewayProcess, processSettings as settings, untilReady } from '../support/gateway-process.js';
import { type HostileJob, HostileJobs, repeated } from '../support/hostile-jobs.js';
import { untilQuiet } from '../support/leftovers.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, full } from '../support/reliability.js';

const catalogue = await loadCatalogue();
/** The seed is fixed where the same commit has to give the same result; `TEXTMILL_SEED` repeats a full run. */
const seed = Number(process.env.TEXTMILL_SEED ?? (full ? randomInt(1, 2 ** 31 - 1) : 20_261_122));

/** Parts of a run. The memory of the process is measured after each. */
const parts = full ? 10 : 1;

/** Starts a gateway with threads of this memory; the result sends jobs to it. */
async function startedGateway(scope: CleanupScope, memoryMb: number) {
  // A step's limit is processor time, which takes much longer by the clock on a busy machine.
  const own = { ...settings, WORKER_MEMORY_MB: String(memoryMb), WORKER_THREADS: '2', JOB_TIMEOUT_MS: '600000' };
  const gateway = new GatewayProcess(scope, own);
  const url = await gateway.ready();
  const { key } = await createKey(url);
  const send = (job: HostileJob) => sendRequest(`${url}/v1/run`, 'POST', { key, body: job });
  return { gateway, url, send };
}

/** How a job ended: its status, and whether memory was the reason. */
function outcomeOf({ status, json }: Awaited<ReturnType<typeof sendRequest>>): string {
  return /needed more than \d+ MB of memory/.test(JSON.stringify(json)) ? `${status} for memory` : String(status);
}

/** Jobs that once ended the process. Each is a request of 180 bytes. */
const attacks: readonly (readonly [piece: string, slug: string, config: object])[] = [
  ['äa', 'slugify', { locale: 'de' }],
  ['é', 'unicode-escape-converter', { style: 'js' }],
  ['👍', 'unicode-escape-converter', { style: 'js' }],
  ['日', 'unicode-escape-converter', { style: 'js' }],
  ['<b>é</b> ', 'html-to-markdown', {}],
  ['}/', 'js-formatter', {}],
  ['<td>a', 'html-table-to-csv', {}],
];

for (const memoryMb of [512, 128]) {
  describe(`threads of ${memoryMb} MB`, () => {
    const longest = maxOutputOf(memoryMb);
    const scope = suiteScope();
    let service: Awaited<ReturnType<typeof startedGateway>>;

    before(async () => {
      service = await startedGateway(scope, memoryMb);
    });

    test('a request of 180 bytes whose text grows to the bound does not end the process', async () => {
      const { gateway, send } = service;
      const { pid } = gateway;
      for (const [piece, toolSlug, config] of attacks) {
        const job = { input: piece, steps: [...repeated(piece, longest), { toolSlug, config }] };
        const { status, json } = await send(job);
        assert.ok(status === 200 || status === 400, `${toolSlug} on ${piece}: ${status} ${JSON.stringify(json)}`);
      }
      assert.deepEqual([gateway.alive, gateway.pid], [true, pid]);
    });

    const count = Number(process.env.TEXTMILL_HOSTILE_JOBS ?? (full ? 50_000 : 100));
    test(`${count} hostile jobs of a random mix are run by the same process, which keeps no memory of them`, async (t) => {
      t.diagnostic(`TEXTMILL_SEED=${seed}`);
      const { gateway, url, send } = service;
      const jobs = new HostileJobs(catalogue, seed + memoryMb, longest);
      const outcomes = new Map<string, number>();
      const unexpected: string[] = [];
      const run = async (sent: number): Promise<void> => {
        let left = sent;
        const client = async (): Promise<void> => {
          while (left-- > 0) {
            const job = jobs.next();
            const response = await send(job);
            const outcome = outcomeOf(response);
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            if (response.status !== 200 && response.status !== 400) {
              unexpected.push(`${JSON.stringify(response.json)} for ${JSON.stringify(job)}`.slice(0, 2_000));
            }
          }
        };
        await Promise.all(Array.from({ length: 4 }, client));
      };
      const lows: number[] = [];
      const runParts = async (number: number): Promise<void> => {
        for (let part = 0; part < number; part++) {
          await run(count / parts);
          assert.equal(gateway.alive, true);
          const traces = gateway.log.filter(({ trace }) => trace !== undefined).map(({ trace }) => trace);
          assert.deepEqual([unexpected, traces], [[], []], `TEXTMILL_SEED=${seed}`);
          await untilReady(url);
          await untilQuiet(url);
          // Idle threads collect their garbage after half a second.
          await wait(2_000);
          lows.push(metric(await metricsOf(url), 'process_resident_memory_bytes') / 1e6);
        }
      };
      // By the end of the second part, each thread has loaded every tool.
      const grown = (): number => Math.min(...lows.slice(-3)) - Math.min(...lows.slice(2, 5));
      await runParts(parts);
      // What is resident swings by 100 MB and more with the threads that are replaced. A leak grows on: what seems to
      // have
      // grown is looked at again.
      for (let look = 0; full && look < 3 && grown() >= 20; look++) await runParts(3);
      const found = [...outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(', ');
      const kept = `${grown().toFixed(1)} MB more after the last parts than after the first`;
      figure(
        t,
        'R21',
        `${(count / parts) * lows.length} jobs (seed ${seed}): ${found}; ends of the process 0${full ? `; ${kept}` : ''}`,
        `threads of ${memoryMb} MB`,
      );
      if (full) assert.ok(grown() < 20, `${kept}: ${lows.map((low) => low.toFixed(0)).join(', ')}`);
    });
  });
}
