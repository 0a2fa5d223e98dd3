import type { RequestHead } from '../http/head.js';
import { parseOrigin } from '../keys/origin.js';

export interface SameOriginParts {
  /** The gateway's own scheme; a proxy in front of it may use another, see `publicUrl`. */
  readonly scheme: 'http' | 'https';
  /** The serialised origin under which browsers reach the gateway (PUBLIC_URL), read for each request. */
  readonly publicUrl: () => string | undefined;
}

/**
 * Creates the check whether a request comes from one of the gateway's own pages: its `Origin` equals the origin of the
 * request's URL (RFC 6454 section 5), from the scheme and `Host`, or that of PUBLIC_URL. Such a request needs no
 * allowlist.
 *
 * A client that chooses its `Host`, or a foreign page whose name resolves to the gateway (DNS rebinding), gains nothing
 * over a request without `Origin`: it still needs a key, pages have only keys that they were given, and browsers store
 * nothing for the gateway that they would send. A foreign page cannot read the response anyway: no response names its
 * origin in Access-Control-Allow-Origin.
 *
 * `null`, the origin of sandboxed frames and local files, never equals another origin.
 */
export function createSameOriginCheck({ scheme, publicUrl }: SameOriginParts): (head: RequestHead) => boolean {
  // Nearly all requests name the same host.
  let lastHost = '';
  let lastOrigin: string | undefined;
  return ({ origin, host }) => {
    if (origin === '') return false;
    if (origin === publicUrl()) return true;
    if (host !== lastHost) {
      const parsed = parseOrigin(`${scheme}://${host}`);
      lastOrigin = 'origin' in parsed ? parsed.origin : undefined;
      lastHost = host;
    }
    return origin === lastOrigin;
  };
}
