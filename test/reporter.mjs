// @ts-check
// What `npm test` prints: a line for each file when it ends, and each failure when it happens. At the end the skipped tests
// with their reasons, the figures of reliability, the slowest files, the failures in full and the counts.
// `--test-reporter=spec` shows every test.
import { styleText } from 'node:util';

const slowestFiles = 10;
const colours = process.stdout.isTTY === true;

/**
 * @typedef {object} RunningFile
 * @property {number} began - by `performance.now()`.
 * @property {Map<string, string>} tests - the names of the suites and tests that run, by their ids.
 * @property {number} failed
 * @property {string} output - what the file wrote itself.
 * @property {Readonly<Record<string, number>> | undefined} counts - once it ran to its end.
 * @property {number} processorMs - of its process and those that it started, known at its end.
 */

/** The report of one run: files that run at the same time tell it what happens. */
export class Report {
  #began = performance.now();
  #print;
  /** @type {Map<string, RunningFile>} */
  #files = new Map();
  /** @type {string[]} */
  #failures = [];
  /** @type {Map<string, number>} reason, how many tests. */
  #skipped = new Map();
  /** @type {string[]} */
  #figures = [];
  /** @type {import('./support/file-times.mjs').FileTime[]} */
  #times = [];
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {(text: string) => void} print */
  constructor(print) {
    this.#print = print;
  }

  /** Whether a test or file has failed. */
  get failed() {
    return this.#failures.length > 0;
  }

  /** The tests of all files that have ended, skipped ones too, and a file that failed as a whole as one. */
  get tests() {
    return this.#counts.get('tests') ?? 0;
  }

  /** How long the files took that have ended. */
  get times() {
    return this.#times;
  }

  /** The failures in full, with a heading; '' without one. */
  get failures() {
    return this.failed ? `\nFailures:\n\n${this.#failures.join('\n')}` : '';
  }

  /** @param {string} file */
  fileBegan(file) {
    this.#files.set(file, {
      began: performance.now(),
      tests: new Map(),
      failed: 0,
      output: '',
      counts: undefined,
      processorMs: 0,
    });
  }

  /**
   * @param {string} file
   * @param {string} text
   */
  fileWrote(file, text) {
    this.#running(file).output += text;
  }

  /**
   * @param {string} file
   * @param {import('./support/send-events.mjs').FileEvent} event
   */
  fileSent(file, event) {
    const running = this.#running(file);
    if (event.type === 'failed') this.#fail(running, `${event.file}: ${event.title}`, event.reason, event.brief);
    else if (event.type === 'skipped') add(this.#skipped, event.reason, 1);
    else if (event.type === 'figure') this.#figures.push(event.text);
    else if (event.type === 'done') Object.assign(running, { counts: event.counts, processorMs: event.processorMs });
    else if (event.type === 'began') running.tests.set(event.id, event.name);
    else running.tests.delete(event.id);
  }

  /**
   * @param {string} file
   * @param {object} end - of its process.
   * @param {number | null} end.status
   * @param {NodeJS.Signals | null} end.signal
   * @param {boolean} end.hung - whether it was ended because no test began or ended for too long.
   */
  fileEnded(file, { status, signal, hung }) {
    const running = this.#running(file);
    const endedEarly = running.counts === undefined && running.tests.size > 0;
    if (hung || endedEarly || (status !== 0 && running.failed === 0)) {
      const ended = signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
      this.#fail(running, file, `The process of the file ${hung ? 'hung and was ended' : ended}${testsOf(running)}`);
      add(this.#counts, 'tests', 1);
      add(this.#counts, 'failed', 1);
    }
    this.#files.delete(file);
    const { counts = {}, failed, processorMs } = running;
    for (const [part, number] of Object.entries(counts)) add(this.#counts, part, number);
    const ms = performance.now() - running.began;
    this.#times.push({ file, ms, processorMs, tests: counts.tests ?? 0 });
    const tests = `${counts.passed ?? 0} of ${counts.tests ?? 0}`;
    this.#print(`${failed === 0 ? '✔' : red('✖')} ${file}: ${tests}, ${seconds(ms)}\n`);
  }

  /** Prints what there is to say once all files have ended. */
  end() {
    if (this.#skipped.size > 0) {
      this.#print(`\nSkipped:\n${[...this.#skipped].map(([reason, tests]) => `  ${tests} × ${reason}\n`).join('')}`);
    }
    if (this.#figures.length > 0) {
      this.#print(`\nFigures of reliability:\n${this.#figures.map((figure) => `  ${figure}\n`).join('')}`);
    }
    const slowest = this.#times.toSorted((a, b) => b.ms - a.ms).slice(0, slowestFiles);
    const rows = slowest.map(
      ({ file, ms, processorMs }) => `  ${seconds(ms).padStart(8)}  ${seconds(processorMs).padStart(8)}  ${file}\n`,
    );
    this.#print(`\nSlowest files, by the clock and by the processor:\n${rows.join('')}`);
    this.#print(this.failures);
    this.#printCounts();
  }

  /** Prints what is known when the run is ended before its end. @param {string} signal */
  interrupted(signal) {
    this.#print(this.failures);
    const files = [...this.#files].map(
      ([file, running]) => `  ${file}, for ${seconds(performance.now() - running.began)}${testsOf(running)}\n`,
    );
    this.#print(`\nEnded by ${signal}. Files that were running:\n${files.join('')}`);
    this.#printCounts();
  }

  /**
   * @param {RunningFile} running
   * @param {string} title
   * @param {string} reason
   */
  #fail(running, title, reason, brief = reason) {
    running.failed++;
    const output = running.output === '' ? '' : `\nOutput of the file:\n${running.output.slice(-4_000).trimEnd()}`;
    const heading = red(`✖ ${title}`);
    this.#failures.push(`${heading}\n${indented(reason + output)}\n`);
    this.#print(`${heading}\n${indented(brief)}\n`);
  }

  #printCounts() {
    const parts = ['failed', 'passed', 'cancelled', 'skipped', 'todo'].map((part) => [
      part,
      this.#counts.get(part) ?? 0,
    ]);
    const found = parts.filter(([part, number]) => number !== 0 || part === 'failed');
    const list = found.map(([part, number]) => `${number} ${part}`).join(', ');
    this.#print(`\n${this.tests} tests in ${seconds(performance.now() - this.#began)}: ${list}\n`);
  }

  /** @param {string} file */
  #running(file) {
    const running = this.#files.get(file);
    if (running === undefined) throw new Error(`${file} is not running`);
    return running;
  }
}

/** The tests that a file was running. @param {RunningFile} running */
function testsOf({ tests }) {
  return tests.size === 0 ? '' : `, in ${[...tests.values()].join(' › ')}`;
}

/**
 * @param {Map<string, number>} counts
 * @param {string} name
 * @param {number} number
 */
function add(counts, name, number) {
  counts.set(name, (counts.get(name) ?? 0) + number);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** @param {string} text */
function indented(text) {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

/** @param {string} text */
function red(text) {
  return colours ? styleText('red', text) : text;
}
