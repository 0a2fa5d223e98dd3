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

/** The settings of the working folder, as `textmill serve` would take them. @throws {ConfigError} */
export function settingsOf({ environment, workingFolder }: Io) {
  return readConfig(withEnvFile(environment, join(workingFolder, '.env')), workingFolder);
}

/**
 * Works with the keys in the data folder. A gateway that runs on it has seen every change when this returns.
 *
 * @param mustExist - whether there must be a database already; otherwise it is made, as the first start would.
 * @throws {CommandError} if there is none, or a gateway of another version is using it.
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

/** What lies in a folder that one may not look into seems not to be there. @throws {CommandError} for such a folder. */
export function lookInto(dataDir: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new CommandError(`${dataDir} cannot be read (${code})`, { cause: error });
  }
}

/** @throws {CommandError} if the folder cannot be worked in by whoever runs the command. */
export function prepareFolder(dataDir: string): void {
  try {
    requireOwner(dataDir);
    prepareDataFolder(dataDir);
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

/** The last connection to close writes the log back, which another process may prevent; it does so itself then. */
function closeQuietly(database: Database): void {
  try {
    database.close();
  } catch {
    // Everything is committed.
  }
}
