/**
 * Returns the address that paths are resolved against, with a slash at its end.
 *
 * @param name - the name of the setting, for messages.
 * @throws {TypeError} if it is not an http or https URL, or contains more than a path.
 */
export function addressOf(baseUrl: string, name = 'baseUrl'): URL {
  if (typeof baseUrl !== 'string' || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`${name} must begin with http:// or https://, not ${baseUrl}`);
  }
  const url = new URL(baseUrl);
  // Messages end up in logs, so the password is not quoted.
  if (url.username !== '' || url.password !== '') {
    throw new TypeError(`${name} must not hold a user name or password`);
  }
  if (url.search !== '' || url.hash !== '') throw new TypeError(`${name} must not have a query or fragment`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  // Paths of the API begin with /v1: with this address every request would be a 404.
  if (url.pathname.endsWith('/v1/')) throw new TypeError(`${name} must not end with /v1, which is added to it`);
  return url;
}

/** Checks an API key. @throws {TypeError} if a header cannot contain it. */
export function checkKey(apiKey: string | undefined): void {
  if (apiKey === undefined) return;
  if (apiKey === '') throw new TypeError('apiKey is empty: is the variable that holds it set?');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be ASCII without white space');
}

/** Checks `maxWaitMs`. @throws {TypeError} if it is negative or not a number. */
export function checkMaxWait(maxWaitMs: number): void {
  if (typeof maxWaitMs === 'number' && maxWaitMs >= 0) return;
  throw new TypeError(
    `maxWaitMs must be a number of milliseconds from 0, not ${typeof maxWaitMs === 'string' ? JSON.stringify(maxWaitMs) : maxWaitMs}`,
  );
}
