/** The thread of a {@link UsageReader}: it reads the usage of accounts with a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { OpenedFiles } from '../opened-files.js';
import { auditPage, expireEntries } from './audit-entries.js';
import { connect, type Database } from './connection.js';
import { requestsElsewhere, usageDays, usageElsewhere, usageTotals } from './usage-queries.js';
import type { UsageOutcome, UsageQuery, UsageReaderData, UsageRequest } from './usage-reader.js';

const data = workerData as UsageReaderData;
const files = new OpenedFiles(data.files);
let database: Database | undefined;

/** With the first query, so that a failure is that of a query. What is open can be read wherever it is moved. */
function opened(): Database {
  files.check();
  return connect(data.file, { synchronous: 'NORMAL', busyTimeoutMs: 5_000, autoCheckpointPages: 0 });
}

function usageOf(query: UsageQuery): object {
  database ??= opened();
  if (query.kind === 'days') return usageDays(database, query.days, query.after);
  if (query.kind === 'audit') return { page: auditPage(database, query.query) };
  if (query.kind === 'audit-expiry') return { hasMore: expireIn(database, query.before) };
  if (query.kind === 'totals') return usageTotals(database, query.range, query.accounts);
  if (query.kind === 'keys') return requestsElsewhere(database, query.keys, query.range, query.asker);
  return usageElsewhere(database, query.accountId, query.range, query.asker);
}

function expireIn(database: Database, before: number): boolean {
  return files.during(() => expireEntries(database, before));
}

parentPort?.on('message', ({ id, query }: UsageRequest) => {
  let outcome: UsageOutcome;
  try {
    outcome = { id, result: JSON.stringify(usageOf(query)) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    outcome = { id, failure: { message, code } };
  }
  parentPort?.postMessage(outcome);
});
