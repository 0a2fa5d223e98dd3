import { EventEmitter, once } from 'node:events';

/** Keeps a number of requests in flight: sends the next one when a response arrives. */
export class JobsInFlight {
  readonly #events = new EventEmitter();
  readonly #send: () => Promise<unknown>;
  #stopped = false;

  /** @param send - sends a request; resolves with its response. */
  constructor(send: () => Promise<unknown>) {
    this.#send = send;
  }

  /** Adds one more request in flight. */
  add(): void {
    void this.#sendOn();
  }

  /** Resolves when the next response arrives. */
  async response(): Promise<void> {
    await once(this.#events, 'response');
  }

  /** Stops sending. */
  stop(): void {
    this.#stopped = true;
  }

  async #sendOn(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#send();
      } catch {
        // The test has ended the gateway.
        return;
      }
      this.#events.emit('response');
    }
  }
}
