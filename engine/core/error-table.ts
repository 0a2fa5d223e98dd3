import { type DetailsOf, type ErrorKind, type ErrorTable, fixed, type Problem, problemMaker } from './problem.js';
import type { TracedGroup, TracedStep } from './traced-step.js';

/** Where a step in a group failed. */
export interface PartPlace {
  /** The step in the request: `steps[0].steps[1]`. */
  readonly path?: string;
  /** The number of the part, 1 for the first. Here `line` and `column` tell where the part begins. */
  readonly part?: number;
  /** In the text that the group got; both count from 1. */
  readonly line?: number;
  /** In characters (code points). */
  readonly column?: number;
}

/** The number of a step, 1 for the first, and its tool. */
interface StepDetails extends PartPlace {
  readonly step: number;
  readonly tool: string;
  /** The steps before it, if the request asked for a trace. */
  readonly trace?: readonly (TracedStep | TracedGroup)[];
}

interface PathDetails {
  /** Of the field, such as `steps[3].config.delimiter`. */
  readonly path: string;
}

interface Limit {
  readonly limit: number;
}

interface StepLimits extends StepDetails, Limit {
  readonly length: number;
}

interface CountDetails {
  /** The actual number. */
  readonly count: number;
  readonly limit: number;
}

/** Reasons with their own code. */
export const reasons = {
  outputTooLong: (limit: number) => `the output would be longer than ${limit} characters`,
  textTooLong: (length: number, limit: number) =>
    `the text has ${length} characters, and this tool takes at most ${limit}`,
  nestedTooDeep: 'the text is nested too deeply, or has too long a run of what the tool looks for',
};

/**
 * Every error of the engine by code. The messages are part of the HTTP contract, byte for byte.
 *
 * Paths are those of the request's fields, such as `steps[3].config.delimiter`. Lengths are in UTF-16 code units.
 */
export const engineErrors = {
  'invalid-json': fixed(400, 'Invalid JSON body'),
  'not-an-object': fixed(400, 'Request body must be a JSON object'),
  'unknown-field': {
    status: 400,
    title: 'Unknown field',
    sentence: ({ path, suggestion }) => withSuggestion(`Unknown field: ${path}`, suggestion),
  } as ErrorKind<{ readonly path: string; readonly field: string; readonly suggestion?: string }>,
  'missing-field': {
    status: 400,
    title: 'Missing field',
    ...atPath(() => 'is required'),
  } as ErrorKind<PathDetails>,
  'invalid-value': {
    status: 400,
    title: 'Invalid value',
    sentence: ({ path, reason, suggestion }) => withSuggestion(`${path} ${reason}`, suggestion && `"${suggestion}"`),
  } as ErrorKind<{
    readonly path: string;
    /** The rest of the message: `must be a string`. */
    readonly reason: string;
    /** The JSON Schema keyword of the rule that the value breaks: `type`, `enum`, `maximum` … */
    readonly rule: string;
    /** The limit of a rule that has one. */
    readonly limit?: number;
    /** The allowed values, for `enum`. */
    readonly allowed?: readonly unknown[];
    /** The value that was likely meant. */
    readonly suggestion?: string;
  }>,
  'nested-too-deep': {
    status: 400,
    title: 'Nested too deep',
    ...atPath(({ limit }) => `must be nested at most ${limit} levels deep`),
  } as ErrorKind<PathDetails & { readonly limit: number }>,
  'no-steps': fixed(400, 'No steps provided'),
  'no-urls': fixed(400, 'No URLs provided'),
  'no-lines': fixed(400, 'No lines provided'),
  'only-one-of': {
    status: 400,
    title: 'More than one source',
    sentence: ({ fields }) => `Provide only one of ${fields.join(', ')}`,
  } as ErrorKind<{ readonly fields: readonly string[] }>,
  'no-inputs': fixed(400, 'No inputs provided'),
  'too-many-steps': tooMany('steps'),
  'too-many-inputs': tooMany('inputs'),
  'too-many-urls': tooMany('URLs'),
  'too-many-lines': tooMany('lines'),
  'input-too-large': {
    status: 400,
    title: 'Input too large',
    sentence: ({ length, limit }) => `Input too large: ${length} characters (maximum ${limit})`,
  } as ErrorKind<{ readonly length: number; readonly limit: number }>,
  'unknown-tool': {
    status: 400,
    title: 'Unknown tool',
    sentence: ({ tool, suggestion }) => withSuggestion(`Unknown tool: ${tool}`, suggestion),
  } as ErrorKind<{ readonly tool: string; readonly step?: number; readonly suggestion?: string }>,
  'unknown-workflow': {
    status: 400,
    title: 'Unknown workflow',
    sentence: ({ workflow }) => `Unknown workflow: ${workflow}`,
  } as ErrorKind<{ readonly workflow: string }>,
  'unknown-option': {
    status: 400,
    title: 'Unknown option',
    sentence: ({ tool, option, suggestion }) => withSuggestion(`Unknown option for ${tool}: ${option}`, suggestion),
  } as ErrorKind<{
    readonly tool: string;
    readonly option: string;
    readonly step?: number;
    readonly path?: string;
    readonly suggestion?: string;
    /** All options of the tool. */
    readonly options: readonly string[];
  }>,
  'step-failed': {
    status: 400,
    title: 'Step failed',
    sentence: (details) => failed(details, details.reason),
  } as ErrorKind<
    StepDetails & {
      /** The tool's reason, for people. */
      readonly reason: string;
      /** The place in the step's input, if the tool knows it; both count from 1. */
      readonly line?: number;
      /** In characters (code points). */
      readonly column?: number;
      /** A common cause, for programs. */
      readonly cause?: 'invalid-json' | 'look-around' | 'back-reference';
    }
  >,
  'group-failed': {
    status: 400,
    title: 'Group failed',
    sentence: ({ step, part, line, reason }) =>
      part === undefined ? `Step ${step}: ${reason}` : `Step ${step} failed at line ${line}: ${reason}`,
  } as ErrorKind<
    PartPlace & {
      /** The number of the group's first tool. */
      readonly step: number;
      readonly reason: string;
    }
  >,
  'step-output-too-long': {
    status: 400,
    title: 'Output of a step too long',
    ...inStep(({ limit }) => reasons.outputTooLong(limit)),
  } as ErrorKind<StepDetails & { readonly limit: number }>,
  'step-text-too-long': {
    status: 400,
    title: 'Text too long for a tool',
    ...inStep((details) => reasons.textTooLong(details.length, details.limit)),
  } as ErrorKind<StepDetails & { readonly length: number; readonly limit: number }>,
  'step-time-limit': {
    status: 400,
    title: 'Time limit of a step exceeded',
    ...inStep(({ limit }) => `took more than ${limit} ms of processor time`),
  } as ErrorKind<StepDetails & { /** Milliseconds of processor time. */ readonly limit: number }>,
  'step-wall-clock-limit': {
    status: 400,
    title: 'Time limit of a step exceeded',
    ...inStep(({ limit }) => `took longer than ${limit} ms`),
  } as ErrorKind<StepDetails & { /** Milliseconds. */ readonly limit: number }>,
  'step-memory-limit': {
    status: 400,
    title: 'Memory limit exceeded in a step',
    ...inStep(({ limit }) => `needed more than ${limit} MB of memory; use a shorter text or fewer steps`),
  } as ErrorKind<StepDetails & { /** Megabytes. */ readonly limit: number }>,
  'step-nested-too-deep': {
    status: 400,
    title: 'Text nested too deep for a tool',
    ...inStep(() => reasons.nestedTooDeep),
  } as ErrorKind<StepDetails>,
  'memory-limit': {
    status: 400,
    title: 'Memory limit exceeded',
    sentence: ({ limit }) => `The request needed more than ${limit} MB of memory`,
  } as ErrorKind<{ /** Megabytes. */ readonly limit: number }>,
  'part-out-of-range': {
    status: 400,
    title: 'Part out of range',
    sentence: ({ path, total, unit }) =>
      total === 0
        ? `${path} must be 0: the result is empty`
        : `${path} must be less than ${total}, the number of ${unit} in the result`,
  } as ErrorKind<{ readonly path: string; readonly total: number; readonly unit: 'characters' | 'URLs' }>,
  'internal-error': fixed(500, 'Internal server error'),
} satisfies ErrorTable;

export type EngineErrorCode = keyof typeof engineErrors;

/** Returns one occurrence of an error of the engine. */
export const engineProblem = problemMaker(engineErrors);

/** One occurrence of the engine's error with a code. */
export type EngineProblem<Code extends EngineErrorCode> = Problem<Code, DetailsOf<typeof engineErrors, Code>>;

function tooMany(what: 'steps' | 'inputs' | 'URLs' | 'lines'): ErrorKind<CountDetails> {
  return {
    status: 400,
    title: `Too many ${what}`,
    sentence: ({ count, limit }) => `Too many ${what}: ${count} (maximum ${limit})`,
  };
}

function failed({ step, tool, part, line }: StepDetails, reason: string): string {
  const place = part === undefined ? '' : ` at line ${line}`;
  return `Step ${step} (${tool}) failed${place}: ${reason}`;
}

/** Returns the message of a step that fails for a known reason. */
function inStep(reason: (details: StepLimits) => string): Pick<ErrorKind<StepLimits>, 'sentence' | 'reason'> {
  return { sentence: (details) => failed(details, reason(details)), reason };
}

/** Returns the message of a value that is invalid for a known reason. */
function atPath(
  reason: (details: PathDetails & Limit) => string,
): Pick<ErrorKind<PathDetails & Limit>, 'sentence' | 'reason'> {
  return { sentence: (details) => `${details.path} ${reason(details)}`, reason };
}

/** Returns a message with the name that was likely meant, if there is one. */
export function withSuggestion(sentence: string, nearest: string | undefined): string {
  return nearest === undefined ? sentence : `${sentence}. Did you mean ${nearest}?`;
}
