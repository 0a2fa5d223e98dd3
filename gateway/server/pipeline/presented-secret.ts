import type { RequestHead } from '../http/head.js';

/**
 * Returns the API key that a request presents: in `x-api-key`, in `Authorization: Bearer` (RFC 6750 section 2.1), or in
 * both; '' for none.
 *
 * Two different keys give a value that is not a key, as does a repeated field: a proxy or a log that reads only one of
 * the two fields must not attribute the request to another account.
 */
export function presentedKey({ apiKey, authorization }: RequestHead): string {
  const token = bearerToken(authorization);
  if (apiKey === '' || apiKey === token) return token;
  return token === '' ? apiKey : `${apiKey}, ${token}`;
}

/**
 * Returns the token of `Authorization: Bearer`, '' for another scheme. The rest is not validated: an invalid token is
 * refused as a wrong one.
 */
export function bearerToken(authorization: string): string {
  // Most requests have none.
  if (authorization === '') return '';
  return /^Bearer +(.+)$/i.exec(authorization)?.[1] ?? '';
}
