import { after } from 'node:test';
import { openPostgres } from '#gateway/server/storage/postgres/open.js';
import { type CleanupScope, cleanUpAfter } from './cleanup.js';
import { until } from './gateway-process.js';
import { LocalPostgres, missingPostgres, postgresPrograms } from './local-postgres.js';

/** Why tests with PostgreSQL are skipped here; false if they run, as they always do where REQUIRE_POSTGRES is set. */
export const withoutPostgres =
  process.env.REQUIRE_POSTGRES === undefined && postgresPrograms() === undefined && missingPostgres;

export type TestPostgres = LocalPostgres;

/** What tests show does not depend on the disk. */
const settings = ['fsync=off'];

/** Starts a PostgreSQL of its own, which ends with the scope. */
export async function startPostgres(scope: CleanupScope): Promise<TestPostgres> {
  return endedWith(scope, await LocalPostgres.start(settings));
}

let shared: Promise<TestPostgres> | undefined;
let databases = 0;
/** Copying its tables is faster than making them. */
const template = 'with_tables';
// At the end of the process: at this level, a hook belongs to no test.
after(async () => await (await shared)?.end());

/** Creates a database with the current tables in a PostgreSQL that all tests of this process share. @returns its URL. */
export async function createTestDatabase(): Promise<string> {
  shared ??= startWithTemplate();
  return (await shared).createDatabase(`test_${++databases}`, template);
}

async function startWithTemplate(): Promise<TestPostgres> {
  const server = await LocalPostgres.start(settings);
  const { close } = await openPostgres(await server.createDatabase(template));
  await close();
  return server;
}

/** Starts a server that has everything that its primary confirms from now on, and only reads. */
export async function startStandby(scope: CleanupScope, primary: TestPostgres): Promise<TestPostgres> {
  const standby = endedWith(scope, await LocalPostgres.start(settings, primary.url('postgres')));
  const isInStep = async () => {
    const rows = await primary.query('postgres', "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rows.length === 1;
  };
  await primary.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query('postgres', 'SELECT pg_reload_conf()');
  await until('the standby confirms what it has', isInStep);
  return standby;
}

/**
 * Copies a server as it is now. The copy gets nothing of what its primary commits from now on: a standby that is behind.
 *
 * @returns a function that lets the copy take the place of its primary, which is gone.
 */
export async function copyPostgres(scope: CleanupScope, primary: TestPostgres): Promise<() => Promise<TestPostgres>> {
  const copy = endedWith(scope, await LocalPostgres.start(settings, primary.url('postgres')));
  await copy.crash();
  return async () => {
    await copy.restart();
    await promote(copy);
    return copy;
  };
}

/** Lets a standby write: its primary is gone. */
export async function promote(standby: TestPostgres): Promise<void> {
  await standby.query('postgres', 'SELECT pg_promote()');
}

function endedWith(scope: CleanupScope, server: LocalPostgres): LocalPostgres {
  cleanUpAfter(scope, () => server.end());
  return server;
}
