import { measuredCost, microsecondsOf } from '../catalogue/tool-costs.js';
import { requestError } from '../core/errors.js';
import { maxListCharacters, maxUrls } from '../core/limits.js';
import { Type } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { Kernels } from '../kernels/kernels.js';
import type { ByteList, ByteResult } from '../kernels/lists.js';
import { NameTable } from '../kernels/name-tables.js';
import { cleanUrls } from '../kernels/sanitize.js';
import { nonBlankLines } from '../text/lines/lines.js';
import {
  type CleaningTables,
  cleaningTables,
  type ExplainedUrl,
  explainingUrlCleaner,
  type UrlCleaningOptions,
  urlCleaner,
  urlCleaningOptions,
} from '../text/urls/url-cleaning.js';
import { charactersOf, checkSources } from './list-sources.js';
import type { ListPlan, Operation, OperationResult, Plan, WithoutText } from './operation.js';
import { listPage, type PageRequest } from './result-page.js';

const cleanCost = measuredCost('sanitize');
const explainCost = measuredCost('sanitize:explain');

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
  firstBytes: 32,

  plan: (request, _tools, page) => new SanitizePlan(request, page),

  list: {
    member: 'urls',
    textMember: 'input',
    most: maxUrls,
    plan({ urls = [], url = '', input = '', explain, ...options }) {
      if (urls.length > 0 || url !== '' || input !== '' || explain) return undefined;
      const tables = cleaningTables(options);
      return tables && new UrlListPlan(tables, urlCleaner(options));
    },
  },
};

class UrlListPlan implements ListPlan {
  readonly #names: NameTable;
  readonly #clean: (url: string) => string;

  constructor({ names, hosts }: CleaningTables, clean: (url: string) => string) {
    this.#names = new NameTable(names, hosts);
    this.#clean = clean;
  }

  work({ units }: ByteList): number {
    return microsecondsOf(cleanCost, units);
  }

  execute(list: ByteList, kernels: Kernels): ByteResult | undefined {
    if (list.units > maxListCharacters) return undefined;
    return cleanUrls(kernels, list, this.#names, this.#clean);
  }
}

class SanitizePlan implements Plan {
  readonly isForOtherTexts: boolean;
  readonly #urls: readonly string[];
  readonly #url: string;
  readonly #options: UrlCleaningOptions;
  /** Undefined if the request wants explanations: what explains remembers one URL. */
  readonly #clean: ((url: string) => string) | undefined;
  readonly #page: PageRequest | undefined;

  constructor(
    { urls = [], url = '', explain, ...options }: WithoutText<typeof SanitizeRequest>,
    page: PageRequest | undefined,
  ) {
    this.isForOtherTexts = urls.length === 0 && url === '';
    this.#urls = urls;
    this.#url = url;
    this.#options = options;
    this.#clean = explain ? undefined : urlCleaner(options);
    this.#page = page;
  }

  work(characters: number): number {
    return microsecondsOf(this.#clean === undefined ? explainCost : cleanCost, characters);
  }

  execute(input = '', { limits }: WorkBudget): OperationResult {
    const charactersIn = checkSources({ urls: this.#urls, url: this.#url, input }, limits.list);
    const entries = this.#entries(input, limits.urls);
    if (this.#clean !== undefined) return this.#result(charactersIn, entries.map(this.#clean));
    const explained = entries.map(explainingUrlCleaner(this.#options));
    const sanitized = explained.map((each) => each.sanitized);
    return this.#result(charactersIn, sanitized, explained);
  }

  /** @throws {RequestError} if there are no URLs, or too many. */
  #entries(input: string, limit: number): readonly string[] {
    const [urls, url] = [this.#urls, this.#url];
    const entries = urls.length > 0 ? urls : url !== '' ? [url] : nonBlankLines(input);
    if (entries.length > limit) throw requestError('too-many-urls', { count: entries.length, limit });
    if (entries.every(isBlank)) throw requestError('no-urls');
    return entries;
  }

  /** @param explained - for each URL; undefined unless it was asked for. */
  #result(charactersIn: number, sanitized: readonly string[], explained?: readonly ExplainedUrl[]): OperationResult {
    const page = this.#page;
    if (page === undefined) {
      const explanation = explained === undefined ? '' : `,${JSON.stringify(explanationOf(explained)).slice(1, -1)}`;
      const body = `{"sanitized":${JSON.stringify(sanitized)},"count":${sanitized.length}${explanation}}`;
      return { body, charactersIn, charactersOut: charactersOf(sanitized) };
    }
    const { elements, ...fields } = listPage(sanitized, page);
    const onPage = explained?.slice(page.resultOffset, page.resultOffset + elements.length);
    const body = JSON.stringify({
      sanitized: elements,
      count: sanitized.length,
      ...(onPage && explanationOf(onPage)),
      ...fields,
    });
    return { body, charactersIn, charactersOut: charactersOf(elements) };
  }
}

/** Returns what the response says of each URL; `signedBy` only if one of them stayed as it is. */
function explanationOf(explained: readonly ExplainedUrl[]): object {
  const removed = explained.map((each) => each.removed);
  const signedBy = explained.map((each) => each.signedBy ?? null);
  return signedBy.every((each) => each === null) ? { removed } : { removed, signedBy };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
