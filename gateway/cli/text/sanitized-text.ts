import { nonBlankLines } from '../../../engine/text/lines/lines.js';
import { type UrlCleaningOptions, urlCleaner } from '../../../engine/text/urls/url-cleaning.js';
import { LineCutter } from './line-cutter.js';

/** Cleans the URLs of a text, one on each line, as it arrives; blank lines are skipped, as `/v1/sanitize` does. */
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
  const urls = nonBlankLines(text).map((url) => clean(url));
  return urls.length === 0 ? '' : `${urls.join('\n')}\n`;
}
