import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { removeOldReleases, returnTo, switchTo, upgradeLock } from '../../../gateway/build/releases.mjs';
import { nameOfProcess } from '../../../gateway/build/turn.mjs';
import { runProgram } from '../../support/program.js';
import { copyProject } from '../../support/project-copy.js';

const [a, b, c, d] = ['1', '2', '3', '4'].map((digit) => `${digit.repeat(12)}-127`) as [string, string, string, string];
const isRelease = (name: string): boolean => [a, b, c, d].includes(name);

describe('switching', () => {
  /** Creates four releases, and what is no release. */
  function releasesOf(t: TestContext) {
    const releases = join(copyProject(t, { installed: false }).directory, 'dist');
    for (const name of [a, b, c, d]) mkdirSync(join(releases, name), { recursive: true });
    writeFileSync(join(releases, 'tools.html'), '');
    const at = (name: string) => join(releases, name);
    return {
      at,
      names: () =>
        readdirSync(releases)
          .filter((name) => !name.startsWith('.'))
          .toSorted(),
      /** What the links `current` and `previous` name. */
      linked: () => [readlinkSync(at('current')), readlinkSync(at('previous'))],
    };
  }

  test('keeps the previous release for a rollback, and older ones until they are removed', (t) => {
    const { names, at, linked } = releasesOf(t);
    assert.deepEqual(switchTo(at(a)), { current: undefined, previous: undefined });
    assert.deepEqual(switchTo(at(b)), { current: at(a), previous: undefined });
    assert.deepEqual(switchTo(at(c)), { current: at(b), previous: at(a) });
    assert.deepEqual(names(), [a, b, c, d, 'current', 'previous', 'tools.html']);
    assert.deepEqual(linked(), [c, b]);
    assert.deepEqual(switchTo(at(c)), { current: at(c), previous: at(b) });
    assert.deepEqual(linked(), [c, b], 'nothing has changed');
    switchTo(at(b));
    assert.deepEqual(linked(), [b, c]);
    removeOldReleases(at(b));
    assert.deepEqual(names(), [b, c, 'current', 'previous', 'tools.html']);
  });

  test('is undone with both links', (t) => {
    const { names, at, linked } = releasesOf(t);
    switchTo(at(a));
    switchTo(at(b));
    returnTo(at(a), undefined);
    assert.deepEqual([names(), readlinkSync(at('current'))], [[a, b, c, d, 'current', 'tools.html'], a]);
    switchTo(at(b));
    switchTo(at(c));
    returnTo(at(b), at(a));
    assert.deepEqual(linked(), [b, a]);
  });

  test('keeps a release that a process runs from', {
    skip: process.platform !== 'linux' && 'only Linux shows it',
  }, async (t) => {
    const { names, at } = releasesOf(t);
    const { stdout } = await runProgram('sh', ['-c', 'command -v sleep']);
    mkdirSync(join(at(d), 'bin'));
    await runProgram('cp', [stdout.trim(), join(at(d), 'bin/sleep')]);
    const child = spawn(join(at(d), 'bin/sleep'), ['600']);
    t.after(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    switchTo(at(a));
    removeOldReleases(at(a));
    assert.deepEqual(names(), [a, d, 'current', 'tools.html']);
  });

  test('keeps what a process that still runs is making', async (t) => {
    const { names, at } = releasesOf(t);
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'exit');
    const unfinished = [`staging-${process.pid}`, `previous-${process.pid}`];
    for (const name of [...unfinished, `staging-${child.pid}`]) mkdirSync(at(name));
    switchTo(at(a));
    removeOldReleases(at(a));
    assert.deepEqual(names(), [a, 'current', ...unfinished.toSorted(), 'tools.html']);
  });

  test('keeps a release whose command line a process runs in itself, until it ends', async (t) => {
    const { names, at } = releasesOf(t);
    const script = "keepWhileRunning(process.argv[1]); console.log('kept'); process.stdin.resume();";
    const source = `import { keepWhileRunning } from '${new URL('../../../gateway/build/releases.mjs', import.meta.url)}'; ${script}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source, at(d)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    switchTo(at(a));
    removeOldReleases(at(a));
    assert.deepEqual(names().filter(isRelease), [a, d]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    removeOldReleases(at(a));
    assert.deepEqual(names(), [a, 'current', 'tools.html']);
  });

  test('keeps all releases while another process upgrades', (t) => {
    const { names, at } = releasesOf(t);
    switchTo(at(a));
    writeFileSync(at(upgradeLock), nameOfProcess(process.ppid));
    removeOldReleases(at(a));
    assert.deepEqual(names().filter(isRelease), [a, b, c, d]);
    writeFileSync(at(upgradeLock), nameOfProcess(process.pid));
    removeOldReleases(at(a));
    assert.deepEqual(names().filter(isRelease), [a]);
  });
});
