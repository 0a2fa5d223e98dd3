import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { systemClock } from '../clock.js';
import { readConfig } from '../config.js';
import { withEnvFile } from '../env-file.js';
import { type KeyStore, visibleAfterMs } from '../keys/key-store.js';
import { SqliteKeyStore } from '../keys/sqlite-key-store.js';
import { databaseFile, openDatabase } from '../store/connection.js';
import { prepareDataFolder } from '../store/data-folder.js';
import { runningGateway } from '../store/folder-lock.js';
import { isNewestSchema } from '../store/migrations.js';
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
  if (mustExist && !existsSync(file)) {
    throw new CommandError(`There is no ${file}: start textmill serve once, or set DATA_DIR to its folder`);
  }
  prepareDataFolder(dataDir);
  if (runningGateway(dataDir) !== undefined && !isNewestSchema(file)) {
    throw new CommandError('The gateway that runs is of an older version: restart it first');
  }
  const database = openDatabase(dataDir);
  try {
    const result = work(new SqliteKeyStore(database, systemClock), settings);
    await wait(visibleAfterMs);
    return result;
  } finally {
    closeQuietly(database);
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
