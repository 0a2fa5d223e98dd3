import type { JsonSchema } from '../../openapi/types.js';

/** The schemas of the fields that describe the returned part of a result; see `PartFields`. */
export const partSchemas: Readonly<Record<'truncated' | 'part', JsonSchema>> = {
  truncated: { type: 'boolean', description: 'Whether more of the result comes after this part' },
  part: {
    type: 'object',
    description: 'Which part of the result this is; left out if it is all',
    required: ['offset', 'total', 'note'],
    properties: {
      offset: { type: 'integer', minimum: 0 },
      total: { type: 'integer', minimum: 0 },
      nextOffset: { type: 'integer', minimum: 1, description: 'Left out in the last part' },
      note: { type: 'string', description: 'What is missing and how to get it' },
    },
  },
};
