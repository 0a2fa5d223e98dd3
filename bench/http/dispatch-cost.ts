import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { toolsDirectory } from '#engine/catalogue/tool-files.js';
import { createEngine, type Engine } from '#engine/execute.js';
import { ownBytes } from '#workers/owned-bytes.js';
import { WorkerPool } from '#workers/pool.js';
import { type Context, sampleOf } from '../row.js';
import { type Chart, Readings } from './curve.js';
import { type EngineJob, sizedJobs } from './requests.js';
import { mainThreadMs } from './thread-time.js';

const sizesKb = [1, 2, 4, 8, 16, 32, 64, 128];
/** The number of jobs of each size and operation in a round. They run one after the other. */
const jobs = 200;

/** Measures the cost of a job in this process: on its event loop, and on an idle thread of its pool. */
export async function dispatchCost({ rounds, progress }: Context): Promise<Chart[]> {
  const engine = createEngine(await loadCatalogue());
  const pool = new WorkerPool({
    threads: 1,
    maxQueue: 1,
    jobTimeoutMs: 10_000,
    memoryMb: 512,
    maxBodyBytes: 8_388_608,
    toolDirectories: [toolsDirectory],
    onStartFailure: () => undefined,
  });
  await pool.start();
  const readings = new Readings();
  try {
    for (let round = 0; round < rounds; round++) {
      progress(`inline and dispatched jobs, round ${round + 1}`);
      for (const kb of sizesKb) await measureSize(engine, pool, kb, readings);
    }
  } finally {
    await pool.stop();
  }
  const x = 'request body, KB';
  return [
    { title: 'Event-loop time of a job', x, y: 'ms', series: readings.series('loop: ') },
    { title: 'Latency of a job', x, y: 'ms', series: readings.series('latency: ') },
  ];
}

async function measureSize(engine: Engine, pool: WorkerPool, kb: number, readings: Readings): Promise<void> {
  for (const [name, job] of sizedJobs(kb * 1_024)) {
    const inline = inlineMs(engine, job);
    const { loopMs, latencyMs } = await dispatchedMs(pool, job);
    readings.add(`loop: ${name}, inline`, kb, inline);
    readings.add(`loop: ${name}, dispatched`, kb, loopMs);
    readings.add(`latency: ${name}, inline`, kb, inline);
    readings.add(`latency: ${name}, dispatched`, kb, latencyMs);
  }
}

/** Measures jobs on this thread: it is busy all the time, so the latency is the event-loop time. */
function inlineMs(engine: Engine, { operation, body }: EngineJob): number {
  const outputBuffer = new Uint8Array(2 * body.byteLength);
  const times = Array.from({ length: jobs }, () => {
    const start = performance.now();
    const { status } = engine.execute(operation, body, outputBuffer);
    const ms = performance.now() - start;
    if (status !== 200) throw new Error(`${operation} responded with ${status}`);
    return ms;
  });
  return sampleOf(times).median;
}

async function dispatchedMs(pool: WorkerPool, { operation, body }: EngineJob) {
  // The server always receives a body into its own memory, so the copies are not measured.
  const bodies = Array.from({ length: jobs }, () => ownBytes(new Uint8Array(body)));
  const times: number[] = [];
  const before = loopTimeMs();
  for (const own of bodies) {
    const start = performance.now();
    const { kind } = await pool.run(operation, own, () => true);
    times.push(performance.now() - start);
    if (kind !== 'result') throw new Error(`A job ended as ${kind}`);
  }
  return { loopMs: (loopTimeMs() - before) / jobs, latencyMs: sampleOf(times).median };
}

/**
 * Returns the processor time of this thread, the first of the process. Where the system does not report it: the time in
 * which the event loop was not idle, which is the same on an idle machine.
 */
function loopTimeMs(): number {
  return mainThreadMs(process.pid) ?? performance.eventLoopUtilization().active;
}
