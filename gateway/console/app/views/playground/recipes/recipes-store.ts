import { secretOptions } from '#gateway/core/stored-workflow.js';
import { StoredList } from '../../../session/stored-list.js';
import { toolsIn, type WorkflowStep } from '../../../session/workflow-address.js';
import { savedSteps, toolsOf, type Workflow } from '../workflow/workflow.js';
import { longestName, type Recipe, recipeOf, recipeProblem } from './recipe.js';

type Steps = readonly WorkflowStep[];

const mostRuns = 50;

// Inputs. Other pages of this browser change them, too.

const saved = new StoredList<Recipe>('recipes', {
  read: (value) => {
    const recipe = recipeOf(value);
    return recipe === undefined || recipeProblem(recipe) !== '' ? undefined : recipe;
  },
  most: 200,
});
const history = new StoredList<Steps>('history', { read: (value) => recipeOf(value)?.steps, most: mostRuns });
/** The recipes of this browser, by name. */
export const savedRecipes = saved.items;
/** Whether they outlast the page. */
export const areRecipesKept = saved.isKept;
/** The workflows that were run, the latest first. Without texts. */
export const runHistory = history.items;

/** The last recorded workflow: a run with another text changes nothing. */
let noted: Workflow | undefined;

// Actions: saved recipes

/** Saves a recipe, in place of one with the same name. @returns why it is not saved; '' if it is. */
export function saveRecipe({ name, steps }: Recipe): string {
  const recipe = { name: name.trim(), steps };
  return recipeProblem(recipe) || saved.change((recipes) => sorted([...without(recipes, recipe.name), recipe]));
}

/** Deletes the saved recipe of the same name. @returns the problem, or '' if there is none. */
export function deleteRecipe({ name }: Recipe): string {
  return saved.change((recipes) => without(recipes, name));
}

/** Renames a recipe. @returns why it keeps its name; '' if it does not. */
export function renameRecipe(recipe: Recipe, typed: string): string {
  const name = typed.trim();
  if (name === recipe.name) return '';
  if (savedRecipes.value.some((other) => other.name === name)) return `There is a recipe “${name}” already.`;
  const renamed = { ...recipe, name };
  return recipeProblem(renamed) || saved.change((recipes) => sorted([...without(recipes, recipe.name), renamed]));
}

/** Adds recipes; those whose names exist get a number. @returns why none is added; '' if all are. */
export function addRecipes(added: readonly Recipe[]): string {
  return saved.change((recipes) => {
    const all = [...recipes];
    for (const recipe of added) all.push({ ...recipe, name: freeName(recipe.name.trim(), all) });
    return sorted(all);
  });
}

function freeName(name: string, recipes: readonly Recipe[]): string {
  const taken = new Set(recipes.map((recipe) => recipe.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    const suffix = ` (${number})`;
    free = name.slice(0, longestName - suffix.length) + suffix;
  }
  return free;
}

function without(recipes: readonly Recipe[], name: string): Recipe[] {
  return recipes.filter((recipe) => recipe.name !== name);
}

function sorted(recipes: Recipe[]): Recipe[] {
  return recipes.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

// Actions: the history of runs

/** Longer steps have texts in their options, which are not kept without being asked to. */
const longestSteps = 5_000;

/** Records a successful run. Not one with a secret in its options. */
export function noteRun(workflow: Workflow): void {
  if (workflow === noted) return;
  noted = workflow;
  const steps = savedSteps(workflow);
  if (!hasSecret(workflow) && JSON.stringify(steps).length <= longestSteps) {
    history.change((runs) => withRun(runs, steps).slice(0, mostRuns));
  }
}

/** Forgets all runs, in this browser. */
export function clearHistory(): void {
  history.change(() => []);
}

/**
 * Returns the history with a run. A workflow that is being built up takes the place of its earlier stages: the latest
 * run is replaced if it has the first tools of this one, whatever their options.
 */
export function withRun(runs: readonly Steps[], steps: Steps): Steps[] {
  const written = JSON.stringify(steps);
  const [latest, ...earlier] = runs.filter((run) => JSON.stringify(run) !== written);
  if (latest === undefined) return [steps];
  // It was run before, so the latest is a workflow of its own.
  const isRepeated = earlier.length + 1 < runs.length;
  const slugsOf = (run: Steps) => toolsIn(run).map(({ toolSlug }) => toolSlug);
  const tools = slugsOf(steps);
  const isStage = slugsOf(latest).every((toolSlug, at) => toolSlug === tools[at]);
  return isStage && !isRepeated ? [steps, ...earlier] : [steps, latest, ...earlier];
}

function hasSecret(workflow: Workflow): boolean {
  return toolsOf(workflow).some(({ config }) => Object.keys(config).some((option) => secretOptions.has(option)));
}
