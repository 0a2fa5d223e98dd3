import { counter, gauge, histogram, type MetricDefinition } from './definition.js';

const places = ['inline', 'pool'] as const;

export const jobMetrics: readonly MetricDefinition[] = [
  counter(
    'textmill_jobs_total',
    'Operations run, by where: inline (on the event loop) or pool (on a thread)',
    ({ requests }) => places.map((where) => ({ labels: { where }, value: requests.run[where].count })),
    ['where'],
  ),
  histogram(
    'textmill_run_seconds',
    'Run time of operations, without waiting, by where',
    ({ requests }) => places.map((where) => ({ labels: { where }, histogram: requests.run[where] })),
    ['where'],
  ),
  histogram('textmill_queue_wait_seconds', 'Time that jobs waited for a thread', ({ requests }) => [
    { histogram: requests.queueWait },
  ]),
  gauge('textmill_jobs_waiting', 'Jobs that wait for a thread', ({ jobsWaiting }) => jobsWaiting()),
  gauge(
    'textmill_jobs_waiting_limit',
    'Jobs that may wait for a thread, as set by MAX_QUEUE',
    ({ jobsWaitingLimit }) => jobsWaitingLimit,
  ),
  gauge('textmill_threads', 'Threads of the pool, as set by WORKER_THREADS', ({ threads }) => threads()),
  gauge('textmill_threads_up', 'Threads that are ready or busy', ({ threadsUp }) => threadsUp()),
  counter(
    'textmill_thread_restarts_total',
    'Threads replaced, by reason: their job exceeded JOB_TIMEOUT_MS (timeout) or WORKER_MEMORY_MB (out-of-memory), a step took too much processor time (interrupted), they ended by themselves (crash), or did not come up (start)',
    ({ restarts }) => [...restarts()].map(([reason, value]) => ({ labels: { reason }, value })),
    ['reason'],
  ),
];
