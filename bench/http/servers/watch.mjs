// @ts-check
// `node --import` of every server that the bench starts: ends it if the bench is gone without having said so, and
// tells the bench how late the event loop was. In a file of its own, so that a server is measured as it is.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * How often the monitor's timer fires, in milliseconds. What Node records is the time from one firing to the next,
 * this interval included (lib_internal_histogram of Node: `RecordDelta` in the timer's callback), so that a loop with
 * nothing to do shows a little more than 1 ms; the interval is subtracted below.
 */
const resolutionMs = 1;

// Threads inherit the flag.
if (isMainThread && process.send !== undefined) {
  process.on('disconnect', () => process.exit(1));
  answerQuestions();
}

function answerQuestions() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  process.on('message', (question) => {
    if (question === 'watch the event loop') {
      delay.reset();
      delay.enable();
      process.send?.({});
    } else if (question === 'how late was it') {
      delay.disable();
      const late = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs);
      process.send?.({ p50Ms: late(delay.percentile(50)), p99Ms: late(delay.percentile(99)), maxMs: late(delay.max) });
    }
  });
}
