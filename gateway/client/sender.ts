/** The methods of the calls. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends requests: a connection, or its replacement in a test. */
export interface Sender {
  /**
   * Sends a request until it succeeds or is refused.
   *
   * @param path - without a leading slash: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the response.
   * @throws {TextmillError} if the gateway refuses the request, or does not respond for too long.
   * @throws the signal's reason once it is aborted.
   */
  send<Body>(method: Method, path: string, body?: object, options?: RequestOptions): Promise<Body>;
}

/** Options of each request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** The version that a write replaces: `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** Called before each retry. */
  readonly onRetry?: (() => void) | undefined;
}
