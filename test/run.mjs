// @ts-check
// Runs the tests: all of them, or with `npm test -- engine/text keys` the files whose path contains one of the words.
// Options go to node --test: `npm test -- --test-name-pattern=quota`. With `--long` (`npm run test:long`) the tests of
// reliability, or those named, in their long form, one after the other. Why imports come late: gateway/boot/script.mjs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { projectDirectory, runAsScript, ScriptError } from '../gateway/boot/script.mjs';

/** The folders and files with tests that have a long form. */
const longTests = ['test/chaos/', 'test/fuzz/'];

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('../gateway/boot/install.mjs');
  ensureInstalled();
  const long = process.argv.includes('--long');
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('-') && argument !== '--long');
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  if (!long) return runTests(testFiles(words), options, os.availableParallelism());
  process.env.TEXTMILL_TEST_LONG = 'true';
  runTests(testFiles(words.length > 0 ? words : longTests), options, 1);
});

/**
 * The list itself, because `node --test` of Node 20 knows no patterns. Relative, because that of Node 22 takes every
 * argument for a pattern, and the folder of the checkout may be called anything.
 *
 * @param {readonly string[]} words
 * @returns {string[]} paths relative to the project's folder.
 */
function testFiles(words) {
  const files = fs
    .readdirSync(`${projectDirectory}test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/${file}`)
    .sort();
  const wanted = words.map((word) => word.replace(/^\.\//, ''));
  const selected = files.filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));
  if (selected.length === 0) throw new ScriptError(`no test file has a path with ${words.join(' or ')} in it.`);
  return selected;
}

/**
 * Ends this process with the status of the test run.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 * @param {number} concurrency - files at a time.
 */
function runTests(files, options, concurrency) {
  const reporter = options.some((option) => option.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec'];
  const child = spawn(
    process.execPath,
    // By default Node leaves one core idle: on a machine with two, that is half of it.
    [
      '--import',
      './gateway/boot/typescript.mjs',
      '--test',
      `--test-concurrency=${concurrency}`,
      ...reporter,
      ...options,
      ...files,
    ],
    { cwd: projectDirectory, stdio: 'inherit' },
  );
  // A terminal sends SIGINT to both processes: this one waits for the summary of the other.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (status, signal) => {
    process.exitCode = signal === null ? Number(status) : 128 + os.constants.signals[signal];
  });
}
