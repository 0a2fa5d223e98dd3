import { existsSync } from 'node:fs';
import { systemClock } from '#gateway/core/clock.js';
import { runningGateway } from '#gateway/server/storage/folder-lock.js';
import { moveToPostgres, moveToSqlite } from '#gateway/server/storage/moving/move.js';
import { MoveError } from '#gateway/server/storage/moving/tables.js';
import { parsePostgresUrl } from '#gateway/server/storage/postgres/connection.js';
import { UnusableDatabaseError } from '#gateway/server/storage/postgres/server-check.js';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { commandAuthor } from '../core/author.js';
import { lookInto, prepareFolder, settingsOf } from '../core/data-folder.js';
import { CommandError, type Io, jsonText, print, UsageError } from '../core/io.js';
import { textInput } from '../text/text-input.js';

export interface MoveOptions {
  readonly to?: string;
  readonly urlFile?: string;
  readonly json?: boolean;
}

/** A URL is longer than that only by mistake. */
const longestUrl = 10_000;

/** `textmill move`. */
export async function move(io: Io, { to, urlFile, json = false }: MoveOptions): Promise<void> {
  // What was given instead is not repeated: it may be a URL with a password.
  if (to !== 'postgres' && to !== 'sqlite') {
    throw new UsageError(
      '--to takes postgres or sqlite; the URL comes from DATABASE_URL, or from a file with --url-file',
    );
  }
  const { dataDir, databaseUrl } = settingsOf(io);
  const url = urlFile === undefined ? databaseUrl : await urlIn(io, urlFile);
  const address = url === undefined ? undefined : parsePostgresUrl(url);
  if (address === undefined) {
    const where = urlFile === undefined ? 'DATABASE_URL, or in a file with --url-file' : urlFile;
    throw new UsageError(`A URL such as postgres://user:password@host:5432/name is needed in ${where}`);
  }
  const file = databaseFile(dataDir);
  lookInto(dataDir);
  if (to === 'postgres' && !existsSync(file)) throw new CommandError(`There is no ${file}: is DATA_DIR right?`);
  prepareFolder(dataDir);
  const gateway = runningGateway(dataDir);
  if (gateway !== undefined) throw new CommandError(`A gateway is running on ${dataDir}: stop it first`);
  const author = commandAuthor(io);
  const facts = await explained(() =>
    to === 'sqlite'
      ? moveToSqlite(address.url, dataDir, author)
      : moveToPostgres(dataDir, address.url, systemClock, author),
  );
  const [source, target] = to === 'sqlite' ? [address.shown, file] : [file, address.shown];
  const kept = 'kept' in facts ? `what was there before is ${facts.kept}\n` : '';
  const sentence = `${target}: moved from ${source}: accounts ${facts.accounts}, keys ${facts.keys}\n${kept}`;
  await print(io, json ? jsonText({ source, target, ...facts }) : sentence);
}

/** Returns the text of a file, without line ends around it. */
async function urlIn(io: Io, file: string): Promise<string> {
  let text = '';
  for await (const piece of textInput(io, [file], () => {}).pieces) {
    text += piece;
    if (text.length > longestUrl) break;
  }
  return text.trim();
}

async function explained<Facts>(work: () => Promise<Facts>): Promise<Facts> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MoveError || error instanceof UnusableDatabaseError) {
      throw new CommandError(error.message, { cause: error });
    }
    throw error;
  }
}
