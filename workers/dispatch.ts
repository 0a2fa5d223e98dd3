import { performance } from 'node:perf_hooks';
import { mostInlineMs } from '#engine/core/work-budget.js';
import type { Engine, EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';
import { type OwnedBytes, viewOf } from './owned-bytes.js';
import type { JobTimes, PoolOutcome, WorkerPool } from './pool.js';
import type { SizedJob } from './run-times.js';

/** The result of the engine, or the reason why there is none. */
export type DispatchOutcome =
  | {
      readonly kind: 'result';
      readonly result: EngineResult;
      /** The returned memory of the body; the result may be in it. */
      readonly memory: Uint8Array<ArrayBuffer>;
      /** Undefined if the job ran on the event loop. */
      readonly times: JobTimes | undefined;
    }
  | Exclude<PoolOutcome, { kind: 'result' }>;

export interface Job {
  readonly operation: EngineOperation;
  /** The account: accounts share the time of the threads. */
  readonly tenant: string;
  /** Its memory comes back with a result, and is lost with any other outcome. */
  readonly body: OwnedBytes;
  /** Whether the client still waits for the response. */
  isWanted(): boolean;
  /** Called once, possibly before `dispatch` returns. */
  deliver(outcome: DispatchOutcome): void;
}

/** Bodies up to this size run on the event loop, however long earlier ones took: to look that up costs time too. */
const tinyBytes = 1_024;

/**
 * Creates the dispatch of jobs. Small and cheap jobs run immediately on the event loop, because handing them over would
 * cost more. All others go to the pool, so that the event loop stays free. What is cheap depends on the tools: the engine
 * declines a job by its shape, and jobs of an account and operation that have taken long before go to the pool, too.
 *
 * @param inlineMaxBytes - bodies up to this size may run on the event loop.
 */
export function createDispatch(
  engine: Engine,
  pool: Pick<WorkerPool, 'submit' | 'runTimes'>,
  inlineMaxBytes: number,
): (job: Job) => void {
  const isCheap = (job: Job): boolean => (pool.runTimes.expectedMs(sizedJob(job)) ?? 0) <= mostInlineMs;
  return (job) => {
    const { operation, body } = job;
    const isTiny = body.length <= tinyBytes;
    if (body.length <= inlineMaxBytes && (isTiny || isCheap(job))) {
      const { memory } = body;
      const startedAt = isTiny ? 0 : performance.now();
      const result = engine.executeInline(operation, viewOf(body), memory);
      if (result !== undefined) {
        if (!isTiny) pool.runTimes.note(sizedJob(job), performance.now() - startedAt);
        return job.deliver({ kind: 'result', result, memory, times: undefined });
      }
    }
    const settle = (outcome: PoolOutcome): void => job.deliver(withView(outcome));
    pool.submit({ operation, body, isWanted: () => job.isWanted(), tenant: job.tenant, settle });
  };
}

function sizedJob({ tenant, operation, body }: Job): SizedJob {
  return { tenant, operation, bytes: body.length };
}

function withView(outcome: PoolOutcome): DispatchOutcome {
  if (outcome.kind !== 'result') return outcome;
  const { body, spare, ...rest } = outcome.result;
  return {
    kind: 'result',
    result: { ...rest, body: viewOf(body) },
    memory: spare ?? body.memory,
    times: outcome.times,
  };
}
