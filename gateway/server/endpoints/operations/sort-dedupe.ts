import { maxLines } from '#engine/core/limits.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import { listRequests, type OperationFacts, type WorkedExample } from './operation-facts.js';

/** `POST /v1/sort-dedupe`. */
export const sortDedupeFacts: OperationFacts = {
  operationId: 'sortDedupe',
  name: 'SortDedupe',
  summary: 'Trim, filter, deduplicate and sort lines',
  description:
    'The order is fixed: trim, drop blank lines, remove duplicates, sort. Alphabetical is the root order of ' +
    'the Unicode collation (apple, Banana, cherry), the same on every machine. A result without lines is a success.',
  result: 'The resulting lines',
  badRequest: 'BadSortDedupe',
  forbidden: 'OperationRefused',
  isOnFreePlan: false,
  requestSchemas: (vocabulary) =>
    listRequests(vocabulary, 'SortDedupe', 'sort-dedupe', {
      lines: { minItems: 1, maxItems: maxLines },
      input: { minLength: 1 },
    }),
  resultSchemas: ({ count, objectOf, text }: Vocabulary) => ({
    SortDedupeResult: objectOf({
      output: text('The resulting lines, joined by line feeds'),
      lines: count('How many'),
    }),
  }),
  examples,
};

function examples(): Record<string, WorkedExample> {
  return {
    list: {
      summary: 'A list of lines, with the defaults',
      request: { lines: ['apple', 'banana', 'apple', ' cherry ', '', 'Banana'] },
      response: { output: 'apple\nbanana\nBanana\ncherry', lines: 4 },
    },
    text: {
      summary: 'Lines in one text, in descending order, duplicates removed regardless of case',
      request: { input: 'b\nA\na\nB', ignoreCase: true, direction: 'desc' },
      response: { output: 'b\nA', lines: 2 },
    },
    untouched: {
      summary: 'Only duplicates removed',
      request: { lines: ['b', 'a', 'b'], sort: false },
      response: { output: 'b\na', lines: 2 },
    },
  };
}
