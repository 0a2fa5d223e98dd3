import { type ReadableText, trailingOnes } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';

const password = 'passw(?:d|or[dt])|passphrase|(?<=[_-])pass|pwd';

/** Names of settings with secrets, at their end: DB_PASSWORD, apiKey, "client_secret". */
const name = `(?:(?<password>${password})|secret(?:[_-]?key)?|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|account[_-]?key|credentials?)`;

const setting = new RegExp(`${name}["'\`]?[ \\t]{0,10}(?<mark>:=|=>|[:=])[ \\t]{0,10}`, 'gi');

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

const fewestCharacters = 4;
const mostCharacters = 400;

/** Finds the values of settings that are secrets by their names, in time linear in the text; they may overlap. */
export function* secretSettings(readable: ReadableText): Generator<Span> {
  const { text } = readable;
  for (const form of [setting, commandOption]) {
    for (const match of text.matchAll(form)) {
      const start = match.index + match[0].length;
      const { password: isPassword, mark } = match.groups ?? {};
      const kind = { isPassword: isPassword !== undefined, mark: mark?.trim() ?? '' };
      const found = /["']/.test(text.charAt(start))
        ? quotedValue(readable, start, /^passphrase/i.test(match[0]))
        : bareValue(text, start, match.index, kind);
      if (found !== undefined) yield found;
    }
  }
  for (const { 0: line, index } of text.matchAll(lineOfFile)) {
    yield { start: index + line.indexOf('=') + 1, end: index + line.length };
  }
}

/**
 * Returns what is between a quote and the one that closes it: of the same depth, `"foo\"bar"`, or else any. What has blanks
 * is a sentence.
 */
function quotedValue(readable: ReadableText, open: number, mayHaveBlanks: boolean): Span | undefined {
  const { text } = readable;
  const start = open + 1;
  if (/[\s<{$*]/.test(text.charAt(start))) return undefined;
  const depth = depthOf(readable, open);
  let anyQuote = -1;
  for (let i = start; i - start <= mostCharacters && i < text.length; i++) {
    if (text[i] === text[open]) {
      if (depthOf(readable, i) <= depth) return spanOf(start, i);
      if (anyQuote === -1) anyQuote = i;
    } else if (/\s/.test(text.charAt(i)) && !isEscape(readable, i) && !(mayHaveBlanks && text[i] === ' ')) break;
  }
  return anyQuote === -1 ? undefined : spanOf(start, anyQuote);
}

function spanOf(start: number, end: number): Span | undefined {
  return end - start < fewestCharacters ? undefined : { start, end };
}

/** Returns how deep in strings a quote is. See {@link trailingOnes}. */
function depthOf(readable: ReadableText, at: number): number {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return trailingOnes(/^\\*/.exec(readable.written.slice(start, end))?.[0].length ?? 0);
}

function isEscape(readable: ReadableText, at: number): boolean {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return end - start > 1;
}

interface Kind {
  readonly isPassword: boolean;
  /** `:`, `=`, `=>` or `:=`; '' on a command line. */
  readonly mark: string;
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
  if (/\d/.test(value)) return value.length < fewestWithDigit ? undefined : { start, end };
  if (!kind.isPassword || value.length < fewestCharacters) return undefined;
  const after = text.slice(end, end + 60);
  return isPlainPassword(value) && followsPassword(after, kind.mark) ? { start, end } : undefined;
}

/** Leaves out brackets that the value did not open. */
function withoutClosers(value: string): string {
  let end = value.length;
  while (end > 0 && /[\]}]/.test(value.charAt(end - 1)) && !/[[{]/.test(value)) end--;
  return value.slice(0, end);
}

/** What is written in place of a password or about it, and types of programming languages. */
const noPassword =
  /^(?:required|optional|none|null|nil|true|false|undefined|string|str|text|any|object|number|bool(?:ean)?|bytes|hidden|redacted|masked|removed|empty|missing|invalid|incorrect|correct|wrong|expired|changed|reset|unset|unknown|default|option|flag|argument|parameter|field|passw(?:d|ord)|passphrase)s?[.!?]?$/i;
/** A variable, a property or a function: `userPassword`, `user.password`. */
const code = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|[a-z_](?:Pass|Pwd|pwd|passw)|^(?:Secret|Pass)[A-Z]/;

function isPlainPassword(value: string): boolean {
  return (
    /^(?!%)[^\s&|`=<>{}[\]]+$/.test(value) && /[\p{L}]/u.test(value) && !noPassword.test(value) && !code.test(value)
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
  /(?:[?&#]|&amp;)(?:[\w.-]{0,40}?(?:token|secret|passw(?:or)?d|passphrase|pwd|api[_-]?key|access[_-]?key|signature|credential)|(?:[\w-]{0,20}[_.-])?(?:sig|jwt|auth|session[_-]?id))=(?<secret>(?![<{$*[]|%7[bB]|(?:true|false|null|none|undefined)(?![^&#\s"'<>`]))[^&#\s"'<>`]{4,4000})/dgi;

/** Finds the secrets in the queries and fragments of URLs. */
export function* secretParameters(text: string): Generator<Span> {
  for (const { indices } of text.matchAll(secretParameter)) {
    const [start, end] = indices?.groups?.secret ?? [0, 0];
    yield { start, end };
  }
}
