import { messages, RequestError } from '../errors.js';
import { maxUrls } from '../limits.js';
import { Type } from '../schema.js';
import { nonBlankLines } from '../text/lines/lines.js';
import { urlCleaner, urlCleaningOptions } from '../text/urls/url-cleaning.js';
import { checkSources } from './list-sources.js';
import type { Operation } from './operation.js';

const SanitizeRequest = Type.Object(
  {
    urls: Type.Optional(Type.Array(Type.String(), { description: 'URLs, at most 500; answer i belongs to URL i' })),
    url: Type.Optional(Type.String({ description: 'A single URL' })),
    input: Type.Optional(Type.String({ description: 'URLs, one per line, at most 500; blank lines are skipped' })),
    ...urlCleaningOptions,
  },
  // What has a default need not be sent.
  { additionalProperties: false, required: [] },
);

/** `POST /v1/sanitize`: removes known tracking parameters from URLs in bulk. */
export const sanitize: Operation<typeof SanitizeRequest> = {
  name: 'sanitize',
  request: SanitizeRequest,

  perform({ urls = [], url = '', input = '', ...options }, _catalogue, budget) {
    budget.spend(checkSources({ urls, url, input }));
    const entries = urls.length > 0 ? urls : url !== '' ? [url] : nonBlankLines(input);
    if (entries.length > maxUrls) throw new RequestError(messages.tooMany('URLs', entries.length, maxUrls));
    if (entries.every(isBlank)) throw new RequestError(messages.noUrls);
    const sanitized = entries.map(urlCleaner(options));
    return `{"sanitized":${JSON.stringify(sanitized)},"count":${sanitized.length}}`;
  },
};

function isBlank(text: string): boolean {
  return text.trim() === '';
}
