import { useState } from 'preact/hooks';
import { Field } from '../../../parts/field.js';
import { workflow } from '../state/playground-state.js';
import { savedSteps } from './recipe.js';
import { savedRecipes, saveRecipe } from './saved-recipes.js';

/** Saves the current steps under a name. */
export function SaveRecipe({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const isEmpty = workflow.value.length === 0;
  const isTaken = savedRecipes.value.some((recipe) => recipe.name === name.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    const reason = saveRecipe({ name, steps: savedSteps(workflow.value) });
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
