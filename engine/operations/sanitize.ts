import { requestError } from '../core/errors.js';
import { maxUrls } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import { nonBlankLines } from '../text/lines/lines.js';
import { type ExplainedUrl, explainingUrlCleaner, urlCleaner, urlCleaningOptions } from '../text/urls/url-cleaning.js';
import { checkSources } from './list-sources.js';
import type { Operation } from './operation.js';
import { listPage } from './result-page.js';

const SanitizeRequest = Type.Object(
  {
    urls: Type.Optional(Type.Array(Type.String(), { description: 'URLs, at most 500; result i belongs to URL i' })),
    url: Type.Optional(Type.String({ description: 'A single URL' })),
    input: Type.Optional(Type.String({ description: 'URLs, one per line, at most 500; blank lines are skipped' })),
    ...urlCleaningOptions,
    explain: Type.Boolean({
      default: false,
      description: 'Whether removed says what was removed from each URL, and why',
    }),
  },
  // Properties with a default are optional.
  { additionalProperties: false, required: [] },
);

/** `POST /v1/sanitize`: removes known tracking parameters from URLs in bulk. */
export const sanitize: Operation<typeof SanitizeRequest> = {
  name: 'sanitize',
  request: SanitizeRequest,

  execute(request, _catalogue, budget) {
    const { sanitized, removed } = sanitizedUrls(request, budget);
    const explanation = removed === undefined ? '' : `,"removed":${JSON.stringify(removed)}`;
    return `{"sanitized":${JSON.stringify(sanitized)},"count":${sanitized.length}${explanation}}`;
  },

  executePage(request, page, _catalogue, budget) {
    const { sanitized, removed } = sanitizedUrls(request, budget);
    const { elements, ...fields } = listPage(sanitized, page);
    const explanation = removed?.slice(page.resultOffset, page.resultOffset + elements.length);
    return JSON.stringify({ sanitized: elements, count: sanitized.length, removed: explanation, ...fields });
  },
};

interface SanitizedUrls {
  readonly sanitized: readonly string[];
  /** For each URL; undefined unless it was asked for. */
  readonly removed?: readonly ExplainedUrl['removed'][];
}

function sanitizedUrls(
  { urls = [], url = '', input = '', explain, ...options }: Static<typeof SanitizeRequest>,
  budget: WorkBudget,
): SanitizedUrls {
  budget.spend(checkSources({ urls, url, input }));
  const entries = urls.length > 0 ? urls : url !== '' ? [url] : nonBlankLines(input);
  if (entries.length > maxUrls) throw requestError('too-many-urls', { count: entries.length, limit: maxUrls });
  if (entries.every(isBlank)) throw requestError('no-urls');
  if (!explain) return { sanitized: entries.map(urlCleaner(options)) };
  const explained = entries.map(explainingUrlCleaner(options));
  return { sanitized: explained.map(({ sanitized }) => sanitized), removed: explained.map(({ removed }) => removed) };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
