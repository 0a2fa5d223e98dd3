import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { parsePostgresUrl } from '#gateway/server/storage/postgres/connection.js';
import { BackupError, type BackupFacts, backUp, restore } from '#gateway/server/storage/sqlite/backup.js';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { commandAuthor } from '../core/author.js';
import { lookInto, prepareFolder, settingsOf } from '../core/data-folder.js';
import { CommandError, type Io, jsonText, print, say, UsageError } from '../core/io.js';

export interface BackupOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `textmill backup`. */
export async function backupTo(io: Io, file: string, { force = false, json = false }: BackupOptions): Promise<void> {
  const { dataDir } = folderOf(io, (url) => `use pg_dump --format=custom --file=FILE ${url}`);
  const target = resolve(io.workingFolder, file);
  const database = databaseFile(dataDir);
  lookInto(dataDir);
  requireOrdinary(target, file, dataDir);
  if (!existsSync(database)) throw new CommandError(`There is no ${database} to copy: is DATA_DIR right?`);
  prepareFolder(dataDir);
  if (existsSync(target) && !force) throw new CommandError(`${file} exists already; --force replaces it`);
  const facts = await explained(() => backUp(dataDir, target, commandAuthor(io)));
  await report(io, json, { file: target, ...facts }, `${target}: ${described(facts)}\n`);
  if (!facts.audited)
    await say(io, 'textmill: the audit log of the database cannot be written, and has no entry of this\n');
}

/** `textmill restore`. */
export async function restoreFrom(io: Io, file: string, { json = false }: BackupOptions): Promise<void> {
  // Without --if-exists it fails on an empty database, and without one transaction it may stop halfway.
  const flags = '--clean --if-exists --single-transaction';
  const { dataDir } = folderOf(io, (url) => `stop all gateways, and use pg_restore ${flags} --dbname=${url} FILE`);
  const source = resolve(io.workingFolder, file);
  const database = databaseFile(dataDir);
  if (source === database) throw new UsageError(`${file} is the database itself`);
  if (!existsSync(source)) throw new CommandError(`There is no ${file}`);
  lookInto(dataDir);
  prepareFolder(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway !== undefined) {
    const who = gateway.pid === undefined ? 'A gateway' : `The gateway ${gateway.pid}`;
    throw new CommandError(`${who} is running on ${dataDir}: stop it first`);
  }
  const facts = await explained(() => restore(source, dataDir, commandAuthor(io)));
  const kept = facts.replaced === null ? '' : `what was there before is ${facts.replaced}\n`;
  await report(io, json, { file: database, ...facts }, `${database}: ${described(facts)}\n${kept}`);
}

/**
 * Returns the settings, unless the keys are in PostgreSQL.
 *
 * @param adviceFor - returns what to do in its place, for a URL without a password.
 * @throws {CommandError}
 */
function folderOf(io: Io, adviceFor: (url: string) => string) {
  const settings = settingsOf(io);
  const address = settings.databaseUrl === undefined ? undefined : parsePostgresUrl(settings.databaseUrl);
  if (address === undefined) return settings;
  const advice = `${adviceFor(address.shown)}, with the password in PGPASSWORD or ~/.pgpass`;
  throw new CommandError(`DATABASE_URL is set, so the database is PostgreSQL: ${advice}`);
}

/** Returns where a folder is, whatever links lead there; as it is if it does not exist. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Refuses a target that the backup must not replace. @throws {UsageError} */
function requireOrdinary(target: string, name: string, dataDir: string): void {
  if (
    realPath(dirname(target)) === realPath(dataDir) &&
    /^(?:textmill\.sqlite|database-created|gateway\.|admin-token)/.test(basename(target))
  ) {
    throw new UsageError(`${name} is a file of the gateway itself`);
  }
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new UsageError(`${name} is not a regular file`);
}

async function explained<Facts extends BackupFacts>(work: () => Promise<Facts>): Promise<Facts> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

function described({ bytes, accounts, keys, schemaVersion }: BackupFacts): string {
  return `checked: ${bytes} bytes, accounts ${accounts}, keys ${keys}, schema version ${schemaVersion}`;
}

function report({ stdout }: Io, asJson: boolean, document: object, sentence: string): Promise<void> {
  return print({ stdout }, asJson ? jsonText(document) : sentence);
}
