import { batchError, TextmillError } from './errors.js';
import { resultsInOrder } from './in-order.js';
import { type Batch, type BatchRules, RowBatches, type Rows } from './row-batches.js';
import type { Sender } from './sender.js';

/** How far a batch has come. */
export interface Progress {
  /** Rows of the input whose results were given out, those left out at its start included. */
  readonly done: number;
  /** Requests sent until now, each time counted. */
  readonly requests: number;
  /** How many of them were sent again. */
  readonly retries: number;
}

export interface BatchOptions {
  /** So many requests at a time, 1 to 64; 4 unless said otherwise. */
  readonly connections?: number | undefined;
  /** Ends it at once: the next result is rejected with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told each time the results of one request have been given out. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** How many rows of the input to leave out: the `done` of the {@link TextmillError} that ended an earlier run. */
  readonly start?: number | undefined;
}

/** How rows become requests, and answers results. */
export interface BatchWork extends BatchRules {
  readonly path: string;
  /** The request for some rows; undefined if their results are known without one. */
  body(rows: readonly string[]): object | undefined;
  /** As many results as rows. @throws {TextmillError} if the answer has not as many. */
  results(answer: unknown, rows: readonly string[]): readonly string[];
}

const mostConnections = 64;
/** Errors of work that may succeed in two halves: they are the gateway's limits on time, memory and length. */
const tooMuch: ReadonlySet<string> = new Set([
  ...['body-too-large', 'job-time-limit', 'memory-limit', 'step-time-limit', 'step-wall-clock-limit'],
  ...['step-memory-limit', 'step-output-too-long', 'step-text-too-long'],
]);
/** Errors of the rows; what is wrong with the steps, the options or the key is wrong for all of them. */
const ofRows: ReadonlySet<string> = new Set([...tooMuch, 'step-failed', 'step-nested-too-deep', 'input-too-large']);

/** Whether half of the rows may succeed. A proxy has its own bound for bodies, and no codes. */
function isTooMuch({ status, code }: TextmillError): boolean {
  return status === 413 || tooMuch.has(code);
}

/**
 * Sends rows in batches over several connections, and gives out the results one by one, in the order of the rows.
 *
 * @throws {TextmillError} with `done`; what the rows or `onProgress` throw; the signal's reason.
 */
export async function* resultsOfRows(
  sender: Sender,
  rows: Rows,
  work: BatchWork,
  { connections = 4, signal, onProgress, start = 0 }: BatchOptions,
): AsyncGenerator<string, void, undefined> {
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
          // Counted first: whoever stops here has it.
          done++;
          yield row;
          signal?.throwIfAborted();
        }
        isTaken = true;
      } finally {
        // Whoever stops does not wait for requests, or for a source that closes slowly.
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

/** @throws {TextmillError} unless a number is whole and within its bounds. */
function checkCount(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw new TextmillError(0, `${name} must be a whole number from ${minimum} to ${maximum}`);
}

/** @throws {TextmillError} unless it gives rows; a text would give its characters. */
function checkRows(rows: unknown): void {
  if (typeof rows === 'string') throw new TextmillError(0, 'The rows are one text: give an array of its lines');
  const isIterable =
    typeof rows === 'object' && rows !== null && (Symbol.iterator in rows || Symbol.asyncIterator in rows);
  if (!isIterable) throw new TextmillError(0, 'The rows cannot be iterated over: give an array, or a generator');
}

class BatchRequests {
  readonly #sender: Sender;
  readonly #work: BatchWork;
  readonly #signal: AbortSignal;
  sent = 0;
  retries = 0;

  constructor(sender: Sender, work: BatchWork, signal: AbortSignal) {
    this.#sender = sender;
    this.#work = work;
    this.#signal = signal;
  }

  /** The results of a batch; one that is too much for one request is sent in halves. */
  async send(batch: Batch): Promise<readonly string[]> {
    const { rows, before } = batch;
    const body = this.#work.body(rows);
    if (body === undefined) return rows.map(() => '');
    try {
      this.sent++;
      const options = { signal: this.#signal, onRetry: () => this.#countRetry() };
      return this.#work.results(await this.#sender.send('POST', this.#work.path, body, options), rows);
    } catch (error) {
      if (!(error instanceof TextmillError)) throw error;
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

/** Says which rows were refused, unless it was something else: the steps, the options, the key. */
function namingRows(error: TextmillError, { rows, before }: Batch): TextmillError {
  const { status, message, requestId, code, details } = error;
  if (!isTooMuch(error) && !ofRows.has(code)) return error;
  const first = before + 1;
  const names = rows.length === 1 ? `Row ${first}` : `Rows ${first} to ${before + rows.length}`;
  const place = rows.length > 1 && details.line !== undefined ? ` (line 1 is row ${first})` : '';
  return new TextmillError(status, `${names}: ${message}${place}`, { requestId, code, details, cause: error });
}
