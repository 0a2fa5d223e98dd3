import type { TracedStep } from '#gateway/client/responses.js';
import { titleOf } from '../../session/catalogue-store.js';
import { RequestFailure } from '../../session/request.js';
import { sendWithKey } from '../../session/user-requests.js';
import { type StepProblem, stepProblem } from './step-problem.js';
import { type StepRun, stepRuns } from './step-run.js';
import { requestSteps, type Workflow } from './workflow/workflow.js';

/** The input of a run. */
export interface RunRequest {
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

/** A workflow that failed at one of its steps. */
export class WorkflowFailure extends Error {
  readonly problem: StepProblem;
  /** What the steps before it did; empty if none has run. */
  readonly runs: readonly StepRun[];

  constructor(message: string, problem: StepProblem, runs: readonly StepRun[]) {
    super(message);
    this.problem = problem;
    this.runs = runs;
  }
}

/**
 * Runs a workflow once.
 *
 * @throws {WorkflowFailure} if a step fails, or is invalid.
 * @throws {Error} as `sendWithKey`, with a message for the screen.
 */
export async function runWorkflow(request: RunRequest, aborted: AbortSignal): Promise<RunResult> {
  const body = { input: request.input, steps: requestSteps(request.workflow), trace: true };
  const began = performance.now();
  try {
    const { result, meta } = await sendWithKey<RunResponse>('POST', '/v1/run', { body, signal: aborted });
    const runs = stepRuns(request.input, request.workflow, meta.trace);
    return { ...meta, text: result, roundTripMs: performance.now() - began, runs };
  } catch (error) {
    throw error instanceof RequestFailure ? explained(error, request) : error;
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
