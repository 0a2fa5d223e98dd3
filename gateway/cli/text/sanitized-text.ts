import { type UrlCleaningOptions, urlCleaner } from '../../../engine/text/urls/url-cleaning.js';
import { LineCutter } from '../core/line-cutter.js';
import { urlLinesOf } from './url-lines.js';

/**
 * Removes tracking parameters from the URLs of a text, one per line, as it arrives. Skips blank lines, as
 * `/v1/sanitize` does, and keeps the line ends of all others.
 */
export async function* sanitizedText(
  pieces: AsyncIterable<string>,
  options: UrlCleaningOptions,
): AsyncGenerator<string> {
  const clean = urlCleaner(options);
  const cutter = new LineCutter();
  for await (const piece of pieces) yield cleanedLines(cutter.push(piece), clean);
  yield cleanedLines(cutter.end(), clean);
}

function cleanedLines(text: string, clean: (url: string) => string): string {
  const { urls, join } = urlLinesOf(text);
  return join(urls.map((url) => clean(url)));
}
