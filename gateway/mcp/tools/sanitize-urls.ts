import { Type } from '../../../engine/core/schema.js';
import { requestSchemas } from '../../../engine/execute.js';
import { partOptions } from '../../../engine/operations/result-part.js';
import { resultSchemas } from '../../openapi/response-schemas.js';
import { objectOf } from '../../openapi/schemas.js';
import { type AgentTool, performed } from './agent-tool.js';
import { partSchemas } from './part-schemas.js';

/** `sanitize_urls`: `POST /v1/sanitize`, with many URLs in parts. */
export const sanitizeUrls: AgentTool = {
  name: 'sanitize_urls',
  title: 'Remove tracking parameters from URLs',
  use: [
    'Removes tracking parameters (utm_source, fbclid, gclid, ref and the like) from URLs, and leaves every other character as it is, so that signed URLs still work.',
    'Use it to shorten, share, compare or count URLs without trackers: with urls, result i belongs to URL i.',
    'input takes one URL a line, never prose: words after a URL would be removed as part of it. For URLs in the middle of a text, get them with run_text_workflow and its tool extract-urls first.',
    'Give exactly one of urls, url and input. Limits: 500 URLs, 1,000,000 characters. resultOffset counts URLs here; resultLimit counts characters.',
  ].join(' '),
  examples: [
    {
      arguments: { urls: ['https://example.com/a?utm_source=mail&id=7', 'https://example.com/?fbclid=x'] },
      answer: { sanitized: ['https://example.com/a?id=7', 'https://example.com/'], count: 2, truncated: false },
    },
    {
      arguments: { url: 'https://example.com/?s=shoes&gclid=x', keepParams: ['s'] },
      answer: { sanitized: ['https://example.com/?s=shoes'], count: 1, truncated: false },
    },
  ],
  input: Type.Object(
    { ...requestSchemas.get('sanitize')?.properties, ...partOptions },
    { additionalProperties: false, required: [] },
  ),
  output: objectOf({ ...resultSchemas.SanitizeResult.properties, ...partSchemas }, { optional: ['removed', 'part'] }),
  call: (request, engine) => performed(engine, 'sanitize-part', request),
};
