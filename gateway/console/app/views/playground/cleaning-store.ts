import { computed, effect, signal } from '@preact/signals';
import { maxSteps } from '#engine/core/limits.js';
import type { CleanRequest, CleanResponse, Finding } from '#gateway/console/engine/messages.js';
import { localRequest } from '../../engine/local-engine.js';
import { catalogue } from '../../session/catalogue-store.js';
import type { WrittenStep } from '../../session/workflow-address.js';
import { toolCount } from './cards-store.js';
import { announce, changeWorkflow, isDemonstration, isShown, settledInput, workflow } from './content-store.js';
import { isExample } from './recipes/templates.js';
import { output, shownOutput, state } from './run-store.js';
import { explicitSteps, table } from './table-store.js';
import { sentSteps } from './workflow/sent-steps.js';
import { cleaningPlace } from './workflow/table.js';
import { isGroup, newSteps, toolsOf, type Workflow, type WorkflowStep } from './workflow/workflow.js';

// Inputs

/** What the text can be cleaned of behind the steps that do, as far as it is known. */
const findings = signal<readonly Finding[]>([]);
/** The text that they are of was another one before. */
let cleanedInput = '';
/** Those whose steps have just been added, until it is known whether they are cured. */
const followed = signal<ReadonlySet<string>>(new Set());
/** Whether the user has dismissed them, for the rest of this text. */
const isDismissed = signal(false);
/** What is asked of the engine, and what is to be asked next: it works on one after the other. */
let asking: CleanRequest | undefined;
let next: CleanRequest | undefined;

// Computed

/** Where the steps go. */
const place = computed(() => cleaningPlace(workflow.value, table.value, changesForm));
/** What the engine is to look at; undefined while there is nothing, or not yet. */
const wanted = computed<CleanRequest | undefined>(() => {
  const input = settledInput.value;
  if (input === '' || isExample(input) || isDemonstration()) return undefined;
  const { index, form } = place.value;
  const [before, behind] = [explicitSteps.value.slice(0, index), explicitSteps.value.slice(index)];
  const { steps } = sentSteps(before);
  if (steps.length === 0) return { input: input.slice(0, mostCharacters), steps: [], table: form };
  if (sentSteps(behind).steps.length > 0)
    return input.length > mostCharacters ? undefined : { input, steps, table: form };
  // What the steps have made is there already.
  const made = state.value === 'done' && shownOutput.value?.isOutOfDate === false ? output.value : undefined;
  return made && { input: made.text.slice(0, mostCharacters), steps: [], table: form };
});
/** What the text can be cleaned of now. */
export const cleanings = computed(() =>
  isDismissed.value ? [] : findings.value.filter(({ id }) => !followed.value.has(id)),
);

// Effects

function startEffects(): void {
  // The view is shown, and the text or what the steps make of it changes → after a pause, the engine looks at it.
  effect(() => {
    const request = wanted.value;
    if (!isShown.value) return;
    if (request === undefined) {
      if (settledInput.value === '' || isDemonstration()) findings.value = [];
      return;
    }
    const timer = setTimeout(() => ask(request), pauseMs);
    return () => clearTimeout(timer);
  });
  // The text is replaced by another one → what was said about the one before is forgotten.
  effect(() => {
    const input = settledInput.value;
    const isOther = input.slice(0, sameCharacters) !== cleanedInput.slice(0, sameCharacters);
    cleanedInput = input;
    if (!isOther) return;
    findings.value = [];
    isDismissed.value = false;
  });
}

/** The engine looks at the beginning of a text. */
const mostCharacters = 1_000_000;
/** A text with another beginning of this length is another one. */
const sameCharacters = 100;
/** How long nothing must change before the engine is asked, in milliseconds. */
const pauseMs = 150;

/** The categories of tools that clean a text, and leave what it is. */
const cleaningCategories: ReadonlySet<string> = new Set([
  'lines',
  'case',
  'sort',
  'replace',
  'unicode',
  'privacy',
  'numbers',
]);
const cleaningTools: ReadonlySet<string> = new Set(['html-decode', 'strip-html-tags', 'url-cleaner', 'json-formatter']);

function changesForm(step: WorkflowStep): boolean {
  if (isGroup(step)) return step.each === undefined && toolsOf([step]).some(changesForm);
  const category = catalogue.value?.get(step.toolSlug)?.category ?? '';
  return !cleaningCategories.has(category) && !cleaningTools.has(step.toolSlug);
}

// Actions

function ask(request: CleanRequest): void {
  if (asking === undefined) void answer(request);
  else next = request;
}

async function answer(request: CleanRequest): Promise<void> {
  asking = request;
  next = undefined;
  try {
    const { status, body } = await localRequest('clean', request);
    if (status === 200 && next === undefined) {
      findings.value = (body as CleanResponse).findings;
      followed.value = new Set();
    }
  } catch {
    // Without the engine there are no suggestions; why it is missing is said where it runs the steps.
    findings.value = [];
  } finally {
    asking = undefined;
  }
  if (next !== undefined) await answer(next);
}

/** Adds the steps that clean a text of something, before what makes something else of it. Can be undone. */
export function followCleaning({ id, label, steps }: Finding): void {
  const { index } = place.peek();
  const added = newSteps(steps as readonly WrittenStep[]);
  const next: Workflow = workflow.peek().toSpliced(index, 0, ...added);
  changeWorkflow(`Added for “${label}”`, { workflow: next });
  followed.value = new Set([...followed.peek(), id]);
  announce(`Added: ${label}.`);
}

/** Returns whether the workflow has room for the steps. */
export function hasRoomToClean({ steps }: Finding): boolean {
  return toolCount.value + toolsOf(newSteps(steps as readonly WrittenStep[])).length <= maxSteps;
}

/** Hides what this text can be cleaned of. */
export function dismissCleanings(): void {
  isDismissed.value = true;
}

startEffects();
