import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RunResult } from '#engine/types.js';
import { runsLocally } from '../../engine/local-engine.js';
import { DownloadButton, download, plainText } from '../../parts/file-actions.js';
import { catalogue, titlesOf } from '../../session/catalogue-store.js';
import { runOperation } from '../../session/run-operation.js';
import { toolsIn } from '../../session/workflow-address.js';
import { settledInput } from './content-store.js';
import { fileNameOf, type Recipe, recipeFile, toolFile, toolSlugOf } from './recipes/recipe.js';
import { renameRecipe } from './recipes/recipes-store.js';
import { openRecipe } from './store.js';
import { sentSteps } from './workflow/sent-steps.js';
import { openedSteps } from './workflow/workflow.js';

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

/** The longest text that becomes the example of a tool, in UTF-16 code units. */
const longestExample = 2_000;

/**
 * Saves a recipe as a workflow tool. Its example is the text in, if that is short, with what the steps make of it.
 *
 * @throws {Error} with a message for the screen, if its steps fail.
 */
async function saveAsTool(recipe: Recipe): Promise<void> {
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
