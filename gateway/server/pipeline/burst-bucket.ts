import type { RequestHead } from '../http/head.js';
import type { KeyStore } from '../keys/key-store.js';
import { isAllowedForSomeKey } from './cors.js';
import { presentedKey } from './presented-secret.js';
import type { Route } from './route.js';

/**
 * Which of its buckets a request takes a token from. All buckets of an address, or of a key, have the same size, and gateways
 * share all of them: an id with a suffix is an id like any other.
 *
 * - **Pages of other sites.** Any page that somebody on this address visits can make their browser send requests. They
 *   must not use up what the operator's own requests on that address need, so they have a bucket of their own. Browsers
 *   mark them with `Sec-Fetch-Site` or with an `Origin`. A GET may have neither, as over plain HTTP to another machine,
 *   and counts as the user's own. Pages whose origin some key lists have another bucket than those of all others: the
 *   preflights of an allowed page must not wait for those, and any owner can list the origin of a page that attacks.
 * - **`GET /v1/usage`.** Programs poll it while they wait, which must not use up what their operations need.
 *
 * A client can send the same header fields, and so gets a second bucket of requests, but not one operation more: no page can
 * send a key or token before a preflight has allowed it, so a request that presents one is never a foreign page's; and one
 * that presents none is refused, or gets a public document.
 */
export interface BurstBuckets {
  /** @param client - the id of the address. @param access - of the route; undefined if there is none. */
  ofAddress(client: string, head: RequestHead, access: Route<never>['access'] | undefined): string;
  /** @param keyId - of the key that the request presents. */
  ofKey(keyId: string, access: Route<never>['access']): string;
  /** Of the limit that the owner has given a key, beside that of the operator. @param bucket - of the key. */
  ofOwner(bucket: string): string;
}

const ofForeignPages = ' foreign pages';
const ofListedPages = ' listed pages';
const ofUsage = ' usage';
const byOwner = ' owner';

/** @param isSameOrigin - whether a request comes from one of the gateway's own pages. */
export function createBurstBuckets(keys: KeyStore, isSameOrigin: (head: RequestHead) => boolean): BurstBuckets {
  /** Returns what is added to the id of the address for a page of another site; '' for all other requests. */
  const suffixOf = (head: RequestHead): string => {
    const { origin, secFetchSite, adminToken } = head;
    if (origin === '' && secFetchSite === '') return '';
    if (adminToken !== '' || presentedKey(head) !== '') return '';
    if (origin === '') return secFetchSite === 'same-origin' || secFetchSite === 'none' ? '' : ofForeignPages;
    if (isSameOrigin(head)) return '';
    return isAllowedForSomeKey(origin, keys) ? ofListedPages : ofForeignPages;
  };
  return {
    ofAddress(client, head, access) {
      const suffix = suffixOf(head);
      if (suffix !== '') return client + suffix;
      return access === 'key' && presentedKey(head) !== '' ? client + ofUsage : client;
    },
    ofOwner: (bucket) => bucket + byOwner,
    ofKey: (keyId, access) => (access === 'key' ? keyId + ofUsage : keyId),
  };
}
