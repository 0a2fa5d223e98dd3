import type { Reply } from '../engine/execute.js';
import type { EngineOperation } from '../engine/operations/operation.js';
import type { OwnedBytes } from './owned-bytes.js';

/** What crosses between the event loop and a pool thread. Bodies and answers are transferred, never cloned. */

/** Given to a thread when it starts. */
export interface ThreadData {
  /** Folders to load tools from, see `loadCatalogue`. */
  readonly toolDirectories: readonly string[];
  /** What a step may write, in UTF-16 code units. */
  readonly maxOutput: number;
  /** Of a {@link RunningStepRegister}. */
  readonly runningStep: SharedArrayBuffer;
}

/**
 * `probe` asks whether the thread is up, with its catalogue loaded; `collect` has it give back the memory of large jobs.
 */
export type ThreadTask =
  | { readonly kind: 'probe' | 'collect' }
  | { readonly kind: 'job'; readonly operation: EngineOperation; readonly body: OwnedBytes };

/**
 * The engine's reply. The memory of the request's body comes back with it, because new memory is dear: the kernel
 * fills it with zeros page by page. The answer is written into it where it fits.
 *
 * A thread never throws: errors lose their class on the way.
 */
export type ThreadReply = Omit<Reply, 'body'> & {
  readonly body: OwnedBytes;
  /** The memory of the request's body if the answer is not in it. */
  readonly spare: Uint8Array<ArrayBuffer> | undefined;
};
