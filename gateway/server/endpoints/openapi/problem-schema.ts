import { errorTable } from '#gateway/core/errors.js';
import { count, objectOf, text, traceSchema } from './schemas.js';
import type { JsonSchema } from './types.js';

const place = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description });
const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });

/** The members that details may have. A name means the same for every code. */
export const detailMembers: Readonly<Record<string, JsonSchema>> = {
  path: text('The field or parameter of the request: `steps[3].config.delimiter`'),
  field: text('The name of the field alone'),
  fields: texts('The fields of which only one is allowed'),
  rule: text('The JSON Schema keyword of the rule that the value breaks: `type`, `enum`, `maximum`'),
  allowed: { type: 'array', items: {}, description: 'The allowed values' },
  step: place('The step, 1 for the first'),
  tool: text('The tool, or the start of an unknown name'),
  trace: traceSchema('The steps before the one that failed, if the request had `trace: true`'),
  option: text('The option, or the start of an unknown name'),
  suggestion: text('The name that was probably intended'),
  options: { type: 'array', items: { type: 'string' }, description: 'All options of the tool' },
  cause: { type: 'string', enum: ['invalid-json', 'look-around', 'back-reference'], description: 'A common cause' },
  inputId: text('The unknown `input_id` of a call of an agent'),
  reason: text('What is wrong, without the location; for people: `must be a string`'),
  part: place('In a group: the number of the part that failed'),
  input: count('The text of `inputs` that failed, 0 for the first'),
  line: place('The line in the input of the step; in a group, where the part begins in the text that the group got'),
  column: place('The column in that line, in characters (code points)'),
  count: count('The actual number'),
  length: count('The actual number of characters (UTF-16 code units)'),
  limit: count('The limit that was exceeded, in the unit of the message: characters, milliseconds, megabytes'),
  total: count('The number of characters or URLs in the result'),
  unit: text('What `total` counts'),
  kind: text('The kind of id that `path` must have: `key` or `account`'),
  accountId: text('The account'),
  plan: text('The plan of the account'),
  workflow: text('The start of the name'),
  version: { type: ['integer', 'null'], description: 'The newest version; null if there is none' },
  etag: { type: ['string', 'null'], description: 'Its etag' },
};

/** An error in the format of RFC 9457, for clients that accept `application/problem+json`. */
export const problemSchema: JsonSchema = objectOf(
  {
    type: text('The explanation of the code: a relative reference, to be resolved against the URL of the request'),
    title: text('A summary of the code, the same for every occurrence'),
    status: { type: 'integer', description: 'The HTTP status' },
    detail: text('The message, the same as `error` in the plain format; for people'),
    code: { type: 'string', enum: Object.keys(errorTable), description: 'Stable; for programs' },
    requestId: text('The id of the request in the log; the same as `x-request-id`'),
    ...detailMembers,
  },
  { optional: Object.keys(detailMembers), description: 'An error in the format of RFC 9457' },
);
