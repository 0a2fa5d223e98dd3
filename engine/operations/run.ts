import { messages, RequestError } from '../errors.js';
import { maxInputCharacters } from '../limits.js';
import { Type } from '../schema.js';
import { WorkBudgetExceeded } from '../work-budget.js';
import type { Operation } from './operation.js';
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

  perform({ input, steps: requested }, tools, budget) {
    const started = performance.now();
    if (input.length > maxInputCharacters) {
      throw new RequestError(messages.inputTooLarge(input.length, maxInputCharacters));
    }
    const { steps, heavy } = checkWorkflow(requested, tools);

    if (heavy) budget.spendOnHeavyTool();
    if (steps.length * input.length > budget.remaining) throw new WorkBudgetExceeded();

    const text = runSteps(steps, input, budget);
    return answer(text, steps.length, input.length, performance.now() - started);
  },
};

/** From this many code units on, putting a text into another costs more than making an object for JSON. */
const manyUnits = 10_000;

function answer(result: string, stepsExecuted: number, inputLength: number, elapsedMs: number): string {
  const outputLength = result.length;
  const processingTimeMs = Math.round(elapsedMs);
  if (outputLength >= manyUnits) {
    return JSON.stringify({ result, meta: { stepsExecuted, inputLength, outputLength, processingTimeMs } });
  }
  const lengths = `"stepsExecuted":${stepsExecuted},"inputLength":${inputLength},"outputLength":${outputLength}`;
  return `{"result":${JSON.stringify(result)},"meta":{${lengths},"processingTimeMs":${processingTimeMs}}}`;
}
