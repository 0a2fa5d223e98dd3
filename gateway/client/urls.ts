import type { SanitizeOptions } from '../../engine/tool-types.js';
import { type BatchOptions, type BatchWork, resultsOfRows } from './batches.js';
import { TextmillError } from './errors.js';
import { unexpectedResponse } from './responses.js';
import type { Rows } from './row-batches.js';
import type { Sender } from './sender.js';

/** The limits of one request. */
const maxUrls = 500;
const maxCharacters = 1_000_000;

/**
 * Removes tracking parameters from URLs. Yields one result per URL, in the same order; a blank one becomes empty.
 *
 * @param urls - any number, at most 1,000,000 UTF-16 code units each.
 * @param options - the options of `POST /v1/sanitize`, without `explain`, and of batches.
 * @throws {TextmillError} with `done`, the `start` of a run that continues from there.
 * @example
 * for await (const url of sanitizeAll(connection, urls, { keepParams: ['ref'] })) console.log(url);
 */
export function sanitizeAll(
  sender: Sender,
  urls: Rows,
  { connections, signal, onProgress, start, ...request }: Omit<SanitizeOptions, 'explain'> & BatchOptions = {},
): AsyncGenerator<string, void, undefined> {
  const work: BatchWork<string> = {
    path: 'v1/sanitize',
    size: { rows: maxUrls, characters: maxCharacters },
    firstRows: maxUrls,
    rowOverhead: 0,
    problem: urlProblem,
    // The gateway refuses a list of blank URLs as empty.
    body: (batch) => (batch.every((url) => url.trim() === '') ? undefined : { ...request, urls: batch }),
    results: (response, batch) => (response === undefined ? batch.map(() => '') : urlsOf(response, batch)),
  };
  return resultsOfRows(sender, urls, work, { connections, signal, onProgress, start });
}

function urlProblem(url: string): string | undefined {
  if (url.length <= maxCharacters) return undefined;
  return `has ${url.length} characters, and a URL may have ${maxCharacters}: leave it out`;
}

function urlsOf(response: unknown, urls: readonly string[]): readonly string[] {
  const sanitized =
    typeof response === 'object' && response !== null && 'sanitized' in response ? response.sanitized : undefined;
  if (!Array.isArray(sanitized) || !sanitized.every((url) => typeof url === 'string')) throw unexpectedResponse();
  if (sanitized.length === urls.length) return sanitized;
  throw new TextmillError(200, `The response to ${urls.length} URLs has ${sanitized.length}: no result was returned`);
}
