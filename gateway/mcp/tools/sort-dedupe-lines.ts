import { Type } from '../../../engine/core/schema.js';
import { requestSchemas } from '../../../engine/execute.js';
import { partOptions } from '../../../engine/operations/result-part.js';
import { resultSchemas } from '../../openapi/response-schemas.js';
import { objectOf } from '../../openapi/schemas.js';
import { type AgentTool, performed } from './agent-tool.js';
import { partSchemas } from './part-schemas.js';

/** `sort_dedupe_lines`: `POST /v1/sort-dedupe`, with a long text in parts. */
export const sortDedupeLines: AgentTool = {
  name: 'sort_dedupe_lines',
  title: 'Sort and deduplicate lines',
  use: [
    'Trims lines, removes blank ones and duplicates, and sorts the rest alphabetically, in this order; each can be switched off.',
    'Use it for lists such as names, e-mail addresses or keywords: to sort them, make them unique, or count each once.',
    'For descending order set direction; numbers are sorted as text here.',
    'For another order (numbers, length, natural), more than 5,000 lines, or further steps, use run_text_workflow with the tool dedupe-sort.',
    'Give exactly one of lines and input. Limits: 5,000 lines, 1,000,000 characters. A long output comes in parts: see truncated and part.',
  ].join(' '),
  examples: [
    {
      arguments: { lines: ['apple', 'banana', 'apple', ' cherry ', '', 'Banana'] },
      answer: { output: 'apple\nbanana\nBanana\ncherry', lines: 4, truncated: false },
    },
    {
      arguments: { input: 'b\na\nB', ignoreCase: true, sort: false },
      answer: { output: 'b\na', lines: 2, truncated: false },
    },
  ],
  input: Type.Object(
    { ...requestSchemas.get('sort-dedupe')?.properties, ...partOptions },
    { additionalProperties: false, required: [] },
  ),
  output: objectOf({ ...resultSchemas.SortDedupeResult.properties, ...partSchemas }, { optional: ['part'] }),
  call: (request, engine) => performed(engine, 'sort-dedupe-part', request),
};
