import { RequestError } from '#engine/core/errors.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { PageQuery } from './key-store.js';

/** Default and maximum number of keys or accounts on a page. */
export const defaultPageSize = 100;
export const longestPage = 1000;

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
