import type { CatalogueEntry, ToolSource } from '../catalogue.js';
import { messages, OutputTooLongError, RequestError, StepInterruptedError, ToolError } from '../errors.js';
import { maxInputCharacters, maxOutputCharacters, maxSteps, stepTimeMs } from '../limits.js';
import { type Static, Type } from '../schema.js';
import { nearestName } from '../suggestion.js';
import { TimeLimitExceeded, withTimeLimit } from '../time-limit.js';
import { OutputLimit } from '../tool.js';
import { type WorkBudget, WorkBudgetExceeded } from '../work-budget.js';
import type { Operation } from './operation.js';

const StepRequest = Type.Object(
  {
    toolSlug: Type.String({ description: 'Tool identifier' }),
    config: Type.Optional(Type.Object({}, { additionalProperties: true, description: "The tool's options" })),
  },
  { additionalProperties: false },
);

const RunRequest = Type.Object(
  {
    input: Type.String({ description: 'Text to process, at most 500,000 characters; may be empty' }),
    steps: Type.Array(Type.Union([Type.String(), StepRequest]), {
      description: 'The tools to run in order, at most 25: each an identifier, or an object with options',
    }),
  },
  { additionalProperties: false },
);

type StepRequest = Static<typeof StepRequest>;

interface Step {
  /** 1 for the first: as errors count. */
  readonly position: number;
  readonly tool: CatalogueEntry['tool'];
  readonly config: unknown;
  readonly heavy: boolean;
}

/** `POST /v1/run`: chains text tools over one input. The whole workflow is checked before its first step runs. */
export const run: Operation<typeof RunRequest> = {
  name: 'run',
  request: RunRequest,

  perform({ input, steps: requested }, tools, budget) {
    const started = performance.now();
    if (input.length > maxInputCharacters) {
      throw new RequestError(messages.inputTooLarge(input.length, maxInputCharacters));
    }
    if (requested.length === 0) throw new RequestError(messages.noSteps);
    if (requested.length > maxSteps) throw new RequestError(messages.tooMany('steps', requested.length, maxSteps));
    tools.require?.(requested.map((step) => (typeof step === 'string' ? step : step.toolSlug)));
    const steps = requested.map((step, index) => resolveStep(step, index, tools));

    if (steps.some(({ heavy }) => heavy)) budget.spendOnHeavyTool();
    if (steps.length * input.length > budget.remaining) throw new WorkBudgetExceeded();

    let text = input;
    for (const step of steps) text = runStep(step, text, budget);
    return {
      result: text,
      meta: {
        stepsExecuted: steps.length,
        inputLength: input.length,
        outputLength: text.length,
        processingTimeMs: Math.round(performance.now() - started),
      },
    };
  },
};

function resolveStep(step: string | StepRequest, index: number, tools: ToolSource): Step {
  const { toolSlug, config = {} } = typeof step === 'string' ? { toolSlug: step } : step;
  const entry = tools.get(toolSlug);
  if (entry === undefined) {
    throw new RequestError(messages.unknownTool(toolSlug, nearestName(toolSlug, tools.keys())));
  }
  const problem = entry.validateConfig(config, `steps[${index}].config`);
  if (problem?.kind === 'unknown') {
    const options = Object.keys(entry.tool.config.properties);
    throw new RequestError(messages.unknownOption(toolSlug, problem.name, nearestName(problem.name, options)));
  }
  if (problem !== undefined) throw new RequestError(problem.sentence);
  return { position: index + 1, tool: entry.tool, config, heavy: entry.tool.isHeavy(config) };
}

function runStep({ position, tool, config, heavy }: Step, text: string, budget: WorkBudget): string {
  budget.spend(text.length);
  const limit = new OutputLimit(Math.min(maxOutputCharacters, budget.remaining));
  const timeLimitMs = tool.timeLimitMs ?? stepTimeMs;
  try {
    const output = heavy
      ? withTimeLimit(timeLimitMs, () => tool.run(text, config, limit))
      : tool.run(text, config, limit);
    limit.check(output.length);
    budget.spend(output.length);
    return output;
  } catch (error) {
    if (error instanceof OutputTooLongError && budget.remaining < maxOutputCharacters) throw new WorkBudgetExceeded();
    if (error instanceof TimeLimitExceeded) {
      throw new StepInterruptedError(messages.stepFailed(position, tool.slug, messages.tookTooLong(timeLimitMs)));
    }
    if (error instanceof ToolError) throw new RequestError(messages.stepFailed(position, tool.slug, error.message));
    throw error;
  }
}
