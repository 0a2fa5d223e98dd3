import type { CatalogueEntry } from '../../../engine/catalogue/catalogue.js';
import { Type } from '../../../engine/core/schema.js';
import type { AgentTool } from './agent-tool.js';
import { runTextWorkflow } from './run-text-workflow.js';
import { textArguments } from './text-arguments.js';

/** The arguments that every text tool has beside its options. */
const commonArguments = {
  input: Type.Optional(Type.String({ description: 'The text, at most 500,000 characters' })),
  ...textArguments,
};

/** More examples would make the list of tools long for little. */
const maxExamples = 2;

/**
 * Makes a text tool an agent tool, named after its slug, with its options beside the text.
 *
 * @throws {Error} if an option has the name of a general argument.
 */
export function exposedTool({ tool }: CatalogueEntry): AgentTool {
  const { slug, title, description, config, examples } = tool;
  const taken = Object.keys(config.properties).find((option) => option in commonArguments);
  if (taken !== undefined) throw new Error(`${slug} has an option ${taken}: it cannot be an agent tool`);
  return {
    name: slug,
    title,
    use: `${description} Use it when a text needs only this; for several steps use run_text_workflow.`,
    examples: examples
      .slice(0, maxExamples)
      .map(({ input, config, output }) => ({ arguments: { input, ...config }, response: { result: output } })),
    input: Type.Object(
      { ...commonArguments, ...config.properties },
      { additionalProperties: false, required: config.required ?? [] },
    ),
    call: ({ input, input_id, resultOffset, resultLimit, ...options }, context) =>
      runTextWorkflow.call(
        { input, input_id, steps: [{ toolSlug: slug, config: options }], resultOffset, resultLimit },
        context,
      ),
  };
}
