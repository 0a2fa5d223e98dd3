import { anchoredClock, type Clock } from '#gateway/core/clock.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { BurstLimiter } from '#gateway/server/limits/burst-limiter.js';
import { CounterSync } from '#gateway/server/limits/counter-sync.js';
import { StoreHealth } from '#gateway/server/limits/store-health.js';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { SqliteCounterStore } from '#gateway/server/storage/sqlite/counter-store.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { UsageHistory } from '#gateway/server/telemetry/usage-history.js';

import { QuotaAtOneGateway } from './quota-at-one-gateway.js';

/** The time of a machine: a wall clock that can be set, and a monotonic one. */
export class SimulatedTime {
  #wallMs = Date.UTC(2030, 0, 1, 12, 0, 30);
  #monotonicMs = 0;

  /** Milliseconds that have actually passed. */
  get elapsed(): number {
    return this.#monotonicMs;
  }

  advance(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }

  /** Sets the wall clock forward, or back if negative. */
  step(ms: number): void {
    this.#wallMs += ms;
  }

  /** Returns the clock of a process that starts now. */
  clock(): Clock {
    return anchoredClock(
      () => this.#wallMs,
      () => this.#monotonicMs,
    );
  }
}

/** The counters of one run of the program over a database. */
export interface CounterRun {
  readonly clock: Clock;
  readonly quota: QuotaAtOneGateway;
  readonly burst: BurstLimiter;
  /** Writes changed counters, as the sync does every second. */
  flush(): Promise<void>;
  /** Stops the process cleanly. */
  stop(): Promise<void>;
}

/** Starts the program's counters on the database in a folder. @param burstLimit - requests per minute. */
export function startCounters(folder: string, time: SimulatedTime, burstLimit: number): CounterRun {
  const clock = time.clock();
  const database = openDatabase(folder);
  // What is shown here does not depend on the disk.
  database.pragma('synchronous = OFF');
  const keys = new IndexedKeyStore(new SqliteKeyTable(database), clock);
  const quota = new QuotaAtOneGateway(database, clock);
  const history = new UsageHistory(clock);
  const burst = new BurstLimiter({ kind: 'key', limit: burstLimit, clock });
  const burstPerIp = new BurstLimiter({ kind: 'ip', limit: burstLimit, clock });
  const store = new SqliteCounterStore({ database, clock });
  const fail = (fields: object, message: string): never => {
    throw new Error(`${message}: ${JSON.stringify(fields)}`);
  };
  const sync = new CounterSync({
    store,
    burstPerIp,
    burstPerKey: burst,
    uses: keys.uses,
    history,
    clock,
    intervalMs: 3_600_000,
    // The figures are of the limits: a disk that is busy with other tests is not a failure.
    timeoutMs: 600_000,
    health: new StoreHealth({ warn: fail, error: fail }),
  });
  sync.start(true);
  return {
    clock,
    quota,
    burst,
    async flush() {
      quota.sync();
      await sync.flush();
    },
    async stop() {
      quota.stop();
      await sync.stop();
      await store.close();
      database.close();
    },
  };
}
