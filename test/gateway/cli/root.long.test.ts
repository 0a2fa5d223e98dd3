import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { startOf } from '#gateway/core/process-start.js';
import { type CleanupScope, cleanUpAfter } from '../../support/cleanup.js';
import { runCommand, spawnCommand } from '../../support/command-line.js';
import { isRunning, processSettings, SupervisedGateway, until } from '../../support/gateway-process.js';
import { ownRelease } from '../../support/own-release.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

// What a command sends a signal to, if the files of the data folder name another process than one of Textmill.

/** The user and group `nobody`, which own no files. */
const nobody = 65_534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const isRoot = process.getuid?.() === 0 && process.platform === 'linux' && spawnSync('setpriv', ['true']).status === 0;

/** Starts a process that ends with status 9 at the first of the signals, or does not handle them at all. */
async function victim(t: CleanupScope, { handles }: { readonly handles: boolean }): Promise<ChildProcess> {
  const listen = "for (const name of ['SIGHUP', 'SIGUSR2']) process.on(name, () => process.exit(9));";
  const script = `${handles ? listen : ''} console.log('up'); setInterval(() => {}, 1_000)`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  cleanUpAfter(t, () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** What a supervisor writes to `gateway.state`, about another process. */
function stateOf({ pid = 0 }: ChildProcess): string {
  const supervisor = { pid, start: startOf(pid) };
  const gateway = { pid, version: '1.0.0', startedAt: 0 };
  const members = [1, 2].map((number) => ({ name: `\x1b[2J${number}`, pid, version: '1.0.0', startedAt: 0 }));
  return JSON.stringify({ supervisor, gateway, members, restarts: { begun: 0, last: 'none' } });
}

/** A process that holds the lock of a data folder, as a gateway does, and says that it is another process. */
async function holdLock(t: CleanupScope, dataDir: string, { pid = 0 }: ChildProcess, launcher: readonly string[]) {
  const file = JSON.stringify(join(dataDir, 'gateway.lock'));
  const text = JSON.stringify(`${pid} ${startOf(pid)}\n`);
  const script = `
    const database = new (require('better-sqlite3'))(${file});
    database.exec('BEGIN EXCLUSIVE');
    require('fs').writeFileSync(${JSON.stringify(join(dataDir, 'gateway.pid'))}, ${text}, { mode: 0o600 });
    console.log('locked');
    setInterval(() => {}, 1_000);
  `;
  const [command = '', ...args] = [...launcher, process.execPath, '-e', script];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanUpAfter(t, () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
}

describe('root and the data folder of another user', { skip: !isRoot && 'only root can try' }, () => {
  function folderOfNobody(t: TestContext) {
    const folder = temporaryFolder(t);
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chmodSync(folder, 0o755);
    chownSync(dataDir, nobody, nobody);
    const file = (name: string, text: string, user = nobody) => {
      const path = join(dataDir, name);
      writeFileSync(path, text, { mode: 0o600 });
      chownSync(path, user, user);
      return path;
    };
    const run = (...args: readonly string[]) => spawnCommand(args, { folder, environment: { DATA_DIR: dataDir } });
    return { folder, dataDir, file, run };
  }

  test('reload --restart signalled a process of root that gateway.state named', async (t) => {
    const { dataDir, file, run } = folderOfNobody(t);
    const target = await victim(t, { handles: true });
    file('gateway.state', stateOf(target));
    const { code, stderr } = await run('reload', '--restart');
    assert.deepEqual([code, stderr], [3, `textmill: No gateway is running on ${dataDir}\n`]);
    assert.equal(isRunning(target.pid ?? 0), true);
  });

  test('reload signalled a process of root that gateway.pid named, while a lock was held', async (t) => {
    const { dataDir, run } = folderOfNobody(t);
    const target = await victim(t, { handles: true });
    await holdLock(t, dataDir, target, asNobody);
    const { code, stderr } = await run('reload');
    assert.deepEqual([code, stderr], [1, `textmill: The process id of the gateway on ${dataDir} is unknown\n`]);
    assert.equal(isRunning(target.pid ?? 0), true);
  });

  test('a link to a file of root, or a pipe, was read in the place of gateway.state', async (t) => {
    const { folder, dataDir, file, run } = folderOfNobody(t);
    const target = await victim(t, { handles: true });
    const state = file('gateway.state', stateOf(target), 0);
    renameSync(state, join(folder, 'state'));
    symlinkSync(join(folder, 'state'), state);
    assert.equal((await run('reload', '--restart')).code, 3);
    rmSync(state);
    execFileSync('mkfifo', [state]);
    // It would wait for a writer.
    assert.equal((await run('cluster')).code, 3);
    assert.equal(isRunning(target.pid ?? 0), true);
    assert.deepEqual(readdirSync(dataDir), ['gateway.state']);
  });

  test('a gateway of root does not start there, and leaves nothing there', async (t) => {
    const { folder, dataDir } = folderOfNobody(t);
    const gateway = new SupervisedGateway(t, { ...processSettings, DATA_DIR: dataDir }, folder);
    const { status, stdout, stderr } = await gateway.ended;
    const sentence = `DATA_DIR is "${dataDir}", which belongs to user ${nobody}: run this as that user, not as root`;
    assert.deepEqual([status, stdout, stderr], [1, '', `textmill: ${sentence}\n`]);
    assert.deepEqual(readdirSync(dataDir), []);
  });

  test('root reloads and restarts the gateway of the user who owns the folder', async (t) => {
    if (spawnSync(asNobody[0] ?? '', [...asNobody.slice(1), 'ls', ownRelease()]).status !== 0) {
      return t.skip('the user nobody cannot read the release');
    }
    const { folder, dataDir, run } = folderOfNobody(t);
    const settings = { ...processSettings, DATA_DIR: dataDir };
    const gateway = new SupervisedGateway(t, settings, folder, { launcher: asNobody });
    await gateway.ready();
    const reloaded = await run('reload');
    assert.deepEqual([reloaded.code, reloaded.stderr], [0, '']);
    await until('the settings are read again', () =>
      gateway.log.some(({ msg }) => msg === 'The settings were read again'),
    );
    assert.match((await run('cluster')).stdout, /ready/);
    const restarted = await run('reload', '--restart');
    assert.deepEqual([restarted.code, restarted.stderr], [0, '']);
  });
});

describe('a process that does not handle the signal was ended by it', () => {
  test('reload --restart, by gateway.state', async (t) => {
    const folder = temporaryFolder(t);
    const target = await victim(t, { handles: false });
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/gateway.state'), stateOf(target));
    const { code, stderr } = await runCommand(['reload', '--restart'], { folder });
    const reason = 'the process does not handle it, and would end';
    assert.deepEqual(
      [code, stderr],
      [1, `textmill: SIGUSR2 was not sent to the supervisor ${target.pid}: ${reason}\n`],
    );
    assert.equal(isRunning(target.pid ?? 0), true);
    const { stdout } = await runCommand(['cluster'], { folder });
    assert.ok(stdout.includes('[2J1') && !stdout.includes('\x1b'), 'what it says does not control the terminal');
  });

  test('reload, by gateway.pid', async (t) => {
    const folder = temporaryFolder(t);
    const target = await victim(t, { handles: false });
    mkdirSync(join(folder, 'data'));
    await holdLock(t, join(folder, 'data'), target, []);
    const { code, stderr } = await runCommand(['reload'], { folder });
    assert.match(stderr, new RegExp(`^textmill: SIGHUP was not sent to the gateway ${target.pid}: `));
    assert.deepEqual([code, isRunning(target.pid ?? 0)], [1, true]);
  });
});

test('a file that is replaced keeps its owner and mode', {
  skip: !isRoot && 'only root can try',
}, async (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'list.txt');
  writeFileSync(file, 'b\na\n', { mode: 0o640 });
  chownSync(file, nobody, nobody);
  assert.equal((await runCommand(['sort', '-o', 'list.txt', 'list.txt'], { folder })).code, 0);
  const { uid, gid, mode } = statSync(file);
  assert.deepEqual([readFileSync(file, 'utf8'), uid, gid, mode & 0o777], ['a\nb\n', nobody, nobody, 0o640]);
});
