/**
 * The address that paths are resolved against: with a slash at its end.
 *
 * @param name - what it is called where it is set.
 * @throws {TypeError} if it is not one of http or https, or holds more than a path.
 */
export function addressOf(baseUrl: string, name = 'baseUrl'): URL {
  if (typeof baseUrl !== 'string' || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`${name} must begin with http:// or https://, not ${baseUrl}`);
  }
  const url = new URL(baseUrl);
  // Not quoted: messages end up in logs.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${name} must not hold a user name or password`);
  }
  if (url.search !== '' || url.hash !== '') throw new TypeError(`${name} must not have a query or fragment`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  // The paths of the API begin with it: with this address every one of them would be not found.
  if (url.pathname.endsWith('/v1/')) throw new TypeError(`${name} must not end with /v1, which is added to it`);
  return url;
}

/** @throws {TypeError} if a header cannot hold the key. */
export function checkKey(apiKey: string | undefined): void {
  if (apiKey === undefined) return;
  if (apiKey === '') throw new TypeError('apiKey is empty: is the variable that holds it set?');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be ASCII without white space');
}

/** @throws {TypeError} if it is negative or no number. */
export function checkMaxWait(maxWaitMs: number): void {
  if (typeof maxWaitMs === 'number' && maxWaitMs >= 0) return;
  throw new TypeError(
    `maxWaitMs must be a number of milliseconds from 0, not ${typeof maxWaitMs === 'string' ? JSON.stringify(maxWaitMs) : maxWaitMs}`,
  );
}
