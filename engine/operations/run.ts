import { performance } from 'node:perf_hooks';
import type { ToolSource } from '../catalogue/catalogue.js';
import { RequestError, requestError } from '../core/errors.js';
import type { JsonAroundText } from '../core/json.js';
import { maxInputCharacters } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import type { TracedStep } from '../core/traced-step.js';
import { type WorkBudget, WorkBudgetExceeded } from '../core/work-budget.js';
import type { Operation } from './operation.js';
import { textPage } from './result-page.js';
import { checkWorkflow, runSteps, StepList } from './steps.js';
import { Trace } from './trace.js';
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
