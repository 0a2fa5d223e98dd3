import { computed, effect, signal } from '@preact/signals';
import { maxInputCharacters } from '../../../../../engine/core/limits.js';
import { canRun, sendWithKey } from '../../session/credentials.js';
import { createLatestRun } from '../../session/latest-run.js';
import { RequestFailure } from '../../session/request.js';
import { input, titleOf, workflow } from './playground-state.js';
import { type StepProblem, stepProblem } from './step-problem.js';
import { requestSteps, runningSteps, type Workflow } from './workflow.js';

/** The input of a run. */
interface RunRequest {
  readonly input: string;
  readonly workflow: Workflow;
}

/** The response of `POST /v1/run`. */
interface RunAnswer {
  readonly result: string;
  readonly meta: { readonly stepsExecuted: number; readonly processingTimeMs: number };
}

/** The result of a run. */
export interface RunResult {
  readonly text: string;
  readonly stepsExecuted: number;
  readonly processingTimeMs: number;
  /** From sending the request to the last byte of the response. */
  readonly roundTripMs: number;
}

/** Why the steps cannot run. */
export type Obstacle = 'signed out' | 'no steps' | 'too long';

/** A workflow that failed at one of its steps. */
class WorkflowFailure extends Error {
  readonly problem: StepProblem;

  constructor(message: string, problem: StepProblem) {
    super(message);
    this.problem = problem;
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

/** Why the last finished run failed. It stays during the next run, so that nothing flickers. */
export const failure = signal<Error | undefined>(undefined);

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

/** The same object while nothing changes: returning from another view does not run it again. */
const request = computed<RunRequest>(() => ({ input: input.value, workflow: workflow.value }));

/** Runs the workflow while the view is shown. @returns a function that stops it. */
export function runWhileShown(): () => void {
  const ends = [
    effect(() => {
      if (obstacle.value === undefined) latest.ask(request.value);
      else latest.reset();
    }),
    effect(() => {
      if (['idle', 'done', 'failed'].includes(state.value)) failure.value = latest.failure.value;
    }),
    effect(() => {
      if (canRun.value) keyRefused.value = '';
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Runs a failed workflow again. */
export function runAgain(): void {
  latest.ask(request.value);
}

async function run(request: RunRequest, aborted: AbortSignal): Promise<RunResult> {
  const body = { input: request.input, steps: requestSteps(request.workflow) };
  const began = performance.now();
  try {
    const { result, meta } = await sendWithKey<RunAnswer>('POST', '/v1/run', { body, signal: aborted });
    return { ...meta, text: result, roundTripMs: performance.now() - began };
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
  return new WorkflowFailure(`Step ${index + 1} (${title}): ${found.sentence}`, found);
}
