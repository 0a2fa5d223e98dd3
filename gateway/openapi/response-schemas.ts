import { count, objectOf, text } from './schemas.js';
import type { JsonSchema } from './types.js';

const removal = objectOf({
  name: text('The name of the parameter, decoded, or the start of a segment of the path, such as /ref='),
  list: {
    type: 'string',
    enum: ['standard', 'extended', 'host', 'extraParams'],
    description: 'The list that has the name; host for the rules for single hosts',
  },
  rule: text('The group of the list, or the rule for the host; with extraParams the name as it was given'),
});

/** The responses of the operations. */
export const resultSchemas: Readonly<Record<'RunResult' | 'SanitizeResult' | 'SortDedupeResult', JsonSchema>> = {
  RunResult: objectOf({
    result: text('The text after the last step'),
    meta: objectOf({
      stepsExecuted: count('Steps run'),
      inputLength: count('Characters in the input (UTF-16 code units)'),
      outputLength: count('Characters in the result (UTF-16 code units)'),
      processingTimeMs: count('Processing time in milliseconds'),
    }),
  }),
  SanitizeResult: objectOf(
    {
      sanitized: {
        type: 'array',
        items: { type: 'string' },
        description: 'The cleaned URLs, in input order',
      },
      count: count('How many'),
      removed: {
        type: 'array',
        description: 'With explain: for each URL what was removed from it, each thing once',
        items: { type: 'array', items: removal },
      },
    },
    { optional: ['removed'] },
  ),
  SortDedupeResult: objectOf({
    output: text('The resulting lines, joined by line feeds'),
    lines: count('How many'),
  }),
};
