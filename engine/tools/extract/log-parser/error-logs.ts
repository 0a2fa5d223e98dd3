import type { JsonMember } from '../../../text/json/json-tree.js';
import { member, textMember } from '../../../text/records/record-output.js';
import type { LogFormat } from './log-format.js';
import { monthOf, zonedTime } from './log-times.js';

const nginxLine =
  /^((\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d)) \[([a-z]{1,10})\] (\d{1,10})#(\d{1,20}): (?:\*(\d{1,20}) )?(.*)$/;

export const nginxErrorLog: LogFormat =
  ({ zone }) =>
  (line) => {
    const match = nginxLine.exec(line);
    if (match === null) return undefined;
    const [, raw = '', year, month, day = '', clock = '', level = '', pid = '', tid = '', connection, text = ''] =
      match;
    const time = zonedTime({ year: Number(year), month: Number(month), day, clock }, zone);
    return [
      textMember('time', time ?? raw),
      textMember('level', level),
      member('pid', String(Number(pid))),
      textMember('tid', tid),
      ...(connection === undefined ? [] : [textMember('connection', connection)]),
      ...nginxContext(text),
    ];
  };

/** What nginx appends to a message, in this order. */
const contextNames = ['server', 'request', 'subrequest', 'upstream', 'host', 'referrer'];

/** Divides `message, client: 192.0.2.1, server: x, request: "GET / HTTP/1.1"`; nginx escapes nothing there. */
function nginxContext(text: string): JsonMember[] {
  const clientAt = outsideQuotes(text, ', client: ');
  if (clientAt === -1) return [textMember('message', text)];
  const members = [textMember('message', text.slice(0, clientAt))];
  let name = 'client';
  let from = clientAt + ', client: '.length;
  const add = (end: number) => {
    const value = text.slice(from, end);
    members.push(textMember(name, /^"[\s\S]*"$/.test(value) && value.length > 1 ? value.slice(1, -1) : value));
  };
  for (const next of contextNames) {
    const at = text.indexOf(`, ${next}: `, from);
    if (at === -1) continue;
    add(at);
    name = next;
    from = at + next.length + 4;
  }
  add(text.length);
  return members;
}

function outsideQuotes(text: string, wanted: string): number {
  for (let from = 0; ; ) {
    const at = text.indexOf(wanted, from);
    const open = text.indexOf('"', from);
    if (at === -1 || open === -1 || at < open) return at;
    const close = text.indexOf('"', open + 1);
    if (close === -1) return at;
    from = close + 1;
  }
}

const apacheTime =
  /^\[([A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d)(\.\d{1,9})? (\d{4}))\] \[([^\]]{1,60})\] /;

export const apacheErrorLog: LogFormat =
  ({ zone }) =>
  (line) => {
    const match = apacheTime.exec(line);
    if (match === null) return undefined;
    const [found, raw = '', month = '', day = '', clock = '', fraction = '', year = '', level = ''] = match;
    const time = zonedTime({ year: Number(year), month: monthOf(month), day, clock, fraction }, zone);
    const colon = level.indexOf(':');
    const members = [textMember('time', time ?? raw)];
    if (colon > 0) members.push(textMember('module', level.slice(0, colon)));
    members.push(textMember('level', level.slice(colon + 1)));
    apacheParts(line.slice(found.length), members);
    return members;
  };

/** What stands before a message, in this order. */
const apacheProlog: readonly (readonly [pattern: RegExp, names: readonly string[]])[] = [
  [/^\[pid (\d{1,10})(?::tid (\d{1,20}))?\] /, ['pid', 'tid']],
  [/^([\w./-]{1,100}\(\d{1,9}\)): /, ['source']],
  [/^(\(\d{1,9}\)[^:[\]]{1,200}): /, ['error']],
  [/^\[(?:client|remote) ([^\]]{1,100})\] /, ['client']],
  [/^(AH\d{5}): /, ['code']],
];

function apacheParts(text: string, members: JsonMember[]): void {
  let rest = text;
  for (const [pattern, names] of apacheProlog) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    rest = rest.slice(match[0].length);
    for (const [i, name] of names.entries()) {
      const value = match[i + 1];
      if (value !== undefined)
        members.push(name === 'pid' ? member(name, String(Number(value))) : textMember(name, value));
    }
  }
  const referer = ', referer: ';
  const at = rest.lastIndexOf(referer);
  members.push(textMember('message', at === -1 ? rest : rest.slice(0, at)));
  if (at !== -1) members.push(textMember('referer', rest.slice(at + referer.length)));
}
