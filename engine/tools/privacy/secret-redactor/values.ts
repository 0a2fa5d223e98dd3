import { type ReadableText, trailingOnes } from '../../../text/escapes/readable-text.js';
import type { Span } from '../../../text/span.js';
import { passwordName, wordsAboutPasswords } from './password-names.js';

/** What may follow in a name: DB_PASSWORD_2, api_token_prod, SECRET_KEY_BASE. */
export const nameEnd =
  '(?:[_-]?\\d{1,2}|[_-](?:base|prod(?:uction)?|dev(?:elopment)?|staging|live|old|new|primary|secondary|value)|_test)?';

/** Names of settings with secrets, at their end: DB_PASSWORD, apiKey, "client_secret", encryption-key. */
export const secretName = `(?:(?:(?<password>${passwordName})|secret(?:[_-]?key)?|token|(?:api|access|auth|private|account|encryption|signing|master|hmac)[_-]?key|credentials?)${nameEnd})`;

/** How sure it is that what follows a name is its value: in a file of settings, in source code, or in running text. */
export type Place = 'file' | 'code' | 'prose';

/** In running text, and of names on a command line. */
export const fewestCharacters = 4;

export interface Quoted {
  /** Undefined if it is no secret. */
  readonly value: Span | undefined;
  /** The place of the quote that closes it. */
  readonly end: number;
}

/**
 * Returns what is between a quote and the one that closes it: of the same depth, `"foo\"bar"`, or else any; without
 * one, the rest of the line. In running text what has blanks is a sentence.
 *
 * Linear in all, since the next one of that kind and depth begins after the end of this one.
 */
export function quotedValue(readable: ReadableText, open: number, mayHaveBlanks: boolean, place: Place): Quoted {
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
      if (/[\r\n]/.test(character)) {
        end = place === 'file' ? endOnLaterLine(readable, open, i) : -1;
        break;
      }
      if (!(isClear || (mayHaveBlanks && character === ' '))) break;
    } else if (character === '"' && otherQuote === -1) otherQuote = i;
  }
  if (end === -1) end = anyQuote;
  if (end === -1 && isClear) end = otherQuote === -1 ? i : otherQuote;
  if (end === -1) return { value: undefined, end: i };
  const isLong = end - start >= (isClear ? 1 : fewestCharacters);
  return { value: isLong && !isMask(text.slice(start, end)) ? { start, end } : undefined, end };
}

/** A line that starts another setting or item, or is none. */
const otherLine =
  /[\r\n][ \t]*(?:-[ \t]+)?(?:export[ \t]+)?["'`]?[\w.$-]{1,120}["'`]?[ \t]*(?:[:=](?![=\r\n])|=>)|[\r\n][ \t]*[}\])<]/;

/**
 * Returns where a string ends that goes on after its first line; -1 if the quote at its start seems to be a mistake.
 */
function endOnLaterLine(readable: ReadableText, open: number, lineEnd: number): number {
  const { text } = readable;
  const depth = depthOf(readable, open);
  let end = lineEnd;
  do end = text.indexOf(text.charAt(open), end + 1);
  while (end !== -1 && depthOf(readable, end) > depth);
  if (end === -1 || !/^[ \t]*(?:$|[\r\n,;)\]}#])/.test(text.slice(end + 1, end + 100))) return -1;
  return otherLine.test(text.slice(lineEnd, end)) ? -1 : end;
}

const longestMask = 200;
const mask = new RegExp(
  [
    // Rows of signs, also with the last characters: `****1234`.
    String.raw`\*{2,}[^\s*]*|[*•●#?]+|~|\.{2,}|…|-+|_+|x{3,}`,
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
export function isMask(value: string): boolean {
  if (value.trim() === '') return true;
  return value.length <= longestMask && mask.test(value.trim());
}

/** Returns how deep in strings a quote is. See {@link trailingOnes}. */
export function depthOf(readable: ReadableText, at: number): number {
  return trailingOnes(backslashesAt(readable, at));
}

export function backslashesAt(readable: ReadableText, at: number): number {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return /^\\*/.exec(readable.written.slice(start, end))?.[0].length ?? 0;
}

export function isEscape(readable: ReadableText, at: number): boolean {
  const { start, end } = readable.writtenSpan({ start: at, end: at + 1 });
  return end - start > 1;
}

/** What is written in place of a password or about it, and types of programming languages. */
export const noPassword = new RegExp(
  `^(?:(?:required|optional|none|null|nil|true|false|undefined|string|str|text|any|object|number|bool(?:ean)?|bytes|hidden|redacted|masked|removed|empty|missing|invalid|incorrect|correct|wrong|expired|changed|reset|unset|unknown|default|option|yes|no|on|off|flag|pass|await|new|yield|return|argument|parameter|field|passw(?:d|ord)|passphrase)s?|${wordsAboutPasswords})[.!?。]?$`,
  'i',
);
/** Names of types, and of what a secret is or how it is, in schemas and in reports. */
export const typeName =
  /^(?:u?int\d*|[iu]\d+|float\d*|double|integer|long|char|varchar|uuid|date(?:time)?|time(?:stamp)?|self|buffer|never|void|unknown|symbol|bigint|vec|list|array|map|dict|json|binary|blob|base64|hex|file|path|url|env|vault|jwt|oauth2?|bearer|basic|cookie|header|query|body|session|auth|read|write|pending|active|valid|present|found|granted|denied|failed|success|ok)$/;

/** A variable, a property or a function: `userPassword`, `user.password`. */
export const code = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|[a-z_](?:Pass|Pwd|pwd|passw)|^(?:Secret|Pass)[A-Z]/;

export function isPlainPassword(value: string): boolean {
  return (
    /^(?!%)[^\s&|`=<>{}[\]]+$/.test(value) &&
    /[\p{L}\p{N}]/u.test(value) &&
    !noPassword.test(value) &&
    !code.test(value)
  );
}

/** Finds strings between three quotes, as Python, TOML, Kotlin and Java write them. The places are asked in order. */
export class TripleQuotes {
  readonly #readable: ReadableText;
  /** The quotes that have no end in the rest of the text. */
  readonly #open = new Set<string>();

  constructor(readable: ReadableText) {
    this.#readable = readable;
  }

  /** Returns what three quotes at a place enclose, without blanks around it; undefined if they are not there. */
  at(start: number): { readonly value: Span | undefined } | undefined {
    const { text } = this.#readable;
    const quotes = text.slice(start, start + 3);
    if (quotes !== '"""' && quotes !== "'''") return undefined;
    const end = this.#endOf(quotes, start);
    const inner = text.slice(start + 3, end);
    const from = start + 3 + inner.length - inner.trimStart().length;
    const to = start + 3 + inner.trimEnd().length;
    return { value: to > from && !isMask(inner) ? { start: from, end: to } : undefined };
  }

  /** Without an end, the string extends to that of the text; what seems to be the start of another one is in it. */
  #endOf(quotes: string, start: number): number {
    const { text } = this.#readable;
    if (this.#open.has(quotes)) return start + 3;
    const depth = depthOf(this.#readable, start);
    let end = start;
    do end = text.indexOf(quotes, end + 3);
    while (end !== -1 && depthOf(this.#readable, end) > depth);
    if (end !== -1) return end;
    this.#open.add(quotes);
    return text.length;
  }
}
