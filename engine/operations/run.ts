import type { ToolSource } from '../catalogue/catalogue.js';
import { requestError } from '../core/errors.js';
import { maxInputCharacters } from '../core/limits.js';
import { type Static, Type } from '../core/schema.js';
import { type WorkBudget, WorkBudgetExceeded } from '../core/work-budget.js';
import type { Operation } from './operation.js';
import { textPart } from './result-part.js';
import { checkWorkflow, runSteps, StepList } from './steps.js';

const RunRequest = Type.Object(
  {
    input: Type.String({ description: 'Text to process, at most 500,000 characters; may be empty' }),
    steps: StepList,
  },
  { additionalProperties: false },
);

/** `POST /v1/run`: chains text tools over one input. The whole workflow is checked before its first step runs. */
export const run: Operation<typeof RunRequest> = {
  name: 'run',
  request: RunRequest,

  perform(request, tools, budget) {
    const { result, stepsExecuted, elapsedMs } = runWorkflow(request, tools, budget);
    return answer(result, stepsExecuted, request.input.length, elapsedMs);
  },

  performPart(request, part, tools, budget) {
    const { result, stepsExecuted, elapsedMs } = runWorkflow(request, tools, budget);
    const { text, ...fields } = textPart(result, part);
    const meta = metaOf(result, stepsExecuted, request.input.length, elapsedMs);
    return JSON.stringify({ result: text, meta, ...fields });
  },
};

interface WorkflowRun {
  readonly result: string;
  readonly stepsExecuted: number;
  readonly elapsedMs: number;
}

function runWorkflow(
  { input, steps: requested }: Static<typeof RunRequest>,
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

  const result = runSteps(steps, input, budget);
  return { result, stepsExecuted: steps.length, elapsedMs: performance.now() - started };
}

/** From this many code units on, concatenating texts costs more than an object for JSON. */
const manyUnits = 10_000;

function answer(result: string, stepsExecuted: number, inputLength: number, elapsedMs: number): string {
  const outputLength = result.length;
  if (outputLength >= manyUnits) {
    return JSON.stringify({ result, meta: metaOf(result, stepsExecuted, inputLength, elapsedMs) });
  }
  const lengths = `"stepsExecuted":${stepsExecuted},"inputLength":${inputLength},"outputLength":${outputLength}`;
  return `{"result":${JSON.stringify(result)},"meta":{${lengths},"processingTimeMs":${Math.round(elapsedMs)}}}`;
}

function metaOf(result: string, stepsExecuted: number, inputLength: number, elapsedMs: number) {
  return { stepsExecuted, inputLength, outputLength: result.length, processingTimeMs: Math.round(elapsedMs) };
}
