import { availableParallelism } from 'node:os';
import { findWrk } from './load.js';
import { settings } from './servers.js';

/** What a reader has to know of figures that wrk did not take. */
export function clientNotes(): string[] {
  if (findWrk() !== undefined) return [];
  return [
    'wrk is not installed: the load came from autocannon, and the client, not the server, is the limit of fast figures.',
  ];
}

/** What a reader has to know of figures of the pool, where its threads do not get a core each. */
export function coreNotes(): string[] {
  const cores = availableParallelism();
  const threads = Number(settings.WORKER_THREADS);
  // One for the event loop, one for the load generator.
  if (cores >= threads + 2) return [];
  return [
    `This machine has ${cores} cores for ${threads} threads, the event loop and the load generator: they take turns, ` +
      'and what waits for a core counts as slow.',
  ];
}
