// @ts-check
// Preloaded by a gateway that a test stops with SIGSTOP: its monotonic clock stands still meanwhile, as that of Linux
// does while a machine sleeps. Only the time of day shows how long that was.

/** The process was stopped if it did not look at the clock for so long, in milliseconds. */
const stoppedMs = 5_000;

const runningMs = performance.now.bind(performance);
let stoppedInAllMs = 0;
let lastMs = runningMs();

performance.now = () => {
  const nowMs = runningMs();
  if (nowMs - lastMs > stoppedMs) stoppedInAllMs += nowMs - lastMs;
  lastMs = nowMs;
  return nowMs - stoppedInAllMs;
};
setInterval(performance.now, 100).unref();
