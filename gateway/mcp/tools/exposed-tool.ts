import type { CatalogueEntry } from '../../../engine/catalogue/catalogue.js';
import { Type } from '../../../engine/core/schema.js';
import { partOptions } from '../../../engine/operations/result-part.js';
import { type AgentTool, performed } from './agent-tool.js';
import { workflowOutput } from './run-text-workflow.js';

/** The arguments that every text tool has beside its options. */
const commonArguments = {
  input: Type.String({ description: 'The text, at most 500,000 characters; may be empty' }),
  ...partOptions,
};

/** More examples would make the list of tools long for little. */
const maxExamples = 2;

/**
 * Makes a text tool a tool of its own, named after its slug, with its options beside the text.
 *
 * @throws {Error} if an option has the name of a general argument.
 */
export function exposedTool({ tool }: CatalogueEntry): AgentTool {
  const { slug, title, description, config, examples } = tool;
  const taken = Object.keys(config.properties).find((option) => option in commonArguments);
  if (taken !== undefined) throw new Error(`${slug} has an option ${taken}: it cannot be a tool of its own`);
  return {
    name: slug,
    title,
    use: `${description} Use it when a text needs only this; for several steps use run_text_workflow. Limit: 500,000 characters. A long result comes in parts: see truncated and part.`,
    examples: examples
      .slice(0, maxExamples)
      .map(({ input, config, output }) => ({ arguments: { input, ...config }, answer: { result: output } })),
    input: Type.Object(
      { ...commonArguments, ...config.properties },
      { additionalProperties: false, required: ['input', ...((config.required ?? []) as readonly string[])] },
    ),
    output: workflowOutput,
    call: ({ input, resultOffset, resultLimit, ...options }, engine) =>
      performed(engine, 'run-part', {
        input,
        steps: [{ toolSlug: slug, config: options }],
        resultOffset,
        resultLimit,
      }),
  };
}
