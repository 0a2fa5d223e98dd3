import { setTimeout as wait } from 'node:timers/promises';
import { until } from './gateway-process.js';
import { type MetricValues, metric, metricsOf } from './metrics.js';

const megabyte = 1e6;
/** How often memory that seems to have grown is looked at again. */
const looks = 3;

/** Whether nothing is left but the request for the metrics. */
function isQuiet(metrics: MetricValues): boolean {
  return (
    metric(metrics, 'textmill_requests_in_flight') === 1 &&
    metric(metrics, 'textmill_connections') <= 2 &&
    ['body_bytes', 'unread_answer_bytes', 'jobs_waiting'].every((name) => metric(metrics, `textmill_${name}`) === 0)
  );
}

/** Waits until a gateway holds nothing of any client. @throws {Error} with what it holds if that takes too long. */
export async function untilQuiet(url: string, patienceMs = 60_000): Promise<void> {
  let held: MetricValues = new Map();
  try {
    await until(
      'nothing is left',
      async () => {
        held = await metricsOf(url);
        return isQuiet(held);
      },
      patienceMs,
    );
  } catch (error) {
    const names = ['requests_in_flight', 'connections', 'body_bytes', 'unread_answer_bytes', 'jobs_waiting'];
    const left = names.map((name) => `${name} ${held.get(`textmill_${name}`)}`).join(', ');
    throw new Error(`Left behind: ${left}`, { cause: error });
  }
}

/**
 * How many megabytes of resident memory a storm of clients leaves behind in a gateway that is warm. After each storm
 * all gauges must go back to zero.
 *
 * Memory swings by tens of megabytes with the garbage collector, so lows are compared. What leaks is there at each low,
 * and more of it at the next; what swings is gone at one of them.
 *
 * @param storm - lets clients come and go.
 * @param rounds - storms of which the lowest memory afterwards is a low.
 * @param bound - in megabytes: beyond it, memory is looked at again.
 */
export async function grownMegabytes(
  url: string,
  storm: () => Promise<void>,
  rounds: number,
  bound: number,
): Promise<number> {
  const low = async (): Promise<number> => {
    let lowest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      await storm();
      await untilQuiet(url);
      await wait(1_000);
      lowest = Math.min(lowest, metric(await metricsOf(url), 'process_resident_memory_bytes'));
    }
    return lowest;
  };
  const before = await low();
  let grown = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks && grown >= bound; look++) grown = ((await low()) - before) / megabyte;
  return grown;
}
