import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Outcome } from '../../support/program.js';
import { copyProject, type ProjectCopy } from '../../support/project-copy.js';

const packages = { '': { name: 'sample' }, 'node_modules/ajv': { version: '8.20.0', integrity: 'sha512-A' } };
const lockFile = JSON.stringify({ name: 'sample', lockfileVersion: 3, packages });
const note = 'node_modules/.package-lock.json';

/** Stands in for npm, which needs a registry: notes its arguments and "installs" the lock-file. */
const obedientNpm = `
  const { appendFileSync, mkdirSync, writeFileSync, readFileSync } = require('node:fs');
  appendFileSync('calls', JSON.stringify(process.argv.slice(2)) + '\\n');
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('${note}', readFileSync('package-lock.json'));
`;

/** Runs install.mjs as npm would, with the stand-in in its place. */
async function install(copy: ProjectCopy, npm: string): Promise<Outcome & { calls: string[][] }> {
  copy.write({ 'package-lock.json': lockFile, 'npm-cli.js': `require('module');${npm}`, 'package.json': '{}' });
  const environment = { npm_execpath: join(copy.directory, 'npm-cli.js'), npm_config_ignore_scripts: undefined };
  const outcome = await copy.node('gateway/boot/install.mjs', [], environment);
  const calls = join(copy.directory, 'calls');
  const lines = existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : [];
  return { ...outcome, calls: lines.map((line) => JSON.parse(line) as string[]) };
}

describe('install', () => {
  test('a fresh checkout gets what the lock-file says, development dependencies included', async (t) => {
    const { status, stdout, stderr, calls } = await install(copyProject(t, { installed: false }), obedientNpm);
    assert.equal(status, 0, stderr);
    assert.equal(stdout, '');
    assert.equal(
      stderr,
      'textmill: installing the packages of package-lock.json (no finished install in node_modules); this can take a minute\n',
    );
    assert.equal(calls.length, 1);
    assert.equal(calls[0]?.[0], 'ci');
    assert.ok(calls[0]?.includes('--include=dev'));
  });

  test('what is installed already is left alone, without a word and without npm', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [note]: lockFile });
    const { status, stderr, calls } = await install(copy, obedientNpm);
    assert.deepEqual({ status, stderr, calls }, { status: 0, stderr: '', calls: [] });
  });

  test('a changed lock-file is installed again, once', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [note]: lockFile.replace('8.20.0', '8.17.0') });
    const first = await install(copy, obedientNpm);
    assert.match(first.stderr, /\(ajv is 8\.17\.0 instead of 8\.20\.0\)/);
    const second = await install(copy, obedientNpm);
    assert.equal(second.stderr, '');
    assert.equal(second.calls.length, 1);
  });

  test('an install that is broken off does not pass for the one before it', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [note]: lockFile.replace('8.20.0', '8.17.0') });
    await install(copy, 'process.exit(130)');
    assert.equal(existsSync(join(copy.directory, note)), false);
  });

  test('when npm fails, its words are shown and the script fails', async (t) => {
    const npm = `console.error('npm error code E404'); process.exit(1)`;
    const { status, stderr } = await install(copyProject(t, { installed: false }), npm);
    assert.equal(status, 1);
    assert.match(stderr, /^npm error code E404\ntextmill: npm ci failed; what it said stands above\.\n$/m);
  });

  test('when a compiler is missing, the packages that bring one are named', async (t) => {
    const npm = `console.error('gyp ERR! find Python'); process.exit(1)`;
    const { stderr } = await install(copyProject(t, { installed: false }), npm);
    assert.match(stderr, /apt-get install build-essential python3, .*\.\n$/);
  });

  test('a missing npm is named', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ 'package-lock.json': lockFile });
    const { status, stderr } = await copy.node('gateway/boot/install.mjs', [], { npm_execpath: undefined, PATH: '' });
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: npm is missing: /m);
  });

  test('a node_modules that is a link to another one is not emptied', async (t) => {
    const copy = copyProject(t, { installed: false });
    mkdirSync(join(copy.directory, 'elsewhere'));
    symlinkSync(join(copy.directory, 'elsewhere'), join(copy.directory, 'node_modules'));
    const { status, stderr, calls } = await install(copy, obedientNpm);
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: node_modules is a link, /);
    assert.deepEqual(calls, []);
  });

  test('a missing lock-file is named', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ 'package-lock.json': '{' });
    const { status, stderr } = await copy.node('gateway/boot/install.mjs');
    assert.equal(status, 1);
    assert.match(stderr, /^textmill: There is no readable package-lock\.json in /);
  });
});

describe('the native part of better-sqlite3', () => {
  const folder = 'node_modules/better-sqlite3';
  const binding = `${folder}/binding.node`;
  const lock = JSON.stringify({ packages: { '': {}, [folder]: { version: '12.11.1' } } });
  /** Loads if its binding is there, as the real one does: anew on every try. */
  const module = `
    module.exports = class {
      constructor() {
        if (!require('fs').existsSync(__dirname + '/binding.node')) throw new Error('NODE_MODULE_VERSION 115\\nmore');
      }
      close() {}
    };
  `;
  const idleNpm = '';
  const buildingNpm = `
    if (process.argv.slice(2, 4).join(' ') !== 'rebuild better-sqlite3') process.exit(1);
    require('fs').writeFileSync('${binding}', '');
  `;

  function check(copy: ProjectCopy, npm: string, environment: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    copy.write({ 'package.json': '{}', 'package-lock.json': lock, [note]: lock, 'npm-cli.js': npm });
    copy.write({ [`${folder}/index.js`]: module });
    return copy.node('gateway/boot/install.mjs', [], {
      npm_execpath: join(copy.directory, 'npm-cli.js'),
      npm_config_ignore_scripts: undefined,
      ...environment,
    });
  }

  test('that loads asks npm nothing', async (t) => {
    const copy = copyProject(t, { installed: false });
    copy.write({ [binding]: '' });
    const { status, stderr } = await check(copy, 'process.exit(1)');
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });

  test('is built again for another version of Node', async (t) => {
    const { status, stderr } = await check(copyProject(t, { installed: false }), buildingNpm);
    assert.equal(status, 0);
    assert.match(stderr, /^textmill: building better-sqlite3 for Node \d+\.\d+\.\d+; this can take a minute\n$/);
  });

  test('that still does not load stops the start, with the reason in one line and the remedy', async (t) => {
    const { status, stderr } = await check(copyProject(t, { installed: false }), idleNpm);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /\ntextmill: better-sqlite3 does not load \(NODE_MODULE_VERSION 115\): .*build-essential python3, .*\.\n$/,
    );
  });

  test('names the setting when npm was told to run no install scripts', async (t) => {
    const copy = copyProject(t, { installed: false });
    const { stderr } = await check(copy, idleNpm, { npm_config_ignore_scripts: 'true' });
    assert.match(stderr, /run npm rebuild better-sqlite3 --ignore-scripts=false\.\n$/);
  });
});
