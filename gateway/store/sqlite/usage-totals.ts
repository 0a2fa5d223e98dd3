import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { UsageRange } from '../../core/usage-range.js';
import type { UsageTotals } from '../counter-store.js';
import type { OpenedFile } from '../opened-files.js';

/** What the thread reads. */
export interface TotalsQuery {
  /** The database. */
  readonly file: string;
  /** The files of the event loop's connection, which may not be those that are at the paths now. */
  readonly files: readonly OpenedFile[];
  readonly range: UsageRange;
  readonly accounts: number;
}

/** `.ts` when the sources run, `.js` in a build. */
const readerModule = new URL(`./usage-totals-reader${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads the usage of all accounts on a thread of its own: it may take seconds, in which neither the event loop nor the
 * thread that writes the quota may wait.
 *
 * @throws {Error} (as a rejection) if the database cannot be read.
 */
export function readUsageTotals(query: TotalsQuery): Promise<UsageTotals> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(readerModule, { workerData: query, name: 'usage-totals' });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that reads the usage ended')));
  });
}
