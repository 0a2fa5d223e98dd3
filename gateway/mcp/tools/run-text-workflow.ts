import { Type } from '../../../engine/core/schema.js';
import { requestSchemas } from '../../../engine/execute.js';
import { partOptions } from '../../../engine/operations/result-part.js';
import { resultSchemas } from '../../openapi/response-schemas.js';
import { objectOf } from '../../openapi/schemas.js';
import { type AgentTool, performed } from './agent-tool.js';
import { partSchemas } from './part-schemas.js';

/** The result of a workflow, or of a single tool. */
export const workflowOutput = objectOf(
  { ...resultSchemas.RunResult.properties, ...partSchemas },
  { optional: ['part'] },
);

/** `run_text_workflow`: `POST /v1/run`, with a long result in parts. */
export const runTextWorkflow: AgentTool = {
  name: 'run_text_workflow',
  title: 'Run text tools on a text',
  use: [
    'Runs text tools on a text, each on the result of the one before, and returns the resulting text: exactly, whatever its length, where rewriting it yourself would be slow and might slip.',
    'Use it for everything that tools of list_text_tools do; do several things in one call with several steps.',
    'For lists of URLs with tracking parameters use sanitize_urls; to only sort, filter or deduplicate lines use sort_dedupe_lines.',
    'A step is a slug, or {toolSlug, config} with options, which describe_text_tool tells (the fields are not named slug or options). All steps are checked before the first runs; if one fails there is no result.',
    'Limits: 500,000 characters, 25 steps. A long result comes in parts: see truncated and part.',
  ].join(' '),
  examples: [
    {
      arguments: { input: '  b \n a', steps: ['trim-lines', 'dedupe-sort', 'upper-case'] },
      answer: { result: 'A\nB', truncated: false },
    },
    {
      arguments: {
        input: 'a;b\n1;2',
        steps: [{ toolSlug: 'csv-json-converter', config: { delimiter: ';', indent: 0 } }],
      },
      answer: { result: '[{"a":"1","b":"2"}]', truncated: false },
    },
  ],
  input: Type.Object({ ...requestSchemas.get('run')?.properties, ...partOptions }, { additionalProperties: false }),
  output: workflowOutput,
  call: (request, engine) => performed(engine, 'run-part', request),
};
