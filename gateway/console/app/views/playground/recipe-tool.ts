import type { RunResult } from '#engine/types.js';
import { runsLocally } from '../../engine/local-engine.js';
import { download, plainText } from '../../parts/file-actions.js';
import { catalogue, titlesOf } from '../../session/catalogue-store.js';
import { runOperation } from '../../session/run-operation.js';
import { toolsIn } from '../../session/workflow-address.js';
import { settledInput } from './content-store.js';
import { type Recipe, toolFile, toolSlugOf } from './recipes/recipe.js';
import { sentSteps } from './workflow/sent-steps.js';
import { openedSteps } from './workflow/workflow.js';

/** The longest text that becomes the example of a tool, in UTF-16 code units. */
const longestExample = 2_000;

/**
 * Saves a recipe as a workflow tool. Its example is the text in, if that is short, with what the steps make of it.
 *
 * @throws {Error} with a message for the screen, if its steps fail.
 */
export async function saveAsTool(recipe: Recipe): Promise<void> {
  const input = settledInput.value.length <= longestExample ? settledInput.value : '';
  const { steps } = sentSteps(openedSteps(recipe.steps));
  if (steps.length === 0) throw new Error('It has no steps that are on.');
  const known = catalogue.value;
  const tools = toolsIn(recipe.steps).map(({ toolSlug }) => known?.get(toolSlug));
  const isAtGateway = tools.some((tool) => tool !== undefined && !runsLocally(tool));
  const options = { isAtGateway, signal: new AbortController().signal, onProgress: () => {} };
  const { result } = await runOperation<RunResult>('run', { input, steps }, options).catch((error: Error) => {
    throw new Error(`A tool needs an example, and the steps fail with the text in: ${error.message}`);
  });
  const text = toolFile(recipe, titlesOf(recipe.steps), { input, output: result });
  const slug = toolSlugOf(recipe.name, (name) => known?.has(name) === true);
  download(new Blob([text], { type: plainText }), `${slug}.json`);
}
