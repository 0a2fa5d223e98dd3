import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtRelease } from '../../../gateway/build/build.mjs';
import { listFiles } from '../../../gateway/build/sources.mjs';
import { runProgram } from '../../support/program.js';
import { copyProject, leastSources, type ProjectCopy } from '../../support/project-copy.js';

const sources = {
  'gateway/server/main.ts': "import { loudness } from '../../engine/tools/case/loud.js';\nconsole.log(loudness);\n",
  'gateway/server/gateway-process.ts': "import { greeting } from '../greeting.js';\nprocess.title = greeting;\n",
  'gateway/greeting.ts': "export const greeting: string = 'hello';\n",
  'engine/tools/case/loud.ts': 'export const loudness: number = 42;\n',
  'engine/tools/case/quiet.ts': 'export const quiet = 1;\n',
  'gateway/server/storage/sqlite/migrations/0001_keys.sql': 'CREATE TABLE keys (id TEXT);\n',
  'data/tracking-parameters.json': '["utm_source"]\n',
  ...leastSources,
};

const project = fileURLToPath(new URL('../../../', import.meta.url));

function projectWithSources(t: TestContext): ProjectCopy {
  const copy = copyProject(t, { installed: true });
  copy.write(sources);
  return copy;
}

/** What a build of a copy does. */
async function built(copy: ProjectCopy): Promise<{ status: number | null; stderr: string; release: string }> {
  const { status, stderr } = await copy.node('gateway/build/build.mjs');
  return { status, stderr, release: builtRelease(copy.directory) ?? '' };
}

/** Files that have just been written are compared by their contents. */
const settled = () => wait(2_600);

const releasesOf = ({ directory }: ProjectCopy) =>
  readdirSync(join(directory, 'dist')).filter((name) => /^[\da-f]{12}-\d+$/.test(name));

describe('build', () => {
  test('makes a release that contains all that runs, and nothing else', async (t) => {
    const copy = projectWithSources(t);
    const { status, stderr, release } = await built(copy);
    assert.deepEqual({ status, stderr }, { status: 0, stderr: 'textmill: building\n' });
    assert.match(release, /\/dist\/[\da-f]{12}-\d+$/);
    const names = listFiles(release).filter((name) => !name.startsWith('gateway/console/bundle/'));
    const pinned = names.includes('bin/node') ? ['bin/node'] : [];
    assert.deepEqual(
      names.filter((name) => !/^native\/|\.map$|^chunk-\w{8}\.mjs$/.test(name)),
      [
        'LICENSE',
        'THIRD-PARTY-NOTICES.txt',
        ...pinned,
        'cli.mjs',
        'data/tracking-parameters.json',
        'engine/tools/case/loud.mjs',
        'engine/tools/case/quiet.mjs',
        'files.json',
        'gateway-process.mjs',
        'gateway/server/storage/sqlite/migrations/0001_keys.sql',
        'main.mjs',
        'node.sh',
        'package.json',
        'piscina-worker.cjs',
        'runtime.mjs',
        'sbom.cdx.json',
        'script.mjs',
        'textmill',
      ],
    );
    assert.equal((await runProgram(process.execPath, [join(release, 'main.mjs')])).stdout, '42\n');
    const notices = readFileSync(join(release, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['better-sqlite3', 'piscina']) assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
  });

  test('the release runs when all else is removed', async (t) => {
    const copy = projectWithSources(t);
    const { release } = await built(copy);
    for (const name of ['node_modules', 'gateway', 'engine']) rmSync(join(copy.directory, name), { recursive: true });
    assert.equal((await runProgram(process.execPath, [join(release, 'main.mjs')])).stdout, '42\n');
  });

  test('loads before anything is installed, like every script that starts with an install', async (t) => {
    const copy = copyProject(t, { installed: false });
    const scripts = ['start', 'cli', 'build', 'install', 'new-tool'].map((name) => `./gateway/build/${name}.mjs`);
    copy.write({ 'load.mjs': `await Promise.all(${JSON.stringify(scripts)}.map((script) => import(script)));\n` });
    assert.deepEqual(await copy.node('load.mjs'), { status: 0, stdout: '', stderr: '' });
  });

  test('bundles the console: a page whose file names contain hashes of their content', async (t) => {
    const copy = projectWithSources(t);
    const bundle = join((await built(copy)).release, 'gateway/console/bundle');
    const page = readFileSync(join(bundle, 'index.html'), 'utf8');
    const [, style = '', script = ''] =
      /href="assets\/(main-\w{8}\.css)".*src="assets\/(main-\w{8}\.js)"/.exec(page) ?? [];
    const others = /^(?:first-theme-\w{8}\.js|reference-\w{8}\.(?:css|js))$/;
    const found = readdirSync(bundle).filter((name) => others.test(name));
    assert.deepEqual(readdirSync(bundle).toSorted(), ['index.html', script, style, ...found].toSorted());
    assert.equal(found.length, 3);
    assert.match(readFileSync(join(bundle, style), 'utf8'), /^p\{color:red\}/);
    assert.match(readFileSync(join(bundle, script), 'utf8'), /console/);
    copy.write({ 'gateway/console/app/style/main.css': 'p { color: blue }\n' });
    const next = await built(copy);
    assert.equal(existsSync(join(next.release, 'gateway/console/bundle', style)), false);
  });

  test('does nothing when nothing has changed, by content or by the times of files', async (t) => {
    const copy = projectWithSources(t);
    const { release } = await built(copy);
    assert.deepEqual(await built(copy), { status: 0, stderr: '', release });
    await settled();
    assert.deepEqual(await built(copy), { status: 0, stderr: '', release });
    assert.equal(existsSync(join(copy.directory, 'dist/.sources.json')), true);
    assert.deepEqual(await built(copy), { status: 0, stderr: '', release });
  });

  test('does not rebuild when a page changes, and does not contain pages', async (t) => {
    const copy = projectWithSources(t);
    copy.write({ 'gateway/README.md': '# The gateway\n' });
    const { release } = await built(copy);
    copy.write({ 'gateway/README.md': '# The folders of the gateway\n' });
    assert.equal((await built(copy)).stderr, '');
    assert.equal(existsSync(join(release, 'gateway/README.md')), false);
  });

  test('ignores files of the operator: gateway/deploy/.env, and what is in the default DATA_DIR', async (t) => {
    const copy = projectWithSources(t);
    copy.write({ 'gateway/deploy/healthcheck.sh': 'exit\n' });
    const { release } = await built(copy);
    copy.write({
      'gateway/deploy/.env': 'ADMIN_TOKEN=secret\n',
      'gateway/deploy/compose.yaml': 'services: {}\n',
      'gateway/server/storage/dump.sql': 'INSERT INTO keys\n',
      'data/keys.json': '[]\n',
    });
    assert.deepEqual(await built(copy), { status: 0, stderr: '', release });
    assert.deepEqual(readdirSync(join(release, 'gateway/deploy')), ['healthcheck.sh']);
    const fresh = join(copy.directory, 'fresh');
    assert.equal((await copy.node('gateway/build/build.mjs', [fresh])).status, 0);
    assert.deepEqual(readdirSync(join(fresh, 'data')), ['tracking-parameters.json']);
    assert.deepEqual(
      listFiles(join(fresh, 'gateway')).filter((name) => !name.startsWith('console')),
      ['deploy/healthcheck.sh', 'server/storage/sqlite/migrations/0001_keys.sql'],
    );
  });

  test('makes another release when any file has changed that determines it', async (t) => {
    const copy = projectWithSources(t);
    let { release } = await built(copy);
    const scripts = { 'gateway/build/cli.mjs': '# changed', 'gateway/build/bundle.mjs': undefined, LICENSE: 'none' };
    const rows = Object.entries({ ...sources, ...scripts });
    for (const [path, content] of rows) {
      copy.write({ [path]: `${content ?? readFileSync(join(copy.directory, path), 'utf8')}\n` });
      const next = await built(copy);
      assert.equal(next.stderr, 'textmill: building\n', path);
      assert.notEqual(next.release, release, path);
      release = next.release;
    }
    const textmill = join(copy.directory, 'gateway/build/textmill');
    chmodSync(textmill, 0o644);
    const next = await built(copy);
    assert.equal(statSync(join(next.release, 'textmill')).mode & 0o111, 0);
    assert.equal(releasesOf(copy).length, 1, 'releases that nothing uses are removed');
  });

  test('notices a change that leaves the size and the time of a file as they were', async (t) => {
    const copy = projectWithSources(t);
    const file = join(copy.directory, 'engine/tools/case/loud.ts');
    await settled();
    await built(copy);
    await built(copy);
    assert.equal(existsSync(join(copy.directory, 'dist/.sources.json')), true);
    const { atime, mtime } = statSync(file);
    copy.write({ 'engine/tools/case/loud.ts': sources['engine/tools/case/loud.ts'].replace('42', '43') });
    utimesSync(file, atime, mtime);
    const { release } = await built(copy);
    assert.equal((await runProgram(process.execPath, [join(release, 'main.mjs')])).stdout, '43\n');
  });

  test('does not contain the output of deleted sources', async (t) => {
    const copy = projectWithSources(t);
    await built(copy);
    rmSync(join(copy.directory, 'engine/tools/case/quiet.ts'));
    assert.deepEqual(readdirSync(join((await built(copy)).release, 'engine/tools/case')).sort(), [
      'loud.mjs',
      'loud.mjs.map',
    ]);
  });

  test('makes a release again when one of its files was removed or emptied', async (t) => {
    const copy = projectWithSources(t);
    const { release } = await built(copy);
    rmSync(join(release, 'main.mjs'));
    assert.deepEqual(await built(copy), { status: 0, stderr: 'textmill: building\n', release });
    writeFileSync(join(release, 'engine/tools/case/stray.mjs'), '');
    assert.deepEqual(await built(copy), { status: 0, stderr: '', release }, 'a gateway may run from it');
    writeFileSync(join(release, 'main.mjs'), '');
    assert.deepEqual(await built(copy), { status: 0, stderr: 'textmill: building\n', release });
    assert.equal(existsSync(join(release, 'engine/tools/case/stray.mjs')), false);
    assert.deepEqual(releasesOf(copy), [basename(release)]);
  });

  test('contains no Node.js for glibc if it is built with musl', {
    skip: process.platform !== 'linux' && 'only Linux has it',
  }, async (t) => {
    const copy = projectWithSources(t);
    const folder = join(copy.directory, 'image');
    const script = join(copy.directory, 'gateway/build/build.mjs');
    // A process is taken for one with musl by the name of a file that it has loaded.
    const loader = join(copy.directory, 'ld-musl-x86_64.so.1');
    copyFileSync(join(project, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`), loader);
    copy.write({ 'load.cjs': `process.dlopen({ exports: {} }, ${JSON.stringify(loader)});` });
    const args = ['--require', join(copy.directory, 'load.cjs'), script, folder];
    const { status, stderr } = await runProgram(process.execPath, args, { cwd: copy.directory });
    assert.deepEqual([status, existsSync(join(folder, 'bin'))], [0, false], stderr);
    const native = join(project, `node_modules/better-sqlite3/prebuilds/linuxmusl-${process.arch}.node`);
    assert.ok(
      readFileSync(join(folder, `native/better_sqlite3_linuxmusl-${process.arch}.node`)).equals(readFileSync(native)),
    );
  });

  test('fails without the native code of SQLite', async (t) => {
    const copy = projectWithSources(t);
    rmSync(join(copy.directory, 'node_modules'));
    copy.write({ 'node_modules/better-sqlite3/package.json': '{}' });
    for (const name of ['esbuild', '@esbuild', 'preact', 'piscina', '@napi-rs'])
      symlinkSync(join(project, 'node_modules', name), join(copy.directory, 'node_modules', name));
    const without = await copy.node('gateway/build/build.mjs');
    assert.match(without.stderr, /^textmill: node_modules\/better-sqlite3 has no binary for /m);
    assert.equal(without.status, 1);
  });

  test('makes a release of the sources as they are at its end', async (t) => {
    const copy = projectWithSources(t);
    const source = join(copy.directory, 'engine/tools/case/loud.ts');
    // A module that the build loads after it has named the release.
    const changed = sources['engine/tools/case/loud.ts'].replace('42', '43');
    const esbuild = readFileSync(join(copy.directory, 'gateway/build/esbuild.mjs'), 'utf8');
    const change = `(await import('node:fs')).writeFileSync(${JSON.stringify(source)}, ${JSON.stringify(changed)});`;
    const late = esbuild.replace(
      'return createRequire',
      `process.nextTick(async () => { ${change} });\n  return createRequire`,
    );
    copy.write({ 'gateway/build/esbuild.mjs': late });
    const { release } = await built(copy);
    assert.equal((await runProgram(process.execPath, [join(release, 'main.mjs')])).stdout, '43\n');
  });

  for (const [path, source, message] of [
    ['gateway/console/app/main.tsx', "import './missing.js';\n", /Could not resolve "\.\/missing\.js"/],
    ['engine/tools/case/loud.ts', 'export const loudness: number = ;\n', /Unexpected ";"[\s\S]*loud\.ts:1:32:/],
  ] as const) {
    test(`shows the errors of the bundler, fails, and keeps the previous release: ${path}`, async (t) => {
      const copy = projectWithSources(t);
      const { release } = await built(copy);
      copy.write({ [path]: source });
      const { status, stderr } = await built(copy);
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.match(stderr, /^textmill: The build failed; see the bundler's messages above\.$/m);
      assert.equal(existsSync(join(release, 'main.mjs')), true);
      assert.equal(releasesOf(copy).length, 1);
    });
  }

  test('fails if a package with native code has another module for it', async (t) => {
    const copy = projectWithSources(t);
    rmSync(join(copy.directory, 'node_modules'));
    mkdirSync(join(copy.directory, 'node_modules'));
    for (const name of readdirSync(join(project, 'node_modules'))) {
      if (name !== 'better-sqlite3')
        symlinkSync(join(project, 'node_modules', name), join(copy.directory, 'node_modules', name));
    }
    const index = 'node_modules/better-sqlite3/index.js';
    copy.write({ [index]: '', 'node_modules/better-sqlite3/package.json': '{}' });
    copy.write({ 'gateway/greeting.ts': "export { default as greeting } from 'better-sqlite3';\n" });
    const { status, stderr } = await built(copy);
    assert.equal(status, 1);
    assert.match(stderr, /node_modules\/better-sqlite3\/lib\/binding\.js was changed 0 times instead of 1/);
  });

  test('keeps a release for the process that has built it', async (t) => {
    const copy = projectWithSources(t);
    const url = pathToFileURL(join(copy.directory, 'gateway/build/build.mjs'));
    const source = `import { build } from ${JSON.stringify(url)}; console.log(await build()); process.stdin.resume();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['pipe', 'pipe', 'ignore'] });
    t.after(() => child.kill('SIGKILL'));
    const release = String((await once(child.stdout, 'data'))[0]).trim();
    copy.write({ 'engine/tools/case/loud.ts': 'export const loudness: number = 43;\n' });
    const next = await built(copy);
    assert.deepEqual(releasesOf(copy).toSorted(), [release, next.release].map((folder) => basename(folder)).toSorted());
  });

  test('two builds at the same time both succeed: one makes the release, and the other one waits for it', async (t) => {
    const copy = projectWithSources(t);
    const results = await Promise.all([1, 2].map(() => copy.node('gateway/build/build.mjs')));
    assert.deepEqual(
      results.map(({ status }) => status),
      [0, 0],
    );
    const builders = results.filter(({ stderr }) => stderr.includes('textmill: building\n'));
    assert.equal(builders.length, 1);
    assert.equal((await built(copy)).stderr, '');
  });

  test('can be written to a given folder, which must not exist yet', async (t) => {
    const copy = projectWithSources(t);
    const folder = join(copy.directory, 'image');
    const first = await copy.node('gateway/build/build.mjs', [folder]);
    assert.deepEqual([first.status, existsSync(join(folder, 'main.mjs'))], [0, true], first.stderr);
    const second = await copy.node('gateway/build/build.mjs', [folder]);
    assert.deepEqual([second.status, second.stderr], [1, `textmill: ${folder} already exists.\n`]);
  });
});
