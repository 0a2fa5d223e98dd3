import { StoredList } from '../../../session/stored-list.js';
import { longestName, type Recipe, recipeOf, recipeProblem } from './recipe.js';

const list = new StoredList<Recipe>('recipes', {
  read: (value) => {
    const recipe = recipeOf(value);
    return recipe === undefined || recipeProblem(recipe) !== '' ? undefined : recipe;
  },
  most: 200,
});

/** The recipes of this browser, by name. */
export const savedRecipes = list.items;
/** Whether they outlast the page. */
export const areRecipesKept = list.isKept;

/** Saves a recipe, in place of one with the same name. @returns why it is not saved; '' if it is. */
export function saveRecipe({ name, steps }: Recipe): string {
  const recipe = { name: name.trim(), steps };
  return recipeProblem(recipe) || list.change((recipes) => sorted([...without(recipes, recipe.name), recipe]));
}

/** Deletes the saved recipe of the same name. @returns the problem, or '' if there is none. */
export function deleteRecipe({ name }: Recipe): string {
  return list.change((recipes) => without(recipes, name));
}

/** Renames a recipe. @returns why it keeps its name; '' if it does not. */
export function renameRecipe(recipe: Recipe, typed: string): string {
  const name = typed.trim();
  if (name === recipe.name) return '';
  if (savedRecipes.value.some((other) => other.name === name)) return `There is a recipe “${name}” already.`;
  const renamed = { ...recipe, name };
  return recipeProblem(renamed) || list.change((recipes) => sorted([...without(recipes, recipe.name), renamed]));
}

/** Adds recipes; those whose names exist get a number. @returns why none is added; '' if all are. */
export function addRecipes(added: readonly Recipe[]): string {
  return list.change((recipes) => {
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
