import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../config/config.js';
import { withEnvFile } from '../../config/env-file.js';
import { systemClock } from '../../core/clock.js';
import { IndexedKeyStore } from '../../keys/indexed-key-store.js';
import { type KeyStore, visibleAfterMs } from '../../keys/key-store.js';
import { type Database, databaseFile, openDatabase } from '../../store/connection.js';
import { prepareDataFolder, requireOwner } from '../../store/data-folder.js';
import { runningGateway } from '../../store/folder-lock.js';
import { isNewestSchema } from '../../store/migrations.js';
import { SqliteKeyTable } from '../../store/sqlite-key-table.js';
import { CommandError, type Io } from './io.js';

/** Returns the settings of the working directory, as `textmill serve` reads them. @throws {ConfigError} */
export function settingsOf({ environment, workingFolder }: Io) {
  return readConfig(withEnvFile(environment, join(workingFolder, '.env')), workingFolder);
}

/**
 * Opens the keys in the data folder for some work. A running gateway has seen every change when this returns.
 *
 * @param mustExist - whether the database must exist; otherwise it is created, as at the first start.
 * @throws {CommandError} if there is no database, or a gateway of another version is using it.
 */
export async function withKeys<Result>(
  io: Io,
  { mustExist }: { readonly mustExist: boolean },
  work: (keys: KeyStore, settings: ReturnType<typeof settingsOf>) => Result,
): Promise<Result> {
  const settings = settingsOf(io);
  const { dataDir } = settings;
  const file = databaseFile(dataDir);
  lookInto(dataDir);
  if (mustExist && !existsSync(file)) {
    throw new CommandError(`There is no ${file}: start textmill serve once, or set DATA_DIR to its folder`);
  }
  prepareFolder(dataDir);
  if (runningGateway(dataDir) !== undefined && !isNewestSchema(file)) {
    throw new CommandError('The running gateway has an older version: restart it first');
  }
  const database = opened(dataDir);
  try {
    const result = work(new IndexedKeyStore(new SqliteKeyTable(database), systemClock), settings);
    await wait(visibleAfterMs);
    return result;
  } finally {
    closeQuietly(database);
  }
}

function opened(dataDir: string): Database {
  try {
    return openDatabase(dataDir);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
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

/** @throws {CommandError} if the current user cannot use the folder. */
export function prepareFolder(dataDir: string): void {
  try {
    requireOwner(dataDir);
    prepareDataFolder(dataDir);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

/** The last connection checkpoints the log when it closes. Another process may prevent it, and does it itself then. */
function closeQuietly(database: Database): void {
  try {
    database.close();
  } catch {
    // Everything is committed.
  }
}
