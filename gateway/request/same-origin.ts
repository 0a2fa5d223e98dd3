import type { RequestHead } from '../http/head.js';
import { parseOrigin } from '../keys/origin.js';

export interface SameOriginParts {
  /** What the gateway itself speaks; a proxy in front of it may speak something else, see `publicUrl`. */
  readonly scheme: 'http' | 'https';
  /** The serialised origin under which browsers reach the gateway (PUBLIC_URL), asked for each time. */
  readonly publicUrl: () => string | undefined;
}

/**
 * Makes the check whether a request comes from a page of the gateway itself: its `Origin` is that of the URL that it was
 * sent to (RFC 6454 section 5), by the scheme and `Host`, or that of PUBLIC_URL. Such a request needs no allowlist.
 *
 * That a client chooses its `Host`, or a foreign page gets a name of its own to lead here (DNS rebinding), gives nobody
 * anything that a request without `Origin` does not: it takes a key all the same, pages have none that was not
 * given to them, and browsers keep nothing for the gateway that they would send along. And a page that is not of the
 * gateway, whatever is decided here, is held back by its browser: no answer names its origin in Access-Control-Allow-Origin.
 *
 * `null`, which sandboxed frames and local files have for an origin, is never the same as another.
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
