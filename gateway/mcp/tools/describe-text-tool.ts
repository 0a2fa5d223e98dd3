import { toolDocument } from '#engine/catalogue/tool-documents.js';
import { unknownTool } from '#engine/core/errors.js';
import { type Static, Type } from '#engine/core/schema.js';
import type { AgentCatalogue } from './agent-catalogue.js';
import type { AgentTool } from './agent-tool.js';

const input = Type.Object(
  { slug: Type.String({ description: 'As in list_text_tools' }) },
  { additionalProperties: false },
);

/** `describe_text_tool`: the document of `GET /v1/tools/{slug}`, and an example call. */
export function describeTextTool(catalogue: AgentCatalogue): AgentTool {
  return {
    name: 'describe_text_tool',
    title: 'Describe a text tool',
    use: [
      'Describes a text tool: its options as a schema, examples, and a ready-made call of run_text_workflow.',
      'Use it before you run a tool with options, or when a call was refused because of them.',
    ].join(' '),
    examples: [
      {
        arguments: { slug: 'upper-case' },
        response: {
          call: { tool: 'run_text_workflow', arguments: { input: 'hello, World', steps: ['upper-case'] } },
        },
      },
    ],
    input,
    async call(request) {
      const { slug } = request as Static<typeof input>;
      await catalogue.load([slug]);
      const entry = catalogue.get(slug);
      if (entry === undefined) throw unknownTool(slug, catalogue.keys());
      // For programs that work line by line; for some tools it is most of the document.
      const { keepsLines: _, ...document } = toolDocument(entry);
      const [{ input: text = '', config } = {}] = document.examples;
      const step = config === undefined ? slug : { toolSlug: slug, config };
      return { ...document, call: { tool: 'run_text_workflow', arguments: { input: text, steps: [step] } } };
    },
  };
}
