import { setTimeout as wait } from 'node:timers/promises';
import { until } from './gateway-process.js';
import { type MetricValues, metric, metricsOf } from './metrics.js';

const megabyte = 1e6;
/** How often memory that seems to have grown is measured again. */
const looks = 3;

/** Returns whether only the request for the metrics is left. */
function isQuiet(metrics: MetricValues): boolean {
  return (
    metric(metrics, 'textmill_requests_in_flight') === 1 &&
    metric(metrics, 'textmill_connections') <= 2 &&
    ['body_bytes', 'unread_response_bytes', 'jobs_waiting'].every((name) => metric(metrics, `textmill_${name}`) === 0)
  );
}

/** Waits until all gauges of clients are 0. @throws {Error} with the gauges if that takes too long. */
export async function untilQuiet(url: string, timeoutMs = 60_000): Promise<void> {
  let held: MetricValues = new Map();
  try {
    await until(
      'nothing is left',
      async () => {
        held = await metricsOf(url);
        return isQuiet(held);
      },
      timeoutMs,
    );
  } catch (error) {
    const names = ['requests_in_flight', 'connections', 'body_bytes', 'unread_response_bytes', 'jobs_waiting'];
    const left = names.map((name) => `${name} ${held.get(`textmill_${name}`)}`).join(', ');
    throw new Error(`Left behind: ${left}`, { cause: error });
  }
}

/**
 * Returns how many megabytes of resident memory a storm of clients leaves behind in a warm gateway. All gauges must
 * return to zero after each storm.
 *
 * The garbage collector moves memory up and down by tens of megabytes, so the function compares minima. A leak raises
 * each minimum above the previous one; garbage is gone at one of them, and what a busier storm than before has made heaps
 * and slabs grow to is there only once.
 *
 * @param storm - connects and disconnects clients.
 * @param rounds - the number of storms per minimum.
 * @param bound - in megabytes; above it, memory is measured again.
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
  let before = await low();
  let grown = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks && grown >= bound; look++) {
    const now = await low();
    grown = (now - before) / megabyte;
    before = now;
  }
  return grown;
}
