import { quotedJson, typedJson } from '../../../text/json/json-records.js';
import { JsonSyntaxError } from '../../../text/json/json-scanner.js';
import { type JsonMember, type JsonNode, parseJsonTree } from '../../../text/json/json-tree.js';
import { textMember } from '../../../text/records/record-output.js';
import { endOfQuoted } from './line-cursor.js';
import { dashMember, type LogFormat, numberMember, RepeatedMembers } from './log-format.js';

/** A JSON object on each line, which stays as written. */
export const jsonLines: LogFormat = () => (line) => {
  if (!line.trimStart().startsWith('{')) return undefined;
  const node = parsed(line);
  return node === undefined || typeof node === 'string' || Array.isArray(node) ? undefined : node.members;
};

function parsed(line: string): JsonNode | undefined {
  try {
    return parseJsonTree(line);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

const key = /[\p{L}_@$][\p{L}\p{N}_.@/$-]*/uy;

/** Pairs such as `level=info msg="two words" cached`, at least one of them with an equals sign. */
export const logfmt: LogFormat = () => (line) => {
  const text = line.trim();
  const pairs = new RepeatedMembers();
  let hasPair = false;
  for (let at = 0; at < text.length; ) {
    if (isBlank(text, at)) {
      at++;
      continue;
    }
    key.lastIndex = at;
    const [name] = key.exec(text) ?? [];
    if (name === undefined) return undefined;
    at += name.length;
    if (text.charAt(at) === '=') {
      hasPair = true;
      const value = valueAt(text, at + 1);
      if (value === undefined) return undefined;
      pairs.add(name, value.json);
      at = value.end;
    } else {
      pairs.add(name, 'true');
    }
    if (at < text.length && !isBlank(text, at)) return undefined;
  }
  return hasPair ? pairs.members() : undefined;
};

function isBlank(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09;
}

const bare = /[^\s"]*/y;

function valueAt(text: string, at: number): { json: string; end: number } | undefined {
  if (text.charAt(at) === '"') {
    const end = endOfQuoted(text, at + 1);
    return end === -1 ? undefined : { json: quotedJson(unescaped(text.slice(at + 1, end))), end: end + 1 };
  }
  bare.lastIndex = at;
  const [value = ''] = bare.exec(text) ?? [];
  return { json: typedJson(value), end: at + value.length };
}

const letters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

/** Resolves the escapes of JSON and Go. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g, (written, four, two, letter?: string) => {
    if (letter !== undefined) return letters[letter] ?? written;
    return String.fromCharCode(Number.parseInt((four ?? two) as string, 16));
  });
}

const w3cNumbers = /^(?:sc|cs|s|c|x)-(?:status|substatus|win32-status|bytes|port)$|^time-taken$/;

/** The Extended Log File Format of the W3C, such as that of IIS: a line `#Fields:` names the columns of the next lines. */
export const extendedLog: LogFormat = () => {
  let names: readonly string[] = [];
  return (line) => {
    if (line.startsWith('#')) {
      if (line.startsWith('#Fields:')) names = line.slice('#Fields:'.length).trim().split(/\s+/);
      return /^#[A-Z][A-Za-z-]{0,20}:/.test(line) ? 'directive' : undefined;
    }
    const values = line.split(line.includes('\t') ? '\t' : ' ');
    if (names.length === 0 || values.length !== names.length) return undefined;
    const [date, time] = [values[names.indexOf('date')], values[names.indexOf('time')]];
    const isTimed = /^\d{4}-\d\d-\d\d$/.test(date ?? '') && /^\d\d:\d\d:\d\d$/.test(time ?? '');
    const members: JsonMember[] = isTimed ? [textMember('time', `${date}T${time}Z`)] : [];
    for (const [i, name] of names.entries()) {
      if (isTimed && (name === 'date' || name === 'time')) continue;
      const value = values[i] ?? '-';
      members.push(w3cNumbers.test(name) ? numberMember(name, value) : dashMember(name, value));
    }
    return members;
  };
};
