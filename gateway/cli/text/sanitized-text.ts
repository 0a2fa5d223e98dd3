import { LineCutter } from '#engine/text/lines/line-cutter.js';
import { explainingUrlCleaner, type UrlCleaningOptions, urlCleaner } from '#engine/text/urls/url-cleaning.js';
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

/** Writes a line of JSON for each URL of a text: what came out, what was removed, and why. */
export async function* explainedText(
  pieces: AsyncIterable<string>,
  options: UrlCleaningOptions,
): AsyncGenerator<string> {
  const explain = explainingUrlCleaner(options);
  const cutter = new LineCutter();
  const explained = (text: string) =>
    urlLinesOf(text)
      .urls.map((url) => `${JSON.stringify(explain(url))}\n`)
      .join('');
  for await (const piece of pieces) yield explained(cutter.push(piece));
  yield explained(cutter.end());
}

function cleanedLines(text: string, clean: (url: string) => string): string {
  const { urls, join } = urlLinesOf(text);
  return join(urls.map((url) => clean(url)));
}
