import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { treeMs } from '../cluster/process-tree.js';
import { type Comparison, type Measurement, sampleOf, type Unit } from '../row.js';
import { removeAtExit, removeFolder } from './child.js';
import { residentMb } from './memory.js';
import { createKey, textmill, withServer } from './servers.js';

/** Each with an account and a secret of its own. The targets are seconds until it is ready, and MB. */
const sizes = [
  { keys: 100 },
  { keys: 10_000 },
  { keys: 100_000, readySeconds: 1.5, residentMb: 150 },
  { keys: 1_000_000, readySeconds: 12, residentMb: 1_000 },
] as const;

const createdKeys = 50;
/** After its start, a gateway returns memory in its first idle second. */
const settleMs = 3_000;

interface Reading {
  readonly readySeconds: number;
  readonly processorSeconds: number;
  readonly residentMb: number;
  /** Median time of a request that creates a key, in milliseconds. */
  readonly createMs: number;
}

/** P22: measures the start, the memory and the time to create a key by the number of keys in SQLite. */
export const manyKeys: Measurement = {
  ids: ['P22'],
  async run({ rounds, progress }) {
    const comparisons: Comparison[] = [];
    for (const { keys, ...targets } of sizes) {
      const name = `${keys.toLocaleString('en')} keys`;
      const folder = mkdtempSync(join(tmpdir(), 'textmill-bench-'));
      removeAtExit(folder);
      try {
        progress(`storing ${name}`);
        storeKeys(folder, keys);
        const readings: Reading[] = [];
        for (let round = 0; round < rounds; round++) {
          progress(`start with ${name}, round ${round + 1}`);
          readings.push(await readingOf(folder));
        }
        const compare = (what: string, unit: Unit, value: keyof Reading, atMost?: number): Comparison => {
          const ours = sampleOf(readings.map((reading) => reading[value]));
          const target = atMost === undefined ? {} : { target: { atMost } };
          return { name: `${name}, ${what}`, unit, ours, value: ours.median, valueUnit: unit, ...target };
        };
        const { readySeconds, residentMb: mb } = { readySeconds: undefined, residentMb: undefined, ...targets };
        comparisons.push(
          compare('process start to /readyz 200', 's', 'readySeconds', readySeconds),
          compare('processor time until then', 's', 'processorSeconds'),
          compare('resident set', 'MB', 'residentMb', mb),
          compare('creating one more', 'ms', 'createMs'),
        );
      } finally {
        removeFolder(folder);
      }
    }
    return [{ id: 'P22', title: 'start and memory by the number of keys, 2 threads', comparisons, notes: [] }];
  },
};

function readingOf(dataDir: string): Promise<Reading> {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'info' };
  return withServer(textmill, { settings }, async ({ process: { pid, url }, startMs }) => {
    const processorSeconds = treeMs(pid) / 1_000;
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const resident = residentMb(pid);
    const times: number[] = [];
    while (times.length < createdKeys) {
      const startedAt = performance.now();
      await createKey(url);
      times.push(performance.now() - startedAt);
    }
    const createMs = sampleOf(times).median;
    return { readySeconds: startMs / 1_000, processorSeconds, residentMb: resident, createMs };
  });
}

/** Stores keys in the database of a folder, faster than a gateway creates them. */
function storeKeys(folder: string, count: number): void {
  const database = openDatabase(folder);
  const account = database.prepare("INSERT INTO accounts (id, plan, created_at, revision) VALUES (?, 'pro', 0, ?)");
  const key = database.prepare(
    `INSERT INTO keys (id, account_id, environment, origins, last4, created_at, revision)
     VALUES (?, ?, 'live', '[]', 'abcd', 0, ?)`,
  );
  const secret = database.prepare("INSERT INTO secrets (hash, key_id, last4, created_at) VALUES (?, ?, 'abcd', 0)");
  const storeAll = database.transaction(() => {
    for (let revision = 1; revision <= count; revision++) {
      const hash = createHash('sha256').update(String(revision)).digest();
      // As random as ids are: what is beside each other in one table is not in another.
      const end = hash.toString('hex', 0, 10);
      account.run(`acc_${end}`, revision);
      key.run(`key_${end}`, `acc_${end}`, revision);
      secret.run(hash, `key_${end}`);
    }
  });
  storeAll();
  database.close();
}
