import type { Span } from '../span.js';
import {
  codePointAt,
  codePointBefore,
  isAsciiAlphanumeric,
  isUnspaced,
  isWordCharacter,
  unitsOf,
} from '../unicode/word-characters.js';
import { domainNameEnd } from './domain-name.js';
import { type EnclosedUrlEnd, enclosedUrlEnds, endsEmphasis, UrlQuotes } from './enclosed-url.js';
import { oddPartEnd } from './odd-path-part.js';
import { isPublicName } from './public-suffixes.js';
import { hostEnd, userInfoEnd } from './url-host.js';

export interface UrlSearch {
  /** In lower case, without the colon. */
  readonly schemes: ReadonlySet<string>;
  /** Also finds `www.example.com`. */
  readonly bare: boolean;
  /** Also finds public domain names with a path, query or fragment: `bit.ly/x`. */
  readonly pathedDomains?: boolean;
  /** Excludes punctuation and brackets that belong to the text rather than to the URL. */
  readonly stripPunctuation: boolean;
}

/** The longest scheme to search for, in characters. */
export const longestScheme = 20;

/**
 * Finds URLs in running text, in order, in time linear in its length, from every scheme onwards.
 *
 * A URL inside quotes, `<…>` or the parentheses of a link ({@link enclosedUrlEnds}) ends at the closing mark, whatever
 * it contains. Any other URL ends before the first character that RFC 3986 does not allow (blanks, quotes, `<` `>` and
 * such; letters, marks and digits of every script are allowed, as in RFC 3987, and inside a path what browsers accept:
 * `{id}`, `|`, `^`, dashes, joiners and emoji), before a comma or semicolon followed by another URL, before the mark that
 * precedes it in a row of CSV, and before an escaped quote or bracket of HTML. With `stripPunctuation` it also ends before
 * a bracket that it did not open and before punctuation at its end.
 */
export function* urlsInText(text: string, search: UrlSearch): Generator<Span> {
  const hints = search.pathedDomains ? /:|www\.|(?<=[\p{L}\p{N}])[/?#]/giu : /:|www\./gi;
  const enclosedEnd = listAware(text, enclosedUrlEnds(text), search);
  let free = 0;
  for (let hint = hints.exec(text); hint !== null; hint = hints.exec(text)) {
    const { 0: mark, index } = hint;
    const span =
      mark === ':'
        ? urlAround(text, index, free, search, enclosedEnd)
        : mark.length === 1
          ? urlOfDomain(text, index, free, search, enclosedEnd)
          : bareUrl(text, index, search, enclosedEnd);
    if (span === undefined) continue;
    yield span;
    free = span.end;
    hints.lastIndex = free;
  }
}

/** After these characters a URL is part of another one: `https://web.example/https://example.com`. */
const mayLeadToUrl = /[\w/=?&#%+:@!*~.$-]/;

/** Handles a list of URLs between two marks: the mark does not show the end of its first URL. */
function listAware(text: string, enclosedEnd: EnclosedUrlEnd, search: UrlSearch): EnclosedUrlEnd {
  return (start) => {
    const end = enclosedEnd(start);
    for (let i = start; i < end; i++)
      if (!mayLeadToUrl.test(text.charAt(i)) && startsUrl(text, i + 1, search)) return -1;
    return end;
  };
}

/** Returns the URL whose scheme ends at this colon. */
function urlAround(
  text: string,
  colon: number,
  free: number,
  search: UrlSearch,
  enclosedEnd: EnclosedUrlEnd,
): Span | undefined {
  const start = schemeStart(text, colon, free, search.schemes);
  if (start === -1) return undefined;
  const scheme = text.slice(start, colon).toLowerCase();
  if (!schemesWithHost.has(scheme)) {
    const end = Math.max(enclosedEnd(start), bodyEnd(text, colon + 1, start, search));
    return end > colon + 1 ? { start, end } : undefined;
  }
  if (!text.startsWith('//', colon + 1)) return undefined;
  const hostStart = userInfoEnd(text, colon + 3);
  const host = hostEnd(text, hostStart);
  if (host === -1) return undefined;
  if (text.startsWith('://', host)) {
    // In http://http://example.com the host is a scheme, and the URL starts there.
    const end = hostEndBeforeUrl(text, hostStart, host, search);
    return end === -1 ? undefined : { start, end };
  }
  const end = endBehindHost(text, host, start, search);
  // No host contains a |, so a text follows, as in <https://example.com|example>.
  return { start, end: text[host] === '|' ? end : Math.max(enclosedEnd(start), end) };
}

/**
 * Returns where a host really ends if the scheme of another URL ends at its end, as in `http://a.comhttp://b.com`. -1 if
 * nothing that has a dot is left of it.
 */
function hostEndBeforeUrl(text: string, start: number, end: number, { schemes }: UrlSearch): number {
  for (let i = Math.max(start, end - longestScheme); i < end; i++) {
    const scheme = text.slice(i, end).toLowerCase();
    if (!schemes.has(scheme) && !schemesWithHost.has(scheme)) continue;
    const host = text.slice(start, i);
    const length = hostEnd(host, 0);
    return host.slice(0, Math.max(0, length)).includes('.') ? start + length : -1;
  }
  return -1;
}

/** Schemes that require `//` and a host; any character of a URL may follow other schemes. */
const schemesWithHost = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'ftps', 'sftp']);

/** Returns the start of the scheme that ends at the colon: the longest, and not inside a word. -1 if there is none. */
function schemeStart(text: string, colon: number, free: number, schemes: ReadonlySet<string>): number {
  let start = -1;
  for (let i = colon; i > free && colon - i < longestScheme; i--) {
    const unit = text.charCodeAt(i - 1);
    if (!isAsciiAlphanumeric(unit) && !'+-.'.includes(text.charAt(i - 1))) break;
    const startsWord = i - 1 === free || !isAsciiAlphanumeric(text.charCodeAt(i - 2));
    if (startsWord && schemes.has(text.slice(i - 1, colon).toLowerCase())) start = i - 1;
  }
  return start;
}

function bareUrl(text: string, start: number, search: UrlSearch, enclosedEnd: EnclosedUrlEnd): Span | undefined {
  if (!search.bare || /[\w./@-]/.test(text.charAt(start - 1))) return undefined;
  // Three labels: www.com is not a web site of com.
  const host = domainNameEnd(text, start + 'www.'.length);
  if (host === -1) return undefined;
  const cut = text.startsWith('://', host) ? hostEndBeforeUrl(text, start + 'www.'.length, host, search) : -1;
  if (cut !== -1) return { start, end: cut };
  return { start, end: Math.max(enclosedEnd(start), endBehindHost(text, host, start, search)) };
}

/** Returns the domain name whose path starts at this slash, question mark or number sign, with the path. */
function urlOfDomain(
  text: string,
  slash: number,
  free: number,
  search: UrlSearch,
  enclosedEnd: EnclosedUrlEnd,
): Span | undefined {
  const name = pathedDomain(text, slash, free);
  if (name === undefined) return undefined;
  const { start, host } = name;
  const end = Math.max(enclosedEnd(start), endBehindHost(text, host, start, search));
  return end > slash + 1 ? { start, end } : undefined;
}

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
function pathedDomain(text: string, slash: number, free: number): PathedDomain | undefined {
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

/** A port, which may be empty (RFC 3986 section 3.2.3) if more of the URL follows: the colon in `a.com:/` is text. */
const portForm = /^:(?:\d{1,5}(?!\d)|(?=[/?#][\p{L}\p{N}_~%]))/u;

/**
 * Returns the end of a URL whose host ends here: after the port, path, query and fragment, if it has them.
 *
 * @param start - where the URL starts: brackets opened before it are closed after it.
 */
export function endBehindHost(text: string, host: number, start: number, search: UrlSearch): number {
  // The dot of the root belongs to the host only if more of the URL follows; otherwise it is a full stop.
  const name = text.startsWith('./', host) ? host + 1 : host;
  const port = portForm.exec(text.slice(name, name + 7));
  const end = name + (port?.[0].length ?? 0);
  return /[/?#]/.test(text.charAt(end)) ? bodyEnd(text, end, start, search) : end;
}

/** Returns the end of the rest of a URL that starts at `from`. */
function bodyEnd(text: string, from: number, start: number, search: UrlSearch): number {
  const opener = text.charAt(start - 1);
  const quotes = new UrlQuotes();
  let round = 0;
  let square = 0;
  let end = from;
  const cellMark = cellMarkBefore(text, start);
  for (;;) {
    const codePoint = codePointAt(text, end);
    if (!isUrlCharacter(codePoint)) {
      const odd = end === from ? -1 : oddPartEnd(text, end);
      if (odd === -1 || (text[end] === '|' && /[|<]/.test(opener)) || startsUrl(text, odd, search)) break;
      end = odd;
      continue;
    }
    const character = text.charAt(end);
    if ((character === ',' || character === ';') && (character === cellMark || startsUrl(text, end + 1, search))) break;
    if (character === '&' && startsEscapedDelimiter(text, end)) break;
    if (search.stripPunctuation) {
      if (character === '(') round++;
      if (character === '[') square++;
      if (character === ')' && round-- === 0) break;
      if (character === ']' && square-- === 0) break;
      if (character === "'" && (opener === "'" || quotes.endQuotation(text, end))) break;
    }
    end += unitsOf(codePoint);
  }
  return search.stripPunctuation ? withoutPunctuation(text, from, end, opener) : end;
}

/** 1 for characters that RFC 3986 allows in a URL. */
const asciiOfUrls = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%") {
  asciiOfUrls[character.charCodeAt(0)] = 1;
}

function isUrlCharacter(codePoint: number): boolean {
  return codePoint < 0x80 ? asciiOfUrls[codePoint] === 1 : isWordCharacter(codePoint);
}

/** Returns the comma or semicolon before a URL, which also ends it, as in a row of CSV; '' if there is none. */
function cellMarkBefore(text: string, start: number): string {
  const mark = text.charAt(start - 1);
  if (mark === ',') return mark;
  // It may also end a reference of HTML.
  return mark === ';' && !/&#?\w{1,12};$/.test(text.slice(Math.max(0, start - 15), start)) ? mark : '';
}

/** Tests whether another URL starts here: the next one of a list. */
function startsUrl(text: string, start: number, { schemes, bare }: UrlSearch): boolean {
  const beginning = /^(?:([a-z][a-z\d+.-]*):|www\.)/i.exec(text.slice(start, start + longestScheme + 1));
  if (beginning === null) return false;
  const [, scheme] = beginning;
  return scheme === undefined ? bare : schemes.has(scheme.toLowerCase());
}

/** Tests whether an HTML reference for a quote or bracket that no URL can contain starts here. */
function startsEscapedDelimiter(text: string, start: number): boolean {
  return /^&(?:quot|apos|lt|gt|nbsp|#0*3[49]|#0*6[02]|#x0*2[27]|#x0*3[ce]);/i.test(text.slice(start, start + 10));
}

/** Excludes punctuation at the end, and emphasis that was opened before the URL (`**https://example.com/**`). */
function withoutPunctuation(text: string, from: number, to: number, opener: string): number {
  const emphasis = '*_~'.includes(opener) ? opener : '';
  const punctuation = `.,:;!?'([${emphasis}`;
  let end = to;
  while (end > from && (punctuation.includes(text.charAt(end - 1)) || endsEmphasis(text, end))) end--;
  return end;
}
