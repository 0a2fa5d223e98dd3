import type { MessagePort } from 'node:worker_threads';
import type { UrlRules } from '#engine/core/url-rules.js';
import type { EngineResult } from '#engine/execute.js';
import type { EngineOperation } from '#engine/operations/operation.js';
import type { ToolFolder } from '#engine/own-tools/tool-folder.js';
import type { ContentCoding, JobCodings, UnpackFailure } from './content-coding.js';
import type { OwnedBytes } from './owned-bytes.js';

/** What the event loop and a pool thread send each other, besides what is in their channel. */

/** What an operator has given to all threads. */
export interface OperatorData {
  /** Rules for cleaning URLs. */
  readonly urlRules: UrlRules;
  /** Tools, which were checked. */
  readonly toolFolder: ToolFolder;
}

/** The data that a thread starts with. */
export interface ThreadData extends OperatorData {
  /** Folders to load tools from, see `loadCatalogue`. */
  readonly toolDirectories: readonly string[];
  /** Longest output of a step, in UTF-16 code units. */
  readonly maxOutput: number;
  /** The longest body once it is unpacked, in bytes. */
  readonly maxBodyBytes: number;
  /** The memory of a {@link RunningStepRegister}. */
  readonly runningStep: SharedArrayBuffer;
}

/** What a thread does: work of the engine, or nothing but unpack a body or pack a result. */
export type ThreadOperation = EngineOperation | 'as-is';

/** A job on its way to a thread. */
export interface ThreadJob {
  readonly operation: ThreadOperation;
  readonly body: OwnedBytes;
  readonly codings: JobCodings;
}

/** The tasks of a thread: `load` ends once its catalogue is loaded, `serve` when the thread ends. */
export type ThreadTask =
  | { readonly kind: 'load' }
  | {
      readonly kind: 'serve';
      /** The memory of a `SharedChannel`. */
      readonly channel: SharedArrayBuffer;
      /** The memory of a `WakeSignal`. */
      readonly wakeSignal: SharedArrayBuffer;
      /** Carries {@link PostedTask}s to the thread, and {@link PostedMessage}s back. */
      readonly port: MessagePort;
    };

/**
 * A message to a thread: a job that is too long for the channel, whose memory is transferred; `collect` makes the
 * thread free the memory of large jobs.
 */
export type PostedTask = { readonly kind: 'job'; readonly job: ThreadJob } | { readonly kind: 'collect' };

/**
 * A message to a thread that is not its turn: it takes it before its next task. Jobs that have begun keep the rules and the
 * tools that they began with.
 */
export interface PostedUpdate {
  readonly kind: 'update';
  readonly data: OperatorData;
}

/** A message from a thread: the next result that is not in the channel, or only that there are results in it. */
export type PostedMessage = ThreadResult | 'wake';

/** Most jobs that a thread takes together. */
export const maxJobs = 8;

/**
 * The thread starts another job of its batch only within this time, in milliseconds. It returns no results of the rest,
 * which then go back to the queue: one job that takes longer than expected must not hold up the others.
 */
export const batchMs = 5;

/**
 * The engine's result of a job. It returns the memory of the request's body, because new memory is expensive: the
 * kernel fills it with zeros page by page. The result of a 200 is written into it if it fits.
 *
 * A thread never throws: errors lose their class on the way.
 */
export type ThreadResult = Omit<EngineResult, 'body'> & {
  readonly body: OwnedBytes;
  /** Of the body. */
  readonly coding: ContentCoding | '';
  /** Why there is no result: the body of the request could not be unpacked. */
  readonly unpackFailure?: UnpackFailure;
  /** The memory of the request's body if the result is not in it. */
  readonly spare: Uint8Array<ArrayBuffer> | undefined;
  /** Time on the thread, in milliseconds. */
  readonly runMs: number;
};
