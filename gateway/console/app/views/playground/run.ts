import type { RunResult as RunResponse } from '#engine/types.js';
import { titleOf } from '../../session/catalogue-store.js';
import type { RunProgress } from '../../session/latest-run.js';
import { RequestFailure } from '../../session/request.js';
import { runOperation } from '../../session/run-operation.js';
import { type FailedPart, failedParts, type PartPlace, placeInInput } from './failed-parts.js';
import { type StepProblem, stepProblem } from './step-problem.js';
import { nameOf, type StepRun, stepRuns } from './step-run.js';
import { type SentSteps, sentSteps } from './workflow/sent-steps.js';
import { numbered, stepOf, stepTitle, type Workflow } from './workflow/workflow.js';

/** The input of a run. */
export interface RunRequest {
  readonly input: string;
  readonly workflow: Workflow;
  readonly isAtGateway: boolean;
}

/** The result of a run. */
export interface RunResult {
  readonly text: string;
  readonly stepsExecuted: number;
  readonly processingTimeMs: number;
  /** From sending the request to the last byte of the response; undefined if it ran in this browser. */
  readonly roundTripMs: number | undefined;
  /** What each step did, in their order. */
  readonly runs: readonly StepRun[];
  /** The number of parts that failed, and that their groups let pass. */
  readonly failedCount: number;
  /** Returns the first of them. Takes time where steps before changed the text. */
  readonly failed: () => readonly FailedPart[];
}

/** A workflow that failed at one of its steps. */
export class WorkflowFailure extends Error {
  readonly problem: StepProblem;
  /** What the steps before it did; empty if none has run. */
  readonly runs: readonly StepRun[];
  /** The part of the text in where it failed; undefined if it is not known. */
  readonly place: PartPlace | undefined;

  constructor(message: string, problem: StepProblem, runs: readonly StepRun[], place?: PartPlace) {
    super(message);
    this.problem = problem;
    this.runs = runs;
    this.place = place;
  }
}

/**
 * Runs a workflow once.
 *
 * @throws {WorkflowFailure} if a step fails, or is invalid.
 * @throws {Error} as `runOperation`, with a message for the screen.
 */
export async function runWorkflow(
  request: RunRequest,
  aborted: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunResult> {
  const sent = sentSteps(request.workflow);
  const body = { input: request.input, steps: sent.steps, trace: true };
  const began = performance.now();
  try {
    const { isAtGateway } = request;
    const { result, meta } = await runOperation<RunResponse>('run', body, { isAtGateway, signal: aborted, onProgress });
    const { stepsExecuted, processingTimeMs, trace = [], failed = { count: 0, first: [] } } = meta;
    const roundTripMs = isAtGateway ? performance.now() - began : undefined;
    const runs = stepRuns(request.input, request.workflow, sent, trace);
    return {
      text: result,
      stepsExecuted,
      processingTimeMs,
      roundTripMs,
      runs,
      failedCount: failed.count,
      failed: () => failedParts(failed.first, sent, runs),
    };
  } catch (error) {
    throw error instanceof RequestFailure ? explained(error, request, sent) : error;
  }
}

/** Explains a failure in words of the screen, with the step numbers of the screen. */
function explained(failed: RequestFailure, { input, workflow }: RunRequest, sent: SentSteps): Error {
  if (failed.status === 413) {
    const characters = input.length.toLocaleString('en');
    return new Error(
      `The request is larger than the gateway accepts (MAX_BODY_BYTES): the text has ${characters} characters.`,
    );
  }
  const found = failed.status === 400 ? stepProblem(failed, sent) : undefined;
  const step = found && stepOf(workflow, found.id);
  if (found === undefined || step === undefined) return failed;
  const { trace = [], part, line, column = 1 } = failed.details;
  const runs = stepRuns(input, workflow, sent, trace);
  const place = line === undefined ? undefined : placeInInput(step, { line, column }, runs);
  const name = nameOf(step, numbered(workflow));
  const at = part === undefined || line === undefined ? '' : ` at line ${line}`;
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)} (${stepTitle(step, titleOf)})${at}: ${found.sentence}`;
  return new WorkflowFailure(message, found, runs, place);
}
