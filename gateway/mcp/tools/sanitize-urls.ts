import { Type } from '#engine/core/schema.js';
import { requestSchemas } from '#engine/execute.js';
import { type AgentTool, briefly } from './agent-tool.js';
import { textArguments } from './text-arguments.js';

/** `sanitize_urls`: `POST /v1/sanitize`, with many URLs in pages. */
export const sanitizeUrls: AgentTool = {
  name: 'sanitize_urls',
  title: 'Remove tracking parameters from URLs',
  use: [
    'Removes tracking parameters (utm_source, fbclid, ref …) from URLs; all else stays.',
    'Use it to clean or compare URLs. Give one of urls (result i belongs to URL i), url and input.',
    'input has no prose: extract-urls gets URLs out of a text.',
    'At most 500 URLs. resultOffset counts URLs.',
  ].join(' '),
  examples: [
    {
      arguments: { urls: ['https://example.com/a?utm_source=mail&id=7'] },
      response: { sanitized: ['https://example.com/a?id=7'], count: 1 },
    },
  ],
  input: Type.Object(
    {
      ...briefly(requestSchemas.get('sanitize')?.properties ?? {}, {
        urls: 'URLs',
        url: 'One URL',
        input: 'One URL a line',
        keepParams: 'Names that always stay',
        extraParams: 'Further names to remove',
        ignoreCase: 'Also UTM_SOURCE',
        profile:
          'conservative: standard without s, ref, referrer, source; extended: more services and hosts; careful: extended without those four',
        affiliateTags: 'Also tag on amazon.com etc.',
        fragment: 'Also parameters after #',
        normalize: 'As browsers write URLs',
        unwrap: 'Open redirectors, offline',
        explain: 'Also say what was removed',
      }),
      ...textArguments,
    },
    { additionalProperties: false, required: [] },
  ),
  call: (request, context) =>
    context.execute('sanitize-page', request, ({ sanitized }) => (sanitized as readonly string[]).join('\n')),
};
