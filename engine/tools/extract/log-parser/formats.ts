import { ToolError } from '../../../core/errors.js';
import { balancerLog, combinedLog, commonLog } from './access-logs.js';
import { apacheErrorLog, nginxErrorLog } from './error-logs.js';
import type { LogFormat, LogOptions } from './log-format.js';
import { extendedLog, jsonLines, logfmt } from './structured-lines.js';
import { cef, syslog, syslog5424 } from './syslog.js';

/** All formats by name. Where lines fit several, the first of them is meant. */
export const logFormats = {
  'apache-combined': combinedLog,
  'apache-common': commonLog,
  'nginx-access': combinedLog,
  'nginx-error': nginxErrorLog,
  'apache-error': apacheErrorLog,
  cef,
  'syslog-5424': syslog5424,
  elb: balancerLog,
  syslog,
  json: jsonLines,
  w3c: extendedLog,
  logfmt,
} satisfies Readonly<Record<string, LogFormat>>;

export type LogFormatName = keyof typeof logFormats;

export const logFormatNames = Object.keys(logFormats) as readonly LogFormatName[];

/** How many lines {@link detectFormat} looks at. */
export const sampleLines = 100;

/**
 * Returns the format that most of the first lines fit.
 *
 * @param lines - of the log. Blank ones, and those that start with white space, as stack traces do, do not count.
 * @throws {ToolError} if not even half of them fit a format.
 */
export function detectFormat(lines: readonly string[], options: LogOptions): LogFormatName {
  const sample: string[] = [];
  for (const line of lines) {
    if (/^\S/.test(line)) sample.push(line);
    if (sample.length === sampleLines) break;
  }
  let best: LogFormatName = 'logfmt';
  let most = 0;
  for (const name of logFormatNames) {
    const parse = logFormats[name](options);
    const fitting = sample.filter((line) => parse(line) !== undefined).length;
    if (fitting > most) [best, most] = [name, fitting];
  }
  if (2 * most < sample.length) {
    const lines = sample.length === 1 ? 'the first line' : `the first ${sample.length} lines`;
    const found = most === 0 ? 'no known format fits' : `the best is ${best}, which ${most} fit`;
    throw new ToolError(`cannot tell the format from ${lines}: ${found}; set from, or use extract-records`);
  }
  return best;
}
