import { availableParallelism } from 'node:os';
import { findWrk } from './load.js';
import { settings } from './servers.js';

/** Returns the note for figures that were not measured with wrk. */
export function clientNotes(): string[] {
  if (findWrk() !== undefined) return [];
  return ['wrk is not installed: autocannon generated the load, and for fast servers the client is the bottleneck.'];
}

/** Returns the note for figures of the pool on a machine with too few cores for its threads. */
export function coreNotes(): string[] {
  const cores = availableParallelism();
  const threads = Number(settings.WORKER_THREADS);
  // One for the event loop, one for the load generator.
  if (cores >= threads + 2) return [];
  return [
    `The ${threads} threads, the event loop and the load generator compete for ${cores} cores, which slows down ` +
      'all of them.',
  ];
}
