import type { RequestHead } from '../http/head.js';

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
