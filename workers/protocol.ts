import type { Reply } from '../engine/execute.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import type { OwnedBytes } from './owned-bytes.js';

/** Messages between the event loop and a pool thread. Bodies and results are transferred, never cloned. */

/** The data that a thread starts with. */
export interface ThreadData {
  /** Folders to load tools from, see `loadCatalogue`. */
  readonly toolDirectories: readonly string[];
  /** Longest output of a step, in UTF-16 code units. */
  readonly maxOutput: number;
  /** The memory of a {@link RunningStepRegister}. */
  readonly runningStep: SharedArrayBuffer;
}

/** A job on its way to a thread. */
export interface ThreadJob {
  readonly operation: EngineOperation;
  readonly body: OwnedBytes;
}

/**
 * `probe` checks whether the thread is up, with its catalogue loaded; `collect` makes it free the memory of large jobs.
 */
export type ThreadTask =
  | { readonly kind: 'probe' | 'collect' }
  | { readonly kind: 'jobs' /** At least one. */; readonly jobs: readonly ThreadJob[] };

/**
 * The thread starts another job of its batch only within this time, in milliseconds. It returns no replies to the rest,
 * which then go back to the queue: one job that takes longer than expected must not hold up the others.
 */
export const batchMs = 5;

/**
 * The engine's reply to a job. It returns the memory of the request's body, because new memory is expensive: the kernel
 * fills it with zeros page by page. The result is written into it if it fits.
 *
 * A thread never throws: errors lose their class on the way.
 */
export type ThreadReply = Omit<Reply, 'body'> & {
  readonly body: OwnedBytes;
  /** The memory of the request's body if the result is not in it. */
  readonly spare: Uint8Array<ArrayBuffer> | undefined;
  /** Time on the thread, in milliseconds. */
  readonly runMs: number;
};
