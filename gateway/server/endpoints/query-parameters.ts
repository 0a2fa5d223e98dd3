import { RequestError, requestError, shortName, unknownField } from '#engine/core/errors.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { PageQuery } from '../keys/key-store.js';

/** Default and maximum number of keys or accounts on a page. */
export const defaultPageSize = 100;
export const longestPage = 1000;

/**
 * Parses a query. Without a filter that is misspelt, a bill would have the requests of all accounts.
 *
 * @param names - the parameters that there are.
 * @throws {RequestError} for any other, and for one that is repeated.
 */
export function queryParameters(query: string, ...names: readonly string[]): URLSearchParams {
  const parameters = new URLSearchParams(query);
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    const path = shortName(name);
    if (!names.includes(name)) throw unknownField(path, name, names);
    if (seen.has(name)) throw requestError('invalid-value', { path, reason: 'must not be repeated', rule: 'maxItems' });
    seen.add(name);
  }
  return parameters;
}

/** Parses the query of a page. @throws {RequestError} if `limit` is not a number in the range. */
export function pageQuery(parameters: URLSearchParams): PageQuery {
  return { limit: pageSize(parameters.get('limit')), after: parameters.get('after') ?? undefined };
}

function pageSize(limit: string | null): number {
  if (limit === null) return defaultPageSize;
  const size = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (size < 1 || size > longestPage) {
    throw new RequestError(gatewayProblem('invalid-page-size', { path: 'limit', limit: longestPage }));
  }
  return size;
}
