import { randomUUID } from 'node:crypto';

/**
 * Who this gateway is at the store: one member for its quota and its keys. If the member lapses, the gateway goes on as
 * another one.
 */
export class Membership {
  readonly #newId: () => string;
  #id: string;

  /** The same for as long as the process runs: what all its members have in common. */
  readonly process: string;

  /** @param newId - returns an id that no member has had. */
  constructor(newId: () => string = randomUUID) {
    this.#newId = newId;
    this.process = newId();
    this.#id = this.process;
  }

  /** The id of the member that it is now. */
  get id(): string {
    return this.#id;
  }

  /** Goes on as another member, because this one has lapsed. */
  renew(): void {
    this.#id = this.#newId();
  }
}
