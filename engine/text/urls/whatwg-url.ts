/** The longest host that is parsed, in UTF-16 code units; a domain name has 253 at most (RFC 1035, section 2.3.4). */
export const longestUrlHost = 1000;

/**
 * Parses a URL as browsers do.
 *
 * @returns undefined if it is invalid, or its host is longer than {@link longestUrlHost}.
 * @see https://url.spec.whatwg.org/
 */
export function parseWhatwgUrl(text: string, base?: URL): URL | undefined {
  if (hasLongHost(text)) return undefined;
  // Called first because an exception is slow. But once optimized, `canParse` of Node 20 rejects hosts with letters
  // such as é (it reads Latin-1 as UTF-8), so it is called for ASCII only.
  if (isAscii.test(text) && !URL.canParse(text, base?.href)) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Matches text that is ASCII. */
export const isAscii = /^[\0-\x7f]*$/;
const specialSchemes = new Set(['http', 'https', 'ws', 'wss', 'ftp', 'file']);

/**
 * Tests whether a host is too long for the parser: it normalizes and encodes names of other scripts in time quadratic
 * in their length (16 s for 500,000 combining marks, on Node 20).
 */
function hasLongHost(text: string): boolean {
  if (text.length <= longestUrlHost) return false;
  // The parser ignores these everywhere.
  const url = text.replace(/^[\0- ]+|[\t\r\n]+/g, '');
  const [start, scheme, slashes] = /^([a-z][a-z\d+.-]{0,20}):([/\\]*)/i.exec(url) ?? [];
  if (start === undefined || scheme === undefined) return false;
  if (!specialSchemes.has(scheme.toLowerCase()) && !slashes?.startsWith('//')) return false;
  const end = url.slice(start.length).search(/[/\\?#]/);
  const authority = end === -1 ? url.slice(start.length) : url.slice(start.length, start.length + end);
  return authority.length - (authority.lastIndexOf('@') + 1) > longestUrlHost;
}
