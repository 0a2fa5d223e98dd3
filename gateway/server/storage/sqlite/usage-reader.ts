import { Worker } from 'node:worker_threads';
import { entryFile } from '#engine/core/program-folder.js';
import type { UsageRange } from '#gateway/core/usage-range.js';
import type { AuditPage, AuditQuery } from '../audit-log.js';
import type {
  AccountHistory,
  CountedKey,
  KeyRequests,
  UsageDaysPiece,
  UsageDaysPlace,
  UsageDaysQuery,
  UsageTotals,
} from '../counter-store.js';
import type { OpenedFile, OpenedFiles } from '../opened-files.js';
import { StoreBusyError } from '../store-fault.js';
import type { UsageAsker } from './usage-queries.js';

/** What to read: see usage-queries.ts. */
type RangeQuery = { readonly range: UsageRange } & (
  | { readonly kind: 'account'; readonly accountId: string; readonly asker: UsageAsker }
  | { readonly kind: 'keys'; readonly keys: readonly CountedKey[]; readonly asker: UsageAsker }
  | { readonly kind: 'totals'; readonly accounts: number }
);

/** What to do in the audit log: see audit-entries.ts. */
type AuditTask =
  | { readonly kind: 'audit'; readonly query: AuditQuery }
  | { readonly kind: 'audit-expiry'; readonly before: number };

export type UsageQuery =
  | { readonly kind: 'days'; readonly days: UsageDaysQuery; readonly after: UsageDaysPlace | undefined }
  | RangeQuery
  | AuditTask;

interface UsageResults {
  readonly account: AccountHistory;
  readonly keys: readonly KeyRequests[];
  readonly totals: UsageTotals;
  readonly days: UsageDaysPiece;
  readonly audit: { readonly page?: AuditPage };
  readonly 'audit-expiry': { readonly hasMore: boolean };
}

/** A message to the thread. */
export interface UsageRequest {
  readonly id: number;
  readonly query: UsageQuery;
}

/** The message that the thread sends back. */
export interface UsageOutcome {
  readonly id: number;
  /** As JSON: the event loop parses it in half the time that it takes to receive the objects. */
  readonly result?: string;
  readonly failure?: { readonly message: string; readonly code: string | undefined };
}

/** The data that the thread starts with. */
export interface UsageReaderData {
  /** The database. */
  readonly file: string;
  /** The files of the event loop's connection, which may not be those that are at the paths now. */
  readonly files: readonly OpenedFile[];
}

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
}

const threadModule = entryFile('gateway/server/storage/sqlite/usage-reader-thread');

/**
 * Reads usage on a thread of its own: it may take seconds, in which neither the event loop nor the thread that writes the
 * quota may wait. The thread starts with the first query, and again if it ends.
 */
export class UsageReader {
  readonly #data: UsageReaderData;
  readonly #pending = new Map<number, Pending>();
  #thread: Worker | undefined;
  /** Whether {@link #thread} has answered a query. */
  #hasAnswered = false;
  #isClosing = false;
  #lastId = 0;

  /** @param file - the database. @param opened - its files, as the event loop has opened them. */
  constructor(file: string, { files }: OpenedFiles) {
    this.#data = { file, files };
  }

  /** @throws {Error} (as a rejection) if the database cannot be read; with the code of SQLite, if SQLite failed. */
  read<Query extends UsageQuery>(query: Query): Promise<UsageResults[Query['kind']]> {
    if (this.#isClosing) return Promise.reject(new StoreBusyError(new Error('The store is closed')));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#thread ??= this.#start();
      this.#pending.set(id, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage({ id, query } satisfies UsageRequest);
    });
  }

  /** Ends the thread, once it has answered its first query. Others that are under way fail. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const thread = this.#thread;
    if (thread === undefined) return;
    thread.ref();
    // Node.js aborts the process if a thread is ended while it loads native code, which the first query does.
    if (!this.#hasAnswered) await new Promise((resolve) => thread.once('message', resolve).once('exit', resolve));
    await thread.terminate();
  }

  #start(): Worker {
    const thread = new Worker(threadModule, { workerData: this.#data, name: 'usage-reader' });
    this.#hasAnswered = false;
    let reason = new Error('The thread that reads the usage ended');
    thread.on('message', (outcome: UsageOutcome) => this.#settle(outcome));
    thread.on('error', (error: Error) => {
      reason = error;
    });
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#pending.values()) reject(new StoreBusyError(reason));
      this.#pending.clear();
    });
    return thread;
  }

  #settle({ id, result, failure }: UsageOutcome): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#hasAnswered = true;
    // Only a query that is under way keeps the process alive, and the end of the thread.
    if (this.#pending.size === 0 && !this.#isClosing) this.#thread?.unref();
    if (result === undefined) pending?.reject(Object.assign(new Error(failure?.message), { code: failure?.code }));
    else pending?.resolve(JSON.parse(result) as never);
  }
}
