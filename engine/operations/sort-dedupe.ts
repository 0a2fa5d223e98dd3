import { requestError } from '../core/errors.js';
import { maxLines } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import type { WorkBudget } from '../core/work-budget.js';
import { splitLines } from '../text/lines/lines.js';
import { lineSortingOptions, sortDedupeLines } from '../text/order/line-sorting.js';
import { checkSources } from './list-sources.js';
import type { Operation } from './operation.js';
import { textPage } from './result-page.js';

/** The cost of sorting a line, in characters read. */
const charactersPerSortedLine = 100;

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

  execute(request, _catalogue, budget) {
    const lines = sortedLines(request, budget);
    return { before: '{"output":', text: lines.join('\n'), after: `,"lines":${lines.length}}` };
  },

  executePage(request, page, _catalogue, budget) {
    const lines = sortedLines(request, budget);
    const { text, ...fields } = textPage(lines.join('\n'), page);
    return JSON.stringify({ output: text, lines: lines.length, ...fields });
  },
};

function sortedLines(request: Static<typeof SortDedupeRequest>, budget: WorkBudget): readonly string[] {
  const { lines: elements = [], input = '' } = request;
  budget.spend(checkSources({ lines: elements, input }));
  const lines: readonly string[] = elements.length > 0 ? linesOfElements(elements) : splitLines(input).lines;
  if (lines.length > maxLines) throw requestError('too-many-lines', { count: lines.length, limit: maxLines });
  if (lines.length === 0) throw requestError('no-lines');

  return sortDedupeLines(lines, request, (count) => budget.spend(count * charactersPerSortedLine));
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
