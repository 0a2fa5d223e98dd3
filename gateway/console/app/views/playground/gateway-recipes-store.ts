import { computed, effect, signal } from '@preact/signals';
import type { StoredWorkflow, WorkflowTag, WorkflowVersion } from '#gateway/client/workflows.js';
import { workflowName, workflowNameRule } from '#gateway/core/stored-workflow.js';
import { RequestFailure, type RequestOptions } from '../../session/request.js';
import { canRun, eachTime, isOwner, signOuts } from '../../session/session-store.js';
import { isSite } from '../../session/site.js';
import { sendAsOperator, sendWithKey } from '../../session/user-requests.js';
import { workflow } from './content-store.js';
import { recipeOf } from './recipes/recipe.js';
import { openRecipe } from './store.js';
import { explicitSteps } from './table-store.js';
import { sentSteps } from './workflow/sent-steps.js';

/** What steps are stored as, or were opened from. */
interface StoredAs {
  /** With the version, unless it was the newest. */
  readonly name: string;
  /** As a request has them, in JSON. */
  readonly steps: string;
}

// Inputs

/** The recipes that the account has stored at the gateway, by name; undefined until they are read. */
export const gatewayRecipes = signal<readonly WorkflowVersion[] | undefined>(undefined);
const storedAs = signal<StoredAs | undefined>(undefined);

// Computed

/** Whether there is an account to store recipes for. */
export const hasGatewayRecipes = computed(() => !isSite && canRun.value);
/** The name by which the gateway runs the current steps; undefined if they are not stored. */
export const storedName = computed(() => {
  const stored = storedAs.value;
  return stored?.steps === currentSteps() ? stored?.name : undefined;
});

// Effects

function startEffects(): void {
  // Somebody signs out → nobody else sees the names.
  effect(
    eachTime(signOuts, () => {
      gatewayRecipes.value = undefined;
      storedAs.value = undefined;
    }),
  );
}

// Actions

/** Reads the list. @throws {RequestFailure} */
export async function loadGatewayRecipes(): Promise<void> {
  const { workflows } = await send<{ readonly workflows: readonly WorkflowVersion[] }>('GET', '');
  gatewayRecipes.value = workflows;
}

/** Returns the versions of a recipe that the gateway keeps, newest first. @throws {RequestFailure} */
export async function versionsOf(name: string): Promise<readonly WorkflowVersion[]> {
  return (await send<StoredWorkflow>('GET', `/${name}`)).versions;
}

/**
 * Replaces the current steps by those of a recipe.
 *
 * @param version - the newest if left out.
 * @throws {Error} with a message for the user.
 */
export async function openGatewayRecipe(name: string, version?: number): Promise<void> {
  const { steps, versions } = await send<StoredWorkflow>(
    'GET',
    `/${name}${version === undefined ? '' : `?version=${version}`}`,
  );
  const isNewest = version === undefined || version === versions[0]?.version;
  const named = isNewest ? name : `${name}@${version}`;
  const recipe = recipeOf({ name: named, steps });
  if (recipe === undefined) throw new Error('This console cannot read its steps.');
  openRecipe(recipe);
  // Not the explicit ones: what they take from the table of this text is not stored.
  storedAs.value = { name: named, steps: JSON.stringify(sentSteps(workflow.value).steps) };
}

/**
 * Stores the current steps, without those that are switched off, in place of the version that the list shows.
 *
 * @returns the new version.
 * @throws {Error} with a message for the user, also if somebody else has stored another version: the list then shows it.
 */
export async function saveAtGateway(name: string): Promise<number> {
  if (!workflowName.test(name)) throw new Error(`The name ${workflowNameRule}.`);
  const { steps } = sentSteps(explicitSteps.value);
  const etag = gatewayRecipes.value?.find((recipe) => recipe.name === name)?.etag;
  const options = { body: { steps }, ...(etag !== undefined && { ifMatch: etag }) };
  const { version } = await unlessChanged(name, () => send<WorkflowTag>('PUT', `/${name}`, options));
  storedAs.value = { name, steps: JSON.stringify(steps) };
  await loadGatewayRecipes();
  return version;
}

/** Renames a recipe: its newest version is the first of the new name. @throws {Error} with a message for the user. */
export async function renameAtGateway({ name, etag }: WorkflowTag, typed: string): Promise<void> {
  const renamed = typed.trim();
  if (renamed === name) return;
  if (!workflowName.test(renamed)) throw new Error(`The name ${workflowNameRule}.`);
  const { steps, ...newest } = await send<StoredWorkflow>('GET', `/${name}`);
  if (newest.etag !== etag) await unlessChanged(name, () => Promise.reject(new RequestFailure(412, '')));
  await unlessChanged(renamed, () => send('PUT', `/${renamed}`, { body: { steps } }));
  await unlessChanged(name, () => send('DELETE', `/${name}`, { ifMatch: etag }));
  await loadGatewayRecipes();
}

/** Deletes a recipe with all its versions. @throws {Error} with a message for the user. */
export async function deleteAtGateway({ name, etag }: WorkflowTag): Promise<void> {
  await unlessChanged(name, () => send('DELETE', `/${name}`, { ifMatch: etag }));
  await loadGatewayRecipes();
}

function currentSteps(): string {
  return JSON.stringify(sentSteps(explicitSteps.value).steps);
}

/** Owners act for their account; all others with a key, of which the operator has one for the console. */
function send<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
  return isOwner.peek()
    ? sendAsOperator<Body>(method, `/account/workflows${path}`, options)
    : sendWithKey<Body>(method, `/v1/workflows${path}`, options);
}

/** Makes a change. If the gateway has another version than the list, reads the list, and says so. */
async function unlessChanged<Result>(name: string, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof RequestFailure) || (error.status !== 412 && error.status !== 428)) throw error;
    await loadGatewayRecipes();
    const now = gatewayRecipes.value?.find((recipe) => recipe.name === name);
    if (now === undefined) throw new Error(`“${name}” was deleted meanwhile: save again to store it anew.`);
    throw new Error(`“${name}” is at version ${now.version} now. Open that, or save again to replace it.`);
  }
}

startEffects();
