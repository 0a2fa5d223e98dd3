import { type ReadableText, trailingOnes } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';

const password = 'passw(?:d|or[dt])|passphrase|(?<=[_-])pass|pwd';

/** Names of settings with secrets, at their end: DB_PASSWORD, apiKey, "client_secret". */
const name = `(?:(?<password>${password})|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|account[_-]?key|credentials?)`;

/** The letters before the quote are those of a string in a programming language: `b"…"`, `@"…"`. */
const setting = new RegExp(
  `${name}(?<quote>["'\`]?)[ \\t]{0,10}(?<mark>:=|=>|[:=])[ \\t]{0,10}(?:[bfru@$]{1,2}(?=["']))?`,
  'gi',
);

/** A name that is a value itself: `<add key="Password" value="…"/>`, `{"name":"PASSWORD","value":"…"}`. */
const namedValue = new RegExp(
  `${name}["'][ \\t\\r\\n,]{1,20}["']?value["']?[ \\t]{0,10}[:=][ \\t]{0,10}(?=["'])`,
  'gi',
);

/** `<password>crickets</password>` */
const element = new RegExp(
  `${name}(?<=<(?<tag>[\\w:.-]{1,80}))(?:[ \\t][^<>]{0,200})?>\\s{0,20}(?:<!\\[CDATA\\[)?(?<secret>[^<>\\s][^<>]{0,4000})(?:\\]\\]>)?</\\k<tag>\\s{0,5}>`,
  'dgi',
);

/** The start of a block of YAML: `password: |` */
const block = new RegExp(
  `${name}["']?[ \\t]{0,10}:[ \\t]{1,10}[|>][-+\\d]{0,2}[ \\t]{0,10}(?:#[^\\r\\n]{0,200})?\\r?\\n`,
  'gi',
);

/** A password on a command line: `--password crickets`. */
const commandOption = new RegExp(
  `(?<=(?<!\\S)--[\\w-]{0,30})(?<password>${password})(?<mark>[ \\t]{1,5})(?![-|>&])`,
  'gi',
);

/** In a file of settings a value needs no digit to differ from prose. */
const lineOfFile = new RegExp(
  `${name}=(?<=^[ \\t]{0,20}["'\`]?(?:-[ \\t]{1,5})?(?:export[ \\t]{1,5})?[\\w.-]{1,120}=)(?!undefined$)(?![<{$*%"'\`/])[^\\s"',;()]{6,400}(?=[ \\t]{0,20}["'\`]?$)`,
  'gim',
);

/** In running text, and of names on a command line. */
const fewestCharacters = 4;
/** Of a bare value that may be one of source code. */
const fewestInCode = 3;

/** How sure it is that what follows a name is its value: in a file of settings, in source code, or in running text. */
type Place = 'file' | 'code' | 'prose';

/** Finds the values of settings that are secrets by their names, in time linear in the text; they may overlap. */
export function* secretSettings(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  let free = 0;
  for (const form of [setting, commandOption]) {
    for (const match of text.matchAll(form)) {
      const start = match.index + match[0].length;
      const { password: isPassword, mark = '', quote } = match.groups ?? {};
      const place = placeOf(text, match.index, mark.trim(), quote !== undefined && quote !== '');
      if (/["']/.test(text.charAt(start))) {
        const { value } = quotedValue(readable, start, /^passphrase/i.test(match[0]) && place === 'prose', place);
        if (value !== undefined) yield value;
      } else if (/^\[\s{0,200}["']/.test(text.slice(start, start + 202))) {
        if (form === setting && start < free) continue;
        for (const { value, end } of quotedValues(readable, start + 1, place)) {
          free = end;
          if (value !== undefined) yield value;
        }
      } else {
        const kind = { isPassword: isPassword !== undefined, mark: mark.trim(), place };
        const found = bareValue(text, start, match.index, kind);
        if (found !== undefined) yield found;
      }
    }
  }
  for (const match of text.matchAll(namedValue)) {
    const { value } = quotedValue(readable, match.index + match[0].length, false, 'file');
    if (value !== undefined) yield value;
  }
  for (const { indices } of text.matchAll(element)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    const value = text.slice(start, end).replace(/\]\]$/, '');
    if (!isMask(value.trim())) yield { start, end: start + value.trimEnd().length };
  }
  for (const { 0: line, index } of text.matchAll(lineOfFile)) {
    yield { start: index + line.indexOf('=') + 1, end: index + line.length };
  }
  yield* blocks(readable);
}

const startOfLine = /(?:^|[\r\n])[ \t]*(?:[-*][ \t]+)?(?:(?:export|set|env|arg|const|let|var)[ \t]+)?[\w.$-]*$/i;
const startOfMember = /[{(,;["'`][ \t\r\n]*[\w.$-]*$/;

function placeOf(text: string, nameAt: number, mark: string, isQuoted: boolean): Place {
  const before = text.slice(Math.max(0, nameAt - 120), nameAt);
  if (isQuoted || startOfLine.test(before)) return 'file';
  return mark !== ':' || startOfMember.test(before) ? 'code' : 'prose';
}

interface Quoted {
  /** Undefined if it is no secret. */
  readonly value: Span | undefined;
  /** The place of the quote that closes it. */
  readonly end: number;
}

/**
 * Returns what is between a quote and the one that closes it: of the same depth, `"foo\"bar"`, or else any; without one,
 * the rest of the line. In running text what has blanks is a sentence.
 *
 * Linear in all, since the next one of that kind and depth begins after the end of this one.
 */
function quotedValue(readable: ReadableText, open: number, mayHaveBlanks: boolean, place: Place): Quoted {
  const { text } = readable;
  const start = open + 1;
  // The quote may close the string that the name is in: `"password: " + value + "`.
  const isClear = place === 'file' || (place === 'code' && !/[\s,;)\]}+&.]/.test(text.charAt(start)));
  const depth = depthOf(readable, open);
  let anyQuote = -1;
  /** Perhaps the end of the string that an unclosed quote is in. */
  let otherQuote = -1;
  let end = -1;
  let i = start;
  for (; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === text[open]) {
      if (depthOf(readable, i) > depth) {
        if (anyQuote === -1) anyQuote = i;
      } else if (character === "'" && i > start && text[i + 1] === "'" && isClear) i++;
      else {
        end = i;
        break;
      }
    } else if (/\s/.test(character) && !isEscape(readable, i)) {
      if (/[\r\n]/.test(character) || !(isClear || (mayHaveBlanks && character === ' '))) break;
    } else if (character === '"' && otherQuote === -1) otherQuote = i;
  }
  if (end === -1) end = anyQuote;
  if (end === -1 && isClear) end = otherQuote === -1 ? i : otherQuote;
  if (end === -1) return { value: undefined, end: i };
  const isLong = end - start >= (isClear ? 1 : fewestCharacters);
  return { value: isLong && !isMask(text.slice(start, end)) ? { start, end } : undefined, end };
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

/** Finds the blocks of YAML: the lines that are further to the right than the name. */
function* blocks(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  const line = /([ \t]*)([^ \t\r\n][^\r\n]*|)\r?\n?/y;
  let free = 0;
  for (const { index, 0: head } of text.matchAll(block)) {
    const before = /(?:^|[\r\n"'`])([ \t]*(?:-[ \t]+)?)["']?[\w.-]*$/.exec(text.slice(Math.max(0, index - 120), index));
    if (index < free || before === null) continue;
    const indent = before[1]?.length ?? 0;
    const backslashes = backslashesAt(readable, index + head.length - 1);
    let start = -1;
    let end = -1;
    for (let at = index + head.length; at < text.length; at = line.lastIndex) {
      line.lastIndex = at;
      const [, blanks = '', content = ''] = line.exec(text) ?? [];
      if (content !== '' && blanks.length <= indent) break;
      if (content === '') continue;
      const from = at + blanks.length;
      // The end of the string of JSON that the document is in.
      const close = backslashes === 0 ? -1 : closeOf(readable, from, from + content.length, backslashes);
      if (start === -1) start = from;
      end = close === -1 ? from + content.length : close;
      if (close !== -1) break;
    }
    if (end > start && !isMask(text.slice(start, end))) yield { start, end };
    free = Math.max(free, end);
  }
}

function closeOf(readable: ReadableText, start: number, end: number, backslashes: number): number {
  for (let i = start; i < end; i++) {
    if (readable.text[i] === '"' && backslashesAt(readable, i) < backslashes) return i;
  }
  return -1;
}

const longestMask = 200;
const mask = new RegExp(
  [
    // Rows of signs, also with the last characters: `****1234`.
    String.raw`\*{2,}[^\s*]*|[*•●#?]+|\.{2,}|…|-+|_+|x{3,}`,
    // What stands for a value: `<your password>`, `[REDACTED]`, `%NAME%`, `%s`, `$NAME`, `$(command)`.
    String.raw`<[^<>]*>|\[[^[\]]*\]|%\w+%|%[sdv@]|\$\w+|\$\([^()]*\)`,
    // `${NAME}`, `{{ name }}`, `{name}`, also several of them.
    String.raw`(?:[$#]?\{[^{}]*\}|\$?\{\{[^{}]*\}\})(?:[-_:/. ]?(?:[$#]?\{[^{}]*\}|\$?\{\{[^{}]*\}\}))*`,
    String.raw`\(?(?:null|none|nil|undefined|true|false|redacted|masked|removed|hidden)\)?`,
  ]
    .map((form) => `^(?:${form})$`)
    .join('|'),
  'i',
);

/** Tests for what is written in place of a value, or nothing. */
function isMask(value: string): boolean {
  if (value.trim() === '') return true;
  return value.length <= longestMask && mask.test(value.trim());
}

/** Returns how deep in strings a quote is. See {@link trailingOnes}. */
function depthOf(readable: ReadableText, at: number): number {
  return trailingOnes(backslashesAt(readable, at));
}

function backslashesAt(readable: ReadableText, at: number): number {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return /^\\*/.exec(readable.written.slice(start, end))?.[0].length ?? 0;
}

function isEscape(readable: ReadableText, at: number): boolean {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return end - start > 1;
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
  const value = withoutClosers(written);
  const end = start + value.length;
  if (isMask(value)) return undefined;
  if (/\d/.test(value) && value.length >= fewestWithDigit) return { start, end };
  if (!kind.isPassword || value.length < fewestOf(kind)) return undefined;
  const after = text.slice(end, end + 60);
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

/** What is written in place of a password or about it, and types of programming languages. */
const noPassword =
  /^(?:required|optional|none|null|nil|true|false|undefined|string|str|text|any|object|number|bool(?:ean)?|bytes|hidden|redacted|masked|removed|empty|missing|invalid|incorrect|correct|wrong|expired|changed|reset|unset|unknown|default|option|yes|no|on|off|flag|argument|parameter|field|passw(?:d|ord)|passphrase)s?[.!?]?$/i;
/** A variable, a property or a function: `userPassword`, `user.password`. */
const code = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|[a-z_](?:Pass|Pwd|pwd|passw)|^(?:Secret|Pass)[A-Z]/;

function isPlainPassword(value: string): boolean {
  return (
    /^(?!%)[^\s&|`=<>{}[\]]+$/.test(value) &&
    /[\p{L}\p{N}]/u.test(value) &&
    !noPassword.test(value) &&
    !code.test(value)
  );
}

/** Tests whether the text goes on as after a value, and not as a sentence. */
function followsPassword(after: string, mark: string): boolean {
  if (after.startsWith('(')) return false;
  if (mark === '=' || mark === ':=') return true;
  return /^[ \t]*(?:$|[\r\n,;)\]}"'`<]|#|\/\/|--?\w|[\w-]{1,30}[ \t]?[:=])/.test(after);
}

/** Names of parameters of URLs: token, access_token, apiKey, X-Amz-Signature. */
const secretParameter =
  /(?:[?&#]|&amp;)(?:[\w.-]{0,40}?(?:token|secret|passw(?:or)?d|passphrase|pwd|api[_-]?key|access[_-]?key|signature|credential)|(?:[\w-]{0,20}[_.-])?(?:sig|jwt|auth|session[_-]?id))=(?<secret>(?![<{$*[]|%7[bB]|(?:true|false|null|none|undefined)(?![^&#\s"'<>`]))[^&#\s"'<>`]{1,4000})/dgi;

/** Finds the secrets in the queries and fragments of URLs. */
export function* secretParameters(text: string): Generator<Span> {
  for (const { indices } of text.matchAll(secretParameter)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    yield { start, end };
  }
}
