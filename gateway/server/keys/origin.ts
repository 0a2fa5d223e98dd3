import { parseWhatwgUrl } from '#engine/text/urls/whatwg-url.js';

/** A parsed origin: its serialised form, as browsers send it, or why it is invalid. */
export type ParsedOrigin = { readonly origin: string } | { readonly reason: string };

/** RFC 1035: a host name has at most 253 characters; with scheme and port this is more than enough. */
const maxLength = 300;

/**
 * Parses an origin as a person writes it, `scheme://host[:port]`, and serialises it as browsers do in the `Origin`
 * header: lower case, IDN in punycode, without the default port (RFC 6454 section 6.2, WHATWG URL).
 *
 * @returns the origin, or a reason that follows the field's name in a sentence.
 */
export function parseOrigin(text: string): ParsedOrigin {
  if (text.length > maxLength) return { reason: `must have at most ${maxLength} characters` };
  if (text.includes('*')) return { reason: 'must not contain a wildcard: name each origin' };
  const [, scheme, authority = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  if (scheme === undefined) return { reason: 'must be an origin of the form scheme://host[:port]' };
  if (!/^https?$/i.test(scheme)) return { reason: 'must begin with http:// or https://' };
  if (authority.includes('@')) return { reason: 'must not contain a user name or password' };
  if (rest !== '') return { reason: 'must end after the host or port: no path, no query, not even a final slash' };
  // The URL parser would silently remove some whitespace and control characters.
  const url = /[\s\p{Cc}]/u.test(authority) || authority.endsWith(':') ? undefined : parseWhatwgUrl(text);
  return url === undefined
    ? { reason: 'must have a valid host name or address, and a port from 0 to 65535 if any' }
    : { origin: url.origin };
}
