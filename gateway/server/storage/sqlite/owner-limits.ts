import type { Database } from 'better-sqlite3';
import { OwnerLimitError, type OwnerLimits, ownerDayMs } from '../key-table.js';

/** By how much the times of two gateways of a machine may differ, in milliseconds. */
const aheadMs = 60_000;

/**
 * Call it in the transaction that creates a key, before it does.
 *
 * @param limits - undefined for an operator, as below.
 * @throws {OwnerLimitError} if the account has as many active keys as its owner may have.
 */
export function requireFewerActiveKeys(database: Database, accountId: string, limits: OwnerLimits | undefined): void {
  if (limits === undefined) return;
  const active = database
    .prepare<[string, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM keys INDEXED BY keys_by_account
       WHERE account_id = ? AND revoked_at IS NULL LIMIT ?)`,
    )
    .pluck()
    .get(accountId, limits.activeKeys);
  if ((active ?? 0) >= limits.activeKeys) throw new OwnerLimitError('activeKeys');
}

/**
 * Counts a secret that is issued for a key, in the same transaction. What is older than a day is deleted, and what a clock
 * wrote that was ahead, so an account has at most as many rows as its owner may issue secrets.
 *
 * @param now - milliseconds since the epoch.
 * @throws {OwnerLimitError} if the owner has issued too many in 24 hours.
 */
export function countOwnerSecret(
  database: Database,
  keyId: string,
  now: number,
  limits: OwnerLimits | undefined,
): void {
  if (limits === undefined) return;
  const accountId = database.prepare<[string], string>('SELECT account_id FROM keys WHERE id = ?').pluck().get(keyId);
  database
    .prepare('DELETE FROM owner_secrets WHERE account_id = ? AND issued_at NOT BETWEEN ? AND ?')
    .run(accountId, now - ownerDayMs + 1, now + aheadMs);
  database
    .prepare('INSERT INTO owner_secrets VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1')
    .run(accountId, now);
  const issued = database
    .prepare<[string | undefined], number>('SELECT sum(count) FROM owner_secrets WHERE account_id = ?')
    .pluck()
    .get(accountId);
  if ((issued ?? 0) > limits.secretsInDay) throw new OwnerLimitError('secretsInDay');
}
