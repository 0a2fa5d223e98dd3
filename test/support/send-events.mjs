// @ts-check
// The reporter inside the process of a test file: sends its events to test/run.mjs, one line of JSON each.
//
// `node --test` holds back all events of a file until those of the files before it are printed: a failure would appear
// minutes later, or never if a file before it hangs.
import { readFileSync, writeSync } from 'node:fs';
import { relative } from 'node:path';
import { inspect } from 'node:util';

/** The file descriptor that test/run.mjs reads, after standard input, output and error. */
const channel = 3;

/**
 * An event of a test file.
 *
 * - `began`, `ended`: the start and end of a test or suite. `id` is unique in the file.
 * - `failed`: `file` is where the test is written, relative to the project.
 * - `done`: the last event of a file that ran to its end. `processorMs` counts the processes that it started as well.
 *
 * @typedef {{ type: 'began' | 'ended'; id: string; name: string }
 *   | { type: 'failed'; file: string; title: string; reason: string; brief: string }
 *   | { type: 'skipped'; reason: string }
 *   | { type: 'figure'; text: string }
 *   | { type: 'done'; counts: Record<string, number>; processorMs: number }} FileEvent
 */

/** Lines of a reason that are printed while other tests run: the message, and the top of the stack. */
const briefLines = 12;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* sendEvents(events) {
  /** @type {string[]} names of the suites and tests around the next event, from the outermost inwards. */
  const open = [];
  for await (const { type, data } of events) {
    if (type === 'test:dequeue') send({ type: 'began', id: idOf(data), name: data.name });
    else if (type === 'test:complete') send({ type: 'ended', id: idOf(data), name: data.name });
    else if (type === 'test:start') open[data.nesting] = data.name;
    else if (type === 'test:pass') {
      const { skip } = data;
      if (skip === undefined || skip === false) continue;
      send({ type: 'skipped', reason: typeof skip === 'string' && skip !== '' ? skip : 'without a reason' });
    } else if (type === 'test:fail') {
      const { error } = data.details;
      // A suite fails when one of its tests does: the failed test has the reason.
      if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
      const reason = textOf(error.cause ?? error);
      send({
        type: 'failed',
        file: data.file === undefined ? '' : relative(process.cwd(), data.file),
        title: [...open.slice(0, data.nesting), data.name].join(' › '),
        reason,
        brief: briefOf(reason),
      });
    } else if (type === 'test:diagnostic') {
      if (/^R\d/.test(data.message)) send({ type: 'figure', text: data.message });
    } else if (type === 'test:summary') {
      send({ type: 'done', counts: { ...data.counts }, processorMs: processorMs() });
    }
  }
  yield '';
}

/** The processor time of this process; on Linux with the processes that it started and that have ended. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  try {
    // proc_pid_stat(5): fields 16 and 17, the 15th and 16th from the name in parentheses on, which may contain blanks, count
    // the children that have ended, in hundredths of a second.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
    return own + 10 * (Number(fields[14]) + Number(fields[15]));
  } catch {
    return own;
  }
}

/** @param {{ name: string; nesting: number; file?: string; line?: number; column?: number }} test */
function idOf({ name, nesting, file, line, column }) {
  return `${file}:${line}:${column} ${nesting} ${name}`;
}

/** @param {unknown} reason */
function textOf(reason) {
  // The message of an assertion contains the compared values, so its properties are left out.
  return reason instanceof Error && 'code' in reason && reason.code === 'ERR_ASSERTION'
    ? String(reason.stack)
    : inspect(reason, { depth: 8 });
}

/** @param {string} reason */
function briefOf(reason) {
  const lines = reason.split('\n').filter((line) => !/^\s+at .*\(?node:internal\//.test(line));
  const left = lines.length - briefLines;
  return left > 0 ? [...lines.slice(0, briefLines), `… ${left} more lines`].join('\n') : lines.join('\n');
}

/** Sends synchronously: the process may end right after. @param {FileEvent} event */
function send(event) {
  // readline ends a line at these two as well, which JSON leaves as they are.
  const json = JSON.stringify(event).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  let bytes = Buffer.from(`${json}\n`);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(channel, bytes));
    } catch (error) {
      // The pipe is full.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
    }
  }
}
