import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { RequestHead } from './head.js';

/** The media type of JSON responses. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * Returns the error for a body that is not uncompressed JSON, with or without media type parameters (RFC 9110 section
 * 8.3.1).
 */
export function unsupportedMedia({ contentType, contentEncoding }: RequestHead): HttpErrorCode | undefined {
  if (contentType !== 'application/json' && !/^application\/json[ \t]*(?:;|$)/i.test(contentType))
    return 'unsupported-content-type';
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return 'unsupported-content-encoding';
  return undefined;
}
