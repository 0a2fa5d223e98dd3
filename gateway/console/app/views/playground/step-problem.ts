import type { RequestFailure } from '../../session/request.js';
import type { SentSteps } from './workflow/sent-steps.js';
import type { WorkflowStep } from './workflow/workflow.js';

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
 * @param sent - the steps of the request.
 * @returns undefined if it is about no step.
 */
export function stepProblem(failure: RequestFailure, sent: SentSteps): StepProblem | undefined {
  const { step, path = '', reason } = failure.details;
  const [place, holder] = stepAt(path, sent);
  // With a reason the step has run and failed. Without one its tool or an option does not exist.
  if (step !== undefined) return wholeStep(holder ?? sent.tools[step - 1], reason ?? failure.message);
  if (holder === undefined || reason === undefined) return undefined;
  return invalidOption(holder, path.slice(place.length), reason);
}

/** Returns the innermost step on a path, and its own path: `steps[0]` on `steps[0].config.delimiter`. */
export function stepAt(path: string, { byPath }: SentSteps): [place: string, step: WorkflowStep | undefined] {
  let place = /^(?:steps\[\d+\](?:\.(?:steps|else)\[\d+\])*)?/.exec(path)?.[0] ?? '';
  while (place !== '' && !byPath.has(place)) place = place.slice(0, Math.max(0, place.lastIndexOf('.')));
  return [place, byPath.get(place)];
}

/** What a part of a group is called in a sentence. */
const memberNames: readonly (readonly [member: RegExp, name: string])[] = [
  [/^\.config\b/, 'The options'],
  [/^\.each\b(?:\.\w+)?/, 'The parts'],
  [/^\.when\b/, 'The condition'],
];

/** @param rest - the path within the step: `.config.delimiter`, or deeper: `.config.rules[2].find`. */
function invalidOption(step: WorkflowStep, rest: string, reason: string): StepProblem | undefined {
  const [, option, place = ''] = /^\.(?:config|each\.\w+)\.([^.[]+)(.*)$/s.exec(rest) ?? [];
  if (option === undefined) {
    const words = memberNames.reduce((text, [member, name]) => text.replace(member, name), rest);
    return wholeStep(step, `${words} ${reason}`.trim());
  }
  const sentence = `${option}${place} ${reason}`;
  return { id: step.id, option, message: place === '' ? capitalized(reason) : sentence, sentence };
}

function wholeStep(step: WorkflowStep | undefined, sentence: string): StepProblem | undefined {
  return step === undefined ? undefined : { id: step.id, option: '', message: '', sentence };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
