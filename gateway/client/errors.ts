/** What can be said of an error beside its status and message. */
export interface ErrorFacts {
  readonly requestId?: string;
  readonly done?: number;
  readonly cause?: unknown;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The error of the client: what a gateway refuses, or why there is no answer. A spent quota is a {@link QuotaError}. */
export class TextmillError extends Error {
  override readonly name: string = 'TextmillError';
  /** The HTTP status of the last answer; 0 if there was none, or if nothing was sent. */
  readonly status: number;
  /** The gateway's identifier of the request, to be found in its log; empty if unknown, as in browsers. */
  readonly requestId: string;
  /** How many rows a batch has given out, those before its `start` included; undefined for all other calls. */
  readonly done: number | undefined;
  /**
   * The gateway's code of the error, such as `step-failed`: stable, where the message is for people. `/docs/errors` of a
   * gateway explains all of them. Empty if the error is not a gateway's, or is that of one that has no codes.
   */
  readonly code: string;
  /** What the message names, by member: `step`, `tool`, `path`, `limit`, `line`, `column` and others. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, message: string, more: ErrorFacts = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.status = status;
    this.requestId = more.requestId ?? '';
    this.done = more.done;
    this.code = more.code ?? '';
    this.details = more.details ?? {};
  }
}

/** The daily quota of the key's account is spent: no request is admitted before {@link QuotaError.freeAt}. */
export class QuotaError extends TextmillError {
  override readonly name = 'QuotaError';
  /** Requests in 24 hours. */
  readonly quota: number;
  /** When the next request is free, by the clock of the gateway. */
  readonly freeAt: Date;

  constructor(quota: number, freeAt: Date, more: ErrorFacts = {}) {
    super(429, quotaSentence(quota, freeAt), { code: 'rate-limited', ...more });
    this.quota = quota;
    this.freeAt = freeAt;
  }
}

/** Returns an error of a batch as that of the whole batch. @param done - the rows given out. */
export function batchError(error: TextmillError, done: number): TextmillError {
  const { requestId, code, details } = error;
  const more = { requestId, done, cause: error, code, details };
  if (error instanceof QuotaError) return new QuotaError(error.quota, error.freeAt, more);
  return new TextmillError(error.status, error.message, more);
}

/** Always in UTC: a command line and a log are read elsewhere too. */
function quotaSentence(quota: number, freeAt: Date): string {
  const time = freeAt.toISOString().replace(/\.000Z$/, 'Z');
  return `The daily quota of ${quota.toLocaleString('en-US')} requests is spent; the next request is free at ${time}`;
}
