/** A thread that reads the usage of all accounts once, see usage-totals.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { OpenedFiles } from '../opened-files.js';
import { connect } from './connection.js';
import { usageTotals } from './usage-queries.js';
import type { TotalsQuery } from './usage-totals.js';

const { file, files, range, accounts } = workerData as TotalsQuery;
new OpenedFiles(files).check();
const database = connect(file, { synchronous: 'NORMAL', busyTimeoutMs: 5_000, autoCheckpointPages: 0 });
try {
  parentPort?.postMessage(usageTotals(database, range, accounts));
} finally {
  database.close();
}
