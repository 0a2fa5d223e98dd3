import type { HeaderList } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';

/**
 * CORS in two layers (Fetch standard, section 3.2). A preflight has no key, so it is checked against the origins of all
 * active keys. The request itself is checked against the allowlist of its own key. Requests from the gateway's own
 * pages are not cross-origin: see same-origin.ts.
 */

/** Origins of development servers; keys of the environment `dev` allow them without an entry. */
const developmentOrigins: ReadonlySet<string> = new Set(
  ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [`http://${host}:3000`, `http://${host}:5173`]),
);

/** The first layer: for preflights, and for errors before the key is known. */
export function isAllowedForSomeKey(origin: string, keys: KeyStore): boolean {
  return developmentOrigins.has(origin) || keys.isAllowedAnywhere(origin);
}

/** The second layer: whether a browser on this origin may use this key. */
export function isAllowedForKey(origin: string, key: ApiKey): boolean {
  return key.origins.includes(origin) || (key.environment === 'dev' && developmentOrigins.has(origin));
}

/** What pages of an allowed origin may send: header fields and methods. */
export interface Grant {
  readonly headers: string;
  readonly methods: string;
}

/** The grant of the operations, part of the HTTP contract. Pages send the key in `x-api-key`. */
export const operationGrant: Grant = { headers: 'Content-Type, x-api-key', methods: 'POST, OPTIONS' };

/** Returns the CORS fields for an allowed origin, also on errors. */
export function corsHeaders(origin: string, { headers, methods }: Grant): HeaderList {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Headers', headers],
    ['Access-Control-Allow-Methods', methods],
    ['Access-Control-Expose-Headers', 'x-request-id'],
    ['Vary', 'Origin'],
  ].flat();
}

/** Further fields of a preflight: browsers may cache it for ten minutes, so a change of origins takes effect soon. */
export const preflightHeaders: HeaderList = ['Access-Control-Max-Age', '600'];

/** The CORS fields of public documents. */
export const publicCorsHeaders: HeaderList = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'x-request-id'],
].flat();

/**
 * For a response without CORS fields that a cache may store: without `Vary`, the cache would also give it to pages of
 * allowed origins (Fetch standard, "CORS protocol and HTTP caches").
 */
export const originVaries: HeaderList = ['Vary', 'Origin'];
