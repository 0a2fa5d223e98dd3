import { performance } from 'node:perf_hooks';
import { RequestError, requestError, StepInterruptedError } from '../core/errors.js';
import type { JsonAroundText } from '../core/json.js';
import { maxInputIdCharacters, maxTracedCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';
import type { TracedGroup, TracedStep } from '../core/traced-step.js';
import type { WorkBudget } from '../core/work-budget.js';
import { aroundResult, runOnBytes } from './byte-steps.js';
import { Failures, type PartFailure } from './failures.js';
import { checkStep, type GroupReport } from './group-run.js';
import { ManyTextsPlan, type TextOfMany } from './many-texts.js';
import type { ByteExecution, Operation, OperationResult, Plan } from './operation.js';
import type { RequestedStep } from './requested-step.js';
import { type PageRequest, textPage } from './result-page.js';
import { StepList } from './step-request.js';
import { runSteps, type StepObserver, type StepRun } from './steps.js';
import {
  compileWorkflow,
  expectedWork,
  type Group,
  isToolStep,
  nameOfStep,
  type Step,
  slugsIn,
  type ToolStep,
  takesAnySize,
  type Workflow,
} from './workflow.js';

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

const InputOfMany = Type.Union([
  Type.String(),
  Type.Object(
    {
      id: Type.Optional(
        Type.String({ maxLength: maxInputIdCharacters, description: 'Comes back with the result as it came' }),
      ),
      input: Type.String({ description: 'Text to process; may be empty' }),
    },
    { additionalProperties: false },
  ),
]);

const RunManyRequest = Type.Object(
  {
    inputs: Type.Array(InputOfMany, {
      description: 'Up to 5,000 texts, each processed by itself, with 500,000 characters together',
    }),
    // Refused when the request runs: only one of both may be there.
    input: Type.Optional(Type.String()),
    steps: StepList,
    onError: Type.Optional(
      Type.Enum(['error', 'report'], {
        description:
          'What to do with a text that fails: report (the default) puts the error in the place of its result, error refuses the request',
      }),
    ),
  },
  { additionalProperties: false },
);

/** What agents may ask for beside a page. */
const pagedOptions = {
  validate: Type.Optional(Type.Boolean({ description: 'Only check the steps: nothing runs' })),
};

interface ManyTexts {
  readonly inputs?: readonly TextOfMany[];
  readonly onError?: 'error' | 'report';
}

/** `POST /v1/run`: chains text tools over one input, or several. The whole workflow is checked before its first step runs. */
export const run: Operation<typeof RunRequest> = {
  name: 'run',
  request: RunRequest,
  requestOfMany: RunManyRequest,
  pagedOptions,
  firstBytes: 1_000,
  otherMember: 'steps',

  slugsOf: ({ steps }) => slugsIn(steps as RequestedStep[]),

  plan({ steps, trace = false, ...rest }, tools, page) {
    const { inputs, onError = 'report', validate } = rest as ManyTexts & { readonly validate?: boolean };
    let workflow: Workflow;
    try {
      workflow = compileWorkflow(steps as RequestedStep[], tools);
    } catch (error) {
      return refusingPlan(error);
    }
    if (validate === true) return checkingPlan(workflow);
    if (inputs !== undefined) return new ManyTextsPlan(workflow, inputs, onError === 'error');
    return new WorkflowPlan(workflow, trace, page);
  },
};

class WorkflowPlan implements Plan {
  readonly isForOtherTexts = true;
  readonly executeOnBytes: ByteExecution | undefined;
  readonly #workflow: Workflow;
  readonly #isTraced: boolean;
  readonly #page: PageRequest | undefined;

  constructor(workflow: Workflow, isTraced: boolean, page: PageRequest | undefined) {
    this.#workflow = workflow;
    this.#isTraced = isTraced;
    this.#page = page;
    if (!isTraced && page === undefined) this.executeOnBytes = runOnBytes(workflow);
  }

  work(characters: number): number {
    return expectedWork(this.#workflow, characters);
  }

  execute(input: string, budget: WorkBudget): OperationResult {
    const run = this.#run(input, budget);
    const charactersIn = input.length;
    if (this.#page === undefined) return { body: responseBody(run), charactersIn, charactersOut: run.result.length };
    const { text, ...fields } = textPage(run.result, this.#page);
    const body = JSON.stringify({ result: text, meta: metaOf(run), ...fields });
    return { body, charactersIn, charactersOut: text.length };
  }

  #run(input: string, budget: WorkBudget): WorkflowRun {
    const started = performance.now();
    checkLength(input, budget);
    const { steps, toolCount, forgivesFailures } = this.#workflow;
    const trace = this.#isTraced ? new Trace() : undefined;
    const failures = forgivesFailures ? new Failures() : undefined;
    const notes = this.#page !== undefined && steps.some((step) => !isToolStep(step)) ? new Notes() : undefined;
    const result =
      trace === undefined
        ? runSteps(steps, input, budget, { failures, observer: notes })
        : runTraced(steps, input, budget, { observer: trace, failures });
    return {
      result,
      stepsExecuted: toolCount,
      inputLength: input.length,
      elapsedMs: performance.now() - started,
      failures,
      trace: trace?.steps,
      notes: notes?.sentences,
    };
  }
}

/** Tells agents, which do not look at the text, about groups that had nothing to do. */
class Notes implements StepObserver {
  #sentences: string[] | undefined;

  /** Undefined if there is nothing to tell. */
  get sentences(): readonly string[] | undefined {
    return this.#sentences;
  }

  stepEnded(step: Step, { input, group }: StepRun): void {
    if (isToolStep(step) || group === undefined || group.parts > 0) return;
    const reason = step.cutter?.whyNone?.(input) ?? 'the text is blank';
    this.#sentences ??= [];
    this.#sentences.push(`${step.path} did nothing: ${reason}`);
  }
}

/** Returns the plan of a workflow that cannot run. A text that is too long is reported first. */
function refusingPlan(error: unknown): Plan {
  return {
    isForOtherTexts: false,
    work: () => 0,
    execute(input = '', budget) {
      checkLength(input, budget);
      throw error;
    },
  };
}

/** Returns a plan that checks what only a run would read, such as patterns, and says what texts the workflow takes. */
function checkingPlan({ steps, toolCount }: Workflow): Plan {
  const needsAll = steps.find((step) => !takesAnySize(step));
  const needs = needsAll && `${needsAll.path} (${nameOfStep(needsAll)})`;
  return {
    isForOtherTexts: false,
    // Patterns are not compiled on the event loop.
    work: () => Number.POSITIVE_INFINITY,
    execute(_input, budget) {
      for (const step of steps) checkStep(step, budget);
      const body = JSON.stringify({
        valid: true,
        tools: toolCount,
        anySize: needs === undefined,
        needsWholeText: needs,
      });
      return { body, charactersIn: 0, charactersOut: 0 };
    },
  };
}

function checkLength({ length }: string, { limits }: WorkBudget): void {
  if (length > limits.input) throw requestError('input-too-large', { length, limit: limits.input });
}

interface WorkflowRun {
  readonly result: string;
  readonly stepsExecuted: number;
  readonly inputLength: number;
  readonly elapsedMs: number;
  /** Undefined if no step forgives failures. */
  readonly failures: Failures | undefined;
  /** Undefined unless it was asked for. */
  readonly trace: readonly TracedItem[] | undefined;
  /** About groups that had nothing to do, for agents. */
  readonly notes: readonly string[] | undefined;
}

function runTraced(
  steps: readonly Step[],
  input: string,
  budget: WorkBudget,
  reports: { readonly observer: Trace; readonly failures: Failures | undefined },
): string {
  try {
    return runSteps(steps, input, budget, reports);
  } catch (error) {
    throw error instanceof RequestError ? reports.observer.addedTo(error) : error;
  }
}

const tracedPage = { resultOffset: 0, resultLimit: maxTracedCharacters };

type TracedItem = TracedStep | TracedGroup;

/** Records the steps of one workflow. */
class Trace implements StepObserver {
  readonly steps: TracedItem[] = [];

  stepEnded(step: Step, { input, output, ms, group }: StepRun): void {
    const { text, truncated } = textPage(output, tracedPage);
    const after = { length: output.length, text: truncated ? copied(text) : text, truncated };
    if (isToolStep(step))
      this.steps.push({ tool: step.tool.slug, ms: rounded(ms), ...after, ...removedBy(step, input, output) });
    else if (group !== undefined) this.steps.push({ ...tracedGroup(step, group), ms: rounded(ms), ...after });
  }

  /** Returns the error of a failing step with the steps before it. */
  addedTo(error: RequestError): RequestError {
    const { problem } = error;
    const traced = { ...problem, details: { ...problem.details, trace: this.steps } };
    return error instanceof StepInterruptedError ? new StepInterruptedError(traced) : new RequestError(traced);
  }
}

/** Returns how many lines, rows or texts a step removed, and of how many, if it removed any. */
function removedBy({ tool, config }: ToolStep, input: string, output: string): Pick<TracedStep, 'removed' | 'items'> {
  if (tool.countItems === undefined || input === output) return {};
  const items = tool.countItems(input, config);
  const removed = items - tool.countItems(output, config);
  return removed > 0 ? { removed, items } : {};
}

function tracedGroup({ each }: Group, { parts, failed, removed, changed, tools }: GroupReport) {
  return {
    each: each === undefined ? 'text' : typeof each === 'string' ? each : (Object.keys(each)[0] ?? ''),
    parts,
    failed,
    removed,
    changed,
    steps: Array.from(tools, ([{ tool }, ran]) => ({ tool: tool.slug, parts: ran.parts, ms: rounded(ran.ms) })),
  };
}

/** Rounds milliseconds to microseconds. */
function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}

/** V8 keeps the whole text as long as a part of it is used: 25 of them would be hundreds of megabytes. */
function copied(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}

function responseBody({ result, failures, trace, ...run }: WorkflowRun): JsonAroundText {
  const failed = failures === undefined ? '' : `,"failed":${JSON.stringify(failedOf(failures))}`;
  const traced = trace === undefined ? '' : `,"trace":${JSON.stringify(trace)}`;
  return { text: result, ...aroundResult({ ...run, outputLength: result.length, more: failed + traced }) };
}

function metaOf({ result, stepsExecuted, inputLength, elapsedMs, failures, trace, notes }: WorkflowRun) {
  const outputLength = result.length;
  const failed = failures && failedOf(failures);
  // JSON leaves out what is undefined.
  return { stepsExecuted, inputLength, outputLength, processingTimeMs: Math.round(elapsedMs), failed, trace, notes };
}

function failedOf({ count, first }: Failures): { readonly count: number; readonly first: readonly PartFailure[] } {
  return { count, first };
}
