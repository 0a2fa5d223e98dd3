import { computed, effect, signal } from '@preact/signals';
import { maxInputCharacters } from '#engine/core/limits.js';
import type { TracedStep } from '#gateway/client/responses.js';
import { configProblems } from '../../forms/check.js';
import { catalogue } from '../../session/catalogue.js';
import { canRun, onSignOut, sendWithKey } from '../../session/credentials.js';
import { createLatestRun } from '../../session/latest-run.js';
import { RequestFailure } from '../../session/request.js';
import { noteRun } from './recipes/run-history.js';
import { endQuiet, firstWorkflow, input, quietSteps, titleOf, workflow } from './state/playground-state.js';
import { requestSteps, runningSteps, type Workflow, type WorkflowStep } from './state/workflow.js';
import { type StepProblem, stepProblem } from './step-problem.js';
import { type StepRun, stepRuns } from './step-run.js';

/** The input of a run. */
interface RunRequest {
  readonly input: string;
  readonly workflow: Workflow;
}

/** The response of `POST /v1/run`. */
interface RunResponse {
  readonly result: string;
  readonly meta: {
    readonly stepsExecuted: number;
    readonly processingTimeMs: number;
    readonly trace: readonly TracedStep[];
  };
}

/** The result of a run. */
export interface RunResult {
  readonly text: string;
  readonly stepsExecuted: number;
  readonly processingTimeMs: number;
  /** From sending the request to the last byte of the response. */
  readonly roundTripMs: number;
  /** What each step did, in their order. */
  readonly runs: readonly StepRun[];
}

/** Why the steps cannot run. */
export type Obstacle = 'signed out' | 'no steps' | 'too long';

/** A workflow that failed at one of its steps. */
class WorkflowFailure extends Error {
  readonly problem: StepProblem;
  /** What the steps before it did; empty if none has run. */
  readonly runs: readonly StepRun[];

  constructor(message: string, problem: StepProblem, runs: readonly StepRun[]) {
    super(message);
    this.problem = problem;
    this.runs = runs;
  }
}

/** How long the user must pause typing, in milliseconds. */
const debounceMs = 250;
/** Longer texts are sent less often: request and response are a megabyte or so. */
const manyCharacters = 50_000;
const longDebounceMs = 600;

const unauthorized = 401;
const refusedKey = 'This key is invalid or revoked. Sign in again.';

const latest = createLatestRun<RunRequest, RunResult>({
  run,
  debounceMs: ({ input: { length } }) => (length > manyCharacters ? longDebounceMs : debounceMs),
});

export const { state, output, note } = latest;

const lastFailure = signal<Error | undefined>(undefined);

/** Why the last finished run failed. It stays during the next run, so that nothing flickers. */
export const failure = computed(() => (failedQuietly.value === undefined ? lastFailure.value : undefined));

/** Why the user was signed out; '' without a reason. */
export const keyRefused = signal('');

/** Undefined if the steps can run. */
export const obstacle = computed<Obstacle | undefined>(() => {
  if (!canRun.value) return 'signed out';
  if (runningSteps(workflow.value).length === 0) return 'no steps';
  return input.value.length > maxInputCharacters ? 'too long' : undefined;
});

/** The step that failed in the last run, and why; undefined if no step failed. */
export const problem = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.problem : undefined));

/** What the steps before the failed one did; empty if no step failed, or none has run. */
export const failedRuns = computed(() => (failure.value instanceof WorkflowFailure ? failure.value.runs : []));

/** The new step that failed in the last run, before the user has left it. */
const failedQuietly = computed(() => {
  const { value: failed } = lastFailure;
  if (!(failed instanceof WorkflowFailure) || !quietSteps.value.has(failed.problem.id)) return undefined;
  return workflow.value.find(({ id }) => id === failed.problem.id);
});

/** The new step whose options are not complete, before the user has left it. The workflow does not run with it. */
const incomplete = computed(() =>
  runningSteps(workflow.value).find((step) => quietSteps.value.has(step.id) && !isComplete(step)),
);

function isComplete({ toolSlug, config }: WorkflowStep): boolean {
  const tool = catalogue.value?.get(toolSlug);
  return tool === undefined || configProblems(tool.config, config).size === 0;
}

/** The new step whose options the result waits for; undefined without one. */
export const awaitedStep = computed(() => incomplete.value ?? failedQuietly.value);

/** The same object while nothing changes: returning from another view does not run it again. */
const request = computed<RunRequest>(() => ({ input: input.value, workflow: workflow.value }));

// Also while another view is shown: a run that waits must not go on without a key, or with the key of the next user.
onSignOut(() => latest.reset());

/** Runs the workflow while the view is shown. @returns a function that stops it. */
export function runWhileShown(): () => void {
  const ends = [
    effect(() => {
      if (obstacle.value !== undefined) latest.reset();
      else if (incomplete.value === undefined) latest.ask(request.value);
    }),
    effect(() => {
      if (['idle', 'done', 'failed'].includes(state.value)) lastFailure.value = latest.failure.value;
    }),
    effect(() => {
      if (canRun.value) keyRefused.value = '';
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Runs a workflow that failed, or whose new steps are not complete. */
export function runAgain(): void {
  endQuiet();
  if (obstacle.value === undefined) latest.ask(request.value);
}

async function run(request: RunRequest, aborted: AbortSignal): Promise<RunResult> {
  const body = { input: request.input, steps: requestSteps(request.workflow), trace: true };
  const began = performance.now();
  try {
    const { result, meta } = await sendWithKey<RunResponse>('POST', '/v1/run', { body, signal: aborted });
    if (request.workflow !== firstWorkflow) noteRun(request.workflow);
    const runs = stepRuns(request.input, request.workflow, meta.trace);
    return { ...meta, text: result, roundTripMs: performance.now() - began, runs };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    if (error.status === unauthorized) keyRefused.value = refusedKey;
    throw explained(error, request);
  }
}

/** Explains a failure in words of the screen, with the step numbers of the screen. */
function explained(failed: RequestFailure, request: RunRequest): Error {
  if (failed.status === 413) {
    const characters = request.input.length.toLocaleString('en');
    return new Error(
      `The request is larger than the gateway accepts (MAX_BODY_BYTES): the text has ${characters} characters.`,
    );
  }
  const found = failed.status === 400 ? stepProblem(failed, request.workflow) : undefined;
  if (found === undefined) return failed;
  const index = request.workflow.findIndex(({ id }) => id === found.id);
  const title = titleOf(request.workflow[index]?.toolSlug ?? '');
  const runs = stepRuns(request.input, request.workflow, failed.details.trace ?? []);
  return new WorkflowFailure(`Step ${index + 1} (${title}): ${found.sentence}`, found, runs);
}
