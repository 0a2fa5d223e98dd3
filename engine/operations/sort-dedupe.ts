import { measuredCost, microsecondsOf } from '../catalogue/tool-costs.js';
import { requestError } from '../core/errors.js';
import { maxLines, maxListCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import { type Kernels, memory } from '../kernels/kernels.js';
import type { ByteList, ByteResult } from '../kernels/lists.js';
import { splitLines } from '../text/lines/lines.js';
import { sortDedupeBytes } from '../text/order/byte-lines.js';
import { type LineSortingOptions, lineSortingOptions, sortDedupeLines } from '../text/order/line-sorting.js';
import { checkSources } from './list-sources.js';
import type { ListPlan, Operation, OperationResult, Plan, WithoutText } from './operation.js';
import { type PageRequest, textPage } from './result-page.js';

const textCost = measuredCost('sort-dedupe');
/** For lines in place of characters. */
const lineCost = measuredCost('sort-dedupe:lines');

/** Returns what it costs to sort lines, in microseconds. */
function costOfLines(count: number): number {
  return microsecondsOf(lineCost, count);
}

const SortDedupeRequest = Type.Object(
  {
    lines: Type.Optional(Type.Array(Type.String(), { description: 'Lines, at most 5,000' })),
    input: Type.Optional(Type.String({ description: 'Lines in one text, at most 5,000' })),
    ...lineSortingOptions,
  },
  // Properties with a default are optional.
  { additionalProperties: false, required: [] },
);

/** `POST /v1/sort-dedupe`: trims, filters, deduplicates and sorts lines, in this order. */
export const sortDedupe: Operation<typeof SortDedupeRequest> = {
  name: 'sort-dedupe',
  request: SortDedupeRequest,
  firstBytes: 32,

  expectedWork(start, bytes) {
    // Elements of a list are separated by a quote and a comma, lines of a text by an escaped line feed.
    const separators = start.split('",').length + start.split('\\n').length - 2;
    return costOfLines(separators * (bytes / start.length));
  },

  plan: (request, _tools, page) => new SortPlan(request, page),

  list: {
    member: 'lines',
    textMember: 'input',
    most: maxLines,
    plan: ({ lines = [], input = '', ...options }) =>
      lines.length === 0 && input === '' ? new SortListPlan(options) : undefined,
  },
};

class SortListPlan implements ListPlan {
  readonly #options: LineSortingOptions;

  constructor(options: LineSortingOptions) {
    this.#options = options;
  }

  work({ units, count, hasLineEnds }: ByteList): number {
    const ofText = microsecondsOf(textCost, units);
    if (!this.#options.sort) return ofText;
    return hasLineEnds ? Number.POSITIVE_INFINITY : ofText + costOfLines(count);
  }

  execute(list: ByteList, kernels: Kernels): ByteResult | undefined {
    if (list.units > maxListCharacters) return undefined;
    const written = sortDedupeBytes(kernels, list, this.#options);
    if (written === undefined) return undefined;
    const { before, after } = aroundOutput(written.count);
    const start = written.start - before.length - 1;
    memory.write(`${before}"`, start, 'latin1');
    const isPlain = list.isAscii && !list.hasEscapes;
    // A line feed is written as two bytes.
    const lineFeeds = Math.max(0, written.count - 1);
    const charactersOut = isPlain
      ? written.end - written.start - lineFeeds
      : kernels.jsonUnits(written.start, written.end);
    const json = memory.subarray(start, written.end + memory.write(`"${after}`, written.end, 'latin1'));
    return { json, charactersIn: list.units, charactersOut };
  }
}

/** Returns the response's JSON before the output and after it, without its quotes. */
function aroundOutput(lines: number): { readonly before: string; readonly after: string } {
  return { before: '{"output":', after: `,"lines":${lines}}` };
}

class SortPlan implements Plan {
  readonly isForOtherTexts: boolean;
  readonly #request: WithoutText<typeof SortDedupeRequest>;
  readonly #page: PageRequest | undefined;

  constructor(request: WithoutText<typeof SortDedupeRequest>, page: PageRequest | undefined) {
    this.isForOtherTexts = (request.lines ?? []).length === 0;
    this.#request = request;
    this.#page = page;
  }

  work(characters: number): number {
    const { lines = [], sort } = this.#request;
    return microsecondsOf(textCost, characters) + (sort ? costOfLines(lines.length) : 0);
  }

  execute(input = '', budget: WorkBudget): OperationResult {
    const charactersIn = checkSources({ lines: this.#request.lines, input }, budget.limits.list);
    const lines = this.#sortedLines(input, budget);
    const output = lines.join('\n');
    if (this.#page === undefined) {
      return { body: { text: output, ...aroundOutput(lines.length) }, charactersIn, charactersOut: output.length };
    }
    const { text, ...fields } = textPage(output, this.#page);
    const body = JSON.stringify({ output: text, lines: lines.length, ...fields });
    return { body, charactersIn, charactersOut: text.length };
  }

  #sortedLines(input: string, budget: WorkBudget): readonly string[] {
    const { lines: elements = [] } = this.#request;
    const lines: readonly string[] = elements.length > 0 ? linesOfElements(elements) : splitLines(input).lines;
    const limit = budget.limits.lines;
    if (lines.length > limit) throw requestError('too-many-lines', { count: lines.length, limit });
    if (lines.length === 0) throw requestError('no-lines');
    return sortDedupeLines(lines, this.#request, (count) => budget.spend(costOfLines(count)));
  }
}

/** Splits elements at line ends; an empty element is one line. */
function linesOfElements(elements: readonly string[]): readonly string[] {
  if (!haveLineEnds(elements)) return elements;
  return elements.flatMap((element) => (element === '' ? [''] : splitLines(element).lines));
}

/** A loop, because calling a function for each element takes a third longer. */
function haveLineEnds(elements: readonly string[]): boolean {
  for (const element of elements) if (element.includes('\n') || element.includes('\r')) return true;
  return false;
}
