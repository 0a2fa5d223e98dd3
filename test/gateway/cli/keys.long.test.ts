import assert from 'node:assert/strict';
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { FolderLock } from '#gateway/server/storage/folder-lock.js';
import { databaseFile, openDatabase } from '#gateway/server/storage/sqlite/connection.js';
import { type CommandEnd, runCommand, spawnCommand } from '../../support/command-line.js';
import { startTestGateway } from '../../support/gateway.js';
import { operatorOf } from '../../support/operator.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

interface KeyJson {
  readonly id: string;
  readonly key?: string;
  readonly accountId: string;
  readonly plan: string;
  readonly environment: string;
  readonly label: string | null;
  readonly origins: readonly string[];
  readonly revokedAt?: string | null;
}

/** `textmill keys …` in a folder. */
const keysIn =
  (folder: string, environment: Readonly<Record<string, string>> = {}) =>
  (...args: readonly string[]): Promise<CommandEnd> =>
    runCommand(['keys', ...args], { folder, environment });

async function created(keys: ReturnType<typeof keysIn>, ...args: readonly string[]): Promise<Required<KeyJson>> {
  const { code, stdout, stderr } = await keys('create', ...args, '--json');
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout) as Required<KeyJson>;
}

describe('while a gateway runs on the data folder', async () => {
  const scope = { after };
  const dataDir = temporaryFolder(scope);
  const gateway = await startTestGateway(scope, { dataDir });
  const { statusWith } = operatorOf(gateway);
  const keys = keysIn(dataDir, { DATA_DIR: dataDir });

  test('it sees each change when the command returns: thirty rounds, none stale', async () => {
    for (let round = 0; round < 30; round++) {
      const { id, key } = await created(keys);
      assert.equal(await statusWith(key), 200, `made in round ${round}`);
      const { stdout } = await keys('rotate', id);
      const renewed = stdout.trimEnd();
      assert.deepEqual([await statusWith(key), await statusWith(renewed)], [401, 200], `rotated in round ${round}`);
      assert.equal((await keys('revoke', id)).code, 0);
      assert.equal(await statusWith(renewed), 401, `revoked in round ${round}`);
    }
  });

  test('a separate process changes its keys too', async () => {
    const { code, stdout } = await spawnCommand(['keys', 'create'], {
      folder: dataDir,
      environment: { DATA_DIR: dataDir },
    });
    assert.deepEqual([code, await statusWith(stdout.trimEnd())], [0, 200]);
  });

  test('new origins apply immediately, also to the preflight', async () => {
    const { id, key } = await created(keys);
    const origin = 'https://app.example.com';
    const ask = async () => {
      const preflight = await gateway.request('OPTIONS', '/v1/run', { headers: { origin } });
      const body = { input: 'a', steps: ['upper-case'] };
      const posted = await gateway.request('POST', '/v1/run', { key, headers: { origin }, body });
      return [preflight.status, posted.status];
    };
    assert.deepEqual(await ask(), [403, 403]);
    await keys('origins', id, origin);
    assert.deepEqual(await ask(), [204, 200]);
    await keys('origins', id, '--clear');
    assert.deepEqual(await ask(), [403, 403]);
  });

  test('rotate accepts a grace period with a unit, up to seven days', async () => {
    const { id, key } = await created(keys);
    const renewed = (await keys('rotate', id, '--grace', '1h')).stdout.trimEnd();
    assert.deepEqual([await statusWith(key), await statusWith(renewed)], [200, 200]);
    for (const grace of ['8d', '-1', '1w', '']) {
      const { code, stdout } = await keys('rotate', id, '--grace', grace);
      assert.deepEqual([code, stdout], [2, ''], grace);
    }
    assert.equal((await keys('rotate', id, '--grace', '7d')).code, 0);
  });
});

describe('limits', () => {
  const folder = temporaryFolder({ after });
  const keys = keysIn(folder);
  const accounts = (...args: readonly string[]) => runCommand(['accounts', ...args], { folder });
  const json = async ({ code, stdout, stderr }: CommandEnd) => {
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  test('of accounts: created, shown, changed, disabled and listed', async () => {
    const options = ['--name', 'Example Ltd', '--external-id', '1042', '--daily-quota', '20000', '--burst', '0'];
    const made = await accounts('create', ...options);
    assert.match(made.stdout, /^acc_[A-Za-z0-9]+\n$/);
    assert.match(made.stderr, /^daily quota +20000$/m);
    const id = made.stdout.trimEnd();
    const shown = { id, name: 'Example Ltd', externalId: '1042', plan: 'pro', dailyQuota: 20_000, burstPerMinute: 0 };
    const { createdAt: _, ...document } = await json(await accounts('show', id, '--json'));
    assert.deepEqual(document, { ...shown, enabled: true, keys: 0 });
    const quota = await json(await accounts('limits', id, '--daily-quota', 'default', '--json'));
    assert.deepEqual([quota.dailyQuota, quota.burstPerMinute], [null, 0]);
    assert.match((await accounts('disable', id)).stdout, /^state +disabled$/m);
    assert.equal((await json(await accounts('enable', id, '--json'))).enabled, true);
    assert.match((await accounts('rename', id, 'Other')).stdout, /^name +Other$/m);
    assert.match((await accounts('list')).stdout, /^acc_\w+ +Other +1042 +pro +default +none +0 /m);
    const found = (await json(await accounts('list', '--external-id', '1042', '--json'))).accounts as { id: string }[];
    assert.deepEqual(
      found.map((each) => each.id),
      [id],
    );
    const errors: [code: number, args: readonly string[], error: RegExp][] = [
      [1, ['create', '--external-id', '1042'], new RegExp(`externalId must be unique: account ${id} has it`)],
      [1, ['show', 'acc_none'], /There is no account acc_none/],
      [2, ['limits', id], /Give --daily-quota or --burst/],
      [2, ['limits', id, '--burst', '-1'], /whole number from 0 to 2147483647/],
      [2, ['rename', id], /Give either a name or --clear/],
      [2, ['create', '--name', 'a\u0000b'], /name must not contain control characters/],
    ];
    for (const [code, args, error] of errors) {
      const end = await accounts(...args);
      assert.deepEqual([end.code, error.test(end.stderr)], [code, true], `${args.join(' ')}: ${end.stderr}`);
    }
  });

  test('of keys: given, changed, removed; disabled and enabled', async () => {
    const made = await created(keys, '--expires', '90d', '--operations', 'run', '--addresses', '10.0.0.0/8,::1');
    const shown = async (...args: readonly string[]) => json(await keys('limits', made.id, ...args, '--json'));
    const first = await shown();
    assert.deepEqual([first.operations, first.addresses], [['run'], ['10.0.0.0/8', '::1/128']]);
    const days = (Date.parse(String(first.expiresAt)) - Date.now()) / 86_400_000;
    assert.ok(days > 89 && days <= 90);
    const changed = await shown('--expires', '2999-01-01T00:00:00+01:00', '--burst', '600', '--operations', 'all');
    const { expiresAt, burstPerMinute, operations, addresses } = changed;
    assert.deepEqual([expiresAt, burstPerMinute, operations], ['2998-12-31T23:00:00.000Z', 600, null]);
    assert.deepEqual(addresses, first.addresses);
    const none = await shown('--expires', 'never', '--burst', 'default', '--addresses', 'all');
    assert.deepEqual(none.setBy, { operator: null, owner: null });
    assert.deepEqual((await keys('disable', made.id)).stdout, `disabled ${made.id}\n`);
    assert.match((await keys('list')).stdout, / disabled +acc_/);
    assert.deepEqual((await keys('enable', made.id)).stdout, `enabled ${made.id}\n`);
    assert.match((await keys('limits', made.id)).stdout, /^expires +never$/m);
    for (const [args, error] of [
      [['--expires', '2001-01-01T00:00:00Z'], /expiresAt must be in the future/],
      [['--expires', 'soon'], /expiresAt must be a date and time/],
      [['--operations', 'walk'], /--operations takes run, sanitize, sort-dedupe, or all; not walk/],
      [['--addresses', '10.0.0.1/8'], /addresses\[0\] must have no address bits/],
    ] as const) {
      const end = await keys('limits', made.id, ...args);
      assert.deepEqual([end.code, error.test(end.stderr)], [2, true], end.stderr);
    }
    assert.equal((await keys('disable', 'key_none')).code, 1);
  });
});

describe('keys create', () => {
  const keys = keysIn(temporaryFolder({ after }));

  test('prints only the key on standard output, and its other data on standard error', async () => {
    const { code, stdout, stderr } = await keys('create', '--label', 'batch client', '--env', 'dev');
    assert.equal(code, 0);
    assert.match(stdout, /^svc_dev_[A-Za-z0-9]{32,}\n$/);
    assert.match(stderr, /^label +batch client$/m);
    assert.ok(!stderr.includes(stdout.trimEnd()));
  });

  test('creates the folder and the database before the first start; a key of the plan free works while FREE_TIER is on', async (t) => {
    const folder = temporaryFolder(t);
    const { key } = await created(keysIn(folder));
    const dataDir = join(folder, 'data');
    assert.deepEqual(readdirSync(dataDir), ['database-created', 'textmill.sqlite']);
    const off = await keysIn(folder)('create', '--plan', 'free');
    assert.match(off.stderr, /keys of the plan free are refused unless FREE_TIER is true/);
    const on = await keysIn(folder, { FREE_TIER: 'true' })('create', '--plan', 'free');
    assert.doesNotMatch(on.stderr, /FREE_TIER/);
    const gateway = await startTestGateway(t, { dataDir, settings: { FREE_TIER: 'true' } });
    const { statusWith } = operatorOf(gateway);
    assert.deepEqual([await statusWith(key), await statusWith(on.stdout.trimEnd())], [200, 200]);
    assert.equal((await gateway.post('/v1/sanitize', { url: 'https://a.b' }, on.stdout.trimEnd())).status, 403);
  });

  test('accepts an account, and origins in any common form', async () => {
    const first = await created(keys, '--origin', 'https://APP.example.com:443', '--origin', 'http://localhost:4000');
    const second = await created(keys, '--account', first.accountId);
    assert.equal(second.accountId, first.accountId);
    assert.deepEqual(first.origins, ['https://app.example.com', 'http://localhost:4000']);
  });

  test('fails for an account that does not exist, or has another plan', async () => {
    const { accountId } = await created(keys);
    assert.deepEqual(await keys('create', '--account', 'acc_none'), {
      code: 1,
      stdout: '',
      stderr: 'textmill: Unknown account: acc_none\n',
    });
    const other = await keys('create', '--account', accountId, '--plan', 'free');
    assert.deepEqual([other.code, other.stderr], [1, `textmill: Account ${accountId} has the plan pro\n`]);
  });

  for (const [args, said] of [
    [['--origin', 'https://*.example.com'], /^textmill: origins\[0\] must not contain a wildcard/],
    [['--label', 'a\nb'], /^textmill: label must not contain control characters/],
    [['--label', 'x'.repeat(101)], /^textmill: label must be at most 100 characters long/],
  ] as const) {
    test(`refuses ${args[0]} ${JSON.stringify(args[1]).slice(0, 30)}`, async () => {
      const { code, stdout, stderr } = await keys('create', ...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, said);
    });
  }
});

describe('keys list, revoke, rotate, origins, label', () => {
  const keys = keysIn(temporaryFolder({ after }));

  test('list shows every key without its secret, and marks revoked ones', async () => {
    const { id, key, accountId } = await created(keys, '--label', 'one');
    const other = await created(keys);
    await keys('revoke', other.id);
    const { stdout } = await keys('list');
    assert.match(stdout, new RegExp(`^${id} +one +live +pro +${key.slice(-4)} .* active +${accountId}$`, 'm'));
    assert.match(stdout, new RegExp(`^${other.id} .* revoked +${other.accountId}$`, 'm'));
    assert.ok(!stdout.includes(key));
    const listed = JSON.parse((await keys('list', '--account', accountId, '--json')).stdout) as { keys: KeyJson[] };
    assert.deepEqual(
      listed.keys.map((each) => each.id),
      [id],
    );
  });

  test('revoke revokes all named keys, or none if one does not exist', async () => {
    const [first, second] = [await created(keys), await created(keys)];
    const wrong = await keys('revoke', first.id, 'key_none');
    assert.deepEqual([wrong.code, wrong.stderr], [1, 'textmill: There is no key key_none\n']);
    assert.equal(await revokedAt(first.id), null);
    assert.equal((await keys('revoke', first.id, second.id)).stdout, `revoked ${first.id}\nrevoked ${second.id}\n`);
    assert.notEqual(await revokedAt(first.id), null);
  });

  async function revokedAt(id: string): Promise<string | null | undefined> {
    const { keys: all } = JSON.parse((await keys('list', '--json')).stdout) as { keys: KeyJson[] };
    return all.find((each) => each.id === id)?.revokedAt;
  }

  test('a revoked key cannot be changed', async () => {
    const { id } = await created(keys);
    await keys('revoke', id);
    for (const args of [
      ['rotate', id],
      ['origins', id, 'https://a.b'],
      ['label', id, 'late'],
    ]) {
      const { code, stderr } = await keys(...args);
      assert.deepEqual([code, stderr], [1, `textmill: The key ${id} is revoked\n`]);
    }
  });

  test('origins without arguments shows them; --clear with origins is refused', async () => {
    const { id } = await created(keys, '--origin', 'https://a.b', '--origin', 'https://c.d');
    assert.equal((await keys('origins', id)).stdout, 'https://a.b\nhttps://c.d\n');
    assert.equal((await keys('origins', id, '--clear', 'https://a.b')).code, 2);
    assert.equal((await keys('origins', id, 'https://e.f')).stdout, 'https://e.f\n');
    assert.equal((await keys('origins', id, '--clear')).stdout, '');
  });

  test('label shows, changes and removes the label', async () => {
    const { id } = await created(keys, '--label', 'old');
    assert.equal((await keys('label', id)).stdout, 'old\n');
    assert.equal((await keys('label', id, 'nightly import')).stdout, 'nightly import\n');
    assert.match((await keys('list')).stdout, new RegExp(`^${id} +nightly import `, 'm'));
    const { stdout } = await keys('label', id, 'x'.repeat(100), '--json');
    const { label, origins } = JSON.parse(stdout) as KeyJson;
    assert.deepEqual([label, origins], ['x'.repeat(100), []]);
    assert.deepEqual(await keys('label', id, '--clear'), { code: 0, stdout: '', stderr: '' });
    assert.equal((JSON.parse((await keys('label', id, '--json')).stdout) as KeyJson).label, null);
  });

  test('an invalid label is refused, and nothing changes', async () => {
    const { id } = await created(keys, '--label', 'old');
    for (const [args, said] of [
      [['a\nb'], /^textmill: label must not contain control characters/],
      [['x'.repeat(101)], /^textmill: label must be at most 100 characters long/],
      [['new', '--clear'], /^textmill: --clear removes the label/],
    ] as const) {
      const { code, stdout, stderr } = await keys('label', id, ...args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, said);
    }
    assert.equal((await keys('label', id)).stdout, 'old\n');
    const unknown = await keys('label', 'key_none', 'new');
    assert.deepEqual([unknown.code, unknown.stderr], [1, 'textmill: There is no key key_none\n']);
  });

  test('a direction mark in a stored label reversed what follows in the list', async (t) => {
    const folder = temporaryFolder(t);
    const { id } = await created(keysIn(folder), '--label', 'old');
    const database = openDatabase(join(folder, 'data'));
    database.prepare('UPDATE keys SET label = ? WHERE id = ?').run('a\u202eb\u200e👩‍💻', id);
    database.close();
    assert.equal((await keysIn(folder)('label', id)).stdout, 'a<U+202E>b<U+200E>👩‍💻\n');
    assert.ok((await keysIn(folder)('list')).stdout.includes('a<U+202E>b<U+200E>👩‍💻'));
  });

  test('a database that the running gateway knows in an older version is not upgraded under it', async (t) => {
    const folder = temporaryFolder(t);
    const dataDir = join(folder, 'data');
    await created(keysIn(folder));
    const lock = FolderLock.take(dataDir);
    t.after(() => lock.release());
    const database = new Database(databaseFile(dataDir));
    t.after(() => database.close());
    database.pragma('user_version = 0');
    const { code, stdout, stderr } = await keysIn(folder)('create');
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(stderr, 'textmill: The running gateway has an older version: restart it first\n');
    assert.equal(database.pragma('user_version', { simple: true }), 0);
  });

  test('nothing is created without a database', async (t) => {
    const folder = temporaryFolder(t);
    for (const args of [
      ['list'],
      ['revoke', 'key_a'],
      ['rotate', 'key_a'],
      ['origins', 'key_a'],
      ['label', 'key_a', 'a'],
    ]) {
      assert.equal((await keysIn(folder)(...args)).code, 1);
    }
    assert.equal(existsSync(join(folder, 'data')), false);
    rmSync(folder, { recursive: true, force: true });
  });
});

test('root does not work in the folder of another user, who could not open the new files', {
  skip: process.getuid?.() !== 0 && 'only root can try',
}, async (t) => {
  const dataDir = temporaryFolder(t);
  chownSync(dataDir, 65_534, 65_534);
  const { code, stdout, stderr } = await keysIn(dataDir, { DATA_DIR: dataDir })('create');
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(
    stderr,
    /^textmill: DATA_DIR is "[^"]+", which belongs to user 65534: run this as that user, not as root\n$/,
  );
  assert.deepEqual(readdirSync(dataDir), []);
});

test('a database that another process has locked is waited for; if it stays so, the message says what to do', async (t) => {
  const folder = temporaryFolder(t);
  const environment = { DATA_DIR: folder };
  const holder = openDatabase(folder);
  holder.exec('BEGIN IMMEDIATE');
  const waiting = spawnCommand(['keys', 'create'], { folder, environment });
  // Longer than an event loop waits for a lock.
  await wait(3_000);
  holder.exec('COMMIT');
  const { code, stdout, stderr } = await waiting;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^svc_live_/);
  holder.exec('BEGIN IMMEDIATE');
  assert.deepEqual(await spawnCommand(['keys', 'create'], { folder, environment }), {
    code: 1,
    stdout: '',
    stderr: `textmill: Another process has locked ${databaseFile(folder)}: try again\n`,
  });
  holder.close();
});
