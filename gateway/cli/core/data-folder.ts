import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#gateway/core/clock.js';
import { readConfig } from '#gateway/server/config/config.js';
import { withEnvFile } from '#gateway/server/config/env-file.js';
import { IndexedKeyStore } from '#gateway/server/keys/indexed-key-store.js';
import { type KeyStore, visibleAfterMs } from '#gateway/server/keys/key-store.js';
import { openKeysOnce } from '#gateway/server/keys/shared-keys.js';
import { Sessions } from '#gateway/server/sessions/sessions.js';
import type { AuditLog } from '#gateway/server/storage/audit-log.js';
import { prepareDataFolder } from '#gateway/server/storage/data-folder.js';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { unknownGateways } from '#gateway/server/storage/key-members.js';
import { OpenedFiles } from '#gateway/server/storage/opened-files.js';
import { PostgresAuditLog } from '#gateway/server/storage/postgres/audit-log.js';
import { PostgresKeyMembers } from '#gateway/server/storage/postgres/key-members.js';
import { PostgresSessionTable } from '#gateway/server/storage/postgres/session-table.js';
import { auditPage } from '#gateway/server/storage/sqlite/audit-entries.js';
import { type Database, databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { requireDatabase } from '#gateway/server/storage/sqlite/database-mark.js';
import { clampFutureTimes } from '#gateway/server/storage/sqlite/future-times.js';
import { SqliteKeyTable } from '#gateway/server/storage/sqlite/key-table.js';
import { isNewestSchema } from '#gateway/server/storage/sqlite/migrations.js';
import { SqliteSessionTable } from '#gateway/server/storage/sqlite/session-table.js';
import { damagedError, isBusyFault, isLost } from '#gateway/server/storage/store-fault.js';
import { CommandError, type Io, write } from './io.js';
import { withSharedStore } from './shared-store.js';

/** How long a command waits for another process that has locked the database, in milliseconds. */
const lockTimeoutMs = 5_000;

/** Returns the settings of the working directory, as `textmill serve` reads them. @throws {ConfigError} */
export function settingsOf({ environment, workingFolder }: Io) {
  return readConfig(withEnvFile(environment, join(workingFolder, '.env')), workingFolder);
}

/** Work on keys. It gets the settings of the working directory as well. */
type KeyWork<Result> = (keys: KeyStore, settings: Settings) => Result | Promise<Result>;

type Settings = ReturnType<typeof settingsOf>;

/**
 * Opens the keys in the database of DATABASE_URL, or else in the data folder, for some work. All running gateways have
 * seen every change when this returns, except those that it names on standard error.
 *
 * @param mustExist - whether a database in the data folder must exist; otherwise it is created, as at the first start.
 * @throws {CommandError} if the database cannot be used, or a gateway of another version is using it.
 */
export async function withKeys<Result>(
  io: Io,
  { mustExist }: { readonly mustExist: boolean },
  work: KeyWork<Result>,
): Promise<Result> {
  const settings = settingsOf(io);
  const { databaseUrl } = settings;
  if (databaseUrl !== undefined) return withSharedKeys(io, databaseUrl, settings, work);
  return inFolder(settings, mustExist, async (database, files) => {
    const result = await work(new IndexedKeyStore(new SqliteKeyTable(database, files), systemClock), settings);
    await wait(visibleAfterMs);
    return result;
  });
}

/** Opens the sessions in the same database for some work. @throws {CommandError} as {@link withKeys}. */
export async function withSessions<Result>(io: Io, work: (sessions: Sessions) => Promise<Result>): Promise<Result> {
  const settings = settingsOf(io);
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    return inFolder(settings, true, (database, files) =>
      work(new Sessions(new SqliteSessionTable(database, files), systemClock)),
    );
  }
  return withSharedStore(databaseUrl, async ({ pool }) => {
    // Gateways decide by the time of the database what has expired.
    const now = await new PostgresKeyMembers(pool).now();
    return work(new Sessions(new PostgresSessionTable(pool), { now: () => now }));
  });
}

/** Opens the audit log of the same database, to read it. @throws {CommandError} as {@link withKeys}. */
export async function withAudit<Result>(io: Io, work: (read: AuditLog['read']) => Promise<Result>): Promise<Result> {
  const settings = settingsOf(io);
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    return inFolder(settings, true, (database) => work(async (query) => auditPage(database, query)));
  }
  return withSharedStore(databaseUrl, ({ pool }) => {
    const audit = new PostgresAuditLog(pool);
    return work((query) => audit.read(query));
  });
}

async function inFolder<Result>(
  { dataDir }: Settings,
  mustExist: boolean,
  work: (database: Database, files: OpenedFiles) => Promise<Result>,
): Promise<Result> {
  const file = databaseFile(dataDir);
  lookInto(dataDir);
  explained(() => requireDatabase(file));
  if (mustExist && !existsSync(file)) {
    throw new CommandError(`There is no ${file}: start textmill serve once, or set DATA_DIR to its folder`);
  }
  prepareFolder(dataDir);
  if (runningGateway(dataDir) !== undefined && !explained(() => isNewestSchema(file), file)) {
    throw new CommandError('The running gateway has an older version: restart it first');
  }
  const database = explained(() => openDatabase(dataDir, lockTimeoutMs), file);
  try {
    // The time of a running gateway may be ahead; it does this when it starts.
    if (runningGateway(dataDir) === undefined) clampFutureTimes(database, systemClock.now());
    return await work(database, OpenedFiles.ofDatabase(file));
  } catch (error) {
    if (isBusyFault(error)) throw new CommandError(`Another process has locked ${file}: try again`, { cause: error });
    const problem = isLost(error) ? (error as Error) : damagedError(error, file);
    if (problem === undefined) throw error;
    throw new CommandError(problem.message, { cause: error });
  } finally {
    closeQuietly(database);
  }
}

function withSharedKeys<Result>(
  { stderr }: Io,
  databaseUrl: string,
  settings: Settings,
  work: KeyWork<Result>,
): Promise<Result> {
  return withSharedStore(databaseUrl, async (store) => {
    const { keys, close } = await openKeysOnce(store, systemClock, settings.keyTrustSeconds * 1_000);
    try {
      const result = await work(keys, settings);
      for (const { name, until } of await keys.confirmed()) {
        const who = name === unknownGateways ? 'a gateway that cannot be named' : name;
        const when = new Date(until).toISOString();
        await write(
          stderr,
          `textmill: ${who} has not confirmed the change, and may serve the old keys until ${when}\n`,
        );
      }
      return result;
    } finally {
      await close();
    }
  });
}

/**
 * Runs work whose errors are sentences.
 *
 * @param database - its path, if damage of it is to be named.
 * @throws {CommandError}
 */
function explained<Result>(work: () => Result, database?: string): Result {
  try {
    return work();
  } catch (error) {
    const damage = database === undefined ? undefined : damagedError(error, database);
    throw new CommandError((damage ?? (error as Error)).message, { cause: error });
  }
}

/** @throws {CommandError} for an unreadable folder, whose files otherwise seem not to exist. */
export function lookInto(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new CommandError(`${dataDir} cannot be read (${code})`, { cause: error });
  }
}

/**
 * Replaces the rights of root by those of the owner of a folder, for a command that only reads there and sends signals.
 * The owner may have named any process in its files, and have put links to any file there.
 *
 * @throws {CommandError} if this root must not do that, as in a container without capabilities.
 */
export function actAsOwner(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0 || owner === undefined || owner.uid === 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(owner.gid);
    process.setuid?.(owner.uid);
  } catch (error) {
    throw new CommandError(`${dataDir} belongs to user ${owner.uid}: run this as that user, not as root`, {
      cause: error,
    });
  }
}

/** @throws {CommandError} if the current user cannot use the folder. */
export function prepareFolder(dataDir: string): void {
  explained(() => prepareDataFolder(dataDir));
}

/** The last connection checkpoints the log when it closes. Another process may prevent it, and does it itself then. */
function closeQuietly(database: Database): void {
  try {
    database.close();
  } catch {
    // Everything is committed.
  }
}
