import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** Returns a time that a source declares, in milliseconds. @param path - below `gateway`. */
function declaredMs(path: string, name: string): number {
  const source = readFileSync(new URL(`../../gateway/${path}`, import.meta.url), 'utf8');
  const [, digits] = new RegExp(`\\b${name}(?: =|:) ([\\d_]+)\\b`).exec(source) ?? [];
  assert.ok(digits !== undefined, `${path} has no ${name}`);
  return Number(digits.replaceAll('_', ''));
}

/** A PostgreSQL that does not respond: the last counts wait for one statement, and the end of the membership for another. */
const unavailableStoreMs =
  2 *
  (declaredMs('server/storage/postgres/connection.ts', 'statementTimeoutMs') +
    declaredMs('server/storage/postgres/connection.ts', 'graceMs'));

/**
 * How long a gateway may take to stop after SIGTERM, in milliseconds: it says "not ready", drains, and writes the last
 * counts. Several gateways of a machine stop at the same time.
 */
export const longestStopMs =
  declaredMs('server/serve.ts', 'noticeMs') + declaredMs('server/stop.ts', 'stopDeadlineMs') + unavailableStoreMs;
