import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { DownloadButton, OpenFileButton } from '../../parts/file-actions.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { workflow } from './content-store.js';
import { type Recipe, readRecipes, recipesFile } from './recipes/recipe.js';
import { addRecipes, areRecipesKept, deleteRecipe, savedRecipes, saveRecipe } from './recipes/recipes-store.js';
import { SavedRecipe } from './saved-recipe.js';
import { explicitSteps } from './table-store.js';
import { savedSteps } from './workflow/workflow.js';

/** The longest file to import, in UTF-16 code units. */
const maxCharacters = 5_000_000;

/** The saved recipes, with what can be done with them. */
export function SavedList({ onOpened }: { readonly onOpened: () => void }) {
  const [{ said, isWrong, deleted }, setNote] = useState<Note>(nothing);
  const undo = useRef<HTMLButtonElement>(null);
  // The row of a deleted recipe had the focus, and is gone.
  useLayoutEffect(() => undo.current?.focus(), [deleted]);
  const recipes = savedRecipes.value;
  const notify = (problem: string, done = '') => setNote({ said: problem || done, isWrong: problem !== '' });
  const importFile = (text: string, fileName: string) => {
    try {
      const read = readRecipes(text, fileName.replace(/\.json$/i, '').slice(0, 60));
      notify(addRecipes(read), `Imported ${count(read.length, 'recipe')}.`);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <SaveRecipe onSaved={(name) => notify('', `Saved “${name}”.`)} />
      <ul class="recipe-list">
        {recipes.map((recipe) => (
          <SavedRecipe
            key={recipe.name}
            recipe={recipe}
            onOpened={onOpened}
            onSaid={notify}
            onDelete={() => {
              const problem = deleteRecipe(recipe);
              setNote({ said: problem || `Deleted “${recipe.name}”.`, isWrong: problem !== '', deleted: recipe });
            }}
          />
        ))}
      </ul>
      <div class="recipes-foot">
        <p class={isWrong ? 'wrong' : 'fine'} role="status">
          {said || explanation()}
        </p>
        {deleted !== undefined && (
          <button
            ref={undo}
            type="button"
            class="button"
            onClick={() => notify(saveRecipe(deleted), `“${deleted.name}” is back.`)}
          >
            Undo
          </button>
        )}
        <OpenFileButton maxCharacters={maxCharacters} onText={importFile} onProblem={notify}>
          Import
        </OpenFileButton>
        <DownloadButton name="textmill-recipes.json" text={() => recipesFile(recipes)} disabled={recipes.length === 0}>
          Export all
        </DownloadButton>
      </div>
    </>
  );
}

interface Note {
  readonly said: string;
  readonly isWrong: boolean;
  readonly deleted?: Recipe;
}

const nothing: Note = { said: '', isWrong: false };

function explanation(): string {
  return areRecipesKept.value
    ? 'Kept in this browser, with all options. An exported recipe runs with textmill run --steps.'
    : 'This browser keeps nothing: recipes last until the page is closed. Export what you need.';
}

/** Saves the current steps under a name. */
function SaveRecipe({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const isEmpty = workflow.value.length === 0;
  const isTaken = savedRecipes.value.some((recipe) => recipe.name === name.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    const reason = saveRecipe({ name, steps: savedSteps(explicitSteps.value) });
    setProblem(reason);
    if (reason !== '') return;
    setName('');
    onSaved(name.trim());
  };
  return (
    <form class="recipe-save" onSubmit={submit} noValidate>
      <Field
        label="Save the current steps as"
        help={isEmpty ? 'There are no steps to save yet.' : isTaken && 'Replaces the recipe with this name.'}
        error={problem}
      >
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            placeholder="Name"
            disabled={isEmpty}
            value={name}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              setProblem('');
            }}
          />
        )}
      </Field>
      <button type="submit" class="button" disabled={isEmpty}>
        {isTaken ? 'Replace' : 'Save'}
      </button>
    </form>
  );
}
