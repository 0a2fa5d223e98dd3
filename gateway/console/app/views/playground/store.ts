import { computed, effect, signal, untracked } from '@preact/signals';
import { maxSteps } from '#engine/core/limits.js';
import { detectTable } from '#engine/text/detection/detect.js';
import type { Detected, Suggestion } from '#engine/text/detection/detected.js';
import { preference, setPreference } from '../../parts/preferences-store.js';
import { fragment, replaceFragment, route } from '../../session/router-store.js';
import { canRun, eachTime, session, signOuts, takeOvers } from '../../session/session-store.js';
import type { WorkflowStep as SavedStep } from '../../session/workflow-address.js';
import { hasSteps, newFragment, readFragment } from './address.js';
import { toolCount } from './cards-store.js';
import {
  beginAnew,
  changeWorkflow,
  givenTable,
  input,
  isShown,
  redo,
  replaceContent,
  restored,
  settleInput,
  undo,
  workflow,
} from './content-store.js';
import { type DraftState, removeDraft, storeDraft } from './draft.js';
import { followKeys } from './playground-keys.js';
import type { Recipe } from './recipes/recipe.js';
import { isExample, type Template } from './recipes/templates.js';
import { endRuns, runAgain } from './run-store.js';
import { detected, table } from './table-store.js';
import { firstText, firstWorkflow } from './workflow/sample.js';
import { inheritingWorkflow } from './workflow/table.js';
import type { Content } from './workflow/undo-stack.js';
import { isSameWorkflow, newSteps, openedSteps, type Workflow } from './workflow/workflow.js';

// Inputs

/** The same width as in playground.css. */
const narrow = matchMedia('(max-width: 64rem)');
export const isNarrow = signal(narrow.matches);

/** What a reload has brought back, until a session begins. */
let unclaimed = restored;

/** What the user has dismissed or followed, until there is a text of another kind. */
const dismissed = signal<ReadonlySet<string>>(new Set());

/** What a reload would do now. */
export const draftState = signal<DraftState>('nothing');
/** Whether this browser keeps anything: `yes` or `no`. */
const autosave = preference('keep-playground', 'yes');
/** The content when somebody signed out. It is not kept again before it is changed, or somebody signs in. */
let left: Content | undefined;
/** Set while a change waits to be kept. */
let draftTimer: number | undefined;
/** The fragment of the address that was written last: it is no link. The workflow is at least as new. */
let lastWritten = restored?.fragment;

// Computed

/** What the text looks like, with steps that suit it; undefined if there is nothing to suggest. */
export const suggested = computed(() => {
  const found = detected.value.find((each) => !dismissed.value.has(formOf(each)));
  return found?.table === undefined ? found : { ...found, suggestions: found.suggestions.flatMap(withLines) };
});

/** To JSON means to lines of it, too. */
function withLines(suggestion: Suggestion): readonly Suggestion[] {
  if (suggestion.label !== 'Convert to JSON') return [suggestion];
  const lines = { label: 'Convert to JSON lines (NDJSON)', steps: [...suggestion.steps, 'json-ndjson-converter'] };
  return [suggestion, lines];
}

// Effects

function startEffects(): void {
  // The window becomes narrow, or wide again → the text and the steps change places.
  narrow.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches;
  });
  // A change, or another user → after a pause, the steps and the text are kept for a reload.
  effect(() => {
    void [workflow.value, input.value, givenTable.value, session.value, canRun.value];
    clearTimeout(draftTimer);
    draftTimer = setTimeout(keepDraft, draftPauseMs);
  });
  // The page is hidden, or left → they are kept now: the tab may end without another chance.
  addEventListener('pagehide', keepPendingDraft);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepPendingDraft();
  });
  // A text is too long to be kept → leaving the page asks the user, because the text would be lost.
  effect(() => {
    if (draftState.value !== 'too long') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  });
  // The user signs out → what was kept is removed, and the run ends: it must not go on with the key of the next user.
  effect(
    eachTime(signOuts, () => {
      left = { workflow: workflow.value, input: input.value, table: givenTable.value };
      keepDraft();
      endRuns();
    }),
  );
  // A link signs in somebody else → the sample is shown again.
  effect(eachTime(takeOvers, beginAnew));
  // A session begins → the sample is shown again if somebody else has kept what a reload brought back.
  effect(() => {
    if (session.value === undefined || unclaimed === undefined) return;
    const { holder, workflow: steps, input: text } = unclaimed;
    unclaimed = undefined;
    const isStillShown = workflow.peek() === steps || input.peek() === text;
    if (isStillShown && holder !== '' && holder !== holderOfSession()) untracked(beginAnew);
  });
  // The view is shown, or the address changes → the workflow of the link is opened.
  effect(() => {
    const given = fragment.value;
    // Another view has the address already, and this one is about to be removed.
    if (isShown.value && route.peek() === '') untracked(() => openLink(given));
  });
  // The view is shown, or the steps or the text change → after a pause, the address has the steps, and no other text.
  effect(() => {
    const steps = workflow.value;
    void [input.value, table.value];
    if (!isShown.value) return;
    const timer = setTimeout(() => writeAddress(steps), addressPauseMs);
    return () => clearTimeout(timer);
  });
  // The view is shown, or the text changes → after a pause, it is settled.
  effect(() => {
    void input.value;
    if (!isShown.value) return;
    const timer = setTimeout(settleInput, settlePauseMs);
    return () => clearTimeout(timer);
  });
  // Keys are pressed while the view is shown → undo, redo, run.
  effect(() => (isShown.value ? followKeys({ undo, redo, run: runAgain }) : undefined));
}

// Actions: ready workflows

/** Opens a template. Its example replaces no text of the user. */
export function openTemplate({ name, input: example, steps }: Template): void {
  const isWithExample = isExample(input.value);
  const text = isWithExample ? example : input.value;
  const shown = inheritingWorkflow(newSteps(steps), isWithExample ? detectTable(text) : table.value);
  if (isWithExample) changeWorkflow(`Opened “${name}” with an example`, { workflow: shown, input: text });
  else changeWorkflow(`Opened “${name}”`, { workflow: shown }, 'Your text stays.');
}

/** Replaces the steps by those of a recipe. */
export function openRecipe({ name, steps }: Recipe): void {
  changeWorkflow(`Opened “${name}”`, { workflow: opened(steps) });
}

/** Replaces the steps by those of an earlier run. */
export function openEarlierRun(steps: readonly SavedStep[]): void {
  changeWorkflow('Opened an earlier workflow', { workflow: opened(steps) });
}

/** What they say of the table as it is, they take from it. */
function opened(steps: readonly SavedStep[]): Workflow {
  return inheritingWorkflow(openedSteps(steps), table.value);
}

/** Adds the steps of a suggestion, or replaces the steps of the sample. */
export function followSuggestion(found: Detected, { label, steps }: Suggestion): void {
  const isSample = workflow.value === firstWorkflow;
  const all = [...(isSample ? [] : workflow.value), ...newSteps(steps)];
  const next = inheritingWorkflow(all, table.value);
  changeWorkflow(isSample ? `Replaced the sample steps: ${label}` : `Added: ${label}`, { workflow: next });
  dismissSuggestions(found);
}

/** Returns whether the workflow has room for the steps of a suggestion. */
export function hasRoomFor({ steps }: Suggestion): boolean {
  return workflow.value === firstWorkflow || toolCount.value + steps.length <= maxSteps;
}

/** Hides the suggestions for texts of this kind. */
export function dismissSuggestions(found: Detected): void {
  dismissed.value = new Set([...dismissed.value, formOf(found)]);
}

function formOf({ format, delimiter = '' }: Detected): string {
  return `${format} ${delimiter}`;
}

/** How long the text must stay unchanged before it is looked at, in milliseconds. */
const settlePauseMs = 300;

// Actions: the address

/** How long the workflow must stay unchanged before the address changes, in milliseconds: browsers limit the rate. */
const addressPauseMs = 300;

function openLink(given: string): void {
  if (given === lastWritten || !hasSteps(given)) {
    writeAddress(workflow.value);
    return;
  }
  lastWritten = given;
  const { steps, text, table: linked } = readFragment(given);
  const isFresh = workflow.value === firstWorkflow && input.value === firstText;
  const next = {
    workflow: isSameWorkflow(steps, workflow.value) ? workflow.value : steps,
    // The sample text belongs to other steps. A typed text stays.
    input: text ?? (isFresh ? '' : input.value),
    table: linked ?? (isFresh ? undefined : givenTable.value),
  };
  if (isFresh) replaceContent(next);
  else changeWorkflow('Opened the workflow of a link', next);
}

function writeAddress(steps: Workflow): void {
  const shown = fragment.peek();
  // A page that was only opened keeps its plain address.
  if (route.peek() !== '' || (steps === firstWorkflow && shown === '')) return;
  const written = newFragment(steps, table.peek(), input.peek(), shown);
  if (written === undefined) return;
  lastWritten = written;
  replaceFragment(written);
}

// Actions: what is kept for a reload

/** How long nothing must change before it is kept, in milliseconds: writing takes longer than a key press may. */
const draftPauseMs = 500;

/** Chooses whether this browser keeps anything from now on. What is kept is removed immediately. */
export function setAutosave(isWanted: boolean): void {
  setPreference('keep-playground', isWanted ? 'yes' : 'no');
  keepDraft();
}

function keepDraft(): void {
  clearTimeout(draftTimer);
  draftTimer = undefined;
  draftState.value = keptDraft();
}

function keepPendingDraft(): void {
  if (draftTimer !== undefined) keepDraft();
}

function keptDraft(): DraftState {
  const now: Content = { workflow: workflow.peek(), input: input.peek(), table: givenTable.peek() };
  if (canRun.peek()) left = undefined;
  const isLeft = now.workflow === left?.workflow && now.input === left.input && now.table === left.table;
  const isFirst = now.workflow === firstWorkflow && now.input === firstText;
  const isWanted = autosave.peek() === 'yes';
  if (isLeft || isFirst || !isWanted) return removeDraft(isWanted || isFirst ? 'nothing' : 'off');
  const draft = { ...now, holder: holderOfSession(), fragment: fragment.peek() };
  return storeDraft(draft, session.peek()?.id ?? '');
}

/** The holder of the session; '' without one. */
function holderOfSession(): string {
  const current = session.peek();
  return current === undefined ? '' : (current.accountId ?? current.role);
}

startEffects();
