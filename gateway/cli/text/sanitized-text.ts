import { type UrlCleaningOptions, urlCleaner } from '../../../engine/text/urls/url-cleaning.js';
import { LineCutter } from '../core/line-cutter.js';
import { urlLinesOf } from './url-lines.js';

/**
 * Cleans the URLs of a text, one on each line, as it arrives; blank lines are skipped, as `/v1/sanitize` does. The lines
 * of all others end as they did.
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
