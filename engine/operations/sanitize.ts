import { requestError } from '../core/errors.js';
import { maxUrls } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import { nonBlankLines } from '../text/lines/lines.js';
import { urlCleaner, urlCleaningOptions } from '../text/urls/url-cleaning.js';
import { checkSources } from './list-sources.js';
import type { Operation } from './operation.js';
import { listPart } from './result-part.js';

const SanitizeRequest = Type.Object(
  {
    urls: Type.Optional(Type.Array(Type.String(), { description: 'URLs, at most 500; answer i belongs to URL i' })),
    url: Type.Optional(Type.String({ description: 'A single URL' })),
    input: Type.Optional(Type.String({ description: 'URLs, one per line, at most 500; blank lines are skipped' })),
    ...urlCleaningOptions,
  },
  // Properties with a default are optional.
  { additionalProperties: false, required: [] },
);

/** `POST /v1/sanitize`: removes known tracking parameters from URLs in bulk. */
export const sanitize: Operation<typeof SanitizeRequest> = {
  name: 'sanitize',
  request: SanitizeRequest,

  perform(request, _catalogue, budget) {
    const sanitized = sanitizedUrls(request, budget);
    return `{"sanitized":${JSON.stringify(sanitized)},"count":${sanitized.length}}`;
  },

  performPart(request, part, _catalogue, budget) {
    const sanitized = sanitizedUrls(request, budget);
    const { elements, ...fields } = listPart(sanitized, part);
    return JSON.stringify({ sanitized: elements, count: sanitized.length, ...fields });
  },
};

function sanitizedUrls(
  { urls = [], url = '', input = '', ...options }: Static<typeof SanitizeRequest>,
  budget: WorkBudget,
): readonly string[] {
  budget.spend(checkSources({ urls, url, input }));
  const entries = urls.length > 0 ? urls : url !== '' ? [url] : nonBlankLines(input);
  if (entries.length > maxUrls) throw requestError('too-many-urls', { count: entries.length, limit: maxUrls });
  if (entries.every(isBlank)) throw requestError('no-urls');
  return entries.map(urlCleaner(options));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
