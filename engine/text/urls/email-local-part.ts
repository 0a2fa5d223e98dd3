import { codePointBefore, isMark, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';

/** RFC 5321 section 4.5.3.1.1; here in UTF-16 code units. */
const longestLocalPart = 64;

const dot = 0x2e;
const apostrophe = 0x27;
const plainPunctuation = codesOf(".%+-'");
/**
 * RFC 5322 allows these as well (section 3.2.3, atext), but near an address they are more often part of the text: of a
 * path, a query, an assignment, Markdown.
 */
const oddPunctuation = codesOf('/=&!#$');

/**
 * Returns the start of the local part before an `@`; the `@` itself if there is none.
 *
 * It contains letters and digits of any script and `.` `_` `%` `+` `-` `'`, and starts with a letter, digit or `_`. If
 * it has other characters that RFC 5322 allows inside (`customer/department=shipping@example.com`), the whole is the
 * local part, because a part would name another mailbox; but not where these characters divide a path, a query or an
 * assignment.
 *
 * @param free - the earliest possible start.
 * @param end - where the address ends.
 */
export function localPartStart(text: string, at: number, free: number, end: number): number {
  const last = codePointBefore(text, at);
  if (last === dot || last === apostrophe || oddPunctuation.has(last)) return at;
  const plain = runStart(text, at, free, plainPunctuation, longestLocalPart);
  if (plain === at || plain === free || !oddPunctuation.has(text.charCodeAt(plain - 1))) return plain;
  if (isInUrl(text, plain, free)) return plain;
  const whole = runStart(text, at, free, anyPunctuation, 2 * longestLocalPart);
  if (whole === at) return at;
  if (divides(text, whole, plain, end)) return plain;
  return at - whole > longestLocalPart ? at : whole;
}

const anyPunctuation = new Set([...plainPunctuation, ...oddPunctuation]);

function codesOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/**
 * Returns the start of the letters, digits and punctuation that end at an `@`; the first of them is a letter, a digit
 * or `_`. The `@` itself if there are none, or more than `longest`.
 */
function runStart(text: string, at: number, free: number, punctuation: ReadonlySet<number>, longest: number): number {
  const last = codePointBefore(text, at);
  let start = at;
  let i = at;
  while (i > free) {
    const codePoint = codePointBefore(text, i);
    if (!isWordCharacter(codePoint) && !punctuation.has(codePoint)) break;
    if (isUnspaced(codePoint) !== isUnspaced(last)) break;
    // Two dots belong to the text, and so do the two slashes of a scheme.
    if ((codePoint === dot || codePoint === slash) && text.charCodeAt(i) === codePoint) break;
    i -= unitsOf(codePoint);
    if (at - i > longest) return at;
    if (isWordCharacter(codePoint) && !isMark(codePoint)) start = i;
  }
  return start;
}

const slash = 0x2f;

/** `key=`, `x=1&key=`: precedes a value in a query, a log line or a shell. */
const assignment = /^(?:[^=&]*=[^=&]*&)*[\p{L}_][\p{L}\p{N}_-]*=$/u;
/** A name with a top-level domain and a slash: the start of a URL without a scheme. */
const pathStart = /^[\p{L}\p{N}.-]+\.\p{L}{2,}\//u;
/** `path=/`: nobody writes an address like this. */
const twoMarks = /[/&!#$][/=&!#$]$|=[/&!#$]$/;

/** Tests whether the punctuation before the plain local part divides the text, rather than belonging to the address. */
function divides(text: string, whole: number, plain: number, end: number): boolean {
  const left = text.slice(whole, plain);
  if (whole === plain || twoMarks.test(left)) return true;
  const before = whole === 0 ? ' ' : text.charAt(whole - 1);
  if (left.endsWith('/')) return '/\\'.includes(before) || text[end] === '/' || pathStart.test(left);
  return '?&'.includes(before) || assignment.test(left);
}

/** Tests whether a position is in a URL: a scheme before it, and no blank between. */
function isInUrl(text: string, position: number, free: number): boolean {
  const before = text.slice(Math.max(free, position - 4 * longestLocalPart), position);
  const scheme = before.lastIndexOf('://');
  return scheme !== -1 && !/[\s"<>]/.test(before.slice(scheme));
}
