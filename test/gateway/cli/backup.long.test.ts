import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import Database from 'better-sqlite3';
import { databaseFile } from '#gateway/server/storage/sqlite/connection.js';
import { runCommand, spawnCommand } from '../../support/command-line.js';
import { startTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** A data folder with a database, and commands that use it. */
function workplace() {
  const folder = temporaryFolder({ after });
  const dataDir = join(folder, 'data');
  const run = (...args: readonly string[]) => runCommand(args, { folder });
  const created = async () => {
    const { stdout } = await run('keys', 'create', '--json');
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const ids = async () => {
    const { stdout } = await run('keys', 'list', '--json');
    return (JSON.parse(stdout) as { keys: { id: string }[] }).keys.map(({ id }) => id);
  };
  return { folder, dataDir, run, created, ids };
}

describe('backup', () => {
  test('made while keys are written contains one moment of the database, complete', async (t) => {
    const folder = temporaryFolder(t);
    const dataDir = join(folder, 'data');
    const { gateway, key, post } = await startTestGateway(t, { dataDir, settings: { DAILY_QUOTA: '1000' } });
    const made = [await key()];
    let isCopying = true;
    const writing = (async () => {
      while (isCopying) {
        made.push(await key());
        await post('/v1/run', { input: 'a', steps: ['upper-case'] }, made[0]?.secret ?? '');
      }
    })();
    for (let round = 0; round < 4; round++) {
      const file = join(folder, `${round}.sqlite`);
      const before = gateway.keys.list({ limit: 100_000 })?.keys.length ?? 0;
      const { stdout, code } = await spawnOrRun(round, ['backup', file, '--json'], folder);
      assert.equal(code, 0);
      const facts = JSON.parse(stdout) as { keys: number; bytes: number };
      const afterwards = gateway.keys.list({ limit: 100_000 })?.keys.length ?? 0;
      assert.ok(facts.keys >= before && facts.keys <= afterwards, `${before} ≤ ${facts.keys} ≤ ${afterwards}`);
      assert.equal(statSync(file).size, facts.bytes);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      const copy = new Database(file, { readonly: true });
      assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok');
      assert.equal(copy.prepare('SELECT count(*) FROM keys').pluck().get(), facts.keys);
      assert.equal(copy.prepare('SELECT count(*) FROM keys JOIN secrets ON key_id = id').pluck().get(), facts.keys);
      copy.close();
    }
    isCopying = false;
    await writing;
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
  });

  /** Runs the first command in a separate process, as users do. */
  function spawnOrRun(round: number, args: readonly string[], folder: string) {
    return round === 0 ? spawnCommand(args, { folder }) : runCommand(args, { folder });
  }

  test('restored brings back every key as it was, and keeps the previous database; not under a running gateway', async (t) => {
    const { folder, dataDir, run, created, ids } = workplace();
    const [kept, revoked] = [await created(), await created()];
    assert.equal((await run('backup', 'b.sqlite')).code, 0);
    await run('keys', 'revoke', revoked.id);
    const late = await created();

    const { code, stdout } = await run('restore', 'b.sqlite');
    assert.equal(code, 0);
    assert.match(stdout, /what was there before is .*textmill\.sqlite\.replaced\n$/);
    assert.deepEqual(await ids(), [kept.id, revoked.id]);
    const { statusWith } = operatorOf(await startTestGateway(t, { dataDir }));
    assert.deepEqual(await Promise.all([kept, revoked, late].map(({ key }) => statusWith(key))), [200, 200, 401]);
    const refused = await run('restore', 'b.sqlite');
    assert.deepEqual(
      [refused.code, refused.stderr],
      [1, `textmill: The gateway ${process.pid} is running on ${dataDir}: stop it first\n`],
    );
    const before = new Database(`${databaseFile(dataDir)}.replaced`, { readonly: true });
    assert.equal(before.prepare('SELECT count(*) FROM keys').pluck().get(), 3);
    before.close();
    assert.ok(existsSync(join(folder, 'b.sqlite')));
  });

  test('restored over a database whose log a kill left ignores that log', async () => {
    const { dataDir, run, created, ids } = workplace();
    const kept = await created();
    await run('backup', 'b.sqlite');
    // Kept open, so that its log remains as after a kill.
    const killed = new Database(databaseFile(dataDir));
    killed.pragma('journal_mode = WAL');
    killed.exec("INSERT INTO accounts (id, plan, created_at, revision) VALUES ('acc_late', 'pro', 0, 1000)");
    assert.ok(statSync(`${databaseFile(dataDir)}-wal`).size > 0);
    assert.equal((await run('restore', 'b.sqlite')).code, 0);
    assert.deepEqual(await ids(), [kept.id]);
    const replaced = new Database(`${databaseFile(dataDir)}.replaced`);
    assert.equal(replaced.prepare("SELECT count(*) FROM accounts WHERE id = 'acc_late'").pluck().get(), 1);
    replaced.close();
    killed.close();
  });

  test('into an empty folder moves a service to another machine', async () => {
    const from = workplace();
    const { id } = await from.created();
    await from.run('backup', 'b.sqlite');
    const to = workplace();
    const { code, stdout } = await to.run('restore', join(from.folder, 'b.sqlite'), '--json');
    assert.deepEqual([code, (JSON.parse(stdout) as { replaced: null }).replaced], [0, null]);
    assert.deepEqual(await to.ids(), [id]);
    assert.equal(statSync(databaseFile(to.dataDir)).mode & 0o777, 0o600);
  });
});

test('a backup ends even if other processes keep writing', async () => {
  const { folder, dataDir, run, created } = workplace();
  await created();
  const writer = new Database(databaseFile(dataDir));
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = OFF');
  const rows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)';
  writer.exec(`INSERT INTO quota_counts ${rows} SELECT hex(randomblob(40)), i, 1 FROM n`);
  // SQLite copies a hundred pages in each turn of the event loop, so there are writes during the copy.
  const most = 5_000;
  let writes = 0;
  const writing = setInterval(() => {
    if (writes < most) writer.exec("UPDATE accounts SET plan = 'pro'");
    writes++;
  }, 1);
  try {
    assert.equal((await run('backup', 'b.sqlite')).code, 0);
  } finally {
    clearInterval(writing);
    writer.close();
  }
  assert.ok(writes > 0 && writes < most, `it ended after ${writes} writes`);
  assert.equal(statSync(join(folder, 'b.sqlite')).mode & 0o777, 0o600);
});

test('each restore keeps what it replaces', async () => {
  const { dataDir, run, created } = workplace();
  await created();
  await run('backup', 'b.sqlite');
  for (let round = 0; round < 3; round++) assert.equal((await run('restore', 'b.sqlite')).code, 0);
  const kept = readdirSync(dataDir).filter((name) => name.includes('replaced'));
  assert.deepEqual(kept, ['textmill.sqlite.replaced', 'textmill.sqlite.replaced-2', 'textmill.sqlite.replaced-3']);
});

test('a restore kept its file open to all users until it was complete', async () => {
  const { folder, dataDir, run, created } = workplace();
  await created();
  const large = new Database(databaseFile(dataDir));
  large.exec('CREATE TABLE padding AS SELECT zeroblob(4000000) AS zeros; DROP TABLE padding');
  large.close();
  await run('backup', 'b.sqlite');
  assert.ok(statSync(join(folder, 'b.sqlite')).size > 4_000_000);
  const modes = new Set<number>();
  // SQLite copies a hundred pages in each turn of the event loop.
  const watching = setInterval(() => {
    for (const name of readdirSync(dataDir)) modes.add(statSync(join(dataDir, name)).mode & 0o777);
    if (readdirSync(dataDir).some((name) => name.endsWith('.partial'))) turns++;
  }, 0);
  let turns = 0;
  assert.equal((await run('restore', 'b.sqlite')).code, 0);
  clearInterval(watching);
  assert.ok(turns > 0, 'it was watched');
  assert.deepEqual([...modes], [0o600]);
});

test('a restore wrote to the target of a link that had the name of the database that it keeps', async () => {
  const { folder, dataDir, run, created } = workplace();
  await created();
  await run('backup', 'b.sqlite');
  const planted = `${databaseFile(dataDir)}.replaced`;
  symlinkSync(join(folder, 'elsewhere'), planted);
  assert.equal((await run('restore', 'b.sqlite')).code, 0);
  assert.deepEqual([existsSync(join(folder, 'elsewhere')), existsSync(`${planted}-2`)], [false, true]);
});

describe('refused, with nothing changed:', () => {
  for (const file of ['data/textmill.sqlite-wal', 'data/admin-token', 'data/gateway.pid', '/dev/full', 'data']) {
    test(`a backup to ${file}`, async () => {
      const { run, created } = workplace();
      await created();
      assert.equal((await run('backup', file, '--force')).code, 2);
    });
  }

  test('a backup over the database itself, by way of a link to its folder', async () => {
    const { folder, dataDir, run, created } = workplace();
    await created();
    symlinkSync(dataDir, join(folder, 'link'));
    const { ino } = statSync(databaseFile(dataDir));
    const { code, stderr } = await run('backup', 'link/textmill.sqlite', '--force');
    assert.deepEqual([code, stderr], [2, 'textmill: link/textmill.sqlite is a file of the gateway itself\n']);
    assert.equal(statSync(databaseFile(dataDir)).ino, ino);
  });

  test('a backup to a folder that does not exist', async () => {
    const { folder, run, created } = workplace();
    await created();
    const { code, stderr } = await run('backup', 'no/b.sqlite');
    assert.deepEqual([code, stderr], [1, `textmill: ${join(folder, 'no')} cannot be written to (ENOENT)\n`]);
  });

  const damages: readonly (readonly [name: string, damage: (file: string) => void, said: RegExp])[] = [
    ['no database', (file) => writeFileSync(file, 'hello'), /cannot be read as a backup: file is not a database/],
    ['an empty file', (file) => writeFileSync(file, ''), /is not a database of Textmill: no such table/],
    ['a file cut off', (file) => truncateSync(file, 20_000), /cannot be read as a backup|is damaged/],
    ['a page overwritten', overwritePage, /is damaged|cannot be read as a backup|is not a database of Textmill/],
    ['another database', otherDatabase, /is not a database of Textmill: no such table: accounts/],
    ['a newer version', newerVersion, /was made by a newer Textmill \(schema version 99\)/],
  ];
  for (const [name, damage, said] of damages) {
    test(`a restore from ${name}`, async () => {
      const { folder, dataDir, run, created, ids } = workplace();
      const { id } = await created();
      await run('backup', 'b.sqlite');
      damage(join(folder, 'b.sqlite'));
      const before = readFileSync(databaseFile(dataDir));
      const { code, stdout, stderr } = await run('restore', 'b.sqlite');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, said);
      assert.equal(stderr.trimEnd().includes('\n'), false, 'one line');
      assert.deepEqual(readFileSync(databaseFile(dataDir)), before);
      assert.deepEqual(await ids(), [id]);
      assert.deepEqual(readdirSync(dataDir), ['database-created', 'gateway.lock', 'textmill.sqlite']);
    });
  }

  function overwritePage(file: string): void {
    const bytes = readFileSync(file);
    bytes.fill(0xff, 4_096, 12_288);
    writeFileSync(file, bytes);
  }

  function otherDatabase(file: string): void {
    writeFileSync(file, '');
    const database = new Database(file);
    database.exec('CREATE TABLE notes (text)');
    database.close();
  }

  function newerVersion(file: string): void {
    const database = new Database(file);
    database.pragma('user_version = 99');
    database.close();
  }

  test('a backup over an existing file, without --force', async () => {
    const { folder, run, created } = workplace();
    await created();
    writeFileSync(join(folder, 'b.sqlite'), 'mine');
    const { code, stderr } = await run('backup', 'b.sqlite');
    assert.deepEqual([code, stderr], [1, 'textmill: b.sqlite exists already; --force replaces it\n']);
    assert.equal(readFileSync(join(folder, 'b.sqlite'), 'utf8'), 'mine');
    assert.equal((await run('backup', 'b.sqlite', '--force')).code, 0);
  });

  test('a backup of a damaged database, with --force: the existing backup stays', async () => {
    const { folder, dataDir, run, created } = workplace();
    await created();
    await run('backup', 'b.sqlite');
    const good = readFileSync(join(folder, 'b.sqlite'));
    const file = databaseFile(dataDir);
    const bytes = readFileSync(file);
    bytes.fill(0xff, bytes.length - 8_192);
    writeFileSync(file, bytes);
    const { code, stderr } = await run('backup', 'b.sqlite', '--force');
    assert.equal(code, 1);
    assert.match(stderr, /^textmill: .*(damaged|malformed|no database)/);
    assert.deepEqual(readFileSync(join(folder, 'b.sqlite')), good);
  });

  for (const command of ['backup', 'restore']) {
    test(`a ${command} whose file is the database itself`, async () => {
      const { run, created } = workplace();
      await created();
      assert.equal((await run(command, 'data/textmill.sqlite', ...(command === 'backup' ? ['--force'] : []))).code, 2);
    });

    test(`a ${command} with nothing to copy`, async () => {
      const { run, dataDir } = workplace();
      const { code, stderr } = await run(command, 'b.sqlite');
      assert.equal(code, 1);
      assert.match(stderr, /^textmill: There is no /);
      assert.equal(existsSync(dataDir), false);
    });
  }
});
