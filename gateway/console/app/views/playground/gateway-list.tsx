import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WorkflowVersion } from '#gateway/client/workflows.js';
import { type Action, useAction } from '../../parts/action.js';
import { Field } from '../../parts/field.js';
import { Timestamp } from '../../parts/timestamp.js';
import { workflow } from './content-store.js';
import {
  deleteAtGateway,
  gatewayRecipes,
  loadGatewayRecipes,
  openGatewayRecipe,
  renameAtGateway,
  saveAtGateway,
  versionsOf,
} from './gateway-recipes-store.js';

/** The recipes that the account has stored at the gateway, with what can be done with them. */
export function GatewayList({ onOpened }: { readonly onOpened: () => void }) {
  const action = useAction();
  // The name of the row that has something open, and what.
  const [shown, show] = useState<{ readonly name: string; readonly part: 'versions' | 'rename' | 'delete' }>();
  useLayoutEffect(() => void action.run(loadGatewayRecipes), []);
  const recipes = gatewayRecipes.value ?? [];
  const open = (name: string, version?: number) =>
    void action.run(async () => {
      await openGatewayRecipe(name, version);
      onOpened();
    });
  return (
    <>
      <SaveAtGateway action={action} />
      <ul class="recipe-list">
        {recipes.map((recipe) => {
          const { name, version, updatedAt, updatedBy } = recipe;
          const part = shown?.name === name ? shown.part : undefined;
          const close = () => show(undefined);
          if (part === 'rename') return <RenameRow key={name} recipe={recipe} action={action} onDone={close} />;
          if (part === 'delete') return <DeleteRow key={name} recipe={recipe} action={action} onDone={close} />;
          return (
            <li key={name} class="recipe">
              <button type="button" class="recipe-open" onClick={() => open(name)}>
                <span class="gallery-name">{name}</span>
                <span class="gallery-about">
                  Version {version}, <Timestamp at={updatedAt} /> by {authors[updatedBy.kind]}
                </span>
              </button>
              <div class="recipe-actions">
                <button
                  type="button"
                  class="button quiet"
                  aria-expanded={part === 'versions'}
                  onClick={() => show(part === 'versions' ? undefined : { name, part: 'versions' })}
                >
                  Versions<span class="off-screen"> of {name}</span>
                </button>
                <button type="button" class="button quiet" onClick={() => show({ name, part: 'rename' })}>
                  Rename<span class="off-screen"> {name}</span>
                </button>
                <button type="button" class="button quiet" onClick={() => show({ name, part: 'delete' })}>
                  Delete<span class="off-screen"> {name}</span>
                </button>
              </div>
              {part === 'versions' && <Versions name={name} newest={version} onOpen={(each) => open(name, each)} />}
            </li>
          );
        })}
      </ul>
      <p class={action.problem === '' ? 'fine' : 'wrong'} role="status">
        {action.problem || action.note || explanation(gatewayRecipes.value)}
      </p>
    </>
  );
}

const authors: Readonly<Record<WorkflowVersion['updatedBy']['kind'], string>> = {
  key: 'a key',
  owner: 'the owner',
  operator: 'the operator',
  'admin-token': 'the operator',
};

function explanation(recipes: readonly WorkflowVersion[] | undefined): string {
  if (recipes === undefined) return 'Reading the list…';
  return 'Kept for the account, without secrets: all its keys run them by name, and see them here.';
}

/** Stores the current steps under a name. */
function SaveAtGateway({ action }: { readonly action: Action }) {
  const [name, setName] = useState('');
  const isEmpty = workflow.value.length === 0;
  const taken = gatewayRecipes.value?.find((recipe) => recipe.name === name.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    let stored = '';
    const save = async () => {
      stored = `“${name.trim()}” is stored as version ${await saveAtGateway(name.trim())}.`;
    };
    void action.run(save).then(() => {
      if (stored === '') return;
      setName('');
      void action.run(async () => {}, stored);
    });
  };
  return (
    <form class="recipe-save" onSubmit={submit} noValidate>
      <Field
        label="Store the current steps as"
        help={isEmpty ? 'There are no steps to store yet.' : taken && `Replaces version ${taken.version}.`}
      >
        {(ids) => (
          <input
            {...ids}
            autocomplete="off"
            placeholder="clean-orders"
            disabled={isEmpty}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="button" disabled={isEmpty || action.isBusy}>
        {taken === undefined ? 'Store' : 'Replace'}
      </button>
    </form>
  );
}

interface VersionsProps {
  readonly name: string;
  readonly newest: number;
  readonly onOpen: (version: number) => void;
}

/** The versions of a recipe that are kept, to open. */
function Versions({ name, newest, onOpen }: VersionsProps) {
  const action = useAction();
  const [versions, setVersions] = useState<readonly WorkflowVersion[]>([]);
  useLayoutEffect(() => void action.run(async () => setVersions(await versionsOf(name))), [newest]);
  return (
    <ul class="recipe-versions">
      {action.problem !== '' && <li class="wrong">{action.problem}</li>}
      {versions.map(({ version, updatedAt, updatedBy }) => (
        <li key={version}>
          <button type="button" class="button quiet" onClick={() => onOpen(version)}>
            Open version {version}
          </button>
          <span class="gallery-about">
            <Timestamp at={updatedAt} /> by {authors[updatedBy.kind]}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly recipe: WorkflowVersion;
  readonly action: Action;
  readonly onDone: () => void;
}

function RenameRow({ recipe, action, onDone }: RowProps) {
  const [name, setName] = useState(recipe.name);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const rename = async () => {
    await renameAtGateway(recipe, name);
    onDone();
  };
  return (
    <li class="recipe">
      <form
        class="recipe-rename"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(rename, `Renamed “${recipe.name}”. Its versions begin anew.`);
        }}
      >
        <input
          aria-label={`New name of ${recipe.name}`}
          autocomplete="off"
          ref={field}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="button" disabled={action.isBusy}>
          Save
        </button>
        <button type="button" class="button quiet" onClick={onDone}>
          Cancel
        </button>
      </form>
    </li>
  );
}

function DeleteRow({ recipe, action, onDone }: RowProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => cancel.current?.focus(), []);
  const remove = async () => {
    await deleteAtGateway(recipe);
    onDone();
  };
  return (
    <li class="recipe">
      <div class="recipe-rename">
        <p>Delete “{recipe.name}” with all its versions, for everybody in the account?</p>
        <button
          type="button"
          class="button danger"
          disabled={action.isBusy}
          onClick={() => void action.run(remove, `Deleted “${recipe.name}”.`)}
        >
          Delete
        </button>
        <button ref={cancel} type="button" class="button quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </li>
  );
}
