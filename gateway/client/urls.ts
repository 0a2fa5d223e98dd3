import { strangeAnswer } from './answers.js';
import { type BatchOptions, type BatchWork, resultsOfRows } from './batches.js';
import { TextmillError } from './errors.js';
import type { Rows } from './row-batches.js';
import type { Sender } from './sender.js';
import type { SanitizeOptions } from './tool-types.js';

/** What a request may have. */
const maxUrls = 500;
const maxCharacters = 1_000_000;

/**
 * Removes tracking parameters from URLs. As many come out as went in, in the same order; one that is blank comes out
 * empty.
 *
 * @param urls - of any number, at most 1,000,000 UTF-16 code units each.
 * @param options - those of `POST /v1/sanitize` too.
 * @throws {TextmillError} with `done`, the URLs whose results were given out: `start` of a run that goes on from there.
 * @example
 * for await (const url of sanitizeAll(connection, urls, { keepParams: ['ref'] })) console.log(url);
 */
export function sanitizeAll(
  sender: Sender,
  urls: Rows,
  { connections, signal, onProgress, start, ...request }: SanitizeOptions & BatchOptions = {},
): AsyncGenerator<string, void, undefined> {
  const work: BatchWork = {
    path: 'v1/sanitize',
    size: { rows: maxUrls, characters: maxCharacters },
    firstRows: maxUrls,
    rowOverhead: 0,
    problem: urlProblem,
    // A list of blank ones alone is refused as one without any.
    body: (batch) => (batch.every((url) => url.trim() === '') ? undefined : { ...request, urls: batch }),
    results: urlsOf,
  };
  return resultsOfRows(sender, urls, work, { connections, signal, onProgress, start });
}

function urlProblem(url: string): string | undefined {
  if (url.length <= maxCharacters) return undefined;
  return `has ${url.length} characters, and a URL may have ${maxCharacters}: leave it out`;
}

function urlsOf(answer: unknown, urls: readonly string[]): readonly string[] {
  const sanitized =
    typeof answer === 'object' && answer !== null && 'sanitized' in answer ? answer.sanitized : undefined;
  if (!Array.isArray(sanitized) || !sanitized.every((url) => typeof url === 'string')) throw strangeAnswer();
  if (sanitized.length === urls.length) return sanitized;
  throw new TextmillError(200, `The answer to ${urls.length} URLs has ${sanitized.length}: none of it was given out`);
}
