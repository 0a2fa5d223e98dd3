import { openPostgres, type PostgresStore } from '#gateway/server/storage/postgres/open.js';
import { UnusableDatabaseError } from '#gateway/server/storage/postgres/server-check.js';
import { StoreBusyError, StoreUnavailableError } from '#gateway/server/storage/store-fault.js';
import { CommandError } from './io.js';

/**
 * Opens the database of DATABASE_URL for some work.
 *
 * @throws {CommandError} if it cannot be used.
 */
export async function withSharedStore<Result>(
  databaseUrl: string,
  work: (store: PostgresStore) => Promise<Result>,
): Promise<Result> {
  try {
    const store = await openPostgres(databaseUrl);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (
      error instanceof UnusableDatabaseError ||
      error instanceof StoreUnavailableError ||
      error instanceof StoreBusyError
    ) {
      throw new CommandError(error.message, { cause: error });
    }
    throw error;
  }
}
