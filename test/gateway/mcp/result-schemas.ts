import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import { objectOf } from '#gateway/server/endpoints/openapi/schemas.js';
import type { JsonSchema } from '#gateway/server/endpoints/openapi/types.js';

const { RunInputResult, SanitizeResult, SortDedupeResult } = openApiDocument(new Map(), '1.4.0', endpoints).components
  .schemas;

const id: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{12}$' };

/** The fields of every result of a call that runs on a text. */
const common: Readonly<Record<string, JsonSchema>> = {
  truncated: { type: 'boolean' },
  page: {
    type: 'object',
    required: ['offset', 'total', 'note'],
    additionalProperties: false,
    properties: {
      offset: { type: 'integer', minimum: 0 },
      total: { type: 'integer', minimum: 0 },
      nextOffset: { type: 'integer', minimum: 1 },
      note: { type: 'string' },
    },
  },
  input_id: id,
  result_id: id,
};

function resultSchema({ properties }: JsonSchema = {}, optional: readonly string[] = []): JsonSchema {
  const all = { ...properties, ...common };
  return {
    ...objectOf(all, { optional: [...optional, 'page', 'input_id', 'result_id'] }),
    additionalProperties: false,
  };
}

/** Returns the properties of the result of a workflow without a trace. */
function untraced({ properties = {} }: JsonSchema = {}): Readonly<Record<string, JsonSchema>> {
  const { trace: _, ...meta } = properties.meta?.properties ?? {};
  const more: Readonly<Record<string, JsonSchema>> = {
    failed: { type: 'object' },
    notes: { type: 'array', items: { type: 'string' } },
  };
  return { ...properties, meta: objectOf({ ...meta, ...more }, { optional: Object.keys(more) }) };
}

/** The schemas of a workflow's result and of others, by the agent tool. */
export const resultSchemas: Readonly<Record<string, JsonSchema>> = {
  run_text_workflow: resultSchema({ properties: untraced(RunInputResult) }),
  sanitize_urls: resultSchema(SanitizeResult, ['removed', 'signedBy']),
  sort_dedupe_lines: resultSchema(SortDedupeResult),
};
