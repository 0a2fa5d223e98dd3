import type { LogLine } from './gateway-process.js';

/** A job that a thread ran, from the log. Times are milliseconds since the epoch. */
export interface LoggedJob {
  readonly keyId: string;
  readonly accountId: string;
  readonly queuedAt: number;
  readonly startedAt: number;
  readonly queueMs: number;
}

/**
 * A line has the time when its response was complete, which is later than the end of the job: a little, or more on a busy
 * machine.
 */
const usualToleranceMs = 25;

/** Returns the finished jobs of all threads, in order of completion. */
export function loggedJobs(log: readonly LogLine[]): LoggedJob[] {
  return log
    .filter(({ msg, where }) => msg === 'request' && where === 'pool')
    .map(({ time, keyId, accountId, queueMs, runMs }) => {
      const startedAt = time - Number(runMs);
      return {
        keyId: `${keyId}`,
        accountId: `${accountId}`,
        queuedAt: startedAt - Number(queueMs),
        startedAt,
        queueMs: Number(queueMs),
      };
    });
}

/**
 * Returns the jobs that a thread started while another job waited.
 *
 * @param toleranceMs - less than half of the time that a job takes.
 */
export function startedBefore(
  waiting: LoggedJob,
  jobs: readonly LoggedJob[],
  toleranceMs = usualToleranceMs,
): LoggedJob[] {
  return jobs.filter(
    ({ startedAt }) => startedAt > waiting.queuedAt + toleranceMs && startedAt < waiting.startedAt - toleranceMs,
  );
}
