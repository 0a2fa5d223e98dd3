import { quotedJson } from '../../../text/json/json-records.js';
import type { JsonMember, JsonObject } from '../../../text/json/json-tree.js';
import { member, textMember } from '../../../text/records/record-output.js';
import { endOfQuoted } from './line-cursor.js';
import { dashMember, type LogFormat, type LogOptions, RepeatedMembers } from './log-format.js';
import { monthOf, YearFinder, zonedTime } from './log-times.js';

const facilities =
  'kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp audit alert clock local0 local1 local2 local3 local4 local5 local6 local7'.split(
    ' ',
  );
const severities = 'emerg alert crit err warning notice info debug'.split(' ');

/** Returns the members of a priority; undefined if there is no such priority. */
function priorityMembers(priority: string): JsonMember[] | undefined {
  const number = Number(priority);
  const [facility, severity] = [facilities[number >> 3], severities[number & 7]];
  if (facility === undefined || severity === undefined) return undefined;
  return [textMember('facility', facility), textMember('severity', severity)];
}

const header =
  /^(?:<(\d{1,3})>)?(?:([A-Z][a-z]{2}) ([ \d]?\d) (?:(\d{4}) )?(\d\d:\d\d:\d\d)(\.\d{1,9})?|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))) (\S+)(?: |$)/;

/** A reader of `<34>Oct 11 22:14:15 host `, which RFC 3164 describes, with or without the priority. */
function headerReader({ zone, year }: LogOptions) {
  const years = new YearFinder(year);
  return (line: string): { members: JsonMember[]; rest: string } | undefined => {
    const match = header.exec(line);
    if (match === null) return undefined;
    const [found, priority, name = '', day = '', ownYear, clock = '', fraction = '', iso, host = ''] = match;
    const members = priority === undefined ? [] : priorityMembers(priority);
    const month = monthOf(name);
    if (members === undefined || (iso === undefined && month === 0)) return undefined;
    if (iso !== undefined && priority === undefined && !hostAndProgram.test(line.slice(iso.length + 1)))
      return undefined;
    members.push(textMember('time', iso ?? timeOf() ?? found.slice(found.indexOf(name), -host.length - 1).trimEnd()));
    members.push(textMember('host', host));
    return { members, rest: line.slice(found.length) };

    function timeOf(): string | undefined {
      const known = ownYear === undefined ? year > 0 && years.yearOf(month) : Number(ownYear);
      return known === false ? undefined : zonedTime({ year: known, month, day, clock, fraction }, zone);
    }
  };
}

/**
 * What follows a time of ISO 8601 in a file of syslog: a host and a program. In the logs of other programs, it is a level or
 * a message.
 */
const hostAndProgram =
  /^(?!(?:trace|debug|verbose|info|notice|warn|warning|err|error|severe|fatal|crit|critical|alert|emerg|panic) )[\w.:%-]*[\w%] [^\s:[\]]+(?:\[[^\]]*\])?:(?: |$)/i;

const tag = /^([^\s:[\]]+)(?:\[([^\]]*)\])?:(?: |$)/;

/** Syslog as RFC 3164 describes it, and as files have it: without a priority, or with times of ISO 8601. */
export const syslog: LogFormat = (options) => {
  const readHeader = headerReader(options);
  return (line) => {
    const read = readHeader(line);
    if (read === undefined) return undefined;
    const { members, rest } = read;
    const [found = '', program, pid] = tag.exec(rest) ?? [];
    if (program !== undefined) members.push(textMember('program', program));
    if (pid !== undefined) members.push(textMember('pid', pid));
    return [...members, textMember('message', rest.slice(found.length))];
  };
};

const header5424 = /^<(\d{1,3})>1 (\S+) (\S+) (\S+) (\S+) (\S+) (?=[-[])/;

/** Syslog of RFC 5424. */
export const syslog5424: LogFormat = () => (line) => {
  const match = header5424.exec(line);
  if (match === null) return undefined;
  const [found, priority = '', ...values] = match;
  const members = priorityMembers(priority);
  const data = structuredData(line, found.length);
  if (members === undefined || data === undefined) return undefined;
  const names = ['time', 'host', 'program', 'pid', 'msgid'];
  for (const [i, name] of names.entries()) members.push(dashMember(name, values[i] ?? '-'));
  members.push(member('structured_data', data.json));
  if (data.end < line.length) {
    if (line.charAt(data.end) !== ' ') return undefined;
    // A byte order mark says that the message is UTF-8.
    const start = data.end + (line.charAt(data.end + 1) === '\ufeff' ? 2 : 1);
    members.push(textMember('message', line.slice(start)));
  }
  return members;
};

const elementName = /([^\s=\]"]{1,32})/y;
const parameter = / ([^\s=\]"]{1,32})="/y;

/** Reads elements such as `[id a="b" c="d"][id2]`, or a dash; undefined if they are not such. */
function structuredData(line: string, start: number): { json: JsonObject | 'null'; end: number } | undefined {
  if (line.charAt(start) === '-') return { json: 'null', end: start + 1 };
  const elements = new RepeatedMembers();
  let at = start;
  while (line.charAt(at) === '[') {
    const name = matchAt(elementName, line, at + 1);
    if (name === undefined) return undefined;
    at = name.end;
    const parameters = new RepeatedMembers();
    for (let next = matchAt(parameter, line, at); next !== undefined; next = matchAt(parameter, line, at)) {
      const end = endOfQuoted(line, next.end);
      if (end === -1) return undefined;
      parameters.add(next.text, quotedJson(line.slice(next.end, end).replace(/\\(["\\\]])/g, '$1')));
      at = end + 1;
    }
    if (line.charAt(at) !== ']') return undefined;
    elements.add(name.text, { members: parameters.members() });
    at++;
  }
  return { json: { members: elements.members() }, end: at };
}

function matchAt(pattern: RegExp, text: string, at: number): { text: string; end: number } | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? undefined : { text: match[1] ?? '', end: pattern.lastIndex };
}

const cefNames = ['device_vendor', 'device_product', 'device_version', 'event_class_id', 'name', 'severity'];

/** The Common Event Format, behind a header of syslog or not. */
export const cef: LogFormat = (options) => {
  const readHeader = headerReader(options);
  return (line) => {
    const at = line.search(/(?<![^ ])CEF:\d/);
    if (at === -1) return undefined;
    const version = /^CEF:(\d{1,3}(?:\.\d{1,3})?)\|/.exec(line.slice(at, at + 20));
    if (version === null) return undefined;
    const fields = cefFields(line, at + version[0].length);
    if (fields === undefined) return undefined;
    const prefix = line.slice(0, at).trimEnd();
    const members: JsonMember[] = [];
    if (prefix !== '') {
      const read = readHeader(prefix);
      const isWhole = read !== undefined && read.rest === '';
      members.push(isWhole ? member('syslog', { members: read.members }) : textMember('prefix', prefix));
    }
    members.push(textMember('cef_version', version[1] ?? ''));
    for (const [i, name] of cefNames.entries()) members.push(textMember(name, fields.values[i] ?? ''));
    return [...members, member('extension', { members: cefExtension(line.slice(fields.end).trim()) })];
  };
};

/** Reads six fields that end with a bar; undefined if there are fewer. */
function cefFields(line: string, start: number): { values: string[]; end: number } | undefined {
  const values: string[] = [];
  let from = start;
  for (let at = start; at <= line.length && values.length < cefNames.length; at++) {
    const character = line.charAt(at);
    if (character === '\\') at++;
    // The last field may be the end of the line.
    else if (character === '|' || (character === '' && values.length === cefNames.length - 1)) {
      values.push(line.slice(from, at).replace(/\\([\\|])/g, '$1'));
      from = at + 1;
    }
  }
  return values.length < cefNames.length ? undefined : { values, end: from };
}

const cefEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** Reads pairs such as `src=192.0.2.1 msg=two words a\=b`. An equals sign behind what is no name belongs to the value. */
function cefExtension(text: string): JsonMember[] {
  const pairs = new RepeatedMembers();
  const value = (from: number, end: number) =>
    quotedJson(text.slice(from, end).replace(/\\([\\=|nr])/g, (_, escaped: string) => cefEscapes[escaped] ?? escaped));
  let name = '';
  let from = 0;
  for (const match of text.matchAll(/(?<![^ ])([\w.[\]-]+)=/g)) {
    // One space is before a name.
    if (match.index > 0) pairs.add(name, value(from, match.index - 1));
    name = match[1] ?? '';
    from = match.index + match[0].length;
  }
  if (text !== '') pairs.add(name, value(from, text.length));
  return pairs.members();
}
