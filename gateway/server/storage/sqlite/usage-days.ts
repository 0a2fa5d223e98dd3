import type { Database, Statement, Transaction } from 'better-sqlite3';
import { dayOf, hoursBeforeDay } from '../periods.js';

/** The columns that are added up. */
const numbers = 'count, charged, characters_in, characters_out';
const sums = 'sum(count), sum(charged), sum(characters_in), sum(characters_out)';
/** Adds to the rows that there are. */
const adding = `ON CONFLICT DO UPDATE SET count = count + excluded.count, charged = charged + excluded.charged,
  characters_in = characters_in + excluded.characters_in, characters_out = characters_out + excluded.characters_out`;

/** Adds hours of usage that are over to their days, and drops days that are no longer kept. */
export class UsageDays {
  readonly #addHours: Transaction<(upTo: number, maxRows: number) => void>;
  readonly #dropDays: Statement;

  constructor(database: Database) {
    // The same rows in both: nothing else writes between two statements of a transaction.
    const add = database.prepare(
      `INSERT INTO usage_days (day, account_id, key_id, operation, status, refusal, ${numbers})
       SELECT hour / 24, account_id, key_id, operation, status, refusal, ${sums}
       FROM (SELECT * FROM usage_hours WHERE hour <= :upTo
             ORDER BY hour, account_id, key_id, operation, status, refusal, writer LIMIT :maxRows)
       GROUP BY 1, 2, 3, 4, 5, 6 ${adding}`,
    );
    const drop = database.prepare(
      `DELETE FROM usage_hours WHERE hour <= :upTo
       ORDER BY hour, account_id, key_id, operation, status, refusal, writer LIMIT :maxRows`,
    );
    this.#addHours = database.transaction((upTo, maxRows) => {
      if (add.run({ upTo, maxRows }).changes > 0) drop.run({ upTo, maxRows });
    });
    this.#dropDays = database.prepare('DELETE FROM usage_days WHERE day <= ? LIMIT ?');
  }

  /**
   * Handles up to `maxRows` rows of each kind.
   *
   * @param hour - the present one.
   * @param historyDays - days that are kept, the present one included.
   */
  addUp(hour: number, historyDays: number, maxRows: number): void {
    this.#addHours.immediate(hour - hoursBeforeDay, maxRows);
    this.#dropDays.run(dayOf(hour) - historyDays, maxRows);
  }
}

/**
 * Moves usage in the future to the present, and adds up that at gateways that have ended: all of them. In a transaction
 * of the caller.
 *
 * @param hour - the present one.
 */
export function bringUsageToPresent(database: Database, hour: number): void {
  database
    .prepare(
      `INSERT INTO usage_hours (hour, account_id, key_id, operation, status, refusal, writer, ${numbers})
       SELECT min(hour, :hour), account_id, key_id, operation, status, refusal, '', ${sums} FROM usage_hours
       WHERE hour > :hour OR writer <> '' GROUP BY min(hour, :hour), account_id, key_id, operation, status, refusal
       ${adding}`,
    )
    .run({ hour });
  database.prepare("DELETE FROM usage_hours WHERE hour > ? OR writer <> ''").run(hour);
  const day = dayOf(hour);
  database
    .prepare(
      `INSERT INTO usage_days (day, account_id, key_id, operation, status, refusal, ${numbers})
       SELECT :day, account_id, key_id, operation, status, refusal, ${sums} FROM usage_days
       WHERE day > :day GROUP BY account_id, key_id, operation, status, refusal
       ${adding}`,
    )
    .run({ day });
  database.prepare('DELETE FROM usage_days WHERE day > ?').run(day);
}
