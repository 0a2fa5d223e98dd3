import type { QueryResult } from 'pg';
import type { Queries } from '#gateway/server/storage/postgres/connection.js';
import type { AccountGrant } from '#gateway/server/storage/quota-ledger.js';
import type { SimulatedTime } from './simulated-time.js';
import { type StatementCount, type StatementName, statementNames } from './statement-cost.js';

/** Where a statement has its rows, as JSON, among its values. Others are about none. */
const rowsAt: Partial<Record<StatementName, number>> = {
  quota_turn: 3,
  exchange_buckets: 0,
  write_usage: 0,
  note_uses: 0,
};

interface Statement {
  readonly name: string;
  readonly values: readonly unknown[];
}

export interface SimulatedPostgresOptions {
  readonly time: SimulatedTime;
  /** How many gateways use it. */
  readonly gateways: number;
  /** From a statement until its reply, in milliseconds. */
  readonly roundTripMs: number;
}

/**
 * A PostgreSQL in simulated time that counts the statements of a gateway, and grants every request: no account has used
 * up its quota, and no two gateways take from one bucket.
 */
export class SimulatedPostgres {
  readonly #options: SimulatedPostgresOptions;
  readonly #counts = new Map<StatementName, StatementCount>();

  constructor(options: SimulatedPostgresOptions) {
    this.#options = options;
  }

  /** What runs the gateway's statements. */
  get queries(): Queries {
    return { query: ((statement: Statement) => this.#query(statement)) as unknown as Queries['query'] };
  }

  /** Returns what was counted since the last call. */
  takeCounts(): ReadonlyMap<StatementName, StatementCount> {
    const counts = new Map(this.#counts);
    this.#counts.clear();
    return counts;
  }

  async #query({ name, values }: Statement): Promise<Pick<QueryResult, 'rows'>> {
    const known = statementNames.find((each) => each === name);
    // What is run once a minute costs nothing that matters.
    if (known === undefined) return { rows: [] };
    const at = rowsAt[known];
    const rows = at === undefined ? [] : (JSON.parse(String(values[at])) as readonly SentRow[]);
    const count = this.#counts.get(known) ?? { statements: 0, rows: 0 };
    this.#counts.set(known, { statements: count.statements + 1, rows: count.rows + rows.length });
    await this.#options.time.wait(this.#options.roundTripMs);
    return { rows: [this.#reply(known, rows)] };
  }

  #reply(name: StatementName, rows: readonly SentRow[]): object {
    const { time, gateways } = this.#options;
    if (name === 'quota_turn') {
      return { reply: { isMember: true, living: gateways, now: time.now, accounts: rows.map(granted) } };
    }
    return name === 'exchange_buckets' ? { merged: [] } : { newest: 0, now: time.now };
  }
}

/** An account of a turn; rows of other statements have neither. */
interface SentRow {
  readonly id: string;
  readonly want: number;
}

function granted({ id, want }: SentRow): AccountGrant {
  return { accountId: id, block: want, counted: 0, isExhausted: false, nextMinute: null };
}
