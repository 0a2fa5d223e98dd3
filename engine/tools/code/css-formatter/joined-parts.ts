import { backslashStringEnd } from '../../../text/code/comment.js';
import { bareUrlEnd } from '../../../text/code/css.js';
import type { Span } from '../../../text/span.js';

const starts = /\/\*|["'\\]|<!--|\burl\(/gi;
/** One white space after an escape belongs to it: `\31 a` is `1a`. */
const escapeSequence = /\\(?:[\da-f]{1,6}(?:\r\n|\s)?|[\s\S])/iy;

/**
 * Finds what the library would take apart although it joins its neighbours: comments without white space on either side,
 * escapes, and `<!--`. In `.a/* … *\/.b` white space would be a combinator.
 */
export function* joinedParts(css: string): Generator<Span> {
  const next = new RegExp(starts);
  /** Where the last escape ends; the white space before it is not white space. */
  let escaped = -1;
  for (let match = next.exec(css); match !== null; match = next.exec(css)) {
    const start = match.index;
    const sign = match[0];
    if (sign === '/*') {
      const end = commentsEnd(css, start);
      // The rest is one comment.
      if (end === start) return;
      if (isJoined(css, start, end, start === escaped)) yield { start, end };
      next.lastIndex = end;
    } else if (sign === '\\') {
      escapeSequence.lastIndex = start;
      next.lastIndex = escapeSequence.test(css) ? escapeSequence.lastIndex : css.length;
      escaped = next.lastIndex;
      yield { start, end: escaped };
    } else if (sign === '<!--') {
      yield { start, end: next.lastIndex };
    } else if (sign === '"' || sign === "'") {
      next.lastIndex = backslashStringEnd(css, start + 1, sign);
    } else {
      next.lastIndex = bareUrlEnd(css, next.lastIndex);
    }
  }
}

/** Next to these signs white space has no meaning, and the library lays the comment out. */
const free = /[\s{};,]/;

function isJoined(css: string, start: number, end: number, afterEscape: boolean): boolean {
  const before = afterEscape ? '\\' : (css[start - 1] ?? ' ');
  const after = css[end] ?? ' ';
  if (free.test(before) || free.test(after)) return false;
  // The library knows at-rules by their names.
  return !atKeyword.test(css.slice(Math.max(start - 40, 0), start));
}

const atKeyword = /@[\w-]+$/;

/** Returns the end of comments side by side; the start if the first one is never closed. */
function commentsEnd(css: string, start: number): number {
  let end = start;
  while (css.startsWith('/*', end)) {
    const close = css.indexOf('*/', end + 2);
    if (close === -1) break;
    end = close + 2;
  }
  return end;
}
