// @ts-check
// Runs the tests. `npm test` runs the short ones, `npm run test:long` the long ones, `npm run test:full` the rare ones; each
// file is one of the three, see formOf. With words, as in `npm test -- engine/text keys`, all three run the files whose
// path contains one of them. Options go to node:test: `npm test -- --test-name-pattern=quota`. With `--slice=2/4`, the rare
// files are divided into four parts, of which the second runs. Tests of reliability have a full form besides, which
// `npm run test:full` runs as well: it writes test/results. See test/README.md. Why imports come late:
// gateway/build/script.mjs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { projectDirectory, runAsScript, ScriptError } from '../gateway/build/script.mjs';
import { sharedLongProcesses, sharedProcesses } from './support/shared-processes.mjs';

/** Folders whose files are all long: processes that are killed, hostile input at random, browsers. */
const longFolders = ['test/chaos/', 'test/fuzz/', 'test/console/'];
/** How the path of any other long file ends. */
const longEnding = '.long.test.ts';
/** How the path of a rare file ends: it takes long and seldom finds what the others do not. */
const rareEnding = '.full.test.ts';
/** What a test of reliability imports to know in which form it runs. */
const fullForm = /\b(?:figure|full|firstUnlessFull)\b[^;]*support\/reliability\.js'/;
/**
 * How long no test of a file may begin or end before the file is ended, in milliseconds; in its full form one takes
 * longer.
 */
const silenceMs = { moderate: 10 * 60_000, full: 2 * 60 * 60_000 };

/**
 * How a run ended.
 *
 * @typedef {object} RunEnd
 * @property {number} status - 0 if all tests passed.
 * @property {string} failures - in full, or '' if there are none or node:test has printed them.
 * @property {number | undefined} tests - how many there were; undefined if only node:test knows.
 */

/** @type {RunEnd} */
const nothing = { status: 0, failures: '', tests: 0 };

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('../gateway/build/install.mjs');
  await ensureInstalled({ development: true });
  // Tests of this program have no sources.
  if (fs.existsSync(`${projectDirectory}engine`)) {
    // What tests import: support/from-compiled.mjs. Those that start the program build it: support/own-release.ts.
    await (await import('./support/compile-sources.mjs')).compileSources();
    process.env.TEXTMILL_TEST_COMPILED = projectDirectory;
  }
  const given = process.argv.slice(2);
  const form = given.includes('--full') ? 'rare' : given.includes('--long') ? 'long' : 'short';
  const slices = given.filter((argument) => argument.startsWith('--slice='));
  const ours = ['--long', '--full', ...slices];
  const options = given.filter((argument) => argument.startsWith('-') && !ours.includes(argument));
  const words = given.filter((argument) => !argument.startsWith('-'));
  const files = sliceOf(selectedFiles(words, form), slices[0]);
  const alone = form === 'rare' && slices.length === 0 ? files.filter(hasFullForm) : [];
  const others = files.filter((file) => !alone.includes(file));
  const shared = words.length > 0 ? {} : { short: sharedProcesses, long: sharedLongProcesses, rare: {} }[form];
  const together = withSharedProcesses(others, shared);
  const run = options.some((option) => option.startsWith('--test-reporter')) ? runNodeTest : runTests;
  // By default Node leaves one core idle: on a machine with two, that is half of it. Long tests wait for much of their time.
  const cores = os.availableParallelism();
  const first =
    together.length === 0 ? nothing : await run(together, options, form === 'short' ? cores : Math.ceil(1.5 * cores));
  if (alone.length > 0) process.env.TEXTMILL_TEST_FULL = 'true';
  const second = alone.length === 0 ? nothing : await run(alone, options, 1);
  // The end of a long output alone must say why the run failed.
  if (alone.length > 0) process.stdout.write(first.failures);
  process.exitCode = first.status || second.status;
  const patterns = options.filter((option) => /^--test-(?:name|skip)-pattern=/.test(option));
  if (patterns.length > 0 && first.tests === 0 && second.tests === 0) {
    throw new ScriptError(`no test runs with ${patterns.join(' ')}.`);
  }
});

/**
 * Replaces the files that share a process by the one that imports them.
 *
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, readonly string[]>>} shared - the folders, by the folder of the file that imports them.
 */
function withSharedProcesses(files, shared) {
  const isIn = (/** @type {string} */ file, /** @type {string} */ parent, /** @type {readonly string[]} */ folders) =>
    folders.some((folder) => file.startsWith(folder === '.' ? parent : `${parent}${folder}/`));
  const parents = Object.entries(shared).filter(([parent, folders]) =>
    files.some((file) => isIn(file, parent, folders)),
  );
  const others = files.filter((file) => !parents.some(([parent, folders]) => isIn(file, parent, folders)));
  // They take longest, so they begin first.
  return [...parents.map(([parent]) => `${parent}together.mjs`), ...others];
}

/**
 * Which command runs a file: `npm test`, `npm run test:long` or `npm run test:full`.
 *
 * @param {string} file - its path relative to the project's folder.
 * @returns {'short' | 'long' | 'rare'}
 */
function formOf(file) {
  if (file.endsWith(rareEnding)) return 'rare';
  return file.endsWith(longEnding) || longFolders.some((folder) => file.startsWith(folder)) ? 'long' : 'short';
}

/**
 * Whether the tests of a file have a full form besides their usual one.
 *
 * @param {string} file
 */
function hasFullForm(file) {
  return fullForm.test(fs.readFileSync(`${projectDirectory}${file}`, 'utf8'));
}

/**
 * The list itself, because `node --test` takes every argument for a pattern, and the folder of the checkout may be
 * called anything.
 *
 * @param {readonly string[]} words
 * @param {'short' | 'long' | 'rare'} form
 * @returns {string[]} paths relative to the project's folder.
 */
function selectedFiles(words, form) {
  const files = fs
    .readdirSync(`${projectDirectory}test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .sort();
  const wanted = words.map((word) => word.replace(/^\.\//, ''));
  const selected = files.filter((file) =>
    wanted.length === 0
      ? formOf(file) === form || (form === 'rare' && hasFullForm(file))
      : wanted.some((word) => file.includes(word)),
  );
  if (selected.length === 0) {
    throw new ScriptError(
      words.length === 0
        ? 'there are no such test files.'
        : `no test file has a path with ${words.join(' or ')} in it.`,
    );
  }
  return selected;
}

/**
 * Returns the rare files that run with a slice.
 *
 * @param {readonly string[]} files
 * @param {string | undefined} slice - such as `--slice=2/4`; undefined for all files.
 */
function sliceOf(files, slice) {
  if (slice === undefined) return files;
  const [, part = 0, parts = 0] = (/^--slice=(\d{1,3})\/(\d{1,3})$/.exec(slice) || []).map(Number);
  if (part < 1 || part > parts) throw new ScriptError(`${slice} must be like --slice=2/4.`);
  return files.filter((file) => formOf(file) === 'rare').filter((_, i) => i % parts === part - 1);
}

/**
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 * @param {number} concurrency - files at a time.
 * @returns {Promise<RunEnd>}
 */
async function runTests(files, options, concurrency) {
  const { runFiles } = await import('./support/run-files.mjs');
  const { Report } = await import('./reporter.mjs');
  const { keepTimes, longestFirst } = await import('./support/file-times.mjs');
  const report = new Report((text) => process.stdout.write(text));
  const running = new Set();
  // A terminal sends SIGINT to the files as well.
  const listeners = /** @type {const} */ (['SIGINT', 'SIGTERM']).map((signal) => {
    const listener = () => {
      report.interrupted(signal);
      for (const child of running) child.kill('SIGTERM');
      process.exit(128 + os.constants.signals[signal]);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  const named = options.find((option) => option.startsWith('--test-concurrency='));
  await runFiles(longestFirst(files), {
    directory: projectDirectory,
    nodeOptions: options.filter((option) => option !== named),
    concurrency: named === undefined ? concurrency : Number(named.split('=')[1]),
    silenceMs: process.env.TEXTMILL_TEST_FULL === undefined ? silenceMs.moderate : silenceMs.full,
    report,
    running,
  });
  for (const { signal, listener } of listeners) process.off(signal, listener);
  report.end();
  keepTimes(report.times);
  return { status: report.failed ? 1 : 0, failures: report.failures, tests: report.tests };
}

/**
 * Runs `node --test` with its own reporter.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 * @param {number} concurrency - files at a time.
 * @returns {Promise<RunEnd>}
 */
function runNodeTest(files, options, concurrency) {
  const child = spawn(
    process.execPath,
    [
      '--import',
      './test/support/from-compiled.mjs',
      '--test',
      `--test-concurrency=${concurrency}`,
      ...options,
      ...files,
    ],
    { cwd: projectDirectory, stdio: 'inherit' },
  );
  return new Promise((resolve) => {
    child.on('exit', (status, signal) => {
      for (const [name, listener] of Object.entries(listeners)) process.off(name, listener);
      if (signal === null) return resolve({ status: Number(status), failures: '', tests: undefined });
      // A signal ends all runs.
      process.exit(128 + os.constants.signals[signal]);
    });
    const listeners = {
      // A terminal sends SIGINT to both processes: this one waits for the summary of the other.
      SIGINT: () => undefined,
      SIGTERM: () => child.kill('SIGTERM'),
    };
    for (const [name, listener] of Object.entries(listeners)) process.on(name, listener);
  });
}
