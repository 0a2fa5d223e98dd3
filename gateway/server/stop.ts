import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import type { WorkerPool } from '#workers/pool.js';
import type { HttpServer } from './http/server.js';
import type { CounterSync } from './limits/counter-sync.js';
import type { QuotaTurns } from './limits/quota-turns.js';
import type { CounterStore } from './storage/counter-store.js';

/** How long a gateway that stops waits for the responses to requests that have arrived. */
const stopDeadlineMs = 8_000;
/**
 * How long a gateway that hands over continues in any case: clients that use their connections learn from a response that
 * these are closed, and do not send into one that just ends.
 */
const closeNoticeMs = 1_000;

/** How far a gateway is between its start and its end. */
export interface GatewayState {
  /** Every thread is up. */
  started: boolean;
  /** It is about to stop: it says "not ready". */
  announced: boolean;
  /** Requests on open connections are refused. */
  draining: boolean;
}

/** What a gateway stops, and what it frees at the end. */
export interface StoppedParts {
  readonly state: GatewayState;
  readonly server: HttpServer;
  readonly pool: WorkerPool;
  readonly sync: CounterSync;
  readonly quotaTurns: QuotaTurns;
  readonly counterStore: CounterStore;
  /** Whether other gateways listen on the port, so that this one need not until it ends. */
  readonly sharesPort: boolean;
  /** Ends what only observes; before the server closes. */
  readonly stopWatching: () => void;
  /** Frees the rest, however the stop went. */
  readonly release: () => Promise<void>;
}

/** Stops a gateway, in one of two ways and once. */
export class GatewayStop {
  readonly #parts: StoppedParts;
  #stopped: Promise<void> | undefined;

  constructor(parts: StoppedParts) {
    this.#parts = parts;
  }

  /** Says "not ready", and closes connections with their next response. Everything else continues. */
  announce(): void {
    this.#parts.state.announced = true;
    this.#parts.server.announceClose();
  }

  /**
   * Responds to what has arrived, refuses what still arrives, writes the counters, and frees everything. Idempotent.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stopAll(true);
    return this.#stopped;
  }

  /** Serves until nothing is in flight or the deadline has passed, each response closing its connection; then stops. */
  async handOver(): Promise<void> {
    const { server, sync, quotaTurns, sharesPort } = this.#parts;
    if (sharesPort) server.stopListening();
    server.announceClose();
    // Written while the port is open, so that little is left for the time when it is closed.
    await Promise.all([sync.flush(), quotaTurns.flush(), setTimeout(closeNoticeMs)]);
    await server.idle(stopDeadlineMs);
    this.#stopped ??= this.#stopAll(false);
    await this.#stopped;
  }

  /** @param refuses - whether requests that arrive on open connections are refused from now on. */
  async #stopAll(refuses: boolean): Promise<void> {
    const { state, server, pool, sync, quotaTurns, counterStore, stopWatching, release } = this.#parts;
    state.announced = refuses;
    state.draining = refuses;
    stopWatching();
    try {
      await server.close(stopDeadlineMs);
      // Jobs that are cut off end here and are refunded, before the counters are written for the last time. Native code
      // cannot be interrupted, so its thread may end later.
      const threadsEnded = pool.stop();
      await nextTurn();
      await Promise.all([sync.stop(), quotaTurns.stop()]);
      await counterStore.close();
      await threadsEnded;
    } finally {
      await release();
    }
  }
}
