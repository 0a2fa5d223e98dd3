import { Connection, type Retry } from '../../client/connection.js';
import { QuotaError, TextmillError } from '../../client/errors.js';
import { isPassing } from '../../client/retry-policy.js';
import type { Timing } from '../../client/timing.js';
import { CommandError } from '../core/io.js';

export interface GatewayClientOptions {
  /** The gateway's address, with or without a path in front of `/v1`. */
  readonly url: string;
  readonly key: string;
  /** For how long nothing may succeed before {@link GatewayClient.post} gives up. */
  readonly maxWaitMs: number;
  /** Whether to wait for the daily quota once it is spent. */
  readonly waitForQuota?: boolean;
  /** Told why requests have to be sent again: when a wait gets long, once for each reason. */
  readonly onWait?: (reason: string) => void;
  readonly timing?: Timing;
}

/** Waits that nobody notices. */
const silentDelayMs = 2_000;

/** A request that the gateway refuses: sending it again would not help. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}

/** The client of a batch: counts its requests, and says in the command line's errors what stopped it. */
export class GatewayClient {
  readonly #options: GatewayClientOptions;
  readonly #connection: Connection;
  readonly #stop = new AbortController();
  /** The reason that was told last. */
  #said = '';
  requests = 0;
  retries = 0;

  constructor(options: GatewayClientOptions) {
    const { url, key, maxWaitMs, waitForQuota, timing } = options;
    this.#options = options;
    const onRetry = (retry: Retry): void => this.#noteRetry(retry);
    this.#connection = new Connection({ baseUrl: url, apiKey: key, maxWaitMs, waitForQuota, timing, onRetry });
  }

  /** Ends all requests: nobody waits for their answers. */
  stop(): void {
    this.#stop.abort();
  }

  /**
   * Sends a request until it is answered.
   *
   * @param path - without a slash in front: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the answer.
   * @throws {RefusedRequest} with the gateway's message.
   * @throws {QuotaError} if the daily quota is spent.
   * @throws {CommandError} once nothing has succeeded for too long.
   */
  async post(path: string, body: object): Promise<unknown> {
    this.requests++;
    try {
      const answer = await this.#connection.send('POST', path, body, { signal: this.#stop.signal });
      this.#said = '';
      return answer;
    } catch (error) {
      if (!(error instanceof TextmillError) || error instanceof QuotaError) throw error;
      if (!isPassing(error)) throw new RefusedRequest(error.message);
      throw new CommandError(this.#gaveUp(error));
    }
  }

  #noteRetry({ reason, delayMs }: Retry): void {
    this.requests++;
    this.retries++;
    if (delayMs <= silentDelayMs || reason === this.#said) return;
    this.#said = reason;
    this.#options.onWait?.(reason);
  }

  #gaveUp({ status, message }: TextmillError): string {
    const { url, maxWaitMs } = this.#options;
    // Without any wait a connection's error is what the gateway said.
    if (status === 0 || maxWaitMs > 0) return message;
    return `No response from ${url} for 0 seconds; the last was: ${message}`;
  }
}
