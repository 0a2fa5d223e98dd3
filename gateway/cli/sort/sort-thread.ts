import { move } from 'piscina';
import { type LineJob, runLineJob } from './line-job.js';

/** What a thread of {@link LineWorkers} runs. The memory of the result is given away. */
export default function sortLines(job: LineJob): unknown {
  return move(runLineJob(job));
}
