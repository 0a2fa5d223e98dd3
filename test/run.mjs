// @ts-check
// Runs the tests: all of them, or with `npm test -- engine/text keys` the files whose path contains one of the words.
// Options go to node --test: `npm test -- --test-name-pattern=quota`. With `--long` (`npm run test:long`) the tests of
// reliability, or those named, in their long form, one after the other. Why imports come late: gateway/boot/script.mjs.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { projectDirectory, runAsScript, ScriptError } from '../gateway/boot/script.mjs';

/** Tests of what happens under stress, in so much time or memory: each of their files has the machine to itself. */
const stress = 'test/chaos/';
/** The folders with tests that have a long form. */
const longTests = [stress, 'test/fuzz/'];

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('../gateway/boot/install.mjs');
  await ensureInstalled({ development: true });
  const long = process.argv.includes('--long');
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('-') && argument !== '--long');
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
  const files = testFiles(long && words.length === 0 ? longTests : words);
  if (long) process.env.TEXTMILL_TEST_LONG = 'true';
  const alone = files.filter((file) => long || file.startsWith(stress));
  const together = files.filter((file) => !alone.includes(file));
  // By default Node leaves one core idle: on a machine with two, that is half of it.
  const first = together.length === 0 ? 0 : await runTests(together, options, os.availableParallelism());
  const second = alone.length === 0 ? 0 : await runTests(alone, options, 1);
  process.exitCode = first || second;
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
 * @param {readonly string[]} files
 * @param {readonly string[]} options
 * @param {number} concurrency - files at a time.
 * @returns {Promise<number>} the status of the run.
 */
function runTests(files, options, concurrency) {
  const reporter = options.some((option) => option.startsWith('--test-reporter')) ? [] : ['--test-reporter=spec'];
  const child = spawn(
    process.execPath,
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
  return new Promise((resolve) => {
    child.on('exit', (status, signal) => {
      for (const [name, listener] of Object.entries(listeners)) process.off(name, listener);
      if (signal === null) return resolve(Number(status));
      // Whoever ends one run has no use for the next.
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
