import type { RequestHead } from '../http/head.js';

/**
 * Returns the API key that a request presents: in `x-api-key`, in `Authorization: Bearer` (RFC 6750 section 2.1), or in
 * both; '' for none.
 *
 * Two different keys make a value that is no key, as a field that was sent twice does: whoever reads only one of the two
 * fields, a proxy or a log, must not take the request for another account's.
 */
export function presentedKey({ apiKey, authorization }: RequestHead): string {
  const token = bearerToken(authorization);
  if (apiKey === '' || apiKey === token) return token;
  return token === '' ? apiKey : `${apiKey}, ${token}`;
}

/**
 * Returns the token of `Authorization: Bearer`, '' for another scheme. What follows the scheme is not looked at: if it is
 * no token, it is refused as a wrong one.
 */
export function bearerToken(authorization: string): string {
  return /^Bearer +(.+)$/i.exec(authorization)?.[1] ?? '';
}
