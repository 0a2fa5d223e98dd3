/** The one error of the client: what a gateway refuses, or why there is no answer. */
export class TextmillError extends Error {
  override readonly name = 'TextmillError';
  /** The HTTP status of the last answer; 0 if there was none, or if nothing was sent. */
  readonly status: number;
  /** The gateway's identifier of the request, to be found in its log; empty if unknown, as in browsers. */
  readonly requestId: string;
  /** How many rows a batch has given out, those before its `start` included; undefined for all other calls. */
  readonly done: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { readonly requestId?: string; readonly done?: number; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.status = status;
    this.requestId = more.requestId ?? '';
    this.done = more.done;
  }
}
