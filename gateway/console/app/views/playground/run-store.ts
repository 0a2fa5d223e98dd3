import { computed, effect, signal } from '@preact/signals';
import { browserLimits, maxInputCharacters } from '#engine/core/limits.js';
import { runsLocally } from '../../engine/local-engine.js';
import { catalogue } from '../../session/catalogue-store.js';
import { createLatestRun, type RunProgress } from '../../session/latest-run.js';
import { reachable } from '../../session/reachability-store.js';
import { RequestFailure } from '../../session/request.js';
import { wantsGateway } from '../../session/run-target-store.js';
import { canRun } from '../../session/session-store.js';
import { endQuiet, isComplete, numbers, quietSteps } from './cards-store.js';
import { input, isShown, settledInput, workflow } from './content-store.js';
import { noteRun } from './recipes/recipes-store.js';
import { type RunRequest, type RunResult, runWorkflow, WorkflowFailure } from './run.js';
import { latestOutput, outputBeforeError, outputBeforeFailure, type ShownOutput } from './shown-output.js';
import { nameOf, type StepRun, type ToolRun } from './step-run.js';
import { explicitSteps } from './table-store.js';
import { firstWorkflow } from './workflow/sample.js';
import { sentSteps } from './workflow/sent-steps.js';
import { isGroup, runningSteps, stepOf, type WorkflowStep } from './workflow/workflow.js';

/** Why the steps cannot run. */
type Obstacle = 'signed out' | 'no steps' | 'too long';

/** The steps of a run, and the one whose texts are shown. */
interface OpenedRun {
  readonly runs: readonly StepRun[];
  readonly index: number;
}

// Inputs

/** The run whose steps a dialog shows, whatever runs in the meantime; undefined while it is closed. */
export const openedRun = signal<OpenedRun | undefined>(undefined);

/** The runs, in this browser and at the gateway. */
export const latest = createLatestRun<RunRequest, RunResult>({
  run,
  debounceMs,
  needsGateway: ({ isAtGateway }) => isAtGateway,
});
export const { state, output, note } = latest;
/** Why the last finished run failed. It stays during the next run, so that nothing flickers. */
const lastFailure = signal<Error | undefined>(undefined);
/** Why the API key was refused; '' if it was not. */
export const keyRefused = signal('');

// Computed

/** The tools that run, by their slugs. */
export const runningSlugs = computed(() =>
  runningSteps(workflow.value).flatMap((step) => (isGroup(step) ? [] : [step.toolSlug])),
);
/** Why only the gateway can run the steps; '' if this browser can. */
export const gatewayOnly = computed(() => {
  const tools = runningSlugs.value.map((slug) => catalogue.value?.get(slug));
  const own = tools.find((tool) => tool !== undefined && !runsLocally(tool));
  return own === undefined
    ? ''
    : `${own.title} is a tool of the operator of this gateway: only the gateway can run it.`;
});
const isAtGateway = computed(() => wantsGateway.value || gatewayOnly.value !== '');
/** The longest text in, in UTF-16 code units. */
export const maxCharacters = computed(() => (isAtGateway.value ? maxInputCharacters : browserLimits.input));
/** Why the steps cannot run; undefined if they can. */
export const obstacle = computed<Obstacle | undefined>(() => {
  if (isAtGateway.value && !canRun.value) return 'signed out';
  if (sentSteps(explicitSteps.value).tools.length === 0 && incomplete.value === undefined) return 'no steps';
  return input.value.length > maxCharacters.value ? 'too long' : undefined;
});
/** The new step whose options are not complete, before the user has left it. The workflow does not run with it. */
const incomplete = computed(() =>
  runningSteps(workflow.value).find((step) => quietSteps.value.has(step.id) && !isComplete(step)),
);
/** The same object while nothing changes: returning from another view does not run it again. */
const request = computed<RunRequest>(() => ({
  input: input.value,
  workflow: explicitSteps.value,
  isAtGateway: isAtGateway.value,
}));

/** The new step that failed in the last run, before the user has left it. */
const failedQuietly = computed(() => {
  const { value: failed } = lastFailure;
  if (!(failed instanceof WorkflowFailure) || !quietSteps.value.has(failed.problem.id)) return undefined;
  return stepOf(workflow.value, failed.problem.id);
});
/** Why the last finished run failed, unless at a new step that the user has not left. */
export const failure = computed(() => (failedQuietly.value === undefined ? lastFailure.value : undefined));
/** The step that failed in the last run, and why; undefined if no step failed. */
export const problem = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.problem : undefined));
/** The part of the text in where the last run failed; undefined if it is not known. */
export const failurePlace = computed(() =>
  failure.value instanceof WorkflowFailure ? failure.value.place : undefined,
);
/** What the steps before the failed one did; empty if no step failed, or none has run. */
const failedRuns = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.runs : []));
/** The new step whose options the result waits for; undefined without one. */
export const awaitedStep = computed(() => incomplete.value ?? failedQuietly.value);
/** What the result waits for: `Step 2 waits for its options.`; '' for nothing. */
export const awaited = computed(() => {
  if (awaitedStep.value === undefined) return '';
  const name = nameOf(awaitedStep.value, numbers.value);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} waits for its options.`;
});

/** Why the output is out of date, other than a failure; '' if it is the result, or will be in a moment. */
const delay = computed(() => {
  if (note.value !== '') return note.value;
  if (awaited.value !== '') return awaited.value;
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
/** What the tools in groups did in that run. */
export const shownToolRuns = computed<ReadonlyMap<number, ToolRun>>(
  () => new Map(shownRuns.value.flatMap(({ group }) => [...(group?.tools ?? [])])),
);
/** The first parts that failed in the run whose output is shown, and that their groups let pass. */
export const failedParts = computed(() =>
  failure.value === undefined && shownOutput.value?.isOutOfDate === false ? (output.value?.failed() ?? []) : [],
);

// Effects

function startEffects(): void {
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

async function run(
  wanted: RunRequest,
  aborted: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunResult> {
  try {
    const result = await runWorkflow(wanted, aborted, onProgress);
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

/** Ends the run of a user who signs out, and drops the output. What this browser can run, it runs again. */
export function endRuns(): void {
  latest.reset();
  if (isShown.peek() && obstacle.peek() === undefined && incomplete.peek() === undefined) latest.ask(request.peek());
}

/**
 * Returns the text that a step outside of groups gets, or its beginning; the text in if it has not run.
 *
 * Of the first step this is the text in, although the last run may have had an older one.
 */
export function textBefore({ id }: WorkflowStep): string {
  const runs = shownRuns.value;
  const at = runs.findIndex(({ step }) => step.id === id);
  const before = at === -1 && problem.value?.id === id ? runs.at(-1)?.after : at > 0 ? runs[at]?.before : undefined;
  return before === undefined || settledInput.value.startsWith(before.text) ? settledInput.value : before.text;
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

startEffects();
