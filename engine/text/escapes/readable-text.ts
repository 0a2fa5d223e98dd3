import type { Span } from '../span.js';

/** Marks that nobody sees: soft hyphen, byte order mark, direction marks, joiners and spaces without a width. */
const invisible = String.raw`\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`;
/** The invisible marks that have a meaning in words and in URLs. */
const joiners = String.raw`\u200b-\u200d`;

const escapes =
  // A colour of a terminal.
  String.raw`(?:\x1b|(?<!\\)\\+(?:u001[bB]|x1[bB]|033|e))\[[\d;?]{0,20}[A-Za-z]` +
  // In a nested string every backslash is written twice, so there may be any number of them.
  String.raw`|(?<!\\)\\+(?:u[\da-fA-F]{4}|u\{0{0,4}[\da-fA-F]{1,5}\}|x[\da-fA-F]{2}|[nrtbfv"'${'`'}/_.+@:=#&?-]|)`;

const patterns = {
  all: new RegExp(`${escapes}|[${invisible}${joiners}]`, 'g'),
  'not-joiners': new RegExp(`${escapes}|[${invisible}]`, 'g'),
  none: new RegExp(escapes, 'g'),
};
const anything = {
  all: new RegExp(String.raw`[\\\x1b${invisible}${joiners}]`),
  'not-joiners': new RegExp(String.raw`[\\\x1b${invisible}]`),
  none: /[\\\x1b]/,
};

const allInvisible = new RegExp(`[${invisible}${joiners}]`, 'g');

/** Removes marks that nobody sees: joiners, spaces without a width, direction marks and such. */
export function withoutInvisibleMarks(text: string): string {
  return text.replace(allInvisible, '');
}

const escapedControls: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
};

const networkName = String.raw`[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){0,9}`;
/**
 * `\\nas01.example.com\share`: the start of a path in a network of Windows, and no escape. Before an escape and after it,
 * there would be as many backslashes.
 */
const networkPath = new RegExp(String.raw`^(?:\\{2}${networkName}\\(?=[\w$])|\\{4}${networkName}\\{2}(?=[\w$]))`);

/**
 * A text as people read it: without the escape sequences of JSON, JavaScript and such, and without invisible marks. What
 * is found in it is found in the text as written, and takes whole escape sequences there.
 */
export interface ReadableText {
  readonly text: string;
  readonly written: string;
  /** Returns the place in the text as written of a place in this one. */
  writtenSpan(span: Span): Span;
  /** Returns the place in this text of a place in the text as written. */
  readableSpan(span: Span): Span;
}

/**
 * Reads the escape sequences of a text, in time linear in its length: `\n`, `\/`, `\"`, `\u00e9`, `\x41`, also with more
 * backslashes, as in JSON that is a string of JSON; `\_` and other signs, as in Markdown; and colours of a terminal. The
 * length of the result is at most that of the text.
 *
 * @param removed - which invisible marks are left out as well.
 */
export function readableText(written: string, removed: 'all' | 'not-joiners' | 'none' = 'all'): ReadableText {
  if (!anything[removed].test(written)) return plainText(written);
  const starts = new Uint32Array(written.length + 1);
  const ends = new Uint32Array(written.length + 1);
  const pieces: string[] = [];
  let length = 0;
  const add = (start: number, end: number, unit: string) => {
    for (let i = 0; i < unit.length; i++) {
      // The halves of a character that one sequence writes are one place.
      starts[length] = start;
      ends[length++] = end;
    }
    pieces.push(unit);
  };
  let copied = 0;
  const copyTo = (end: number) => {
    for (let i = copied; i < end; i++) {
      starts[length] = i;
      ends[length++] = i + 1;
    }
    if (end > copied) pieces.push(written.slice(copied, end));
  };
  for (const { 0: sequence, index } of written.matchAll(patterns[removed])) {
    copyTo(index);
    copied = index + sequence.length;
    readSequence(written, index, sequence, add);
  }
  copyTo(written.length);
  const text = pieces.join('');
  return {
    text,
    written,
    writtenSpan: ({ start, end }) =>
      end > start
        ? { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }
        : { start: starts[start] ?? written.length, end: starts[start] ?? written.length },
    readableSpan: ({ start, end }) => ({
      start: firstAtLeast(starts, length, start),
      end: firstAtLeast(starts, length, end),
    }),
  };
}

function plainText(written: string): ReadableText {
  return { text: written, written, writtenSpan: (span) => span, readableSpan: (span) => span };
}

/** Passes on what a sequence means, with its place. */
function readSequence(
  written: string,
  start: number,
  sequence: string,
  add: (start: number, end: number, unit: string) => void,
): void {
  const end = start + sequence.length;
  // A mark.
  if (!/^[\\\x1b]/.test(sequence)) return;
  const slashes = /^\\*/.exec(sequence)?.[0].length ?? 0;
  const escaped = sequence.slice(slashes);
  const control = escapedControls[escaped];
  if (escaped === '') add(start, end, '\\');
  else if (escaped.includes('[')) add(start, end, '\x1b');
  else if (control !== undefined && !isInPath(written, start, slashes, escaped)) add(start, end, control);
  else if (/^[ux]/.test(escaped))
    add(start, end, String.fromCodePoint(Number.parseInt(escaped.replace(/[ux{}]/g, ''), 16)));
  else {
    // The backslashes that do not belong to a quote are text: "C:\\" ends with one. Before a name, all of them are.
    const own = /["'`]/.test(escaped) ? 2 ** trailingOnes(slashes) - 1 : control === undefined ? slashes : 0;
    if (own < slashes) add(start, start + slashes - own, '\\');
    add(start + slashes - own, end, escaped);
  }
}

/** What follows a drive, if its first folder is not an escape: `C:\Users\`, `"C:\\Users\\`. */
const folders = /^(\\{1,4})(?![nrtbfvux"'\\/])[^\s"'<>|]*$/;
const longestDrivePath = 160;

/**
 * Tests for a backslash of a path in Windows: after a drive, `C:\Users\nathan`; the first one in `\\nas01\share`, `.\bin` and
 * `..\files`; or any one in `a\bin` and `a\files`, as a text seldom has backspaces and form feeds.
 */
function isInPath(written: string, start: number, slashes: number, letter: string): boolean {
  const previous = written.charAt(start - 1);
  if (/[\w.$~-]/.test(previous)) {
    if ('bfv'.includes(letter) && /[A-Za-z\d]/.test(previous)) return true;
    const path = written.slice(Math.max(0, start - longestDrivePath), start);
    const colon = path.lastIndexOf(':');
    const isDrive = /^(?:[^A-Za-z]|)[A-Za-z]$/.test(path.slice(Math.max(0, colon - 2), Math.max(0, colon)));
    if (isDrive && folders.exec(path.slice(colon + 1))?.[1]?.length === slashes) return true;
  }
  const before = /(?:^|[\s"'(<=,])(\.{0,2})$/.exec(written.slice(Math.max(0, start - 3), start));
  return before !== null && (before[1] !== '' || networkPath.test(written.slice(start, start + 800)));
}

/**
 * Returns how deep in strings a quote is that has this many backslashes before it: 0 ends any string, 1 (`\"`) a string
 * in a string, 3 (`\\\"`) a string in that. Two before it are a backslash of the string that it ends.
 */
export function trailingOnes(backslashes: number): number {
  let ones = 0;
  for (let rest = backslashes; rest % 2 === 1; rest = (rest - 1) / 2) ones++;
  return ones;
}

function firstAtLeast(sorted: Uint32Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Writes a changed part of a text with the escape sequences of the original: `https://a.b/` as `https:\/\/a.b\/`.
 *
 * @param changed - what a part of the readable text has become. What is only left out of it keeps its form.
 */
export function writtenLike(readable: ReadableText, span: Span, changed: string): string {
  const { start, end } = readable.writtenSpan(span);
  const original = readable.text.slice(span.start, span.end);
  if (readable.written.slice(start, end) === original) return changed;
  const forms = new Map<string, string>();
  const formAt = (i: number): string => {
    const unit = readable.writtenSpan({ start: i, end: i + 1 });
    return readable.written.slice(unit.start, unit.end);
  };
  let result = '';
  let at = span.start;
  let isPart = true;
  for (const character of changed) {
    let from = at;
    while (isPart && from < span.end && !readable.text.startsWith(character, from)) from++;
    isPart &&= from < span.end;
    if (!isPart) break;
    result += formsOf(character, from, formAt);
    at = from + character.length;
  }
  if (isPart) return result;
  for (let i = span.start; i < span.end; ) {
    const character = String.fromCodePoint(readable.text.codePointAt(i) ?? 0);
    if (!forms.has(character)) forms.set(character, formsOf(character, i, formAt));
    i += character.length;
  }
  return Array.from(changed, (character) => forms.get(character) ?? character).join('');
}

/** Returns the written form of a character, whose halves may be written each by itself. */
function formsOf(character: string, at: number, formAt: (i: number) => string): string {
  const first = formAt(at);
  if (character.length === 1) return first;
  const second = formAt(at + 1);
  return first === second && first.length > 1 ? first : first + second;
}
