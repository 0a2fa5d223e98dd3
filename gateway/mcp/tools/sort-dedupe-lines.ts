import { Type } from '#engine/core/schema.js';
import { requestSchemas } from '#engine/execute.js';
import { type AgentTool, briefly } from './agent-tool.js';
import { textArguments } from './text-arguments.js';

/** `sort_dedupe_lines`: `POST /v1/sort-dedupe`, with a long text in pages. */
export const sortDedupeLines: AgentTool = {
  name: 'sort_dedupe_lines',
  title: 'Sort and deduplicate lines',
  use: [
    'Trims lines, removes blank ones and duplicates, and sorts them alphabetically, in this order; each can be switched off.',
    'Use it for lists such as names or keywords. Give exactly one of lines and input, at most 5,000 lines.',
    'For more lines, or another order (numbers, length, natural), use run_text_workflow with dedupe-sort or sort-lines.',
  ].join(' '),
  examples: [
    {
      arguments: { lines: ['pear', 'apple', 'pear', ' fig ', ''] },
      response: { output: 'apple\nfig\npear', lines: 3 },
    },
  ],
  input: Type.Object(
    {
      ...briefly(requestSchemas.get('sort-dedupe')?.properties ?? {}, {
        lines: 'Lines',
        input: 'Lines in one text',
        trimLines: 'Strip white space at both ends',
        dropBlank: 'Remove blank lines',
        dedupe: 'Remove duplicates, keeping the first',
        ignoreCase: 'Disregard case of duplicates',
        sort: 'Sort alphabetically',
        direction: 'Of sorting',
      }),
      ...textArguments,
    },
    { additionalProperties: false, required: [] },
  ),
  call: (request, context) => context.execute('sort-dedupe-page', request, ({ output }) => String(output)),
};
