import { type Detected, type Suggestion, suggest } from './detected.js';
import { parseLog } from './named-kinds.js';
import type { Sample } from './sample.js';

/** Longer lines are cut before patterns are tried on them. */
const longestLine = 2_000;

/** Web addresses, one on each line. */
export function urlKind({ lines }: Sample): Detected | undefined {
  if (lines.length === 0 || !lines.every((line) => /^\s*https?:\/\/[^\s/]\S*\s*$/i.test(line))) return undefined;
  const clean = suggest('Remove tracking', 'url-cleaner', { scope: 'lines' });
  if (lines.length === 1)
    return {
      format: 'url',
      label: 'a web address',
      reason: 'it is one address',
      suggestions: [clean, suggest('Take it apart', 'url-parser')],
    };
  return {
    format: 'url-list',
    label: 'a list of web addresses',
    reason: 'each line is an address',
    suggestions: [
      clean,
      suggest('Remove duplicates', 'remove-duplicate-lines', { trim: true }),
      suggest('Extract the domains', 'extract-domains', { unique: true }),
    ],
  };
}

/** 2026-03-02T09:14:07.123Z, [2026-03-02 09:14:07,123], and what follows is a message, not a cell. */
const isoTime =
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?\]? +[^\s,;]/;
/** Mar  2 09:14:07 host … */
const syslogTime = /^(?:<\d{1,3}>\d? ?)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S/;
/** The same with a program: one line alone is enough. */
const syslogLine = /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,255} [^\s:[]{1,100}(?:\[\d{1,10}\])?: /;
/** 203.0.113.7 - ada [02/Mar/2026:09:14:07 +0000] "GET / HTTP/1.1" 200 12 */
const accessLog = /^\S{1,200} \S{1,100} \S{1,100} \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/;
/** 09:14:07.123 INFO …, INFO: … */
const timeOrLevel =
  /^(?:\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]? +\[?[A-Z]|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?[ :])/;
const fewestLogLines = 3;
/** The other lines may be stack traces. */
const leastShare = 0.6;

/** Lines of a log. */
export function logKind({ text, lines }: Sample): Detected | undefined {
  const colours = '\u001b[';
  const plain = lines.map((line) => withoutColours(line.slice(0, longestLine)));
  const share = (pattern: RegExp) => plain.filter((line) => pattern.test(line)).length / plain.length;
  const isAccessLog = plain.length > 0 && share(accessLog) >= leastShare;
  const isSyslog = plain.length > 0 && share(syslogLine) >= leastShare;
  if (plain.length < fewestLogLines && !isAccessLog && !isSyslog) return undefined;
  if (!isAccessLog && Math.max(share(isoTime), share(syslogTime), share(timeOrLevel)) < leastShare) return undefined;
  const suggestions: Suggestion[] = [
    ...(text.includes(colours) ? [suggest('Remove colour codes', 'remove-ansi-codes')] : []),
    ...(isAccessLog ? accessLogSteps : logSteps),
    ...(isAccessLog ? [parseLog('nginx-access')] : []),
    ...(isSyslog ? [parseLog('syslog')] : []),
    { label: 'Redact', steps: ['secret-redactor', 'pii-redactor'] },
  ];
  return {
    format: isAccessLog ? 'access-log' : share(syslogTime) >= leastShare ? 'syslog' : 'log',
    label: isAccessLog ? 'an access log' : 'a log',
    reason: isAccessLog ? 'lines are requests in the common log format' : 'lines begin with a time or a level',
    suggestions,
  };
}

/** The time and the numbers differ from line to line. */
const logSteps: readonly Suggestion[] = [
  suggest('Keep errors', 'filter-lines', {
    match: 'regex',
    pattern: '\\b(?:ERROR|ERR|FATAL|CRITICAL)\\b',
    caseSensitive: true,
  }),
  {
    label: 'Count messages',
    steps: [
      {
        toolSlug: 'regex-replace',
        config: {
          pattern: '^.{0,20}?\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?: ?Z| ?[+-]\\d\\d:?\\d\\d)?\\]? +',
          flags: 'm',
        },
      },
      { toolSlug: 'regex-replace', config: { pattern: '\\d+', replacement: '#' } },
      'count-duplicate-lines',
    ],
  },
];

const accessLogSteps: readonly Suggestion[] = [
  suggest('Keep failed requests', 'filter-lines', { match: 'regex', pattern: '" [45]\\d\\d ' }),
  {
    label: 'Count addresses',
    steps: [{ toolSlug: 'extract-columns', config: { columns: '1', delimiter: ' ' } }, 'count-duplicate-lines'],
  },
];

function withoutColours(line: string): string {
  return line.replace(/\u001b\[[\d;]*m/g, '');
}

/** `key: value`, `- item`, `- key: value`. */
interface YamlLine {
  readonly indent: number;
  readonly isItem: boolean;
  /** Of a pair; undefined for an item that is none. */
  readonly name: string | undefined;
  readonly hasValue: boolean;
}

/** @returns undefined for a line that is neither a pair nor an item. */
function yamlLine(line: string): YamlLine | undefined {
  const [head = '', dashes = ''] = /^\s*((?:- +)*)/.exec(line) ?? [];
  const indent = head.length - dashes.length;
  const isItem = dashes !== '';
  const rest = line.slice(head.length);
  const [start = '', name] = /^(["']?[\w./-]+["']?):(?:\s|$)/.exec(rest) ?? [];
  if (name !== undefined) return { indent, isItem, name, hasValue: rest.length > start.length || /\s$/.test(start) };
  return isItem && rest !== '' ? { indent, isItem, name, hasValue: true } : undefined;
}

/** Two lines that begin with these are the output of a program. */
const ofReports: ReadonlySet<string | undefined> = new Set([
  'warning',
  'error',
  'note',
  'hint',
  'info',
  'debug',
  'fatal',
]);

/** YAML: names and values, with levels or names as programs have them. A letter's head or a talk is not. */
export function yamlKind({ lines }: Sample): Detected | undefined {
  const isDocument = /^---\s*$/.test(lines[0] ?? '');
  const written = lines
    .filter((line) => !/^\s*#|^---\s*$|^\.\.\.\s*$/.test(line))
    .map((line) => line.slice(0, longestLine));
  const read = written.map(yamlLine);
  const pairs = read.filter((line) => line?.name !== undefined);
  if (pairs.length < 2 || read.includes(undefined)) return undefined;
  const top = pairs.filter((line) => line?.indent === 0 && !line.isItem).map((line) => line?.name);
  const isRepeated = new Set(top).size < top.length;
  // A name without a value, and something below it.
  const isNested = read.some(
    (line, index) => line?.name !== undefined && !line.hasValue && /^\s|^- /.test(written[index + 1] ?? ''),
  );
  // `- a: 1` with another name below it.
  const isListOfMaps =
    read.filter((line) => line?.isItem === true && line.indent === 0).length > 1 &&
    read.some((line) => line?.isItem === false && line.indent > 0) &&
    top.length === 0;
  const areNames =
    top.every((name) => /^[a-z][\w.-]*$/.test(name ?? '')) &&
    (top.length > 2 || !top.some((name) => ofReports.has(name)));
  if (isRepeated || !(isDocument || isNested || isListOfMaps || areNames)) return undefined;
  return {
    format: 'yaml',
    label: 'YAML',
    reason: `${pairs.length} of its first ${written.length} lines are names with values`,
    suggestions: [
      suggest('Convert to JSON', 'json-yaml-converter', { direction: 'yaml-to-json' }),
      {
        label: 'Sort the keys',
        steps: [
          { toolSlug: 'json-yaml-converter', config: { direction: 'yaml-to-json' } },
          { toolSlug: 'json-yaml-converter', config: { direction: 'json-to-yaml', sortKeys: true } },
        ],
      },
    ],
  };
}
