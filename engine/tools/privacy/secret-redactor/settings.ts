import type { ReadableText } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { blocks } from './blocks.js';
import { commandPasswords } from './command-lines.js';
import { sessionCookies } from './cookies.js';
import { namedPairs } from './named-pairs.js';
import { barePass, passwordName } from './password-names.js';
import { isSecretNumber, settingLine } from './setting-lines.js';
import {
  fewestCharacters,
  isMask,
  isPlainPassword,
  nameEnd,
  noPassword,
  type Place,
  type Quoted,
  quotedValue,
  secretName,
  TripleQuotes,
  typeName,
} from './values.js';

/**
 * The letters before the quote are those of a string in a programming language: `b"…"`, `@"…"`; the asterisks are those
 * of Markdown.
 */
const setting = new RegExp(
  `(?:${secretName}|${barePass})(?<quote>(?:["'\`]|\\*\\*)?)[ \\t]{0,10}(?<mark>:{1,3}=|\\?{1,2}=|\\|\\|=|[.+]=|=>|[:=：＝])(?:(?<=:)\\*\\*(?=[ \\t]))?[ \\t]{0,10}(?:[bfru@$]{1,2}(?=["'])|\\*\\*(?=[^\\s*]))?`,
  'gi',
);

/** A name that is a value itself: `<add key="Password" value="…"/>`, `{"name":"PASSWORD","value":"…"}`. */
const namedValue = new RegExp(
  `${secretName}["'][ \\t\\r\\n,]{1,20}["']?value["']?[ \\t]{0,10}[:=][ \\t]{0,10}(?=["'])`,
  'gi',
);

/**
 * A variable or parameter with its type: `token: string = "…"`, `var token string = "…"`, `char password[25] = "…"`.
 */
const declared = new RegExp(
  `${secretName}(?:\\[\\d{0,9}\\])?(?:[ \\t]{0,5}:[ \\t]{0,5}(?:&(?:'\\w{1,20}[ \\t])?)?[A-Za-z](?:[\\w.<>?[\\]]| \\| ){0,60}[ \\t]{0,5}|[ \\t]{1,5}[A-Za-z][\\w.]{0,60}[ \\t]{1,5}|(?<=\\])[ \\t]{0,5})=[ \\t]{0,5}@?(?=["'\`])`,
  'gi',
);

/** Plain tokens are those of parsers: `token === "identifier"`. */
const comparedNames = `${passwordName}|secret(?:[_-]?key)?|(?:api|access|auth|private|account)[_-]?key|(?:api|access|auth|refresh|bearer)[_-]?token`;

/** A password or key that code compares with a string. */
const compared = new RegExp(
  `(?:${comparedNames})[ \\t]{0,5}(?:[!=]={1,2}[ \\t]{0,5}|\\.equals(?:IgnoreCase)?\\([ \\t]{0,5})(?=["'\`])`,
  'gi',
);

/** The string before the name: `"…" == password`, `"…".equals(password)`. */
const comparedWith = new RegExp(
  `(["'\`])(?<secret>[^"'\`\\r\\n]{1,200})\\1[ \\t]{0,5}(?:[!=]={1,2}[ \\t]{0,5}|\\.equals(?:IgnoreCase)?\\([ \\t]{0,5})[\\w.$]{0,60}?(?:${comparedNames})(?![\\w])`,
  'dgi',
);

/** A password after its name without a mark, as in SQL, in settings of servers and in running text: `password "…";`. */
const beside = new RegExp(
  `(?:${passwordName}|(?:secret|(?:api|auth|private)[_-]?key)(?=[ \\t]{1,10}["'][^"'\\r\\n]{1,400}["'][ \\t]{0,10};)|\\bidentified(?: with [\\w'"]{1,60})? (?:by|as)(?: password)?)[ \\t]{1,10}(?=["'])`,
  'gi',
);

/**
 * A user and a password in a line or two for themselves, as in notes: `login ada pw crickets`, `u: ada p: crickets`.
 */
const loginPair =
  /^[ \t]{0,20}(?:(?:user[ _-]?(?:name|id)?|login|account|e-?mail)[ \t]{0,5}[:=]?[ \t]{1,5}\S{1,100}[ \t,;\r\n]{1,5}(?:password|passwd|pass|pwd|pw)(?:[ \t]{0,5}[:=])?[ \t]{1,5}|u:[ \t]{0,5}\S{1,100}[ \t,;\r\n]{1,5}p:[ \t]{0,5})(?<secret>[^\s"'<>(){}]{3,200})(?=[ \t]{0,10}$)/dgim;

/** Settings of Redis, OpenLDAP and network devices, which have no mark between name and value. */
const directive =
  /\b(?:requirepass|masterauth|rootpw|bindpw|auth-pass[ \t]{1,10}[\w.-]{1,80}|(?:enable|username[ \t]{1,10}[\w.@-]{1,80}(?:[ \t]{1,10}privilege[ \t]{1,10}\d{1,2})?)[ \t]{1,10}(?:password|secret)[ \t]{1,10}\d|snmp-server[ \t]{1,10}community)[ \t]{1,10}(?:"(?<double>[^"\r\n]{1,400})"|(?<bare>(?![-"'#{<*=:]|\$[A-Za-z_({])[^\s"'`]{1,400}))/dgi;

/** A name that is the argument before its value: `setProperty("API_TOKEN", "…")`. */
const argument = new RegExp(
  `${secretName}(?<=(?<callee>\\w{0,40})\\(\\s{0,20}["'\`][\\w.-]{1,80})["'\`],\\s{0,20}(?=["'\`])`,
  'gi',
);

/** A function that stores a value: what others take beside a name may be its label. */
const storing = /set|put|add|with|define|default|propert|param|env|conf|header/i;

/** `machine example.com login ada password crickets` of a .netrc. */
const netrc =
  /\b(?:machine\s{1,20}[^\s]{1,200}\s{1,20}(?:login|account)|default\s{1,20}login)\s{1,20}[^\s]{1,200}\s{1,20}(?:(?:login|account)\s{1,20}[^\s]{1,200}\s{1,20})?password\s{1,20}(?<secret>[^\s]{1,400})/dg;

/** `<password>crickets</password>` */
const element = new RegExp(
  `${secretName}(?<=<(?<tag>[^\\s<>/]{1,80}))(?:[ \\t][^<>]{0,200})?>\\s{0,20}(?:<!\\[CDATA\\[)?(?<secret>[^<>\\s][^<>]{0,4000})(?:\\]\\]>)?</\\k<tag>\\s{0,5}>`,
  'dgi',
);

/** A secret on a command line: `--password crickets`, `--api-key 4f9d77aa`. */
const commandOption = new RegExp(`(?<=(?<!\\S)--[\\w-]{0,30})${secretName}(?<mark>[ \\t]{1,5})(?![-|>&])`, 'gi');

/** In a file of settings a value needs no digit to differ from prose. */
const lineOfFile = new RegExp(
  `${secretName}=(?<=^[ \\t]{0,20}["'\`]?(?:-[ \\t]{1,5})?(?:export[ \\t]{1,5})?[\\w.-]{1,120}=)(?!undefined$)(?![<{$*%"'\`/])[^\\s"',;()]{6,400}(?=[ \\t]{0,20}["'\`]?$)`,
  'gim',
);

/** Of a bare value that may be one of source code. */
const fewestInCode = 3;

/** Finds the values of settings that are secrets by their names, in time linear in the text; they may overlap. */
export function* secretSettings(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  let free = 0;
  /** The end of the last value that may have several lines. */
  let freeLine = 0;
  const triples = new TripleQuotes(readable);
  for (const form of [setting, commandOption]) {
    for (const match of text.matchAll(form)) {
      const start = match.index + match[0].length;
      const { password, mark: written = '', quote } = match.groups ?? {};
      const isPassword = password !== undefined || /^(?:pass|pw)/i.test(match[0]);
      if (isOtherPass(text, match.index, start)) continue;
      const mark = written.replace(/^(?::{2,3}|\?{1,2}|\|\||[.+])=$|＝/, '=').replace('：', ':');
      const place = placeOf(text, match.index, mark.trim(), quote !== undefined && quote !== '');
      const triple = form === setting ? triples.at(start) : undefined;
      if (triple !== undefined) {
        if (triple.value !== undefined) yield triple.value;
      } else if (/["']/.test(text.charAt(start)) || (text[start] === '`' && isTemplate(text, start))) {
        const { value } = quotedValue(readable, start, /^passphrase/i.test(match[0]) && place === 'prose', place);
        // Parsers append single characters: `token += "a"`.
        const fewest = /^[.+]=$/.test(written) ? fewestCharacters : 1;
        if (value !== undefined && value.end - value.start >= fewest) yield value;
      } else if (/^\[\s{0,200}["']/.test(text.slice(start, start + 202))) {
        if (form === setting && start < free) continue;
        for (const { value, end } of quotedValues(readable, start + 1, place)) {
          free = end;
          if (value !== undefined) yield value;
        }
      } else {
        if (form === setting && match.index >= freeLine) {
          const named = {
            nameAt: match.index,
            isPassword,
            isQuoted: quote !== undefined && quote !== '',
            mark,
            valueAt: start,
          };
          for (const value of settingLine(readable, named)) {
            freeLine = value.end;
            yield value;
          }
        }
        const kind = { isPassword, mark: mark.trim(), place };
        const found = bareValue(text, start, match.index, kind);
        if (found !== undefined) yield found;
      }
    }
  }
  for (const match of text.matchAll(namedValue)) {
    const { value } = quotedValue(readable, match.index + match[0].length, false, 'file');
    if (value !== undefined) yield value;
  }
  for (const { 0: name, index } of text.matchAll(declared)) {
    const { value } = quotedValue(readable, index + name.length, false, 'code');
    if (value !== undefined) yield value;
  }
  for (const { 0: name, index } of text.matchAll(compared)) {
    const { value } = quotedValue(readable, index + name.length, false, 'prose');
    if (value !== undefined && !isWordAbout(text.slice(value.start, value.end))) yield value;
  }
  for (const { indices } of text.matchAll(comparedWith)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    const value = text.slice(start, end);
    if (!isMask(value) && !isWordAbout(value)) yield { start, end };
  }
  for (const { 0: name, index } of text.matchAll(beside)) {
    const { value } = quotedValue(readable, index + name.length, false, 'prose');
    if (value !== undefined && !isWordAbout(text.slice(value.start, value.end))) yield value;
  }
  for (const { indices } of text.matchAll(loginPair)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    const value = text.slice(start, end);
    if (!isMask(value) && !isWordAbout(value)) yield { start, end };
  }
  for (const { indices } of text.matchAll(directive)) {
    const [start, end] = indices?.groups?.double ?? indices?.groups?.bare ?? [0, 0];
    const value = text.slice(start, end);
    if (!isMask(value) && !noPassword.test(value)) yield { start, end };
  }
  for (const { 0: name, index, groups } of text.matchAll(argument)) {
    const { value } = quotedValue(readable, index + name.length, false, 'prose');
    if (value === undefined) continue;
    const argument = text.slice(value.start, value.end);
    if (isWordAbout(argument)) continue;
    if (/\d/.test(argument) || storing.test(groups?.callee ?? '')) yield value;
  }
  for (const { indices } of text.matchAll(netrc)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    yield { start, end };
  }
  for (const { indices } of text.matchAll(element)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    const value = text.slice(start, end).replace(/\]\]$/, '');
    if (!isMask(value.trim())) yield { start, end: start + value.trimEnd().length };
  }
  for (const { 0: line, index } of text.matchAll(lineOfFile)) {
    yield { start: index + line.indexOf('=') + 1, end: index + line.length };
  }
  yield* commandPasswords(text);
  yield* sessionCookies(text);
  yield* blocks(readable);
  yield* namedPairs(readable);
}

function isWordAbout(value: string): boolean {
  return noPassword.test(value) || typeName.test(value);
}

/** A word in quotes or one with a digit, or one that is no number and ends what it stands in. */
const valueOfPass =
  /^(?:(["'`])[^\s"'`]{3,400}\1|(?=[^\s,;]{0,400}\d)(?=[^\s,;]{0,400}[A-Za-z])[^\s,;"'()]{6,400}|(?!\d+(?![^\s}]))[^\s,;"'()}]{3,400}(?=[ \t]{0,10}(?:$|[\r\n}&]|#|[\w-]{1,30}=)))/;

/** Tests for a name that is only `pass`, and not that of a password: of a step, a count, a report of tests. */
function isOtherPass(text: string, nameAt: number, valueAt: number): boolean {
  const name = text.slice(nameAt, valueAt);
  if (!/^(?:pass(?![wp])|pw(?!d))/i.test(name) || /[\w-]/.test(text.charAt(nameAt - 1))) return false;
  return /^PASS\b.*:/.test(name) || !valueOfPass.test(text.slice(valueAt, valueAt + 420));
}

const startOfLine = /(?:^|[\r\n])[ \t]*(?:[-*][ \t]+)?(?:(?:export|set|env|arg|const|let|var)[ \t]+)?[\w.$-]*$/i;
const startOfMember = /[{(,;["'`][ \t\r\n]*[\w.$-]*$/;

function placeOf(text: string, nameAt: number, mark: string, isQuoted: boolean): Place {
  const before = text.slice(Math.max(0, nameAt - 120), nameAt);
  if (isQuoted || startOfLine.test(before)) return 'file';
  return mark !== ':' || startOfMember.test(before) ? 'code' : 'prose';
}

/** Tests for a string of JavaScript, or code in Markdown: directly after a mark, a shell runs it. */
function isTemplate(text: string, start: number): boolean {
  if (!/[ \t]/.test(text.charAt(start - 1))) return false;
  const [, value = ''] = /^`([^`\r\n]{1,200})`/.exec(text.slice(start, start + 202)) ?? [];
  return value !== '' && !value.includes('${') && !noPassword.test(value) && !typeName.test(value);
}

/** Finds the strings of a list. */
function* quotedValues(readable: ReadableText, first: number, place: Place): Generator<Quoted> {
  const { text } = readable;
  const next = /[\s,]{0,200}(?=["'])/y;
  for (let at = first; ; ) {
    next.lastIndex = at;
    if (!next.test(text)) return;
    const quoted = quotedValue(readable, next.lastIndex, false, place);
    yield quoted;
    at = quoted.end + 1;
  }
}

interface Kind {
  readonly isPassword: boolean;
  /** `:`, `=`, `=>` or `:=`; '' on a command line. */
  readonly mark: string;
  readonly place: Place;
}

const bareCharacters = /(?![<{$*"'/])[^\s"',;()]{1,400}/y;
const fewestWithDigit = 6;

function bareValue(text: string, start: number, nameAt: number, kind: Kind): Span | undefined {
  bareCharacters.lastIndex = start;
  const [written] = bareCharacters.exec(text) ?? [];
  if (written === undefined) return undefined;
  const isParameter = /[?&#][\w.-]{0,40}$/.test(text.slice(Math.max(0, nameAt - 41), nameAt));
  // The parameters of a URL are told apart by secretParameter.
  if (isParameter && kind.mark === '=') return undefined;
  const value = withoutClosers(text.startsWith('**', start - 2) ? written.replace(/\*{1,3}$/, '') : written);
  const end = start + value.length;
  if (isMask(value)) return undefined;
  if (/\d/.test(value) && value.length >= fewestWithDigit) return { start, end };
  const after = text.slice(end, end + 60);
  if (kind.mark === ':' && kind.place !== 'prose' && /^[ \t]*(?:$|[\r\n,;)\]}])/.test(after)) {
    const [path = ''] = /(?<![\w.-])[\w.-]{1,40}$/.exec(text.slice(Math.max(0, nameAt - 40), nameAt)) ?? [];
    if (isSecretNumber(value, path + text.slice(nameAt, start))) return { start, end };
  }
  if (!kind.isPassword || value.length < fewestOf(kind)) return undefined;
  return isPlainPassword(value) && followsPassword(after, kind.mark) ? { start, end } : undefined;
}

function fewestOf({ mark, place }: Kind): number {
  if (mark === '') return fewestCharacters;
  return place === 'file' ? 1 : fewestInCode;
}

/** Leaves out brackets that the value did not open. */
function withoutClosers(value: string): string {
  let end = value.length;
  while (end > 0 && /[\]}]/.test(value.charAt(end - 1)) && !/[[{]/.test(value)) end--;
  return value.slice(0, end);
}

/** Tests whether the text goes on as after a value, and not as a sentence. */
function followsPassword(after: string, mark: string): boolean {
  if (after.startsWith('(')) return false;
  if (mark === '=' || mark === ':=') return true;
  return /^[ \t]*(?:$|[\r\n,;)\]}"'`<]|#|\/\/|--?\w|[\w-]{1,30}[ \t]?[:=])/.test(after);
}

/** Names of parameters of URLs: token, access_token, apiKey, X-Amz-Signature. */
const secretParameter = new RegExp(
  `(?:[?&#]|&amp;)(?:[\\w.[\\]%\\u0080-\\uffff-]{0,40}?(?:(?:${passwordName}|${barePass}|token|secret|api[_-]?key|access[_-]?key|signature|credential)${nameEnd})|(?:[\\w-]{0,20}[_.-])?(?:sig|jwt|auth|session[_-]?id))` +
    String.raw`=(?<secret>(?![<{$*[]|%7[bB]|(?:true|false|null|none|undefined)(?![^&#\s"'<>\x60]))[^&#\s"'<>\x60]{1,4000})`,
  'dgi',
);

/** Finds the secrets in the queries and fragments of URLs. */
export function* secretParameters(text: string): Generator<Span> {
  for (const { indices } of text.matchAll(secretParameter)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    yield { start, end };
  }
}
