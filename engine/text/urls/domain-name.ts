import { codePointAt, isAsciiAlphanumeric, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';

/** RFC 1035 section 2.3.4; here in UTF-16 code units. */
const longestLabel = 63;
const longestName = 253;

const hyphen = 0x2d;
const underscore = 0x5f;

/**
 * Returns the end of the domain name that starts at an offset of running text; -1 if there is none, or it is too long.
 *
 * A name has at least two labels. The last one is a top-level domain: at least two letters and nothing else, or
 * `xn--…`. Characters that cannot belong to the name (a full stop, a hyphen, `.2`) stay outside, and so does a neighbor
 * in a script without spaces: in `example.com吧` the name is `example.com`. Reads no more than the maximum length of a
 * name.
 */
export function domainNameEnd(text: string, start: number): number {
  let end = -1;
  let label = start;
  for (;;) {
    const labelEnd = domainLabelEnd(text, label);
    if (labelEnd === -1) return end;
    if (labelEnd - start > longestName) return -1;
    if (label > start) {
      const topLevelEnd = topLevelDomainEnd(text, label, labelEnd);
      if (topLevelEnd !== -1) end = topLevelEnd;
    }
    if (text[labelEnd] !== '.') return end;
    label = labelEnd + 1;
  }
}

/**
 * Returns the end of a label: letters, marks and digits of any script, with hyphens between them. -1 if there is none,
 * or it is too long.
 */
function domainLabelEnd(text: string, start: number): number {
  let end = -1;
  let i = start;
  while (i - start <= longestLabel) {
    const codePoint = codePointAt(text, i);
    if (isWordCharacter(codePoint) && codePoint !== underscore) {
      i += unitsOf(codePoint);
      end = i;
    } else if (codePoint === hyphen && i > start) {
      i++;
    } else {
      return end;
    }
  }
  return -1;
}

/** Returns the end of the part of a label that can be a top-level domain; -1 if none can. */
function topLevelDomainEnd(text: string, start: number, end: number): number {
  if (/^xn--[a-z\d]/i.test(text.slice(start, start + 5))) return asciiLabelEnd(text, start, end);
  const first = codePointAt(text, start);
  let i = start;
  let letters = 0;
  while (i < end) {
    const codePoint = codePointAt(text, i);
    if (isUnspaced(codePoint) !== isUnspaced(first) || codePoint === hyphen) break;
    if (!/[\p{L}\p{M}]/u.test(String.fromCodePoint(codePoint))) return -1;
    i += unitsOf(codePoint);
    letters++;
  }
  return letters >= 2 ? i : -1;
}

function asciiLabelEnd(text: string, start: number, end: number): number {
  let i = start;
  while (i < end && (isAsciiAlphanumeric(text.charCodeAt(i)) || text.charCodeAt(i) === hyphen)) i++;
  return i;
}
