import type { Compression } from '#gateway/client/compression.js';
import { Connection, type Retry } from '#gateway/client/connection.js';
import { QuotaError, TextmillError } from '#gateway/client/errors.js';
import { isPassing } from '#gateway/client/retry-policy.js';
import type { Method, Sender } from '#gateway/client/sender.js';
import { realTiming, type Timing } from '#gateway/client/timing.js';
import { CommandError } from '../core/io.js';

export interface GatewayClientOptions {
  /** Address of the gateway, with an optional path before `/v1`. */
  readonly url: string;
  readonly key: string;
  /** How long {@link GatewayClient.post} retries without any success. */
  readonly maxWaitMs: number;
  /** Whether to wait for the daily quota when it is used up. */
  readonly waitForQuota?: boolean;
  /** See `ConnectionOptions`. */
  readonly compression?: Compression | undefined;
  /** Called with the reason of a long wait: once a minute, or when it changes. */
  readonly onWait?: (reason: string) => void;
  readonly timing?: Timing;
}

/** Shorter waits are not reported. */
const silentDelayMs = 2_000;
/** At a burst limit nearly every request waits. */
const repeatedAfterMs = 60_000;

/** A request that the gateway refuses: a retry would not help. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
}

/** The client of a batch: counts its requests, and turns failures into errors of the command line. */
export class GatewayClient implements Sender {
  readonly #options: GatewayClientOptions;
  readonly #connection: Connection;
  readonly #stop = new AbortController();
  /** The last reported reason, and when. */
  #said = { reason: '', at: 0 };
  requests = 0;
  retries = 0;

  constructor(options: GatewayClientOptions) {
    const { url, key, maxWaitMs, waitForQuota, compression, timing } = options;
    this.#options = options;
    const onRetry = (retry: Retry): void => this.#noteRetry(retry);
    const waits = { maxWaitMs, waitForQuota, timing, onRetry };
    this.#connection = new Connection({ baseUrl: url, apiKey: key, compression, ...waits });
  }

  /** Aborts all requests. */
  stop(): void {
    this.#stop.abort();
  }

  /**
   * Sends a request until it succeeds or is refused.
   *
   * @param path - without a leading slash: `v1/run`.
   * @param body - sent as JSON.
   * @returns the JSON of the response.
   * @throws {RefusedRequest} with the gateway's message.
   * @throws {QuotaError} if the daily quota is used up.
   * @throws {CommandError} after too long without success.
   */
  async post(path: string, body: object): Promise<unknown> {
    try {
      return await this.send('POST', path, body);
    } catch (error) {
      throw this.explained(error);
    }
  }

  /** Sends a request as a {@link Sender} does. */
  async send<Body>(method: Method, path: string, body?: object): Promise<Body> {
    this.requests++;
    return this.#connection.send<Body>(method, path, body, { signal: this.#stop.signal });
  }

  /** Returns the error of {@link GatewayClient.post} for one of {@link GatewayClient.send}. */
  explained(error: unknown): unknown {
    if (!(error instanceof TextmillError) || error instanceof QuotaError) return error;
    return isPassing(error) ? new CommandError(this.#gaveUp(error)) : new RefusedRequest(error.message);
  }

  #noteRetry({ reason, delayMs }: Retry): void {
    this.requests++;
    this.retries++;
    const at = (this.#options.timing ?? realTiming).now();
    if (delayMs <= silentDelayMs || (reason === this.#said.reason && at < this.#said.at + repeatedAfterMs)) return;
    this.#said = { reason, at };
    this.#options.onWait?.(reason);
  }

  #gaveUp({ status, message }: TextmillError): string {
    const { url, maxWaitMs } = this.#options;
    // Without retries, the message is only what the gateway said.
    if (status === 0 || maxWaitMs > 0) return message;
    return `No response from ${url} for 0 seconds; the last was: ${message}`;
  }
}
