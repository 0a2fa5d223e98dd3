import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { requiredZone } from '../../text/dates/date-zones.js';
import type { JsonMember, JsonObject } from '../../text/json/json-tree.js';
import { splitLines } from '../../text/lines/lines.js';
import { invalidRecord, invalidRecords } from '../../text/records/invalid-records.js';
import { recordOutputOptions, textMember, writeRecords } from '../../text/records/record-output.js';
import { detectFormat, type LogFormatName, logFormatNames, logFormats, sampleLines } from './log-parser/formats.js';
import type { LogOptions } from './log-parser/log-format.js';

const config = Type.Object({
  from: Type.Enum(['auto', ...logFormatNames], {
    default: 'auto',
    description: `The format of the log. auto takes the one that most of the first ${sampleLines} lines fit, at least half of them, and each record then begins with its name, as the member log_format, unless the line has one. nginx-access is apache-combined, after which both may have more fields (the member rest); syslog is RFC 3164, elb the classic and the application load balancer of AWS, json an object on each line, w3c a log with #Fields`,
  }),
  continuation: Type.Enum(['indented', 'unmatched', 'none'], {
    default: 'indented',
    description:
      'Which lines that do not fit belong to the record before them, as its member continuation: those that start with white space or "Caused by:", as stack traces do; all; or none. The others are invalid',
  }),
  zone: Type.String({
    default: '',
    maxLength: 60,
    description:
      'The time zone of times without an offset (nginx-error, apache-error, syslog): an IANA name such as Europe/Paris, UTC, or UTC+5:30. If it is empty, they stay as written; times with an offset always become ISO 8601',
  }),
  year: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 9999,
    description:
      'The year of the first line of syslog, whose times have none; it goes on to the next when December becomes January. With 0 they stay as written',
  }),
  invalid: invalidRecords('a line that does not fit the format and belongs to no record'),
  ...recordOutputOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'log-parser',
  title: 'Parse logs',
  description:
    'Turns the lines of a log into records with named members, as NDJSON, JSON or CSV: access and error logs of Apache and nginx, syslog, logfmt, CEF, load balancers of AWS, W3C and JSON lines. Resolves escapes, writes times as ISO 8601 and a dash as null, and attaches stack traces to the record before them. Members of logfmt and JSON lines keep their values.',
  config,
  examples: [
    {
      input:
        '192.0.2.1 - ada [10/Oct/2026:13:55:36 -0700] "GET /a?b=1 HTTP/1.1" 200 2326 "-" "Mozilla/5.0 \\"x\\""\n::1 - - [10/Oct/2026:13:55:37 -0700] "\\x16\\x03" 400 -',
      config: { from: 'nginx-access', invalid: 'mark' },
      output:
        '{"host":"192.0.2.1","ident":null,"user":"ada","time":"2026-10-10T13:55:36-07:00","method":"GET","path":"/a?b=1","protocol":"HTTP/1.1","status":200,"bytes":2326,"referer":null,"user_agent":"Mozilla/5.0 \\"x\\""}\n{"invalid":"line 2: does not fit nginx-access","unparsed":"::1 - - [10/Oct/2026:13:55:37 -0700] \\"\\\\x16\\\\x03\\" 400 -"}',
    },
    {
      input: 'level=info msg="two words" took=1.5\nlevel=error msg=failed\n  at a.js:1\n',
      output:
        '{"log_format":"logfmt","level":"info","msg":"two words","took":1.5}\n{"log_format":"logfmt","level":"error","msg":"failed","continuation":"  at a.js:1"}',
    },
    {
      input: '<34>Oct 11 22:14:15 web1 sshd[42]: Failed password\nJan  2 03:04:05 web1 kernel: up',
      config: { from: 'syslog', zone: 'Europe/Paris', year: 2026, format: 'csv' },
      output:
        'facility,severity,time,host,program,pid,message\nauth,crit,2026-10-11T22:14:15+02:00,web1,sshd,42,Failed password\n,,2027-01-02T03:04:05+01:00,web1,kernel,,up',
    },
    { input: '', output: '' },
  ],
  // A table of short names that all differ: 45 bytes were measured.
  heapBytesPerCharacter: 60,
  run(input, config, limit) {
    const { lines } = splitLines(withoutByteOrderMark(input));
    const options = { zone: config.zone === '' ? undefined : requiredZone('zone', config.zone), year: config.year };
    const format = config.from === 'auto' ? detectFormat(lines, options) : config.from;
    return writeRecords(recordsIn(lines, format, options, config), config, limit);
  },
});

function* recordsIn(
  lines: readonly string[],
  format: LogFormatName,
  options: LogOptions,
  { from, continuation, invalid }: Config,
): Generator<JsonObject> {
  const parse = logFormats[format](options);
  const before = from === 'auto' ? [textMember('log_format', format)] : [];
  let open: readonly JsonMember[] | undefined;
  let continued: string[] = [];
  const closed = (): JsonObject[] => {
    if (open === undefined) return [];
    const behind = continued.length === 0 ? [] : [textMember('continuation', continued.join('\n'))];
    // Only JSON and logfmt can have a member of this name.
    const own = open.some(({ key }) => key === before[0]?.key);
    const members = [...(own ? [] : before), ...open, ...behind];
    open = undefined;
    continued = [];
    return [{ members }];
  };
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const members = parse(line);
    if (members === 'directive') continue;
    if (members !== undefined) {
      yield* closed();
      open = members;
    } else if (open !== undefined && continues(line, continuation)) {
      continued.push(line);
    } else {
      yield* closed();
      const record = invalidRecord({ text: line, line: i + 1, reason: `does not fit ${format}` }, invalid);
      if (record !== undefined) yield record;
    }
  }
  yield* closed();
}

function continues(line: string, continuation: Config['continuation']): boolean {
  if (continuation === 'indented') return /^(?:\s|Caused by:)/.test(line);
  return continuation === 'unmatched';
}
