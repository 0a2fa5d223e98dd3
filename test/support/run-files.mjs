// @ts-check
// Runs test files, each in its own process, and passes their events to a report.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** How long to wait for output after a file's process has ended, in milliseconds: another process may hold it open. */
const outputMs = 1_000;
/** How long a file that was ended may take before it is killed, in milliseconds. */
const endMs = 5_000;

/**
 * @param {readonly string[]} files - paths relative to the project's folder.
 * @param {object} options
 * @param {string} options.directory - the project's folder.
 * @param {readonly string[]} options.nodeOptions - options of node:test.
 * @param {number} options.concurrency - files at a time.
 * @param {number} options.silenceMs - how long a file may neither end a test nor begin one before it is ended: it hangs.
 * @param {import('../reporter.mjs').Report} options.report
 * @param {Set<import('node:child_process').ChildProcess>} options.running - the running processes.
 * @returns {Promise<void>} when all have ended.
 */
export async function runFiles(files, { directory, nodeOptions, concurrency, silenceMs, report, running }) {
  const left = [...files];
  const slots = Array.from({ length: Math.min(concurrency, files.length) }, async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      await runFile(file, { directory, nodeOptions, silenceMs, report, running });
    }
  });
  await Promise.all(slots);
}

/**
 * @param {string} file
 * @param {Omit<Parameters<typeof runFiles>[1], 'concurrency'>} options
 */
async function runFile(file, { directory, nodeOptions, silenceMs, report, running }) {
  const reporter = new URL('./send-events.mjs', import.meta.url).href;
  const fromCompiled = new URL('./from-compiled.mjs', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      ...['--import', fromCompiled, '--disable-warning=ExperimentalWarning'],
      ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
      ...nodeOptions,
      join(directory, file),
    ],
    {
      cwd: directory,
      // Set if a test runs this module: the file would send its events to the runner of that test.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  );
  running.add(child);
  report.fileBegan(file);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => report.fileWrote(file, text));
  }
  const events = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdio[3]) });
  let hung = false;
  const watchdog = setTimeout(async () => {
    hung = true;
    child.kill('SIGTERM');
    await wait(endMs);
    child.kill('SIGKILL');
  }, silenceMs);
  events.on('line', (line) => {
    watchdog.refresh();
    report.fileSent(file, JSON.parse(line));
  });
  const received = new Promise((resolve) => events.once('close', resolve));
  const closed = new Promise((resolve) => child.once('close', resolve));
  /** @type {{ status: number | null; signal: NodeJS.Signals | null }} */
  const end = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve({ status, signal }));
  });
  clearTimeout(watchdog);
  await received;
  const giveUp = new AbortController();
  await Promise.race([closed, wait(outputMs, undefined, giveUp).catch(() => {})]);
  giveUp.abort();
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  running.delete(child);
  report.fileEnded(file, { ...end, hung });
}
