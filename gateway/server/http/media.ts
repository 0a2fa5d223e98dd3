import type { HttpErrorCode } from '#gateway/core/errors.js';
import type { ContentCoding } from '#workers/content-coding.js';
import type { RequestHead } from './head.js';

/** The media type of JSON responses. */
export const jsonType = 'application/json; charset=utf-8';

/**
 * Returns the error for a body that is not JSON, with or without media type parameters (RFC 9110 section 8.3.1), or is not
 * plain. @param codings - that it may have nevertheless.
 */
export function unsupportedMedia(
  { contentType, contentEncoding }: RequestHead,
  codings: readonly ContentCoding[] = [],
): HttpErrorCode | undefined {
  if (contentType !== 'application/json' && !/^application\/json[ \t]*(?:;|$)/i.test(contentType))
    return 'unsupported-content-type';
  if (contentEncoding === '') return undefined;
  const coding = codingNamed(contentEncoding);
  return coding === '' || codings.includes(coding as ContentCoding) ? undefined : 'unsupported-content-encoding';
}

/** Returns the coding of a body that {@link unsupportedMedia} admits; '' for a plain one. */
export function bodyCoding({ contentEncoding }: RequestHead): ContentCoding | '' {
  return contentEncoding === '' ? '' : (codingNamed(contentEncoding) as ContentCoding | '');
}

/** Codings are case-insensitive, and x-gzip is gzip (RFC 9110 section 8.4.1). Several in a row are no name of one. */
function codingNamed(contentEncoding: string): string {
  const name = contentEncoding.toLowerCase();
  if (name === 'identity') return '';
  return name === 'x-gzip' ? 'gzip' : name;
}
