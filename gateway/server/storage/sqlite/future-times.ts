import type { Database } from 'better-sqlite3';

/** By how much the times of two processes of a machine may differ, in milliseconds. */
const toleranceMs = 60_000;

/**
 * Moves times of sessions, sign-in links and secrets in the future to the present: the clock was ahead when they were
 * written, and has been set back. What ends some time after it began keeps that length, and no more: otherwise it would
 * last for as long as the clock was ahead. At a start, before anything is read: the time of a process never goes back.
 *
 * @param now - milliseconds since the epoch.
 */
export function clampFutureTimes(database: Database, now: number): void {
  const latest = now + toleranceMs;
  const futureSecrets = database.prepare<[number], { readonly keyId: string; readonly rotatedAt: number }>(
    // The plus sign: SQLite would read all secrets in the order of their keys, for rows that hardly ever exist.
    'SELECT key_id AS keyId, max(created_at) AS rotatedAt FROM secrets WHERE created_at > ? GROUP BY +key_id',
  );
  database
    .transaction(() => {
      database
        .prepare(
          `UPDATE sessions SET created_at = min(created_at, :now), last_used_at = min(last_used_at, :now)
           WHERE last_used_at > :latest`,
        )
        .run({ now, latest });
      database
        .prepare(
          `UPDATE sign_in_links SET created_at = :now, expires_at = :now + expires_at - created_at
           WHERE created_at > :latest`,
        )
        .run({ now, latest });
      const newestFirst = database
        .prepare<[string], Buffer>('SELECT hash FROM secrets WHERE key_id = ? ORDER BY created_at DESC')
        .pluck();
      // Their order stays: it decides which secrets a rotation ends.
      const clampSecret = database.prepare(
        `UPDATE secrets SET created_at = min(created_at, :now - :index),
           expires_at = min(expires_at, :now + max(0, expires_at - :rotatedAt))
         WHERE hash = :hash`,
      );
      for (const { keyId, rotatedAt } of futureSecrets.all(latest)) {
        for (const [index, hash] of newestFirst.all(keyId).entries()) clampSecret.run({ hash, index, rotatedAt, now });
      }
    })
    .immediate();
}
