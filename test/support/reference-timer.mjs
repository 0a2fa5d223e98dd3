// @ts-check
// Preloaded by a gateway: on SIGWINCH it starts a timer on the gateway's own event loop. When the timer fires, it appends
// the time to a file in the working folder. A busy machine delays this timer as much as the gateway's own, so their order
// is the same on every machine. `?ms=` of the URL is the delay. See support/reference-timer.ts.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** How many turns of the event loop pass first, so that a response made in the same turn is logged earlier. */
const turns = 50;

const milliseconds = Number(new URL(import.meta.url).searchParams.get('ms'));

/** @param {number} left */
function record(left) {
  if (left > 0) setImmediate(record, left - 1);
  else appendFileSync(`reference-timer-${milliseconds}`, `${Date.now()}\n`);
}

// It does not keep a process from ending.
if (isMainThread) process.on('SIGWINCH', () => setTimeout(record, milliseconds, turns).unref());
