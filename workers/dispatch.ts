import type { Engine, Reply } from '../engine/execute.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import { type OwnedBytes, viewOf } from './owned-bytes.js';
import type { JobTimes, PoolOutcome, WorkerPool } from './pool.js';

/** The engine's reply, or why there is none. */
export type DispatchOutcome =
  | {
      readonly kind: 'reply';
      readonly reply: Reply;
      /** The returned memory of the body; the reply may be in it. */
      readonly memory: Uint8Array<ArrayBuffer>;
      /** Undefined if the job ran on the event loop. */
      readonly times: JobTimes | undefined;
    }
  | Exclude<PoolOutcome, { kind: 'reply' }>;

export interface Job {
  readonly operation: EngineOperation;
  /** The account: accounts share the time of the threads. */
  readonly owner: string;
  /** Transferred: its memory comes back with a reply, and is lost with any other outcome. */
  readonly body: OwnedBytes;
  /** Whether the client still waits for the response. */
  isWanted(): boolean;
  /** Called once, possibly before `dispatch` returns. */
  deliver(outcome: DispatchOutcome): void;
}

/**
 * Creates the dispatch of jobs. Small and cheap jobs run immediately on the event loop, because handing them over would
 * cost more. All others go to the pool, so that the event loop stays free.
 *
 * @param inlineMaxBytes - bodies up to this size are tried on the event loop.
 */
export function createDispatch(engine: Engine, pool: WorkerPool, inlineMaxBytes: number): (job: Job) => void {
  return (job) => {
    const { operation, body } = job;
    if (body.length <= inlineMaxBytes) {
      const { memory } = body;
      const reply = engine.executeInline(operation, viewOf(body), memory);
      if (reply !== undefined) return job.deliver({ kind: 'reply', reply, memory, times: undefined });
    }
    void pool.run(operation, body, () => job.isWanted(), job.owner).then((outcome) => job.deliver(withView(outcome)));
  };
}

function withView(outcome: PoolOutcome): DispatchOutcome {
  if (outcome.kind !== 'reply') return outcome;
  const { body, spare, ...rest } = outcome.reply;
  return { kind: 'reply', reply: { ...rest, body: viewOf(body) }, memory: spare ?? body.memory, times: outcome.times };
}
