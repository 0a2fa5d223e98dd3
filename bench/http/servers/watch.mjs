// @ts-check
// Loaded with `node --import` by every server of the benchmark. Ends the server if the benchmark has crashed, and
// reports the delay of the event loop. A separate file, so that the code of the server is measured unchanged.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * The interval of the monitor's timer in milliseconds. Node.js records the time from one expiry to the next, including
 * this interval (`RecordDelta` in the timer's callback), so an idle loop shows a little more than 1 ms. The interval is
 * subtracted below.
 */
const resolutionMs = 1;

// Threads inherit `--import`.
if (isMainThread && process.send !== undefined) {
  process.on('disconnect', () => process.exit(1));
  serveRequests();
}

function serveRequests() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  process.on('message', (request) => {
    if (request === 'start watching the event loop') {
      delay.reset();
      delay.enable();
      process.send?.({});
    } else if (request === 'report the event-loop delay') {
      delay.disable();
      const late = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
      process.send?.({ p50Ms: late(delay.percentile(50)), p99Ms: late(delay.percentile(99)), maxMs: late(delay.max) });
    }
  });
}
