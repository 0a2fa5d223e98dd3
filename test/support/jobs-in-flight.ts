import { EventEmitter, once } from 'node:events';

/** Keeps a number of requests in flight: sends the next one when one is answered. */
export class JobsInFlight {
  readonly #events = new EventEmitter();
  readonly #send: () => Promise<unknown>;
  #stopped = false;

  /** @param send - sends a request; resolves when it is answered. */
  constructor(send: () => Promise<unknown>) {
    this.#send = send;
  }

  /** Has one more in flight. */
  add(): void {
    void this.#sendOn();
  }

  /** Resolves when the next request is answered. */
  async answer(): Promise<void> {
    await once(this.#events, 'answer');
  }

  /** Sends no more. */
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
      this.#events.emit('answer');
    }
  }
}
