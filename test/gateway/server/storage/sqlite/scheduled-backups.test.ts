import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BackupError } from '#gateway/server/storage/sqlite/backup.js';
import {
  type BackupFailure,
  type BackupPlan,
  ScheduledBackups,
} from '#gateway/server/storage/sqlite/scheduled-backups.js';
import { ManualClock } from '../../../../support/manual-clock.js';
import { ManualTimers } from '../../../../support/manual-timers.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const facts = { bytes: 4_096, accounts: 1, keys: 2, schemaVersion: 1 };

/** How a copy goes: it has the file in the end, or fails, or the database is replaced meanwhile, or it does not end. */
type Going = 'whole' | 'damaged' | 'replaced' | 'endless';

function open(t: TestContext, given: Partial<BackupPlan> = {}) {
  const folder = join(temporaryFolder(t), 'backups');
  const clock = new ManualClock(Date.UTC(2030, 0, 1, 12, 0, 30));
  const timers = new ManualTimers();
  const failures: BackupFailure[] = [];
  const logged: string[] = [];
  const log = (_: object, message: string) => void logged.push(message);
  const state = {
    plan: { everyMs: 6 * hour, keep: 3, folder, ...given } as BackupPlan | undefined,
    going: 'whole' as Going,
    isLost: false,
    bytes: 4_096,
    cancelled: 0,
    running: 0,
  };
  const requireDatabase = () => {
    if (state.isLost) throw new Error('The database is lost');
  };
  const start = () => {
    const backups = new ScheduledBackups({
      dataDir: 'data',
      plan: () => state.plan,
      clock,
      timers,
      log: { info: log, warn: log, error: log },
      requireDatabase,
      databaseBytes: () => state.bytes,
      onFailed: (failure) => failures.push(failure),
      copy(_, target) {
        state.running++;
        const end = async () => {
          if (state.going === 'damaged') throw new BackupError('the copy is damaged');
          writeFileSync(target, '');
          state.isLost = state.going === 'replaced';
          return facts;
        };
        let reject = (_error: Error): void => {};
        const endless = new Promise<never>((_, rejectIt) => {
          reject = rejectIt;
        });
        const cancel = () => {
          state.cancelled++;
          reject(new BackupError('cancelled'));
        };
        return { done: state.going === 'endless' ? endless : end(), cancel };
      },
    });
    return backups;
  };
  /** Lets time pass, and looks whether a copy is due. */
  const pass = (backups: ScheduledBackups, ms: number) => {
    clock.advance(ms);
    return backups.poll();
  };
  const names = () => readdirSync(folder).toSorted();
  return { folder, timers, failures, logged, state, start, pass, names };
}

describe('copies', () => {
  test('are made at the start and once an interval, have their time as name, and the oldest goes', async (t) => {
    const { pass, names, start, logged } = open(t);
    const backups = start();
    assert.deepEqual(backups.state, { everyMs: 6 * hour, ageMs: Number.POSITIVE_INFINITY });
    await pass(backups, 10_000);
    assert.deepEqual(names(), ['textmill-20300101T120040Z.sqlite']);
    await pass(backups, 6 * hour - 1);
    assert.equal(names().length, 1);
    assert.equal(backups.state?.ageMs, 6 * hour - 1);
    for (const ms of [1, 6 * hour, 6 * hour, 6 * hour]) await pass(backups, ms);
    assert.deepEqual(names(), [
      'textmill-20300102T000040Z.sqlite',
      'textmill-20300102T060040Z.sqlite',
      'textmill-20300102T120040Z.sqlite',
    ]);
    assert.deepEqual([...new Set(logged)], ['The database was backed up, and the copy is whole']);
  });

  test('go on after a restart where they were, whatever else is in the folder', async (t) => {
    const { folder, pass, names, start } = open(t);
    mkdirSync(folder);
    const partial = '.textmill-20300101T070000Z.sqlite.0a1b.partial';
    const others = ['textmill-20300101.sqlite', 'before-upgrade.sqlite', partial];
    for (const name of ['textmill-20300101T070000Z.sqlite', ...others]) writeFileSync(join(folder, name), '');
    const backups = start();
    await pass(backups, 10_000);
    assert.equal(backups.state?.ageMs, 5 * hour + 40_000);
    assert.equal(names().length, 4);
    await pass(backups, hour);
    // What a killed process left is removed.
    assert.deepEqual(names(), [
      'before-upgrade.sqlite',
      'textmill-20300101.sqlite',
      'textmill-20300101T070000Z.sqlite',
      'textmill-20300101T130040Z.sqlite',
    ]);
  });

  test('of a clock that was ahead neither put off the next one nor take its place', async (t) => {
    const { folder, pass, names, start } = open(t, { keep: 1 });
    mkdirSync(folder);
    writeFileSync(join(folder, 'textmill-20400101T000000Z.sqlite'), '');
    await pass(start(), 10_000);
    assert.deepEqual(names(), ['textmill-20300101T120040Z.sqlite']);
  });

  test('begin, end and move with the settings', async (t) => {
    const { folder, timers, state, pass, names, start } = open(t);
    const { plan } = state;
    const backups = start();
    const polled = t.mock.method(backups, 'poll', async () => {});
    /** Returns how often it has looked in a minute. */
    const inMinute = (wanted: BackupPlan | undefined) => {
      state.plan = wanted;
      backups.follow();
      polled.mock.resetCalls();
      for (let second = 0; second < 60; second++) timers.pass(1_000);
      return polled.mock.callCount();
    };
    assert.deepEqual([undefined, plan, plan, undefined, plan].map(inMinute), [0, 6, 6, 0, 6]);
    polled.mock.restore();
    await pass(backups, 0);
    state.plan = plan && { ...plan, folder: `${folder}-2` };
    await pass(backups, 1);
    assert.deepEqual([names().length, readdirSync(`${folder}-2`).length], [1, 1]);
    state.plan = undefined;
    await pass(backups, day);
    assert.deepEqual([state.running, backups.state], [2, undefined]);
  });

  test('under way are ended by a stop, which is no failure', async (t) => {
    const { state, pass, start, failures, logged } = open(t);
    state.going = 'endless';
    const backups = start();
    const polled = pass(backups, 0);
    // Another one meanwhile does nothing.
    await pass(backups, day);
    while (state.running === 0) await nextTurn();
    backups.stop();
    await polled;
    assert.deepEqual([state.cancelled, state.running, backups.failures, failures, logged], [1, 1, 0, [], []]);
  });
});

/** What goes wrong with a copy, and the reason that is given. */
const faults: readonly (readonly [name: string, begin: (rig: ReturnType<typeof open>) => void, reason: RegExp])[] = [
  ['a damaged copy', ({ state }) => Object.assign(state, { going: 'damaged' }), /^the copy is damaged$/],
  ['a lost database', ({ state }) => Object.assign(state, { isLost: true }), /^The database is lost$/],
  ['a database that is replaced', ({ state }) => Object.assign(state, { going: 'replaced' }), /^The database is lost$/],
  [
    'a small disk',
    ({ state }) => Object.assign(state, { bytes: 2 ** 60 }),
    / has \d+ MB left, and a copy takes 1099511627776 MB and 64 to spare$/,
  ],
];

describe('a failure', () => {
  for (const [name, begin, reason] of faults) {
    test(`by ${name} deletes nothing, is one event, and is tried again before the next interval`, async (t) => {
      const rig = open(t, { keep: 1 });
      const { state, pass, names, failures, start } = rig;
      const backups = start();
      await pass(backups, 0);
      const made = names();
      begin(rig);
      const minutes = [359, 1, 14, 1, 7];
      const counts: number[] = [];
      for (const passed of minutes) {
        await pass(backups, passed * minute);
        counts.push(backups.failures);
      }
      assert.deepEqual(counts, [0, 1, 1, 2, 2]);
      assert.deepEqual(
        failures.map(({ newestAt }) => newestAt),
        [Date.UTC(2030, 0, 1, 12, 0, 30)],
      );
      assert.match(failures[0]?.reason ?? '', reason);
      assert.deepEqual(names(), made);
      Object.assign(state, { going: 'whole', isLost: false, bytes: 4_096 });
      await pass(backups, 8 * minute);
      assert.deepEqual(names(), ['textmill-20300101T183030Z.sqlite']);
      // The next one is an event again.
      begin(rig);
      await pass(backups, 6 * hour);
      assert.equal(failures.length, 2);
    });
  }
});
