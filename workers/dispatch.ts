import type { Engine, Reply } from '../engine/execute.js';
import type { OperationName } from '../engine/operations/operation.js';
import type { PoolOutcome, WorkerPool } from './pool.js';
import { exclusiveBuffer } from './protocol.js';

/** The engine's reply, or why there is none. */
export type DispatchOutcome =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | Exclude<PoolOutcome, { kind: 'reply' }>;

export interface Job {
  readonly operation: OperationName;
  readonly body: Uint8Array;
  /** Whether somebody still waits for the answer. */
  readonly isWanted: () => boolean;
  /** Called once, possibly before `dispatch` returns. */
  readonly deliver: (outcome: DispatchOutcome) => void;
}

/**
 * Sends each job to where it does the least harm: small and cheap ones run at once on the event loop, since handing
 * them over would cost more than doing them; all others go to the pool, so that the event loop stays free.
 *
 * @param inlineMaxBytes - bodies up to this size are tried on the event loop.
 */
export function createDispatch(engine: Engine, pool: WorkerPool, inlineMaxBytes: number): (job: Job) => void {
  return ({ operation, body, isWanted, deliver }) => {
    const reply = body.byteLength <= inlineMaxBytes ? engine.executeInline(operation, body) : undefined;
    if (reply !== undefined) {
      deliver({ kind: 'reply', reply });
      return;
    }
    void pool.run(operation, exclusiveBuffer(body), isWanted).then((outcome) => {
      deliver(outcome.kind === 'reply' ? { kind: 'reply', reply: withView(outcome.reply) } : outcome);
    });
  };
}

function withView({ body, ...rest }: { readonly body: ArrayBuffer } & Omit<Reply, 'body'>): Reply {
  return { ...rest, body: new Uint8Array(body) };
}
