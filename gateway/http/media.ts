import type { HttpErrorCode } from '../core/errors.js';
import type { RequestHead } from './head.js';

/** The media type of answers in JSON. */
export const jsonType = 'application/json; charset=utf-8';

/** Whether a body can be read at all: plain JSON, with or without parameters of the media type (RFC 9110 section 8.3.1). */
export function unsupportedMedia({ contentType, contentEncoding }: RequestHead): HttpErrorCode | undefined {
  if (contentType !== 'application/json' && !/^application\/json[ \t]*(?:;|$)/i.test(contentType))
    return 'unsupported-content-type';
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return 'unsupported-content-encoding';
  return undefined;
}
