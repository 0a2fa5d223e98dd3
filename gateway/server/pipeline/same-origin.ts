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

/**
 * Whether a page of another origin may have made a request that a browser authenticates by itself, with a cookie.
 *
 * Each browser sends `Origin` with a write; `Sec-Fetch-Site` is an equal proof (https://www.w3.org/TR/fetch-metadata/). A
 * write with neither is refused, because nothing shows where it comes from. A read changes nothing and no other page can
 * read its response, so it is refused only if the browser says that another site asks.
 *
 * A foreign page whose name resolves to the gateway (DNS rebinding) passes for one of the gateway's own pages. It gains
 * nothing: browsers keep cookies by name, and have none for that name.
 *
 * @param isSameOrigin - whether the `Origin` is the gateway's own.
 */
export function isCrossSite(method: string, head: RequestHead, isSameOrigin: (head: RequestHead) => boolean): boolean {
  const { origin, secFetchSite } = head;
  if (origin !== '' && !isSameOrigin(head)) return true;
  if (method === 'GET' || method === 'HEAD') return !['', 'none', 'same-origin'].includes(secFetchSite);
  return secFetchSite === '' ? origin === '' : secFetchSite !== 'same-origin';
}
