import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DownloadButton } from '../../parts/file-actions.js';
import { titlesOf } from '../../session/catalogue-store.js';
import { saveAsTool } from './recipe-tool.js';
import { fileNameOf, type Recipe, recipeFile } from './recipes/recipe.js';
import { renameRecipe } from './recipes/recipes-store.js';
import { openRecipe } from './store.js';

export interface SavedRecipeProps {
  readonly recipe: Recipe;
  readonly onOpened: () => void;
  readonly onDelete: () => void;
  /** Called with a problem; '' without one. */
  readonly onSaid: (problem: string) => void;
}

/** A saved recipe: to open, rename, export, save as a tool, or delete. */
export function SavedRecipe({ recipe, onOpened, onDelete, onSaid }: SavedRecipeProps) {
  const [isRenamed, setRenamed] = useState(false);
  const open = useRef<HTMLButtonElement>(null);
  const wasRenamed = useRef(false);
  // The form had the focus, and is gone.
  useLayoutEffect(() => {
    if (wasRenamed.current && !isRenamed) open.current?.focus();
    wasRenamed.current = isRenamed;
  }, [isRenamed]);
  if (isRenamed) return <RenameRow recipe={recipe} onDone={() => setRenamed(false)} />;
  return (
    <li class="recipe">
      <button
        ref={open}
        type="button"
        class="recipe-open"
        onClick={() => {
          openRecipe(recipe);
          onOpened();
        }}
      >
        <span class="gallery-name">{recipe.name}</span>
        <span class="gallery-about">{titlesOf(recipe.steps)}</span>
      </button>
      <div class="recipe-actions">
        <button type="button" class="button quiet" onClick={() => setRenamed(true)}>
          Rename<span class="off-screen"> {recipe.name}</span>
        </button>
        <DownloadButton name={fileNameOf(recipe.name)} text={() => recipeFile(recipe)}>
          Export<span class="off-screen"> {recipe.name}</span>
        </DownloadButton>
        <button
          type="button"
          class="button quiet"
          onClick={() =>
            void saveAsTool(recipe).then(
              () => onSaid(''),
              (error: Error) => onSaid(error.message),
            )
          }
        >
          As a tool<span class="off-screen"> {recipe.name}</span>
        </button>
        <button type="button" class="button quiet" onClick={onDelete}>
          Delete<span class="off-screen"> {recipe.name}</span>
        </button>
      </div>
    </li>
  );
}

function RenameRow({ recipe, onDone }: { readonly recipe: Recipe; readonly onDone: () => void }) {
  const [name, setName] = useState(recipe.name);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const reason = renameRecipe(recipe, name);
    setProblem(reason);
    if (reason === '') onDone();
  };
  return (
    <li class="recipe">
      <form class="recipe-rename" onSubmit={submit} noValidate>
        <input
          aria-label={`New name of ${recipe.name}`}
          aria-invalid={problem === '' ? undefined : true}
          autocomplete="off"
          ref={field}
          value={name}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem('');
          }}
        />
        <button type="submit" class="button">
          Save
        </button>
        <button type="button" class="button quiet" onClick={onDone}>
          Cancel
        </button>
        <p class="hint wrong" role="status">
          {problem}
        </p>
      </form>
    </li>
  );
}
