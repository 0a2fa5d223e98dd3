import { groupedDigits } from '#engine/core/grouped-digits.js';
import { maxSteps, maxTracedCharacters } from '#engine/core/limits.js';
import { count, objectOf, schemaReference, text } from './schemas.js';
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

const runMeta = {
  stepsExecuted: count('Steps run'),
  inputLength: count('Characters in the input (UTF-16 code units)'),
  outputLength: count('Characters in the result (UTF-16 code units)'),
  processingTimeMs: count('Processing time in milliseconds'),
};

const result = text('The text after the last step');

/** The properties of the result of a workflow without a trace. */
export const untracedRunResult: Readonly<Record<'result' | 'meta', JsonSchema>> = { result, meta: objectOf(runMeta) };

/** Describes a trace: a list of the schema `TracedStep`. */
export function traceSchema(description: string): JsonSchema {
  return { type: 'array', description, maxItems: maxSteps, items: schemaReference('TracedStep') };
}

/** The responses of the operations. */
export const resultSchemas: Readonly<
  Record<'RunResult' | 'TracedStep' | 'SanitizeResult' | 'SortDedupeResult', JsonSchema>
> = {
  RunResult: objectOf({
    result,
    meta: objectOf(
      { ...runMeta, trace: traceSchema('With trace: what each step did, in their order') },
      { optional: ['trace'] },
    ),
  }),
  TracedStep: objectOf({
    tool: text('The tool'),
    ms: { type: 'number', minimum: 0, description: 'Wall-clock time in milliseconds' },
    length: count('Characters in the text after the step (UTF-16 code units)'),
    text: text(
      `The first ${groupedDigits(maxTracedCharacters)} characters of that text; one fewer where they would end within a surrogate pair`,
    ),
    truncated: { type: 'boolean', description: 'Whether there is more of that text' },
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
