import { LRUCache } from 'lru-cache';
import type { ThreadOperation } from './protocol.js';

/** The facts of a job that its time depends on. */
export interface SizedJob {
  readonly tenant: string;
  readonly operation: ThreadOperation;
  /** Length of the body, in bytes. */
  readonly bytes: number;
}

interface Rate {
  msPerByte: number;
  measurements: number;
}

/** Most rates that are kept; beyond it, the one that was not used for longest is forgotten. */
const maxRates = 10_000;
/** A job has a part that does not depend on its size; it counts as this many bytes. */
const baseBytes = 1_024;
/** The part of the difference by which a measurement changes the estimate. */
const weight = { faster: 1 / 2, slower: 1 / 8 };
/** The first measurements of all are too long, because code is still being loaded and compiled: the least of these counts. */
const firstMeasurements = 3;
/** A measurement counts as this many times the estimate at most. */
const mostTimes = 4;

/**
 * Estimates how long a job runs, from the jobs of the same tenant and operation before it: time by length. It does not
 * matter whether they ran on a thread or on the event loop.
 *
 * On a busy machine some measurements are many times too long, because the thread waited for a processor, and none is
 * too short. So the estimate follows shorter times faster, and one long time hardly changes it.
 */
export class RunTimes {
  readonly #rates = new LRUCache<string, Rate>({ max: maxRates });

  /** Returns the time of a job, in milliseconds; undefined before three jobs like it have run. */
  expectedMs(job: SizedJob): number | undefined {
    const rate = this.#rates.get(nameOf(job));
    return rate === undefined || rate.measurements < firstMeasurements
      ? undefined
      : rate.msPerByte * (job.bytes + baseBytes);
  }

  /** Records how long a job ran. */
  note(job: SizedJob, runMs: number): void {
    const name = nameOf(job);
    const msPerByte = runMs / (job.bytes + baseBytes);
    const rate = this.#rates.get(name);
    if (rate === undefined) {
      this.#rates.set(name, { msPerByte, measurements: 1 });
      return;
    }
    const known = rate.msPerByte;
    if (++rate.measurements <= firstMeasurements) rate.msPerByte = Math.min(known, msPerByte);
    else if (msPerByte < known) rate.msPerByte += weight.faster * (msPerByte - known);
    else rate.msPerByte += weight.slower * (Math.min(msPerByte, mostTimes * known) - known);
  }
}

function nameOf({ tenant, operation }: SizedJob): string {
  return `${operation} ${tenant}`;
}
