import { maxSteps } from '#engine/core/limits.js';
import { isRecord } from '../../../session/group-options.js';
import { isShallow, readStep, toolsIn, type WorkflowStep, writtenStep } from '../../../session/workflow-address.js';
import { sentSteps } from '../workflow/sent-steps.js';
import { openedSteps } from '../workflow/workflow.js';

/** A saved workflow. */
export interface Recipe {
  readonly name: string;
  readonly steps: readonly WorkflowStep[];
}

export const longestName = 80;
/** What a tool of one's own may have, with room for `own-`. */
const longestSlug = 60;
const longestDescription = 1_000;
/** The longest steps of a recipe as JSON, in UTF-16 code units: options may contain texts. */
export const longestSteps = 100_000;

/** Returns why a recipe cannot be kept; '' if it can. */
export function recipeProblem({ name, steps }: Recipe): string {
  if (name.trim() === '') return 'Give it a name.';
  if (name.length > longestName) return `A name has at most ${longestName} characters.`;
  if (steps.length === 0) return 'It has no steps.';
  return JSON.stringify(steps).length > longestSteps ? 'Its options are too long to be kept in the browser.' : '';
}

/**
 * Returns the file of a recipe: the JSON array that `textmill run --steps` reads. Steps that are switched off, and groups
 * without steps, are left out, because a request has none.
 */
export function recipeFile({ steps }: Recipe): string {
  return fileOf(sentSteps(openedSteps(steps)).steps);
}

/**
 * Returns the file of a recipe as a workflow tool, for TOOLS_DIR: `clean-a-csv.json`, named by the slug.
 *
 * @param example - what its steps do.
 */
export function toolFile(
  { name, steps }: Recipe,
  description: string,
  example: { readonly input: string; readonly output: string },
): string {
  const sent = sentSteps(openedSteps(steps)).steps;
  return fileOf({
    title: name,
    description: description.slice(0, longestDescription),
    steps: JSON.parse(JSON.stringify(sent), (_, value) => (typeof value === 'string' ? withoutOptions(value) : value)),
    examples: [example],
  });
}

/** Escapes what a workflow tool would read as the place of an option. */
function withoutOptions(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}/g, '\\$&');
}

/** Returns the slug of a recipe as a tool. @param isTaken - whether a tool of Textmill has it. */
export function toolSlugOf(name: string, isTaken: (slug: string) => boolean): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, longestSlug).replace(/-$/, '');
  return /^[a-z]/.test(slug) && !isTaken(slug) ? slug : `own-${slug || 'recipe'}`;
}

/** Returns the file of several recipes, with their names and the steps that are switched off. */
export function recipesFile(recipes: readonly Recipe[]): string {
  return fileOf({ recipes: recipes.map(({ name, steps }) => ({ name, steps: steps.map(writtenStep) })) });
}

function fileOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Returns the name of a recipe's file: `clean-a-csv.json`. */
export function fileNameOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['recipe'];
  return `${words.join('-')}.json`;
}

/**
 * Reads a file of {@link recipeFile} or {@link recipesFile}, or the body of a `POST /v1/run`.
 *
 * @param name - of a recipe that has none.
 * @throws {Error} with a message for the user.
 */
export function readRecipes(text: string, name: string): Recipe[] {
  const value = jsonIn(text);
  const written = isRecord(value) && Array.isArray(value.recipes) ? value.recipes : [value];
  if (written.length === 0) throw new Error('The file has no recipes.');
  return written.map((each, index) => {
    const place = written.length === 1 ? '' : `recipe ${index + 1}: `;
    const recipe = recipeOf(each, name);
    const problem = recipe === undefined ? 'It is not a list of steps.' : recipeProblem(recipe);
    if (recipe === undefined || problem !== '')
      throw new Error(`This file cannot be imported: ${place}${problem.charAt(0).toLowerCase()}${problem.slice(1)}`);
    return recipe;
  });
}

function jsonIn(text: string): unknown {
  try {
    return isShallow(text) ? JSON.parse(text) : undefined;
  } catch {
    throw new Error('This file cannot be imported: it is not JSON.');
  }
}

/** Reads a recipe from a file or from the storage. @returns undefined if it is none. */
export function recipeOf(value: unknown, nameless = ''): Recipe | undefined {
  const { name, steps }: Record<string, unknown> = isRecord(value) ? value : { steps: value };
  if (!Array.isArray(steps) || steps.length > maxSteps) return undefined;
  const read = steps.map((step) => readStep(step)).filter((step) => step !== undefined);
  if (read.length < steps.length || toolsIn(read).length > maxSteps) return undefined;
  return { name: typeof name === 'string' ? name : nameless, steps: read };
}
