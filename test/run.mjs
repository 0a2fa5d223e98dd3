// @ts-check
// Runs the tests. `npm test` runs the short ones, `npm run test:long` the others; each file is one or the other, see
// isLong. With words, as in `npm test -- engine/text keys`, both run the files whose path contains one of them. Options
// go to node:test: `npm test -- --test-name-pattern=quota`. With `--full`, tests of reliability run in their full form
// and write test/results. See test/README.md. Why imports come late: gateway/boot/script.mjs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { projectDirectory, runAsScript, ScriptError } from '../gateway/boot/script.mjs';
import { sharedProcesses } from './support/shared-processes.mjs';

/** Folders whose files are all long: processes that are killed, hostile input at random, browsers. */
const longFolders = ['test/chaos/', 'test/fuzz/', 'test/console/'];
/** How the path of any other long file ends. */
const longEnding = '.long.test.ts';
/** Tests of what happens under stress: each of their files has the machine to itself. */
const stress = 'test/chaos/';
/** How long no test of a file may begin or end before the file is ended, in milliseconds; with `--full` one takes longer. */
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
  const { ensureInstalled } = await import('../gateway/boot/install.mjs');
  await ensureInstalled({ development: true });
  const ours = ['--long', '--full'];
  const long = process.argv.includes('--long');
  const full = process.argv.includes('--full');
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('-') && !ours.includes(argument));
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const files = selectedFiles(words, long);
  if (full) process.env.TEXTMILL_TEST_FULL = 'true';
  const alone = files.filter((file) => full || file.startsWith(stress));
  const others = files.filter((file) => !alone.includes(file));
  const together = words.length === 0 && !long ? withSharedProcesses(others) : others;
  const run = options.some((option) => option.startsWith('--test-reporter')) ? runNodeTest : runTests;
  // By default Node leaves one core idle: on a machine with two, that is half of it.
  const first = together.length === 0 ? nothing : await run(together, options, os.availableParallelism());
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
 */
function withSharedProcesses(files) {
  const isIn = (/** @type {string} */ file, /** @type {string} */ room, /** @type {readonly string[]} */ folders) =>
    folders.some((folder) => file.startsWith(folder === '.' ? room : `${room}${folder}/`));
  const rooms = Object.entries(sharedProcesses).filter(([room, folders]) =>
    files.some((file) => isIn(file, room, folders)),
  );
  const others = files.filter((file) => !rooms.some(([room, folders]) => isIn(file, room, folders)));
  // They take longest, so they begin first.
  return [...rooms.map(([room]) => `${room}together.mjs`), ...others];
}

/**
 * Whether a file runs in `npm run test:long`, not in `npm test`.
 *
 * @param {string} file - its path relative to the project's folder.
 */
function isLong(file) {
  return file.endsWith(longEnding) || longFolders.some((folder) => file.startsWith(folder));
}

/**
 * The list itself, because `node --test` takes every argument for a pattern, and the folder of the checkout may be
 * called anything.
 *
 * @param {readonly string[]} words
 * @param {boolean} long
 * @returns {string[]} paths relative to the project's folder.
 */
function selectedFiles(words, long) {
  const files = fs
    .readdirSync(`${projectDirectory}test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .sort();
  const wanted = words.map((word) => word.replace(/^\.\//, ''));
  const selected = files.filter((file) =>
    wanted.length === 0 ? isLong(file) === long : wanted.some((word) => file.includes(word)),
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
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 * @param {number} concurrency - files at a time.
 * @returns {Promise<RunEnd>}
 */
async function runTests(files, options, concurrency) {
  const { runFiles } = await import('./support/run-files.mjs');
  const { Report } = await import('./reporter.mjs');
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
  await runFiles(files, {
    directory: projectDirectory,
    nodeOptions: options.filter((option) => option !== named),
    concurrency: named === undefined ? concurrency : Number(named.split('=')[1]),
    silenceMs: process.env.TEXTMILL_TEST_FULL === undefined ? silenceMs.moderate : silenceMs.full,
    report,
    running,
  });
  for (const { signal, listener } of listeners) process.off(signal, listener);
  report.end();
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
    ['--import', './gateway/boot/typescript.mjs', '--test', `--test-concurrency=${concurrency}`, ...options, ...files],
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
