import { performance } from 'node:perf_hooks';
import type { ToolSource } from '../catalogue/catalogue.js';
import { RequestError, requestError, StepInterruptedError } from '../core/errors.js';
import type { JsonAroundText } from '../core/json.js';
import { maxInputCharacters, maxTracedCharacters } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import type { TracedStep } from '../core/traced-step.js';
import { type WorkBudget, WorkBudgetExceeded } from '../core/work-budget.js';
import type { Operation } from './operation.js';
import { textPage } from './result-page.js';
import { checkWorkflow, runSteps, StepList, type StepObserver } from './steps.js';
import type { Step } from './workflow.js';

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

  execute(request, tools, budget) {
    return responseBody(runWorkflow(request, tools, budget));
  },

  executePage(request, page, tools, budget) {
    const run = runWorkflow(request, tools, budget);
    const { text, ...fields } = textPage(run.result, page);
    return JSON.stringify({ result: text, meta: metaOf(run), ...fields });
  },
};

interface WorkflowRun {
  readonly result: string;
  readonly stepsExecuted: number;
  readonly inputLength: number;
  readonly elapsedMs: number;
  /** Undefined unless it was asked for. */
  readonly trace: readonly TracedStep[] | undefined;
}

function runWorkflow(
  { input, steps: requested, trace: isTraced }: Static<typeof RunRequest>,
  tools: ToolSource,
  budget: WorkBudget,
): WorkflowRun {
  const started = performance.now();
  if (input.length > maxInputCharacters) {
    throw requestError('input-too-large', { length: input.length, limit: maxInputCharacters });
  }
  const { steps, heavy } = checkWorkflow(requested, tools);

  if (heavy) budget.spendOnHeavyTool();
  if (steps.length * input.length > budget.remaining) throw new WorkBudgetExceeded();

  const trace = isTraced === true ? new Trace() : undefined;
  const result = trace === undefined ? runSteps(steps, input, budget) : runTraced(steps, input, budget, trace);
  return {
    result,
    stepsExecuted: steps.length,
    inputLength: input.length,
    elapsedMs: performance.now() - started,
    trace: trace?.steps,
  };
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
