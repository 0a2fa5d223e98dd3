import { move } from 'piscina';
import { type LineJob, runLineJob } from './line-job.js';

/** Runs a job on a thread of {@link LineWorkers}. The memory of the result is transferred. */
export default function sortLines(job: LineJob): unknown {
  return move(runLineJob(job));
}
