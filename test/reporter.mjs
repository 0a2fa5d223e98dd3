// @ts-check
// The reporter of `npm test`: a line for each file while it runs; then the failures, the skipped tests with their reasons,
// the figures of reliability, the slowest files and the counts. `--test-reporter=spec` shows every test.
import { relative } from 'node:path';
import { inspect, styleText } from 'node:util';

const slowestFiles = 10;
const colours = process.stdout.isTTY === true;

/**
 * @typedef {object} FileReport
 * @property {string[]} open - names of the suites and tests that have begun, from the outermost inwards.
 * @property {number} failed
 * @property {string} output - what the file wrote itself.
 */

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* report(events) {
  /** @type {Map<string, FileReport>} */
  const files = new Map();
  /** @type {string[]} */
  const failures = [];
  /** @type {Map<string, number>} reason, how many tests. */
  const skipped = new Map();
  /** @type {string[]} */
  const figures = [];
  /** @type {{ name: string; ms: number }[]} */
  const times = [];
  for await (const { type, data } of events) {
    const name =
      data !== undefined && 'file' in data && data.file !== undefined ? relative(process.cwd(), data.file) : '';
    const file = files.get(name) ?? { open: [], failed: 0, output: '' };
    files.set(name, file);
    if (type === 'test:start') {
      file.open[data.nesting] = data.name;
    } else if (type === 'test:pass') {
      if (data.skip !== undefined && data.skip !== false) {
        const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'without a reason';
        skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      }
    } else if (type === 'test:fail') {
      const { error } = data.details;
      // A suite fails when one of its tests does: that one has the reason.
      if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
      file.failed++;
      const title = [...file.open.slice(0, data.nesting), data.name].join(' › ');
      failures.push(failure(`${name}: ${title}`, error.cause ?? error, file));
      yield red(`✖ ${name}: ${title}\n`);
    } else if (type === 'test:diagnostic') {
      if (/^R\d/.test(data.message)) figures.push(data.message);
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      file.output += data.message;
    } else if (type === 'test:summary') {
      if (data.file !== undefined) {
        times.push({ name, ms: data.duration_ms });
        const { passed, tests } = data.counts;
        yield `${file.failed === 0 ? '✔' : red('✖')} ${name}: ${passed} of ${tests}, ${seconds(data.duration_ms)}\n`;
      } else {
        yield* lists(failures, skipped, figures, times);
        yield countsOf(data);
      }
    }
  }
}

/**
 * @param {string} title
 * @param {unknown} reason
 * @param {FileReport} file
 */
function failure(title, reason, file) {
  const output = file.output === '' ? '' : `\nOutput of the file:\n${file.output.slice(-4_000).trimEnd()}`;
  // What an assertion compares is in its message, so not again as its properties.
  const said =
    reason instanceof Error && 'code' in reason && reason.code === 'ERR_ASSERTION'
      ? reason.stack
      : inspect(reason, { colors: colours, depth: 8 });
  return `${red(`✖ ${title}`)}\n${indented(said + output)}\n`;
}

/**
 * @param {readonly string[]} failures
 * @param {ReadonlyMap<string, number>} skipped
 * @param {readonly string[]} figures
 * @param {readonly { name: string; ms: number }[]} times
 */
function* lists(failures, skipped, figures, times) {
  if (failures.length > 0) yield `\nFailures:\n\n${failures.join('\n')}`;
  if (skipped.size > 0) {
    yield `\nSkipped:\n${[...skipped].map(([reason, tests]) => `  ${tests} × ${reason}\n`).join('')}`;
  }
  if (figures.length > 0) yield `\nFigures of reliability:\n${figures.map((figure) => `  ${figure}\n`).join('')}`;
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, slowestFiles);
  yield `\nSlowest files:\n${slowest.map(({ name, ms }) => `  ${seconds(ms).padStart(8)}  ${name}\n`).join('')}`;
}

/** @param {import('node:test').EventData.TestSummary} summary */
function countsOf({ counts, duration_ms }) {
  const { tests, suites: _suites, topLevel: _topLevel, ...parts } = counts;
  const found = Object.entries(parts).filter(([part, number]) => number > 0 || part === 'failed');
  const list = found.map(([part, number]) => `${number} ${part}`).join(', ');
  return `\n${tests} tests in ${seconds(duration_ms)}: ${list}\n`;
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
