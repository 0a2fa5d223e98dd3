import { errorTable } from '../core/errors.js';
import { objectOf } from './schemas.js';
import type { JsonSchema } from './types.js';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description });
const place = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description });
const texts = (description: string): JsonSchema => ({ type: 'array', items: { type: 'string' }, description });

/** The members that details have, whatever the code: a name always means the same. */
export const detailMembers: Readonly<Record<string, JsonSchema>> = {
  path: text('The field or parameter of the request: `steps[3].config.delimiter`'),
  field: text('The name of the field alone'),
  fields: texts('The fields of which one may be there'),
  rule: text('The rule that the value breaks, by its keyword in JSON Schema: `type`, `enum`, `maximum`'),
  allowed: { type: 'array', items: {}, description: 'The values that are possible' },
  step: place('The step, 1 for the first'),
  tool: text('The tool, or the beginning of what was sent as its name'),
  option: text('The option, or its beginning'),
  suggestion: text('The name that was probably meant'),
  reason: text('What is wrong, without the place where it is; for people: `must be a string`'),
  line: place('The line of the text that the step was given'),
  column: place('The column in that line, in characters (code points)'),
  count: count('How many there are'),
  length: count('How many characters (UTF-16 code units) there are'),
  limit: count('The bound that is broken, in the unit of its sentence: characters, milliseconds, megabytes'),
  total: count('How many characters or URLs the result has'),
  unit: text('What `total` counts'),
  kind: text('What `path` has to be the id of: `key` or `account`'),
  accountId: text('The account'),
  plan: text('The plan that the account has'),
};

/** An error by RFC 9457, as a client gets it that asks for `application/problem+json`. */
export const problemSchema: JsonSchema = objectOf(
  {
    type: text(
      'Where the code is explained: a reference to this server, to be resolved against the URL of the request',
    ),
    title: text('What the code means, the same for every occurrence'),
    status: { type: 'integer', description: 'The HTTP status' },
    detail: text('The same sentence that `error` has in the plain form; for people'),
    code: { type: 'string', enum: Object.keys(errorTable), description: 'Stable; for programs' },
    requestId: text('What the log calls the request; the same as `x-request-id`'),
    ...detailMembers,
  },
  { optional: Object.keys(detailMembers), description: 'An error by RFC 9457' },
);
