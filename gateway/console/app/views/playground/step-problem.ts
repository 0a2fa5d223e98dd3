import type { RequestFailure } from '../../session/request.js';
import { runningSteps, type Workflow, type WorkflowStep } from './workflow/workflow.js';

/** The gateway's problem with a step. */
export interface StepProblem {
  /** {@link WorkflowStep.id}. */
  readonly id: number;
  /** The option of the problem; '' for the step as a whole. */
  readonly option: string;
  /** The problem at the field of the option; '' for the step as a whole. */
  readonly message: string;
  /** The problem of the step: `delimiter must be a string`. */
  readonly sentence: string;
}

/**
 * Finds the step that an error of `POST /v1/run` is about.
 *
 * @param workflow - at the time of the request: errors count only the steps that were sent.
 * @returns undefined if it is about no step.
 */
export function stepProblem(failure: RequestFailure, workflow: Workflow): StepProblem | undefined {
  const sent = runningSteps(workflow);
  const { step, path = '', reason } = failure.details;
  // With a reason the step has run and failed. Without one its tool or an option does not exist.
  if (step !== undefined) return wholeStep(sent[step - 1], reason ?? failure.message);
  const [, index, rest = ''] = /^steps\[(\d+)\](.*)$/s.exec(path) ?? [];
  const holder = index === undefined ? undefined : sent[Number(index)];
  if (holder === undefined || reason === undefined) return undefined;
  return invalidOption(holder, rest, reason);
}

/** @param rest - the path within the step: `.config.delimiter`, or deeper: `.config.rules[2].find`. */
function invalidOption(step: WorkflowStep, rest: string, reason: string): StepProblem | undefined {
  const [, option, place = ''] = /^\.config\.([^.[]+)(.*)$/s.exec(rest) ?? [];
  if (option === undefined) return wholeStep(step, `${rest.replace(/^\.config\b/, 'The options')} ${reason}`.trim());
  const sentence = `${option}${place} ${reason}`;
  return { id: step.id, option, message: place === '' ? capitalized(reason) : sentence, sentence };
}

function wholeStep(step: WorkflowStep | undefined, sentence: string): StepProblem | undefined {
  return step === undefined ? undefined : { id: step.id, option: '', message: '', sentence };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
