import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PostgresKeyMembers } from '#gateway/server/storage/postgres/key-members.js';
import { PostgresKeyTable } from '#gateway/server/storage/postgres/key-table.js';
import { checkPostgres, openPostgres } from '#gateway/server/storage/postgres/open.js';
import { StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { author } from '../../../../support/author.js';
import { suiteScope } from '../../../../support/cleanup.js';
import { until } from '../../../../support/gateway-process.js';
import { type PoolerSettings, startPgbouncer, withoutPgbouncer } from '../../../../support/pgbouncer.js';
import { startPostgres, startStandby, type TestPostgres, withoutPostgres } from '../../../../support/postgres.js';

/** What a start says of a database after its name. Anything else than one sentence fails. */
async function refusalOf(url: string): Promise<string> {
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      ({ message }: Error) => message,
    );
  const opened = await messageOf(openPostgres(url).then(({ close }) => close()));
  assert.equal(await messageOf(checkPostgres(url)), opened);
  assert.ok(!opened.includes('\n'), opened);
  return opened.replace(/^DATABASE_URL is \S+, but /, '');
}

describe('a start over PostgreSQL', { skip: withoutPostgres }, () => {
  const scope = suiteScope();
  let postgres: TestPostgres;

  before(async () => {
    postgres = await startPostgres(scope);
  });

  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    test(`refuses the encoding ${encoding}, in which not every text can be stored`, async () => {
      const name = `in_${encoding.toLowerCase()}`;
      await postgres.query('postgres', `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
      assert.equal(
        await refusalOf(postgres.url(name)),
        `its encoding is ${encoding}: create another database with ENCODING 'UTF8' TEMPLATE template0`,
      );
    });
  }

  test('refuses a database or a user that only reads', async () => {
    const url = await postgres.createDatabase('reading');
    await postgres.query('postgres', 'ALTER DATABASE reading SET default_transaction_read_only = on');
    assert.equal(
      await refusalOf(url),
      'it cannot be written to: switch default_transaction_read_only off for its user and database',
    );
  });

  test('refuses a standby; one that a gateway meets later is a database that is unavailable', async () => {
    const url = await postgres.createDatabase('copied');
    const { pool, close } = await openPostgres(url);
    await startStandby(scope, postgres).then(async (standby) => {
      const refusal = 'its server is a standby, which cannot be written to: name the primary';
      assert.equal(await refusalOf(standby.url('copied')), refusal);
      assert.equal(await refusalOf(standby.url('postgres')), refusal);
    });
    await postgres.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = ''");
    await postgres.query('postgres', 'SELECT pg_reload_conf()');
    // What a server says that became a standby.
    pool.on('connect', (client) => void client.query('SET default_transaction_read_only = on'));
    await pool.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
    await assert.rejects(new PostgresKeyTable(pool).setLabel('key', 'a', author), StoreUnavailableError);
    await close();
  });

  const poolers: readonly PoolerSettings[] = [
    { mode: 'transaction', size: 1 },
    { mode: 'transaction', size: 20 },
    { mode: 'transaction', size: 20, more: 'server_round_robin = 1' },
    { mode: 'statement', size: 1 },
    { mode: 'statement', size: 20 },
  ];
  for (const pooler of poolers) {
    const { mode, size, more = '' } = pooler;
    test(`refuses PgBouncer in ${mode} mode with ${size} connections ${more}`, {
      skip: withoutPgbouncer,
    }, async (t) => {
      await postgres.createDatabase(`pooled_${mode}_${size}_${more.length}`);
      const port = await startPgbouncer(t, postgres, pooler);
      const url = `postgres://textmill@127.0.0.1:${port}/pooled_${mode}_${size}_${more.length}`;
      assert.equal(
        await refusalOf(url),
        'a pooler gives each of its transactions another session, in which LISTEN and prepared statements fail: set ' +
          'pool_mode = session there, or name PostgreSQL itself',
      );
    });
  }

  test('takes PgBouncer in session mode, and hears of changes through it', { skip: withoutPgbouncer }, async (t) => {
    await postgres.createDatabase('pooled');
    const port = await startPgbouncer(t, postgres, { mode: 'session', size: 20 });
    const { pool, close } = await openPostgres(`postgres://textmill@127.0.0.1:${port}/pooled`);
    t.after(close);
    let announced = 0;
    const stop = new PostgresKeyMembers(pool).listen({ changed: () => announced++, seen: () => {} });
    t.after(stop);
    await until('it listens', () => announced > 0);
    const before = announced;
    await postgres.query('pooled', "SELECT pg_notify('textmill_keys_changed', '')");
    await until('it has heard', () => announced > before);
    assert.deepEqual((await new PostgresKeyTable(pool).changedSince(undefined))?.keys, []);
  });
});
