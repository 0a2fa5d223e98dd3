import { computed, effect, signal, untracked } from '@preact/signals';
import { maxInputCharacters, maxSteps } from '#engine/core/limits.js';
import { detect } from '#engine/text/detection/detect.js';
import type { Detected, Suggestion } from '#engine/text/detection/detected.js';
import { configProblems } from '../../forms/check.js';
import { preference, setPreference } from '../../parts/preferences-store.js';
import { catalogue, titleOf } from '../../session/catalogue-store.js';
import { createLatestRun } from '../../session/latest-run.js';
import { reachable } from '../../session/reachability-store.js';
import { RequestFailure } from '../../session/request.js';
import { fragment, replaceFragment, route } from '../../session/router-store.js';
import { canRun, eachTime, session, signOuts, takeOvers } from '../../session/session-store.js';
import type { Config } from '../../session/tool.js';
import type { WorkflowStep as SavedStep } from '../../session/workflow-address.js';
import { hasSteps, newFragment, readFragment } from './address.js';
import { optionChange } from './config-summary.js';
import { type DraftState, removeDraft, storeDraft, storedDraft } from './draft.js';
import { followKeys } from './playground-keys.js';
import { openedSteps, type Recipe } from './recipes/recipe.js';
import { noteRun } from './recipes/recipes-store.js';
import { isExample, type Template } from './recipes/templates.js';
import { type RunRequest, type RunResult, runWorkflow, WorkflowFailure } from './run.js';
import {
  latestOutput,
  outputBeforeError,
  outputBeforeFailure,
  type ShownOutput,
  uncapitalized,
} from './shown-output.js';
import type { StepRun } from './step-run.js';
import { firstText, firstWorkflow } from './workflow/sample.js';
import { type Content, UndoStack } from './workflow/undo-stack.js';
import {
  changed,
  duplicated,
  isSameWorkflow,
  moved,
  newStep,
  newSteps,
  runningSteps,
  type Workflow,
  type WorkflowStep,
  without,
} from './workflow/workflow.js';

/** Why the steps cannot run. */
type Obstacle = 'signed out' | 'no steps' | 'too long';

/** Where a dragged step would go. */
export interface DropPlace {
  /** The step at that place. */
  readonly id: number;
  readonly edge: 'before' | 'after';
}

/** The steps of a run, and the one whose texts are shown. */
interface OpenedRun {
  readonly runs: readonly StepRun[];
  readonly index: number;
}

// Inputs. They are kept while another view is shown.

/** What a reload has brought back, until a session begins. */
let restored = storedDraft();
/** Whether the view is shown: only then the address is followed, the keys work, and the workflow runs. */
const isShown = signal(false);
/** The same width as in playground.css. */
const narrow = matchMedia('(max-width: 64rem)');
export const isNarrow = signal(narrow.matches);

export const workflow = signal<Workflow>(restored?.workflow ?? firstWorkflow);
export const input = signal(restored?.input ?? firstText);
const stack = new UndoStack(workflow, input);
/** The descriptions of the changes that can be undone and redone next. */
export const { undoable, redoable } = stack;
/** The message about the last change, for all users. */
export const message = signal('');
/** The announcement for screen readers. */
export const announcement = signal('');

/** The steps with open options, by {@link WorkflowStep.id}, like the next four. */
export const openSteps = signal<ReadonlySet<number>>(new Set());
/** The step that was added last. It is scrolled into view. */
export const addedStep = signal<number | undefined>(undefined);
/** The new steps with required options that have not been left yet: their problems are not shown. */
export const quietSteps = signal<ReadonlySet<number>>(new Set());
/** The step that is being dragged. */
export const draggedStep = signal<number | undefined>(undefined);
/** Where it would go if it were dropped now. */
export const dropPlace = signal<DropPlace | undefined>(undefined);
/** The run whose steps a dialog shows, whatever runs in the meantime; undefined while it is closed. */
export const openedRun = signal<OpenedRun | undefined>(undefined);

/** What the text looks like. */
const detected = signal<readonly Detected[]>([]);
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

/** The responses of the gateway. */
const latest = createLatestRun<RunRequest, RunResult>({ run, debounceMs });
export const { state, output, note } = latest;
/** Why the last finished run failed. It stays during the next run, so that nothing flickers. */
const lastFailure = signal<Error | undefined>(undefined);
/** Why the API key was refused; '' if it was not. */
export const keyRefused = signal('');

// Computed

/** What the text looks like, with steps that suit it; undefined if there is nothing to suggest. */
export const suggested = computed(() => detected.value.find((found) => !dismissed.value.has(kindOf(found))));

/** Why the steps cannot run; undefined if they can. */
export const obstacle = computed<Obstacle | undefined>(() => {
  if (!canRun.value) return 'signed out';
  if (runningSteps(workflow.value).length === 0) return 'no steps';
  return input.value.length > maxInputCharacters ? 'too long' : undefined;
});
/** The new step whose options are not complete, before the user has left it. The workflow does not run with it. */
const incomplete = computed(() =>
  runningSteps(workflow.value).find((step) => quietSteps.value.has(step.id) && !isComplete(step)),
);
/** The same object while nothing changes: returning from another view does not run it again. */
const request = computed<RunRequest>(() => ({ input: input.value, workflow: workflow.value }));

/** The new step that failed in the last run, before the user has left it. */
const failedQuietly = computed(() => {
  const { value: failed } = lastFailure;
  if (!(failed instanceof WorkflowFailure) || !quietSteps.value.has(failed.problem.id)) return undefined;
  return workflow.value.find(({ id }) => id === failed.problem.id);
});
/** Why the last finished run failed, unless at a new step that the user has not left. */
export const failure = computed(() => (failedQuietly.value === undefined ? lastFailure.value : undefined));
/** The step that failed in the last run, and why; undefined if no step failed. */
export const problem = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.problem : undefined));
/** What the steps before the failed one did; empty if no step failed, or none has run. */
const failedRuns = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.runs : []));
/** The new step whose options the result waits for; undefined without one. */
export const awaitedStep = computed(() => incomplete.value ?? failedQuietly.value);

/** Why the output is out of date, other than a failure; '' if it is the result, or will be in a moment. */
const delay = computed(() => {
  if (note.value !== '') return note.value;
  if (awaitedStep.value !== undefined) {
    return `Step ${workflow.value.indexOf(awaitedStep.value) + 1} waits for its options.`;
  }
  return state.value === 'waiting' && !reachable.value ? 'The gateway is unavailable.' : '';
});
/** The text to show, a failed step or a delay included; undefined if there is none yet. */
export const shownOutput = computed<ShownOutput | undefined>(() => {
  const last = failedRuns.value.at(-1);
  if (last !== undefined) return outputBeforeFailure(last);
  if (output.value === undefined) return undefined;
  const { text } = output.value;
  return failure.value === undefined ? latestOutput(text, delay.value) : outputBeforeError(text);
});
/** What each step did in the run whose output is shown; empty if it is out of date. */
export const shownRuns = computed<readonly StepRun[]>(() => {
  if (failure.value !== undefined) return failedRuns.value;
  return shownOutput.value?.isOutOfDate === false ? (output.value?.runs ?? []) : [];
});

// Effects

function startEffects(): void {
  // The window becomes narrow, or wide again → the text and the steps change places.
  narrow.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches;
  });
  // A change, or another user → after a pause, the steps and the text are kept for a reload.
  effect(() => {
    void [workflow.value, input.value, session.value, canRun.value];
    clearTimeout(draftTimer);
    draftTimer = setTimeout(keepDraft, draftPauseMs);
  });
  // The page is hidden, or left → they are kept now: the tab may end without another chance.
  addEventListener('pagehide', keepPendingDraft);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keepPendingDraft();
  });
  // The user signs out → what was kept is removed, and the run ends: it must not go on with the key of the next user.
  effect(
    eachTime(signOuts, () => {
      left = { workflow: workflow.value, input: input.value };
      keepDraft();
      latest.reset();
    }),
  );
  // A link signs in somebody else → the sample is shown again.
  effect(eachTime(takeOvers, beginAnew));
  // A session begins → the sample is shown again if somebody else has kept what a reload brought back.
  effect(() => {
    if (session.value === undefined || restored === undefined) return;
    const { holder, workflow: steps, input: text } = restored;
    restored = undefined;
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
    void input.value;
    if (!isShown.value) return;
    const timer = setTimeout(() => writeAddress(steps), addressPauseMs);
    return () => clearTimeout(timer);
  });
  // The view is shown, or the steps, the text, or the user change → the workflow runs after a pause, or cannot.
  effect(() => {
    if (!isShown.value) return;
    if (obstacle.value !== undefined) latest.reset();
    else if (incomplete.value === undefined) latest.ask(request.value);
  });
  // A run ends while the view is shown → its failure, or that it has none, replaces that of the run before.
  effect(() => {
    if (isShown.value && ['idle', 'done', 'failed'].includes(state.value)) lastFailure.value = latest.failure.value;
  });
  // Somebody signs in while the view is shown → the refusal of the key before is forgotten.
  effect(() => {
    if (isShown.value && canRun.value) keyRefused.value = '';
  });
  // The view is shown, or the text changes → after a pause, the page looks at what it is.
  effect(() => {
    const text = input.value;
    if (!isShown.value) return;
    const timer = setTimeout(() => detectIn(text), detectionPauseMs);
    return () => clearTimeout(timer);
  });
  // Keys are pressed while the view is shown → undo, redo, run.
  effect(() => (isShown.value ? followKeys({ undo, redo, run: runAgain }) : undefined));
}

// Actions: the view and the text

/** Notes that the view is shown. @returns a function that notes its end. */
export function showPlayground(): () => void {
  isShown.value = true;
  return () => {
    isShown.value = false;
  };
}

/** Takes the text that the user types. Its field undoes it. */
export function typeText(text: string): void {
  input.value = text;
  message.value = '';
}

/** Forgets the message about the last change. */
export function clearMessage(): void {
  message.value = '';
}

/** Shows the sample again, and forgets everything else. */
function beginAnew(): void {
  stack.clear();
  workflow.value = firstWorkflow;
  input.value = firstText;
  message.value = '';
}

// Actions: changes that can be undone

/**
 * Replaces the steps, the text, or both, as one entry of the undo stack, and says so.
 *
 * @param description - begins with a past participle and has no full stop: `Opened the workflow of a link`.
 * @param more - one more sentence to say: `Your text stays.`
 */
export function changeWorkflow(description: string, change: Partial<Content>, more = ''): void {
  message.value = stack.change(description, change) ? `${description}. ${more}`.trim() : '';
}

/** Changes the steps without a message: the change is what the user sees. */
function changeSteps(description: string, steps: Workflow, field?: string): void {
  message.value = '';
  stack.change(description, { workflow: steps }, field);
}

/** Undoes the last change, and says what it was. */
export function undo(): void {
  const description = stack.undo();
  message.value = description === undefined ? 'Nothing to undo.' : `Undone: ${uncapitalized(description)}.`;
}

/** Redoes the change that was undone last, and says what it was. */
export function redo(): void {
  const description = stack.redo();
  message.value = description === undefined ? 'Nothing to redo.' : `Redone: ${uncapitalized(description)}.`;
}

/** What is typed next in the same field can be undone on its own. */
export function endTyping(): void {
  stack.endTyping();
}

/** Opens a template. Its example replaces no text of the user. */
export function openTemplate({ name, input: example, steps }: Template): void {
  const opened = newSteps(steps);
  if (isExample(input.value)) changeWorkflow(`Opened “${name}” with an example`, { workflow: opened, input: example });
  else changeWorkflow(`Opened “${name}”`, { workflow: opened }, 'Your text stays.');
}

/** Replaces the steps by those of a recipe. */
export function openRecipe({ name, steps }: Recipe): void {
  changeWorkflow(`Opened “${name}”`, { workflow: openedSteps(steps) });
}

/** Replaces the steps by those of an earlier run. */
export function openEarlierRun(steps: readonly SavedStep[]): void {
  changeWorkflow('Opened an earlier workflow', { workflow: openedSteps(steps) });
}

/** Adds the steps of a suggestion, or replaces the steps of the sample. */
export function followSuggestion(found: Detected, { label, steps }: Suggestion): void {
  const isSample = workflow.value === firstWorkflow;
  const next = [...(isSample ? [] : workflow.value), ...newSteps(steps)];
  changeWorkflow(isSample ? `Replaced the sample steps: ${label}` : `Added: ${label}`, { workflow: next });
  dismissSuggestions(found);
}

/** Returns whether the workflow has room for the steps of a suggestion. */
export function hasRoomFor({ steps }: Suggestion): boolean {
  return workflow.value === firstWorkflow || workflow.value.length + steps.length <= maxSteps;
}

/** Hides the suggestions for texts of this kind. */
export function dismissSuggestions(found: Detected): void {
  dismissed.value = new Set([...dismissed.value, kindOf(found)]);
}

function kindOf({ format, delimiter = '' }: Detected): string {
  return `${format} ${delimiter}`;
}

// Actions: one step

/** Adds a step at the end, with open options. It is quiet if it has required options. @returns whether there was room. */
export function addStep(toolSlug: string): boolean {
  if (workflow.value.length >= maxSteps) return false;
  const step = newStep(toolSlug);
  changeSteps(`Added ${titleOf(toolSlug)}`, [...workflow.value, step]);
  setOpen(step.id, true);
  if ((catalogue.value?.get(toolSlug)?.config.required ?? []).length > 0)
    quietSteps.value = new Set([...quietSteps.value, step.id]);
  addedStep.value = step.id;
  announcement.value = `Added ${titleOf(toolSlug)} as step ${workflow.value.length}.`;
  return true;
}

/** Notes that the added step has been scrolled into view. */
export function noteAddedStepShown(): void {
  addedStep.value = undefined;
}

/** Removes a step, which can be undone. */
export function removeStep({ id, toolSlug }: WorkflowStep): void {
  changeWorkflow(`Removed ${titleOf(toolSlug)}`, { workflow: without(workflow.value, id) });
}

/** Inserts a copy after a step. @returns whether there was room. */
export function duplicateStep({ id, toolSlug }: WorkflowStep): boolean {
  if (workflow.value.length >= maxSteps) return false;
  changeSteps(`Duplicated ${titleOf(toolSlug)}`, duplicated(workflow.value, id));
  announcement.value = `Duplicated ${titleOf(toolSlug)}.`;
  return true;
}

/** Moves a step to an index, at most to an end. */
export function moveStep({ id, toolSlug }: WorkflowStep, to: number): void {
  const next = moved(workflow.value, id, to);
  const position = next.findIndex((step) => step.id === id);
  const isMoved = workflow.value[position]?.id !== id;
  if (isMoved) changeSteps(`Moved ${titleOf(toolSlug)}`, next);
  const place = `${position + 1} of ${next.length}`;
  announcement.value = `${titleOf(toolSlug)} ${isMoved ? 'moved to' : 'stays at'} position ${place}.`;
}

/** Notes that a step is being dragged. */
export function beginDrag(id: number): void {
  draggedStep.value = id;
}

/** Notes where the dragged step would go; undefined for nowhere. */
export function dragOver(place: DropPlace | undefined): void {
  dropPlace.value = place;
}

/** Notes that the step has been dropped. */
export function endDrag(): void {
  draggedStep.value = undefined;
  dropPlace.value = undefined;
}

/** Switches a step off, so that runs leave it out, or on again. Can be undone. */
export function switchStep({ id, toolSlug }: WorkflowStep, off: boolean): void {
  changeSteps(`Switched ${off ? 'off' : 'on'} ${titleOf(toolSlug)}`, changed(workflow.value, id, { off }));
}

/** Replaces the options of a step. Can be undone; the characters typed into one option at once. */
export function configureStep(step: WorkflowStep, config: Config): void {
  const { description, typed } = optionChange(catalogue.value?.get(step.toolSlug), step.config, config);
  changeSteps(
    `${description} of ${titleOf(step.toolSlug)}`,
    changed(workflow.value, step.id, { config }),
    typed === undefined ? undefined : `${step.id} ${typed}`,
  );
}

/** Shows the problems of a new step from now on; without an id, of all new steps. */
export function endQuiet(id?: number): void {
  const { value: quiet } = quietSteps;
  if (id === undefined ? quiet.size > 0 : quiet.has(id)) {
    quietSteps.value = new Set(id === undefined ? [] : [...quiet].filter((other) => other !== id));
  }
}

/** Opens or closes the options of a step in the list. */
export function setOpen(id: number, isOpen: boolean): void {
  const next = new Set(openSteps.value);
  if (isOpen) next.add(id);
  else next.delete(id);
  openSteps.value = next;
}

function isComplete({ toolSlug, config }: WorkflowStep): boolean {
  const tool = catalogue.value?.get(toolSlug);
  return tool === undefined || configProblems(tool.config, config).size === 0;
}

// Actions: runs

/** How long the user must pause typing, in milliseconds. */
const usualDebounceMs = 250;
/** Longer texts are sent less often: request and response are a megabyte or so. */
const manyCharacters = 50_000;
const longDebounceMs = 600;

const unauthorized = 401;
const refusedKey = 'This key is invalid or revoked. Sign in again.';

function debounceMs({ input: { length } }: RunRequest): number {
  return length > manyCharacters ? longDebounceMs : usualDebounceMs;
}

async function run(wanted: RunRequest, aborted: AbortSignal): Promise<RunResult> {
  try {
    const result = await runWorkflow(wanted, aborted);
    if (wanted.workflow !== firstWorkflow) noteRun(wanted.workflow);
    return result;
  } catch (error) {
    if (error instanceof RequestFailure && error.status === unauthorized) keyRefused.value = refusedKey;
    throw error;
  }
}

/** Runs a workflow that failed, or whose new steps are not complete. */
export function runAgain(): void {
  endQuiet();
  if (obstacle.value === undefined) latest.ask(request.value);
}

/** Shows what a step did. */
export function openStepRun(runs: readonly StepRun[], run: StepRun): void {
  openedRun.value = { runs, index: runs.indexOf(run) };
}

/** Shows another step of the same run, if there is one. */
export function goToStepRun(index: number): void {
  const runs = openedRun.peek()?.runs;
  if (runs?.[index] !== undefined) openedRun.value = { runs, index };
}

/** Closes what {@link openStepRun} has opened. */
export function closeStepRun(): void {
  openedRun.value = undefined;
}

/** How long the text must stay unchanged before it is looked at, in milliseconds. */
const detectionPauseMs = 300;

function detectIn(text: string): void {
  // An example has its steps already.
  detected.value = isExample(text) ? [] : detect(text);
  dismissed.value = new Set(detected.value.map(kindOf).filter((kind) => dismissed.value.has(kind)));
}

// Actions: the address

/** How long the workflow must stay unchanged before the address changes, in milliseconds: browsers limit the rate. */
const addressPauseMs = 300;

function openLink(given: string): void {
  if (given === lastWritten || !hasSteps(given)) {
    writeAddress(workflow.value);
    return;
  }
  lastWritten = given;
  const { steps, text } = readFragment(given);
  const isFresh = workflow.value === firstWorkflow && input.value === firstText;
  const next = {
    workflow: isSameWorkflow(steps, workflow.value) ? workflow.value : steps,
    // The sample text belongs to other steps. A typed text stays.
    input: text ?? (isFresh ? '' : input.value),
  };
  if (isFresh) {
    workflow.value = next.workflow;
    input.value = next.input;
  } else changeWorkflow('Opened the workflow of a link', next);
}

function writeAddress(steps: Workflow): void {
  const shown = fragment.peek();
  // A page that was only opened keeps its plain address.
  if (route.peek() !== '' || (steps === firstWorkflow && shown === '')) return;
  const written = newFragment(steps, input.peek(), shown);
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
  const now: Content = { workflow: workflow.peek(), input: input.peek() };
  if (canRun.peek()) left = undefined;
  const isLeft = now.workflow === left?.workflow && now.input === left.input;
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
