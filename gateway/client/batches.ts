import { batchError, TextmillError } from './errors.js';
import { resultsInOrder } from './in-order.js';
import { type Batch, type BatchRules, RowBatches, type Rows } from './row-batches.js';
import type { Sender } from './sender.js';

/** Progress of a batch. */
export interface Progress {
  /** Rows whose results were returned, including the rows skipped by `start`. */
  readonly done: number;
  /** Requests sent so far, retries included. */
  readonly requests: number;
  /** Requests that were retries. */
  readonly retries: number;
}

export interface BatchOptions {
  /** Requests in parallel, 1 to 64; 4 by default. */
  readonly connections?: number | undefined;
  /** Ends the batch immediately: the next result rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called each time the results of a request have been returned. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The number of rows to skip: the `done` of the {@link TextmillError} that ended an earlier run. */
  readonly start?: number | undefined;
}

/** Turns rows into requests, and responses into results. */
export interface BatchWork<Result> extends BatchRules {
  readonly path: string;
  /** Returns the request for some rows; undefined if their results are known without one. */
  body(rows: readonly string[]): object | undefined;
  /**
   * Returns one result per row.
   *
   * @param response - undefined if the rows needed no request.
   * @throws {TextmillError} if the response has another number.
   */
  results(response: unknown, rows: readonly string[]): readonly Result[];
  /** Returns the result of a row that exceeds a limit by itself. Left out, it ends the batch. */
  readonly failure?: (error: TextmillError) => Result;
}

const mostConnections = 64;
/** Error codes of the gateway's limits on time, memory and length: half of the rows may succeed. */
const tooMuch: ReadonlySet<string> = new Set([
  'body-too-large',
  'job-time-limit',
  'memory-limit',
  'step-time-limit',
  'step-wall-clock-limit',
  'step-memory-limit',
  'step-output-too-long',
  'step-text-too-long',
]);
/** Error codes that are about the rows. Others, about the steps, the options or the key, apply to all rows. */
const ofRows: ReadonlySet<string> = new Set([...tooMuch, 'step-failed', 'step-nested-too-deep', 'input-too-large']);

/** Returns whether half of the rows may succeed. A proxy has its own body limit, and no codes. */
function isTooMuch({ status, code }: TextmillError): boolean {
  return status === 413 || tooMuch.has(code);
}

/**
 * Sends rows in batches over several connections, and yields the results one by one, in the order of the rows.
 *
 * @throws {TextmillError} with `done`; errors of the rows or of `onProgress`; the signal's reason.
 */
export async function* resultsOfRows<Result>(
  sender: Sender,
  rows: Rows,
  work: BatchWork<Result>,
  { connections = 4, signal, onProgress, start = 0 }: BatchOptions,
): AsyncGenerator<Result, void, undefined> {
  checkCount('connections', connections, 1, mostConnections);
  checkCount('start', start, 0, Number.MAX_SAFE_INTEGER);
  checkRows(rows);
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', abort);
  const requests = new BatchRequests(sender, work, stop.signal);
  let done = start;
  try {
    const batches = new RowBatches(rows, work, start);
    for await (const { result } of resultsInOrder(batches, connections, (batch) => requests.send(batch), stop.signal)) {
      let isTaken = false;
      try {
        for (const row of result) {
          // Counted before the yield: a caller who stops here has received it.
          done++;
          yield row;
          signal?.throwIfAborted();
        }
        isTaken = true;
      } finally {
        // A caller who stops does not wait for requests, or for a source that closes slowly.
        if (!isTaken) stop.abort();
      }
      onProgress?.({ done, requests: requests.sent, retries: requests.retries });
    }
  } catch (error) {
    if (!(error instanceof TextmillError) || signal?.aborted === true) throw error;
    throw batchError(error, done);
  } finally {
    signal?.removeEventListener('abort', abort);
    stop.abort();
  }
}

/** @throws {TextmillError} unless the number is an integer within its bounds. */
function checkCount(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw new TextmillError(0, `${name} must be a whole number from ${minimum} to ${maximum}`);
}

/** @throws {TextmillError} unless the rows are iterable. A string is, but would yield characters. */
function checkRows(rows: unknown): void {
  if (typeof rows === 'string') throw new TextmillError(0, 'The rows are one text: give an array of its lines');
  const isIterable =
    typeof rows === 'object' && rows !== null && (Symbol.iterator in rows || Symbol.asyncIterator in rows);
  if (!isIterable) throw new TextmillError(0, 'The rows cannot be iterated over: give an array, or a generator');
}

/** Sends batches, one request each. */
export class BatchRequests<Result> {
  readonly #sender: Sender;
  readonly #work: BatchWork<Result>;
  readonly #signal: AbortSignal;
  sent = 0;
  retries = 0;

  constructor(sender: Sender, work: BatchWork<Result>, signal: AbortSignal) {
    this.#sender = sender;
    this.#work = work;
    this.#signal = signal;
  }

  /** Returns the results of a batch. A batch that is too large for one request is sent in halves. */
  async send(batch: Batch): Promise<readonly Result[]> {
    const { rows, before } = batch;
    const body = this.#work.body(rows);
    if (body === undefined) return this.#work.results(undefined, rows);
    try {
      this.sent++;
      const options = { signal: this.#signal, onRetry: () => this.#countRetry() };
      return this.#work.results(await this.#sender.send('POST', this.#work.path, body, options), rows);
    } catch (error) {
      if (!(error instanceof TextmillError)) throw error;
      const { failure } = this.#work;
      if (rows.length === 1 && failure !== undefined && isTooMuch(error)) return [failure(error)];
      if (rows.length === 1 || !isTooMuch(error)) throw namingRows(error, batch);
    }
    const middle = rows.length >> 1;
    const first = await this.send({ rows: rows.slice(0, middle), before });
    return first.concat(await this.send({ rows: rows.slice(middle), before: before + middle }));
  }

  #countRetry(): void {
    this.sent++;
    this.retries++;
  }
}

/** Adds the rows to an error that is about them. */
function namingRows(error: TextmillError, { rows, before }: Batch): TextmillError {
  const { status, message, requestId, code, details } = error;
  if (!isTooMuch(error) && !ofRows.has(code)) return error;
  const first = before + 1;
  const names = rows.length === 1 ? `Row ${first}` : `Rows ${first} to ${before + rows.length}`;
  const place = rows.length > 1 && details.line !== undefined ? ` (line 1 is row ${first})` : '';
  return new TextmillError(status, `${names}: ${message}${place}`, { requestId, code, details, cause: error });
}
