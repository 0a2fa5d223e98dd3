import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { cpuUsage, hrtime } from 'node:process';
import { Worker } from 'node:worker_threads';
import type { BenchConnection } from './bench-connection.js';
import { LatencyHistogram } from './latency-histogram.js';
import { OpenLoop, type OpenLoopPlan } from './open-loop.js';
import type { LimitKinds } from './outcomes.js';

/** What the client itself was like during a load. Times in milliseconds. */
export interface ClientFigures {
  /** How late requests were sent although a connection was free. */
  readonly sentLateMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly eventLoopDelayMs: { readonly p99: number; readonly max: number };
  /** The part of the time in which its event loop had work, 0 to 1. */
  readonly eventLoopBusy: number;
  /** Processor time of all threads, in seconds per second. */
  readonly processors: number;
}

/** How often the event-loop delay is measured, and looked for responses that are missing, in milliseconds. */
const tickMs = 10;

/**
 * Wakes the event loop when a request is due. Timers of Node.js are up to a millisecond late, longer than a small request
 * takes, and a loop that looks at the clock all the time would take a core that the server may need.
 */
const wakeSource = `
const { parentPort, workerData: { shared, intervalMs } } = require('node:worker_threads');
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const asked = new Int32Array(shared, 0, 1);
const started = new Float64Array(shared, 8, 1);
for (;;) {
  const now = Number(process.hrtime.bigint()) / 1e6;
  const dueAt = started[0] + Math.ceil((now - started[0]) / intervalMs) * intervalMs;
  Atomics.wait(sleeper, 0, 0, Math.min(20, Math.max(0.05, dueAt - now)));
  // One message at a time: a busy event loop needs none.
  if (Atomics.exchange(asked, 0, 1) === 0) parentPort.postMessage(0);
}`;

/**
 * Sends a load until its end or until it is stopped.
 *
 * @param stop - ends it early; what is in flight is waited for.
 */
export async function runLoad(
  plan: OpenLoopPlan,
  connections: readonly BenchConnection[],
  limits: LimitKinds,
  stop: AbortSignal,
): Promise<{ readonly loop: OpenLoop; readonly client: ClientFigures }> {
  const shared = new SharedArrayBuffer(16);
  const asked = new Int32Array(shared, 0, 1);
  const waker = new Worker(wakeSource, {
    eval: true,
    execArgv: [],
    workerData: { shared, intervalMs: 1_000 / plan.ratePerSecond },
  });
  // The thread takes a while to start, and the first requests must not be late.
  await once(waker, 'message');
  new Float64Array(shared, 8, 1)[0] = Number(hrtime.bigint()) / 1e6;
  const startedAt = performance.now();
  const delay = new LatencyHistogram();
  let delayDue = startedAt + tickMs;
  const [busyBefore, cpuBefore] = [performance.eventLoopUtilization(), cpuUsage()];
  const loop = new OpenLoop(plan, connections, startedAt);
  let tick = (): void => {};
  let onStop = (): void => {};
  const ticker = setInterval(() => tick(), tickMs);
  try {
    await new Promise<void>((resolve, reject) => {
      let isArmed = false;
      const turn = (act: (now: number) => void): void => {
        act(performance.now());
        if (!isArmed && loop.waitsForClock) {
          isArmed = true;
          Atomics.store(asked, 0, 0);
        }
        if (loop.isOver) resolve();
      };
      for (const connection of connections) {
        connection.onEnd((lane, outcome) =>
          turn((now) => {
            if (outcome === 'limit') limits.count(now);
            loop.finished(lane, outcome, now);
          }),
        );
      }
      waker.on('message', () => {
        isArmed = false;
        turn((now) => loop.advance(now));
      });
      waker.on('error', reject);
      tick = () =>
        turn((now) => {
          delay.record(Math.max(0, now - delayDue));
          delayDue = now + tickMs;
          loop.advance(now);
        });
      onStop = () => turn((now) => loop.stop(now));
      turn((now) => (stop.aborted ? loop.stop(now) : loop.advance(now)));
      stop.addEventListener('abort', onStop, { once: true });
    });
    await limits.settled();
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = cpuUsage(cpuBefore);
    const client = {
      sentLateMs: {
        p50: loop.lateness.percentileMs(50),
        p99: loop.lateness.percentileMs(99),
        max: loop.lateness.maxMs,
      },
      eventLoopDelayMs: { p99: delay.percentileMs(99), max: delay.maxMs },
      eventLoopBusy: performance.eventLoopUtilization(busyBefore).utilization,
      processors: (user + system) / 1e6 / seconds,
    };
    return { loop, client };
  } finally {
    clearInterval(ticker);
    stop.removeEventListener('abort', onStop);
    await waker.terminate();
  }
}
