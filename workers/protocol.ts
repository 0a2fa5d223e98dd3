import type { Reply } from '../engine/execute.js';
import type { OperationName } from '../engine/operations/operation.js';

/** What crosses between the event loop and a pool thread. Bodies and answers are transferred, never cloned. */

/** Given to a thread when it starts. */
export interface ThreadData {
  /** Folders to load tools from, see `loadCatalogue`. */
  readonly toolDirectories: readonly string[];
}

/** `probe` asks whether the thread is up, with its catalogue loaded. */
export type ThreadTask =
  | { readonly kind: 'probe' }
  | { readonly kind: 'job'; readonly operation: OperationName; readonly body: ArrayBuffer };

/** The engine's reply with its bytes in a buffer of their own. A thread never throws: errors lose their class on the way. */
export type ThreadReply = Omit<Reply, 'body'> & { readonly body: ArrayBuffer };

/**
 * The bytes in an ArrayBuffer that holds nothing else, so that it can be transferred: the buffer itself where that
 * is so already, otherwise a copy. Small Buffers share a slab with strangers.
 */
export function exclusiveBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) return buffer;
  return new Uint8Array(bytes).buffer;
}
