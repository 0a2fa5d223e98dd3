import { isIPv4 } from 'node:net';
import type { Span } from '../span.js';
import { codePointAt, codePointBefore, isUnspaced, isWordCharacter, unitsOf } from '../unicode/word-characters.js';
import { domainNameEnd } from './domain-name.js';
import { emailAddresses } from './email-addresses.js';
import { isPublicName } from './public-suffixes.js';
import { urlsInText } from './web-addresses.js';

const urlSearch = {
  schemes: new Set(['http', 'https', 'ws', 'wss', 'ftp', 'ftps', 'sftp']),
  bare: false,
  stripPunctuation: true,
};

export interface DomainName extends Span {
  /** What contains the name; `text` if it stands alone. */
  readonly within: 'url' | 'email' | 'text';
}

/**
 * Finds the domain names in running text, in order, in time linear in its length: the hosts of URLs and e-mail
 * addresses, and standalone names that end in a public suffix. Does not search the paths and queries of URLs. A name
 * contains a dot; IP addresses do not count.
 */
export function* domainNamesInText(text: string): Generator<DomainName> {
  let free = 0;
  for (const { start, end, name } of addresses(text)) {
    yield* namesBetween(text, free, start);
    if (name !== undefined) yield name;
    free = end;
  }
  yield* namesBetween(text, free, text.length);
}

/** A URL or e-mail address, and the name in it. */
interface Address extends Span {
  readonly name: DomainName | undefined;
}

/** Returns URLs and e-mail addresses in order; of those that overlap, the first. */
function* addresses(text: string): Generator<Address> {
  const emails = emailAddresses(text);
  let email = emails.next();
  let free = 0;
  const emailsBefore = function* (position: number): Generator<Address> {
    for (; email.done !== true && email.value.start < position; email = emails.next()) {
      const { start, end } = email.value;
      if (start < free) continue;
      yield { start, end, name: { start: text.indexOf('@', start) + 1, end, within: 'email' } };
      free = end;
    }
  };
  for (const url of urlsInText(text, urlSearch)) {
    yield* emailsBefore(url.start);
    if (url.start < free) continue;
    yield { ...url, name: hostNameOf(text, url) };
    free = url.end;
  }
  yield* emailsBefore(text.length);
}

/**
 * Letters, digits and hyphens of any script: excludes IPv6 addresses, empty labels and placeholders. Browsers would ask for
 * a host such as `example.com_`, but no top-level domain ends like that.
 */
const hostName = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+(?<![_-])\.?$/u;

function hostNameOf(text: string, { start, end }: Span): DomainName | undefined {
  const host = urlHost(text, start, end);
  const name = text.slice(host.start, host.end);
  return hostName.test(name) && !isIPv4(name) ? { ...host, within: 'url' } : undefined;
}

/** Returns the place of the host in a URL with `//` after the scheme, without user, password and port. */
export function urlHost(text: string, start: number, end: number): Span {
  const [scheme = ''] = /^[^:/]{0,20}:\/\//.exec(text.slice(start, start + 23)) ?? [];
  const [authority = ''] = /^[^/?#]*/.exec(text.slice(start + scheme.length, end)) ?? [];
  const from = authority.lastIndexOf('@') + 1;
  const host = authority.slice(from).replace(/:\d*$/, '');
  return { start: start + scheme.length + from, end: start + scheme.length + from + host.length };
}

/** Finds standalone names in a part of the text. */
function* namesBetween(text: string, from: number, to: number): Generator<DomainName> {
  let free = from;
  for (let dot = text.indexOf('.', free); dot !== -1 && dot < to; dot = text.indexOf('.', free)) {
    const start = firstLabelStart(text, dot, free);
    free = dot + 1;
    if (start === dot) continue;
    const end = domainNameEnd(text, start);
    if (end === -1 || end > to) {
      free = nameRunEnd(text, dot);
      continue;
    }
    free = end;
    if (isPublicName(text.slice(start, end).toLowerCase())) yield { start, end, within: 'text' };
  }
}

const hyphen = 0x2d;
const underscore = 0x5f;
const longestLabel = 63;

/**
 * Returns the start of the label that ends at a dot; the dot itself if there is none. Excludes a neighbour in a script
 * without spaces, and names with an underscore.
 */
function firstLabelStart(text: string, dot: number, free: number): number {
  const last = codePointBefore(text, dot);
  let start = dot;
  for (let i = dot; i > free && dot - i <= longestLabel; ) {
    const codePoint = codePointBefore(text, i);
    if (codePoint === underscore) return dot;
    if (codePoint !== hyphen && !isWordCharacter(codePoint)) break;
    if (isUnspaced(codePoint) !== isUnspaced(last)) break;
    i -= unitsOf(codePoint);
    if (codePoint !== hyphen) start = i;
  }
  return dot - start > longestLabel ? dot : start;
}

/**
 * Returns the end of the labels and single dots that continue at a dot: if the whole is not a name, no part of it is.
 */
function nameRunEnd(text: string, dot: number): number {
  let i = dot;
  for (;;) {
    const codePoint = codePointAt(text, i);
    if (codePoint === 0x2e ? !isWordCharacter(codePointAt(text, i + 1)) : !isNameCharacter(codePoint)) break;
    i += unitsOf(codePoint);
  }
  return Math.max(i, dot + 1);
}

function isNameCharacter(codePoint: number): boolean {
  return codePoint === hyphen || isWordCharacter(codePoint);
}
