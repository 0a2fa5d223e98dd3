/** What requests are sent through: a connection, or what a test puts in its place. */
export interface Sender {
  /**
   * Sends a request until it is answered.
   *
   * @param path - without a slash in front: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the answer.
   * @throws {TextmillError} if the gateway refuses it, or has not answered for too long.
   * @throws the signal's reason once it is aborted.
   */
  send<Answer>(method: 'GET' | 'POST', path: string, body?: object, options?: RequestOptions): Promise<Answer>;
}

/** What can be said of each request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told each time before it is sent again. */
  readonly onRetry?: (() => void) | undefined;
}
