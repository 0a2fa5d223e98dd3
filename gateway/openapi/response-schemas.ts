import { count, objectOf, text } from './schemas.js';
import type { JsonSchema } from './types.js';

/** The answers of the operations. */
export const resultSchemas: Readonly<Record<'RunResult' | 'SanitizeResult' | 'SortDedupeResult', JsonSchema>> = {
  RunResult: objectOf({
    result: text('The text after the last step'),
    meta: objectOf({
      stepsExecuted: count('Steps run'),
      inputLength: count('Characters in (UTF-16 code units)'),
      outputLength: count('Characters out (UTF-16 code units)'),
      processingTimeMs: count('Processing time in milliseconds'),
    }),
  }),
  SanitizeResult: objectOf({
    sanitized: {
      type: 'array',
      items: { type: 'string' },
      description: 'The URLs, cleaned, in the order they came in',
    },
    count: count('How many'),
  }),
  SortDedupeResult: objectOf({
    output: text('The lines that are left, joined by line feeds'),
    lines: count('How many'),
  }),
};
