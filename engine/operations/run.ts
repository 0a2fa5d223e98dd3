import { performance } from 'node:perf_hooks';
import { RequestError, requestError, StepInterruptedError } from '../core/errors.js';
import type { JsonAroundText } from '../core/json.js';
import { maxInputCharacters, maxSteps, maxTracedCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';
import type { TracedStep } from '../core/traced-step.js';
import type { WorkBudget } from '../core/work-budget.js';
import type { Operation, Plan, ResponseBody } from './operation.js';
import { type PageRequest, textPage } from './result-page.js';
import { checkWorkflow, runSteps, StepList, type StepObserver } from './steps.js';
import { expectedWork, type Step, type Workflow } from './workflow.js';

const RunRequest = Type.Object(
  {
    input: Type.String({ description: 'Text to process, at most 500,000 characters; may be empty' }),
    steps: StepList,
    // Without a default: ajv would add the member to every request.
    trace: Type.Optional(
      Type.Boolean({
        description:
          'Whether meta.trace tells what each step did. With application/problem+json, the error of a failing step ' +
          'has the trace up to it',
      }),
    ),
  },
  { additionalProperties: false },
);

/** `POST /v1/run`: chains text tools over one input. The whole workflow is checked before its first step runs. */
export const run: Operation<typeof RunRequest> = {
  name: 'run',
  request: RunRequest,
  firstBytes: 1_000,

  slugsOf({ steps }) {
    // A longer workflow is refused, whatever its tools.
    return steps.length > maxSteps ? [] : steps.map((step) => (typeof step === 'string' ? step : step.toolSlug));
  },

  plan({ steps, trace = false }, tools, page) {
    let workflow: Workflow;
    try {
      workflow = checkWorkflow(steps, tools);
    } catch (error) {
      return refusingPlan(error);
    }
    return new WorkflowPlan(workflow, trace, page);
  },
};

class WorkflowPlan implements Plan {
  readonly isForOtherTexts = true;
  readonly #workflow: Workflow;
  readonly #isTraced: boolean;
  readonly #page: PageRequest | undefined;

  constructor(workflow: Workflow, isTraced: boolean, page: PageRequest | undefined) {
    this.#workflow = workflow;
    this.#isTraced = isTraced;
    this.#page = page;
  }

  work(characters: number): number {
    return expectedWork(this.#workflow, characters);
  }

  execute(input: string, budget: WorkBudget): ResponseBody {
    const run = this.#run(input, budget);
    if (this.#page === undefined) return responseBody(run);
    const { text, ...fields } = textPage(run.result, this.#page);
    return JSON.stringify({ result: text, meta: metaOf(run), ...fields });
  }

  #run(input: string, budget: WorkBudget): WorkflowRun {
    const started = performance.now();
    checkLength(input);
    const { steps } = this.#workflow;
    const trace = this.#isTraced ? new Trace() : undefined;
    const result = trace === undefined ? runSteps(steps, input, budget) : runTraced(steps, input, budget, trace);
    return {
      result,
      stepsExecuted: steps.length,
      inputLength: input.length,
      elapsedMs: performance.now() - started,
      trace: trace?.steps,
    };
  }
}

/** Returns the plan of a workflow that cannot run. A text that is too long is reported first. */
function refusingPlan(error: unknown): Plan {
  return {
    isForOtherTexts: false,
    work: (characters) => characters,
    execute(input = '') {
      checkLength(input);
      throw error;
    },
  };
}

function checkLength({ length }: string): void {
  if (length > maxInputCharacters) throw requestError('input-too-large', { length, limit: maxInputCharacters });
}

interface WorkflowRun {
  readonly result: string;
  readonly stepsExecuted: number;
  readonly inputLength: number;
  readonly elapsedMs: number;
  /** Undefined unless it was asked for. */
  readonly trace: readonly TracedStep[] | undefined;
}

function runTraced(steps: readonly Step[], input: string, budget: WorkBudget, trace: Trace): string {
  try {
    return runSteps(steps, input, budget, trace);
  } catch (error) {
    throw error instanceof RequestError ? trace.addedTo(error) : error;
  }
}

const tracedPage = { resultOffset: 0, resultLimit: maxTracedCharacters };

/** Records the steps of one workflow. */
class Trace implements StepObserver {
  readonly steps: TracedStep[] = [];

  stepEnded({ tool }: Step, output: string, ms: number): void {
    const { text, truncated } = textPage(output, tracedPage);
    this.steps.push({
      tool: tool.slug,
      ms: Math.round(ms * 1_000) / 1_000,
      length: output.length,
      text: truncated ? copied(text) : text,
      truncated,
    });
  }

  /** Returns the error of a failing step with the steps before it. */
  addedTo(error: RequestError): RequestError {
    const { problem } = error;
    const traced = { ...problem, details: { ...problem.details, trace: this.steps } };
    return error instanceof StepInterruptedError ? new StepInterruptedError(traced) : new RequestError(traced);
  }
}

/** V8 keeps the whole text as long as a part of it is used: 25 of them would be hundreds of megabytes. */
function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

function responseBody({ result, stepsExecuted, inputLength, elapsedMs, trace }: WorkflowRun): JsonAroundText {
  const lengths = `"stepsExecuted":${stepsExecuted},"inputLength":${inputLength},"outputLength":${result.length}`;
  const traced = trace === undefined ? '' : `,"trace":${JSON.stringify(trace)}`;
  const meta = `{${lengths},"processingTimeMs":${Math.round(elapsedMs)}${traced}}`;
  return { before: '{"result":', text: result, after: `,"meta":${meta}}` };
}

function metaOf({ result, stepsExecuted, inputLength, elapsedMs, trace }: WorkflowRun) {
  const outputLength = result.length;
  // JSON leaves out a trace that is undefined.
  return { stepsExecuted, inputLength, outputLength, processingTimeMs: Math.round(elapsedMs), trace };
}
