import type { HeaderList } from '../http/server.js';
import type { ApiKey, KeyStore } from '../keys/key-store.js';

/**
 * CORS in two layers (Fetch standard, section 3.2). A preflight names no key, so it is held against every origin that
 * any live key allows; the request itself is then held against the allowlist of its own key. What a page of the gateway
 * itself sends is not cross-origin: see same-origin.ts.
 */

/** Where development servers run; keys of the environment `dev` may be used from there without being told so. */
const developmentOrigins: ReadonlySet<string> = new Set(
  ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [`http://${host}:3000`, `http://${host}:5173`]),
);

/** The first layer: for preflights, and for errors that are answered before the key is known. */
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

/** For the operations: part of the HTTP contract, so that pages send the key in `x-api-key`. */
export const operationGrant: Grant = { headers: 'Content-Type, x-api-key', methods: 'POST, OPTIONS' };

/** What an allowed origin is told, on errors as well. */
export function corsHeaders(origin: string, { headers, methods }: Grant): HeaderList {
  return [
    ...['Access-Control-Allow-Origin', origin],
    ...['Access-Control-Allow-Headers', headers],
    ...['Access-Control-Allow-Methods', methods],
    ...['Vary', 'Origin'],
  ];
}

/** What a preflight is told besides: it may be remembered for ten minutes, so that a change of origins is soon noticed. */
export const preflightHeaders: HeaderList = ['Access-Control-Max-Age', '600'];

/** For what is public anyway. */
export const publicCorsHeaders: HeaderList = ['Access-Control-Allow-Origin', '*'];

/**
 * For an answer that carries none of it because its request had no origin, or not this one, and that a cache may keep:
 * otherwise the cache would give it to pages that are allowed as well (Fetch standard, "CORS protocol and HTTP caches").
 */
export const originVaries: HeaderList = ['Vary', 'Origin'];
