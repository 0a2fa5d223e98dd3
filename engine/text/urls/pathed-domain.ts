import { codePointBefore, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';
import { domainNameEnd } from './domain-name.js';
import { isPublicName } from './public-suffixes.js';

const hyphen = 0x2d;
const dot = 0x2e;
const underscore = 0x5f;
const longestName = 253;

/** A domain name with a path, query or fragment but no scheme: where it starts, and where its name ends. */
interface PathedDomain {
  readonly start: number;
  readonly host: number;
}

/**
 * Finds the domain name that ends where a path starts (`bit.ly/x`), if it ends in a public suffix. A name after a slash
 * or an at sign is part of something else.
 *
 * @param slash - where the path, query or fragment starts; a port may precede it.
 * @param free - where the search may start: the text before belongs to another URL.
 */
export function pathedDomain(text: string, slash: number, free: number): PathedDomain | undefined {
  const [port = ''] = /:\d{1,5}$/.exec(text.slice(Math.max(free, slash - 6), slash)) ?? [];
  const host = slash - port.length;
  const last = codePointBefore(text, host);
  let start = host;
  while (start > free && host - start <= longestName) {
    const codePoint = codePointBefore(text, start);
    if (!isNameCharacter(codePoint) || (codePoint > 0x7f && isUnspaced(codePoint) !== isUnspaced(last))) break;
    start -= unitsOf(codePoint);
  }
  if (host - start < 'a.io'.length || /[/@\\_.-]/.test(text.charAt(start - 1))) return undefined;
  if (domainNameEnd(text, start) !== host || !isPublicName(text.slice(start, host).toLowerCase())) return undefined;
  return { start, host };
}

function isNameCharacter(codePoint: number): boolean {
  return codePoint === dot || codePoint === hyphen || (codePoint !== underscore && isWordCharacter(codePoint));
}
