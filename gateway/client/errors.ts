/** The parts of an error beside its status and message. */
export interface ErrorFacts {
  readonly requestId?: string;
  readonly done?: number;
  readonly cause?: unknown;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The error of the client: a refusal of the gateway, or no response. A used-up quota is a {@link QuotaError}. */
export class TextmillError extends Error {
  override readonly name: string = 'TextmillError';
  /** The HTTP status of the last response; 0 without one. */
  readonly status: number;
  /** Identifies the request in the gateway's log; empty if unknown, as in browsers. */
  readonly requestId: string;
  /** Rows of a batch whose results were returned, those before `start` included; undefined for all other calls. */
  readonly done: number | undefined;
  /**
   * The gateway's error code, such as `step-failed`. It is stable, while messages may change; `/docs/errors` of a
   * gateway lists the codes. Empty for an error without a code: of an older gateway, a proxy, or the connection.
   */
  readonly code: string;
  /** The values in the message, by name: `step`, `tool`, `path`, `limit`, `line`, `column` and others. */
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

/** The daily quota of the account is used up: the next request is possible at {@link QuotaError.freeAt}. */
export class QuotaError extends TextmillError {
  override readonly name = 'QuotaError';
  /** Requests in 24 hours. */
  readonly quota: number;
  /** Time of the next possible request, by the clock of the gateway. */
  readonly freeAt: Date;

  constructor(quota: number, freeAt: Date, more: ErrorFacts = {}) {
    super(429, quotaSentence(quota, freeAt), { code: 'rate-limited', ...more });
    this.quota = quota;
    this.freeAt = freeAt;
  }
}

/** Returns the error of one request as the error of the batch. @param done - rows whose results were returned. */
export function batchError(error: TextmillError, done: number): TextmillError {
  const { requestId, code, details } = error;
  const more = { requestId, done, cause: error, code, details };
  if (error instanceof QuotaError) return new QuotaError(error.quota, error.freeAt, more);
  return new TextmillError(error.status, error.message, more);
}

/** Formats the time in UTC: the message of a command or a log may be read elsewhere. */
function quotaSentence(quota: number, freeAt: Date): string {
  const time = freeAt.toISOString().replace(/\.000Z$/, 'Z');
  return `The daily quota of ${quota.toLocaleString('en-US')} requests is used up; the next request is free at ${time}`;
}
