import { runningSteps, type Workflow, type WorkflowStep } from './workflow.js';

/** What the gateway dislikes about a step. */
export interface StepProblem {
  /** {@link WorkflowStep.id}. */
  readonly id: number;
  /** The option it speaks of; '' if it is the step as a whole. */
  readonly option: string;
  /** What is wrong with the option, to be said at its field; '' if it is the step as a whole. */
  readonly message: string;
  /** The same to be said of the step: `delimiter must be a string`. */
  readonly sentence: string;
}

/** The engine quotes so much of a name. */
const longestName = 100;

/**
 * Finds the step that a message of `POST /v1/run` speaks of.
 *
 * @param workflow - as it was when the request was made: messages count only the steps that were sent.
 * @returns undefined if it speaks of none.
 */
export function stepProblem(message: string, workflow: Workflow): StepProblem | undefined {
  const sent = runningSteps(workflow);
  return failedStep(message, sent) ?? invalidOption(message, sent) ?? unknownName(message, sent);
}

/** `Step 2 (csv-json-converter) failed: …`. */
function failedStep(message: string, sent: Workflow): StepProblem | undefined {
  const [, position, reason = ''] = /^Step (\d+) \([^)]*\) failed: (.*)$/s.exec(message) ?? [];
  return position === undefined ? undefined : wholeStep(sent[Number(position) - 1], reason);
}

/** `steps[1].config.delimiter must be …`; deeper: `steps[1].config.rules[2].find must be …`. */
function invalidOption(message: string, sent: Workflow): StepProblem | undefined {
  const [, index, rest = ''] = /^steps\[(\d+)\](.*)$/s.exec(message) ?? [];
  const step = index === undefined ? undefined : sent[Number(index)];
  if (step === undefined) return undefined;
  const [, option, place = '', requirement = ''] = /^\.config\.([^\s.[]+)(\S*) (.*)$/s.exec(rest) ?? [];
  if (option === undefined) return wholeStep(step, rest.replace(/^\.config\b/, 'The options').trim());
  const sentence = `${option}${place} ${requirement}`;
  return { id: step.id, option, message: place === '' ? capitalized(requirement) : sentence, sentence };
}

/** `Unknown tool: foo` and `Unknown option for csv-json-converter: delimeter` do not say where: the first that has it. */
function unknownName(message: string, sent: Workflow): StepProblem | undefined {
  const [, tool] = /^Unknown tool: (.+?)(?:\. Did you mean .*)?$/s.exec(message) ?? [];
  if (tool !== undefined) {
    return wholeStep(
      sent.find(({ toolSlug }) => isNamed(toolSlug, tool)),
      message,
    );
  }
  const [, of, option = ''] = /^Unknown option for (\S+): (.+?)(?:\. Did you mean .*)?$/s.exec(message) ?? [];
  const holder = sent.find(
    ({ toolSlug, config }) => toolSlug === of && Object.keys(config).some((name) => isNamed(name, option)),
  );
  return wholeStep(holder, message);
}

function wholeStep(step: WorkflowStep | undefined, sentence: string): StepProblem | undefined {
  return step === undefined ? undefined : { id: step.id, option: '', message: '', sentence };
}

/** Whether a message that calls something so means this. */
function isNamed(name: string, told: string): boolean {
  return name === told || (name.length > longestName && told.endsWith('…') && name.startsWith(told.slice(0, -1)));
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
