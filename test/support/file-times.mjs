// @ts-check
// How long each test file took when it last ran: one table, test/times.tsv, which is not part of the repository.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../../', import.meta.url));
const table = `${project}test/times.tsv`;
const heading = 'seconds\tprocessor seconds\ttests\tfile';

/**
 * @typedef {object} FileTime
 * @property {string} file - its path relative to the project's folder.
 * @property {number} ms - by the clock.
 * @property {number} processorMs - of its process and those that it started; 0 if it did not run to its end.
 * @property {number} tests
 */

/** Writes the times of a run into the table; those of the files that did not run stay. @param {readonly FileTime[]} times */
export function keepTimes(times) {
  const all = new Map([...readTimes(), ...times].map((time) => [time.file, time]));
  const rows = [...all.values()]
    .filter(({ file }) => existsSync(project + file))
    .sort((a, b) => b.processorMs - a.processorMs)
    .map(({ file, ms, processorMs, tests }) => [seconds(ms), seconds(processorMs), tests, file].join('\t'));
  writeFileSync(table, `${[heading, ...rows].join('\n')}\n`);
}

/**
 * Puts the files that took longest first, so that no long one begins when all others have ended. A file that has not run
 * yet may be a long one.
 *
 * @param {readonly string[]} files
 */
export function longestFirst(files) {
  const times = new Map(readTimes().map(({ file, ms }) => [file, ms]));
  const timeOf = (/** @type {string} */ file) => times.get(file) ?? Number.POSITIVE_INFINITY;
  return files.toSorted((a, b) => (timeOf(b) === timeOf(a) ? 0 : timeOf(b) - timeOf(a)));
}

/** Returns the times in the table, none without one. @returns {FileTime[]} */
export function readTimes() {
  if (!existsSync(table)) return [];
  const rows = readFileSync(table, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [s = '', processorS = '', tests = '', file = ''] = row.split('\t');
    return { file, ms: 1_000 * Number(s), processorMs: 1_000 * Number(processorS), tests: Number(tests) };
  });
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1_000).toFixed(1);
}
