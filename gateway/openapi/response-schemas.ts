import { count, objectOf, text } from './schemas.js';
import type { JsonSchema } from './types.js';

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
  SanitizeResult: objectOf({
    sanitized: {
      type: 'array',
      items: { type: 'string' },
      description: 'The cleaned URLs, in input order',
    },
    count: count('How many'),
  }),
  SortDedupeResult: objectOf({
    output: text('The resulting lines, joined by line feeds'),
    lines: count('How many'),
  }),
};
