import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queries } from '../../../../gateway/store/postgres/connection.js';
import { PostgresKeyTable } from '../../../../gateway/store/postgres/key-table.js';
import { openPostgres } from '../../../../gateway/store/postgres/open.js';
import { fillPostgres } from '../../../support/filled-store.js';
import { createTestDatabase, withoutPostgres } from '../../../support/postgres.js';

test('one statement read all keys, and timed out when there were many', { skip: withoutPostgres }, async (t) => {
  const url = await createTestDatabase();
  await fillPostgres(url, { keys: 2_500, accounts: 10 });
  const { pool, close } = await openPostgres(url);
  t.after(close);
  const pages: number[] = [];
  // After the first page, a key in it and one behind it change, and there is a new one.
  const queries = {
    async query(statement: { readonly text: string; readonly values: unknown[] }) {
      const result = await pool.query(statement);
      pages.push(result.rows.length);
      if (pages.length > 1) return result;
      for (const id of ['key_5', 'key_2000']) await pool.query("SELECT set_key_label($1, 'new')", [id]);
      await pool.query(
        `SELECT create_key('last', 'acc_1', false, 'pro', 'live', NULL, '[]', 0, sha256('last'), 'abcd')`,
      );
      return result;
    },
  } as unknown as Queries;

  const changes = await new PostgresKeyTable(queries).changedSince(undefined);
  const changed = changes?.keys ?? [];
  assert.deepEqual(pages, [1_000, 1_000, 502]);
  const sequences = changed.map(({ key }) => key.sequence);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].toSorted((a, b) => a - b),
    'each key once, in the order of creation',
  );
  assert.deepEqual([changed.length, changed.at(-1)?.key.id], [2_501, 'last']);
  const labelled = changed.filter(({ key }) => key.label === 'new').map(({ key }) => key.id);
  assert.deepEqual(labelled, ['key_5', 'key_2000']);
  for (const { secrets } of changed) assert.equal(secrets.length, 1);
  assert.equal(changes?.position.revision, 2_500, 'of the first page: what changed later is read again');
  const later = await new PostgresKeyTable(pool).changedSince(changes?.position);
  assert.deepEqual([later?.position.revision, later?.keys.length], [2_503, 3]);
  assert.deepEqual((await new PostgresKeyTable(pool).changedSince(later?.position))?.keys, []);
});
