import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { adminToken, sendRequest } from '../support/gateway.js';
import {
  assertDatabaseIntact,
  createKey,
  GatewayProcess,
  type KeyDocument,
  processSettings as settings,
  statusWith,
  until,
  used,
} from '../support/gateway-process.js';
import { metric, metricsOf } from '../support/metrics.js';
import { figure, full } from '../support/reliability.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const storeFailed = 'The database cannot be written; the log says why';

/** What keeps a database from being written. */
interface Fault {
  readonly name: string;
  /** The response to a change of a key meanwhile, and how the log names the fault. */
  readonly refusal: string;
  readonly logged: RegExp;
  /** How long it lasts, in milliseconds. */
  readonly lastsMs: number;
  /** Returns the folder for the gateway's data folder; undefined where this machine cannot have the fault. */
  prepare(t: TestContext): string | undefined;
  /** Starts the fault. @returns a function that ends it. */
  begin(gateway: GatewayProcess, folder: string): () => void;
}

const locked: Fault = {
  name: 'locked by another process',
  refusal: 'Server busy',
  logged: /^Counters cannot be stored; they are kept in memory$/,
  lastsMs: full ? 30_000 : 6_000,
  prepare: temporaryFolder,
  begin(_, folder) {
    const blocker = connect(databaseFile(join(folder, 'data')), {
      synchronous: 'NORMAL',
      busyTimeoutMs: 5_000,
      autoCheckpointPages: 0,
    });
    blocker.exec('BEGIN IMMEDIATE');
    return () => {
      blocker.exec('ROLLBACK');
      blocker.close();
    };
  },
};

function limitFileSize(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  assert.equal(status, 0, String(stderr));
}

const unwritable: Fault = {
  name: 'on a disk that refuses every write',
  refusal: storeFailed,
  logged: /^(?:Counters|A change of keys) cannot be stored(?:: the disk is full)?; /,
  lastsMs: full ? 3_000 : 1_000,
  prepare: (t) => (spawnSync('prlimit', ['--version']).status === 0 ? temporaryFolder(t) : undefined),
  begin({ pid }) {
    limitFileSize(pid, '1000');
    return () => limitFileSize(pid, 'unlimited');
  },
};

/** Mounts a file system of 2 MB. @returns its folder; undefined where none can be mounted. */
function smallDisk(t: TestContext): string | undefined {
  // Runs before the folder is removed, which is registered later, and while the gateway may still have open files
  // there.
  t.after(() => spawnSync('umount', ['--lazy', disk]));
  const disk = join(temporaryFolder(t), 'disk');
  mkdirSync(disk);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).status === 0 ? disk : undefined;
}

/** Fills a disk. @returns a function that frees the space. */
function fillDisk(folder: string): () => void {
  const file = join(folder, 'filler');
  assert.throws(() => writeFileSync(file, Buffer.alloc(4 * 2 ** 20)), { code: 'ENOSPC' });
  return () => rmSync(file);
}

const fullDisk: Fault = {
  name: 'on a disk that is full',
  refusal: storeFailed,
  logged: /^(?:Counters|A change of keys) cannot be stored: the disk is full; /,
  lastsMs: full ? 3_000 : 1_000,
  prepare: smallDisk,
  begin: (_, folder) => fillDisk(folder),
};

const movedAway: Fault = {
  name: 'moved away',
  refusal: storeFailed,
  logged: /^The database is lost: keys cannot be changed, /,
  lastsMs: full ? 2_000 : 1_000,
  prepare: temporaryFolder,
  begin(_, folder) {
    const file = databaseFile(join(realpathSync(folder), 'data'));
    renameSync(file, `${file}.away`);
    return () => renameSync(`${file}.away`, file);
  },
};

/** Sends small requests one after the other until it is stopped. */
class Load {
  served = 0;
  slowestMs = 0;
  #stopped = false;
  readonly #ended: Promise<void>;

  constructor(url: string, { key }: KeyDocument) {
    this.#ended = this.#run(url, key);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #run(url: string, key: string): Promise<void> {
    while (!this.#stopped) {
      const began = performance.now();
      assert.equal(await statusWith(url, key), 200);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
      this.served++;
      if (!full) await wait(5);
    }
  }
}

/** Requests every change that an operator can make. */
const changesOf = ({ id }: KeyDocument): readonly (readonly [method: string, path: string, body?: object])[] => [
  ['POST', '/keys', { plan: 'pro' }],
  ['POST', `/keys/${id}/rotate`, { graceSeconds: 60 }],
  ['PUT', `/keys/${id}/origins`, { origins: ['https://a.example'] }],
  ['PUT', `/keys/${id}/label`, { label: 'changed' }],
  ['DELETE', `/keys/${id}`],
];

/** Requests that waited for a lock, 5 s each, would not get that far. */
const servedMeanwhile = full ? 500 : 100;
const quota = 1_000_000;
const block = 1_000;

async function isDegraded(url: string): Promise<boolean> {
  const ready = await sendRequest(`${url}/readyz`, 'GET', {});
  assert.equal(ready.status, 200, 'who is degraded still serves');
  const says = (ready.json as { status: string }).status === 'degraded';
  const counts = metric(await metricsOf(url), 'textmill_store_degraded') === 1;
  return says && counts;
}

describe('while the database is', () => {
  for (const { name, refusal, logged, lastsMs, prepare, begin } of [locked, unwritable, fullDisk, movedAway]) {
    test(`${name}, requests are served, and no count is lost`, async (t) => {
      const folder = prepare(t);
      if (folder === undefined)
        return t.skip('not possible on this machine: it needs prlimit, or root to mount a disk');
      const own = { ...settings, DAILY_QUOTA: String(quota), SYNC_INTERVAL_MS: '100' };
      const gateway = new GatewayProcess(t, own, folder);
      const url = await gateway.ready();
      const account = await createKey(url);
      const load = new Load(url, account);
      await until('the load runs', () => load.served > 50);

      const headers = { 'x-admin-token': adminToken };
      const usage = `/accounts/${account.accountId}/usage`;
      // As a console does that is open: the thread that reads usage has the database open from now on.
      assert.equal((await sendRequest(url + usage, 'GET', { headers })).status, 200);

      const file = realpathSync(databaseFile(join(folder, 'data')));
      const end = begin(gateway, folder);
      const began = performance.now();
      await until('it is noticed', () => isDegraded(url));
      const noticedMs = performance.now() - began;
      // What is not written is not acknowledged.
      for (const [method, path, body] of changesOf(account)) {
        const { status, json } = await sendRequest(url + path, method, { headers, ...(body && { body }) });
        assert.deepEqual([method, path, status, json], [method, path, 503, { error: refusal }]);
      }
      for (const path of ['/keys', `/keys/${account.id}`, '/accounts', usage]) {
        assert.equal((await sendRequest(url + path, 'GET', { headers })).status, 200, path);
      }
      const [line] = gateway.log.filter(({ level, msg }) => level === 50 && logged.test(msg));
      assert.ok(line !== undefined);
      // Another user of the database holds a lock; a fault is the disk's, and the log names the file.
      assert.equal(line.file, refusal === storeFailed ? file : undefined);
      const before = load.served;
      while (performance.now() - began < lastsMs) await wait(50);
      await until('requests are served meanwhile', () => load.served > before + servedMeanwhile);
      end();
      const ended = performance.now();
      await until('it is over', async () => !(await isDegraded(url)));
      const recoveredMs = performance.now() - ended;
      await load.stop();

      const syncedAt = Date.now() / 1_000;
      await until(
        'all is stored',
        async () => metric(await metricsOf(url), 'textmill_store_last_sync_seconds') > syncedAt,
      );
      gateway.kill('SIGKILL');
      await gateway.ended;
      assertDatabaseIntact(t, folder);
      const again = await new GatewayProcess(t, own, folder).ready();
      const charged = await used(again, account);
      assert.ok(charged >= load.served && charged <= load.served + block, `${charged} of ${load.served}`);
      const { keys } = (await sendRequest(`${again}/keys`, 'GET', { headers })).json as { keys: unknown[] };
      assert.equal(keys.length, 1, 'the key that was refused is not there');
      figure(
        t,
        'R17',
        `${(lastsMs / 1_000).toFixed(0)} s: noticed after ${(noticedMs / 1_000).toFixed(1)} s, ${load.served} requests ` +
          `served, the slowest ${load.slowestMs.toFixed(0)} ms, all counted ${(recoveredMs / 1_000).toFixed(1)} s after it was over`,
        name,
      );
    });
  }
});

test('a start on a full disk fails with one sentence that names the folder', async (t) => {
  const folder = smallDisk(t);
  if (folder === undefined) return t.skip('no file system can be mounted here: this needs root');
  fillDisk(folder);
  const { status, stdout, stderr } = await new GatewayProcess(t, settings, folder).ended;
  assert.deepEqual([status, stdout], [1, '']);
  const where = join(folder, 'data');
  assert.match(stderr, /^textmill: The disk is full \((?:ENOSPC|SQLITE_FULL)\): DATA_DIR [^\n]+ start again\n$/);
  assert.ok(stderr.includes(` DATA_DIR ${where} cannot be written; `), stderr);
});
