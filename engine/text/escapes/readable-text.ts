import type { Span } from '../span.js';

/** Marks that nobody sees: soft hyphen, byte order mark, direction marks, joiners and spaces without a width. */
const invisible = String.raw`\u00ad\u061c\u180e\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff`;
/** The invisible marks that have a meaning in words and in URLs. */
const joiners = String.raw`\u200b-\u200d`;

/** The end of `\0`: no octal digit follows, not even behind marks, which would make it one of a number. */
const noDigit = String.raw`(?!(?:[${invisible}${joiners}]|\\{1,8}u[\da-fA-F]{4}){0,8}\d)`;

const escapes =
  // A colour of a terminal.
  String.raw`(?:\x1b|(?<!\\)\\+(?:u001[bB]|x1[bB]|033|e))\[[\d;?]{0,20}[A-Za-z]` +
  // In a nested string every backslash is written twice, so there may be any number of them.
  String.raw`|(?<!\\)\\+(?:u[\da-fA-F]{4}|u\{0{0,4}[\da-fA-F]{1,5}\}|x[\da-fA-F]{2}|0${noDigit}|[nrtbfv"'${'`'}/_.+@:=#&?-]|)`;

const patterns = {
  all: new RegExp(`${escapes}|[${invisible}${joiners}]`, 'g'),
  'not-joiners': new RegExp(`${escapes}|[${invisible}]`, 'g'),
  none: new RegExp(escapes, 'g'),
};
const marks = {
  all: new RegExp(`[${invisible}${joiners}]`),
  'not-joiners': new RegExp(`[${invisible}]`),
  none: undefined,
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
  0: '\0',
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
 * @param removed - which invisible marks are left out as well, also where an escape such as `\u200b` writes them.
 */
export function readableText(written: string, removed: 'all' | 'not-joiners' | 'none' = 'all'): ReadableText {
  if (!anything[removed].test(written)) return plainText(written);
  const strings = new SourceStrings(written);
  return resolvedText(written, patterns[removed], (sequence, start, add) => {
    readSequence(strings, start, sequence, (from, to, unit) => {
      if (marks[removed]?.test(unit) !== true) add(from, to, unit);
    });
  });
}

/** Adds characters, and the place of the sequence that writes them. */
export type AddUnit = (start: number, end: number, unit: string) => void;

/**
 * Returns a text in which other characters stand for some sequences.
 *
 * @param pattern - matches the sequences. Flag `g`.
 * @param read - adds what a sequence means, at most as many code units as it has.
 */
export function resolvedText(
  written: string,
  pattern: RegExp,
  read: (sequence: string, start: number, add: AddUnit) => void,
): ReadableText {
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
  for (const { 0: sequence, index } of written.matchAll(pattern)) {
    copyTo(index);
    copied = index + sequence.length;
    read(sequence, index, add);
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

/** Returns a text that is as it is written. */
export function plainText(written: string): ReadableText {
  return { text: written, written, writtenSpan: (span) => span, readableSpan: (span) => span };
}

/** Passes on what a sequence means, with its place. */
function readSequence(strings: SourceStrings, start: number, sequence: string, add: AddUnit): void {
  const end = start + sequence.length;
  // A mark.
  if (!/^[\\\x1b]/.test(sequence)) return;
  const slashes = /^\\*/.exec(sequence)?.[0].length ?? 0;
  const escaped = sequence.slice(slashes);
  const control = escapedControls[escaped];
  if (escaped === '') add(start, end, '\\');
  else if (escaped.includes('[')) add(start, end, '\x1b');
  else if (control !== undefined && !isInPath(strings, start, slashes, escaped)) add(start, end, control);
  else if (/^[ux]/.test(escaped))
    add(start, end, String.fromCodePoint(Number.parseInt(escaped.replace(/[ux{}]/g, ''), 16)));
  else {
    // The backslashes that do not belong to a quote are text: "C:\\" ends with one. Before a name, all of them are.
    const own = /["'`]/.test(escaped) ? 2 ** trailingOnes(slashes) - 1 : control === undefined ? slashes : 0;
    if (own < slashes) add(start, start + slashes - own, '\\');
    add(start + slashes - own, end, escaped);
  }
}

/** The characters that make an escape of a backslash before them, in JSON and JavaScript. */
const escapeOfSource = /^(?:[\\nrtbfv"'`/]|0(?!\d)|u[\da-fA-F]{4}|u\{|x[\da-fA-F]{2})/;

/**
 * The strings of a text that are as JSON or JavaScript writes them: between quotes on one line, and with no backslash that
 * starts no escape, as that of `"C:\Users"`. In JSON, those are all strings. Reads the text when it is first asked.
 */
class SourceStrings {
  readonly written: string;
  #levels: Uint8Array | undefined;

  constructor(written: string) {
    this.written = written;
  }

  /** Tests whether these backslashes start an escape of the string around them, or of one of the strings around that. */
  containEscape(start: number, slashes: number): boolean {
    this.#levels ??= levelsOf(this.written);
    const level = this.#levels[start] ?? 0;
    const odd = slashes / (slashes & -slashes);
    return level > 0 && slashes / odd < 2 ** level;
  }
}

/** Returns for each place how many strings are around it: 1 in a string, 2 in a string in that. */
function levelsOf(written: string): Uint8Array {
  const levels = new Uint8Array(written.length);
  const open: { quote: string; depth: number }[] = [];
  let outermost = 0;
  let isSource = true;
  let read = 0;
  const readTo = (end: number) => {
    const last = open.at(-1);
    if (last !== undefined) levels.fill(last.depth + 1, read, end);
    read = end;
  };
  const drop = (end: number) => {
    levels.fill(0, outermost, end);
    open.length = 0;
  };
  for (const { 0: token, index } of written.matchAll(/\\+.?|["'`\r\n]/gs)) {
    const slashes = token.lastIndexOf('\\') + 1;
    const mark = token.slice(slashes);
    const previous = written.charAt(index - 1);
    readTo(index);
    if (mark === '\n' || mark === '\r') {
      if (open.length > 0) drop(index);
    } else if (mark === '"' || mark === "'" || mark === '`') {
      const depth = trailingOnes(slashes);
      // An apostrophe in a string in double quotes ends nothing, nor what is open in that string.
      if (open.some((string) => string.depth === depth && string.quote !== mark)) continue;
      while ((open.at(-1)?.depth ?? 0) > depth) open.pop();
      const last = open.at(-1);
      if (last?.depth === depth) {
        open.pop();
      } else if (mark === '"' || !/[\p{L}\d]/u.test(previous)) {
        if (open.length === 0) {
          outermost = index;
          // A raw string of Python or C#.
          isSource = !/[rR@]/.test(previous);
        }
        open.push({ quote: mark, depth });
      }
      if (open.length === 0 && !isSource) drop(index);
    } else if (slashes % 2 === 1 && !escapeOfSource.test(written.slice(index + slashes, index + slashes + 5))) {
      isSource = false;
    }
  }
  if (open.length > 0) {
    readTo(written.length);
    drop(written.length);
  }
  return levels;
}

/** What follows a drive, if its first folder is not an escape: `C:\Users\`, `"C:\\Users\\`. */
const folders = /^(\\{1,4})(?![nrtbfvux"'\\/])[^\s"'<>|]*$/;
const longestDrivePath = 160;

/**
 * The rest of the name of a folder or a user after its first letter: small letters, but no URL, IP address, bank account or
 * long key.
 */
const restOfName = /^(?!www\.|[a-z\d+.-]{1,30}:|[a-z]{2}\d\d|[\w-]{16}(?![\w.+-]{0,64}@))[a-z]/;
const restOfVersion = /^\d{1,5}(?:[.\\/]|$)/;

/**
 * Tests for a backslash of a path in Windows: after a drive, `C:\Users\nathan`; the first one in `\\nas01\share`, `.\bin` and
 * `..\files`; or any one in `a\bin` and `a\files`, as a text seldom has backspaces and form feeds. In a string of source
 * code, an escape is an escape.
 */
function isInPath(strings: SourceStrings, start: number, slashes: number, letter: string): boolean {
  const { written } = strings;
  const previous = written.charAt(start - 1);
  const isAfterName = /[\w.$~-]/.test(previous);
  const before = /(?:^|[\s"'(<=,])(\.{0,2})$/.exec(written.slice(Math.max(0, start - 3), start));
  if ((!isAfterName && before === null) || strings.containEscape(start, slashes)) return false;
  if (isAfterName) {
    const after = written.slice(start + slashes + 1, start + slashes + 100);
    if ('bfv'.includes(letter) && /[A-Za-z\d]/.test(previous)) {
      if (restOfName.test(after) || (letter === 'v' && restOfVersion.test(after))) return true;
    }
    const path = written.slice(Math.max(0, start - longestDrivePath), start);
    const colon = path.lastIndexOf(':');
    const isDrive = /^(?:[^A-Za-z]|)[A-Za-z]$/.test(path.slice(Math.max(0, colon - 2), Math.max(0, colon)));
    if (isDrive && folders.exec(path.slice(colon + 1))?.[1]?.length === slashes) return true;
  }
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
