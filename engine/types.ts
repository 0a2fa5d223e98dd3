import type { LineKeeping } from './core/line-keeping.js';
import type { TracedGroup, TracedStep } from './core/traced-step.js';
import type { Condition, EachPart, ToolConfigs } from './tool-types.js';

export type { TracedGroup, TracedStep } from './core/traced-step.js';

/** The identifier of a tool: `trim-lines`. */
export type ToolSlug = keyof ToolConfigs;

/** The identifiers of the tools without a required option. */
export type BareSlug = { [Slug in ToolSlug]: NeedsConfig<Slug> extends true ? never : Slug }[ToolSlug];

/** A tool with its options. They are optional unless the tool has a required option. */
export type ToolStep<Slug extends ToolSlug = ToolSlug> = {
  [Each in Slug]: NeedsConfig<Each> extends true
    ? { readonly toolSlug: Each; readonly config: ToolConfigs[Each] }
    : { readonly toolSlug: Each; readonly config?: ToolConfigs[Each] };
}[Slug];

/**
 * One step of a workflow: `'trim-lines'`, `{ toolSlug: 'dedupe-sort', config: { order: 'desc' } }`, or a group that runs
 * steps on parts of the text, `{ each: 'line', steps: ['trim-lines'] }`.
 *
 * @typeParam Own - identifiers of tools that are not Textmill's.
 */
export type Step<Own extends string = never> = BareSlug | ToolStep | GroupStep<Own> | OwnStep<Own>;

/** A tool that is not Textmill's, alone or with its options. */
type OwnStep<Own extends string> = [Own] extends [never]
  ? never
  : Own | { readonly toolSlug: Own; readonly config?: Readonly<Record<string, unknown>> };

/** Steps that run on each part of the text; what is between the parts stays. */
export interface GroupStep<Own extends string = never> {
  readonly steps: readonly Step<Own>[];
  /** The whole text if left out. */
  readonly each?: EachPart;
  /** Parts that do not meet it stay as they are. */
  readonly when?: Condition;
  /** For those parts instead. */
  readonly else?: readonly Step<Own>[];
  /** What becomes of a part whose steps fail; `error` by default. */
  readonly onError?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
}

type NeedsConfig<Slug extends ToolSlug> = Record<never, never> extends ToolConfigs[Slug] ? false : true;

/** The result of a workflow. */
export interface RunResult {
  /** The text after the last step. */
  readonly result: string;
  readonly meta: {
    readonly stepsExecuted: number;
    /** Length of the input in UTF-16 code units, as `length` counts. */
    readonly inputLength: number;
    readonly outputLength: number;
    /** In milliseconds. */
    readonly processingTimeMs: number;
    /** If a group forgives failures: the parts whose steps failed. */
    readonly failed?: FailedParts;
    /** With `trace`: what each step did, in their order. */
    readonly trace?: readonly (TracedStep | TracedGroup)[];
  };
}

/** The parts whose steps failed, and that a group forgave. */
export interface FailedParts {
  readonly count: number;
  /** The first 20 of them. */
  readonly first: readonly FailedPart[];
}

/** A part whose steps failed. */
export interface FailedPart {
  /** The number of the tool in the workflow, 1 for the first. */
  readonly step: number;
  /** The step in the request: `steps[0].steps[1]`. */
  readonly path: string;
  /** The number of the part, and where it begins; all count from 1. */
  readonly part: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly code: string;
}

/** What became of one of several texts: its result, or its error. */
export type ResultOfInput =
  | { readonly result: string; readonly failed?: FailedParts; readonly error?: undefined }
  | {
      readonly error: string;
      readonly code: string;
      readonly step?: number;
      /** In a group: the step in the request, `steps[0].steps[1]`, and the number of the part. */
      readonly path?: string;
      readonly part?: number;
      readonly line?: number;
      readonly column?: number;
      readonly result?: undefined;
    };

/** One of several texts: itself, or with an identifier that comes back with its result. */
export type InputOfMany = string | { readonly id?: string; readonly input: string };

/** The results of a workflow on several texts. */
export interface RunManyResult {
  /** Result i belongs to text i. */
  readonly results: readonly (ResultOfInput & { readonly id?: string })[];
  readonly meta: {
    readonly stepsExecuted: number;
    readonly inputs: number;
    /** How many texts failed. */
    readonly failed: number;
    /** Lengths of all texts together, in UTF-16 code units; results that are errors do not count. */
    readonly inputLength: number;
    readonly outputLength: number;
    /** In milliseconds. */
    readonly processingTimeMs: number;
  };
}

/** URLs without tracking parameters. */
export interface SanitizeResult {
  /** Result i belongs to URL i of the request. */
  readonly sanitized: readonly string[];
  readonly count: number;
  /** With `explain`: the redirectors opened for URL i, in order, and what was removed, each thing once, in place i. */
  readonly removed?: readonly (readonly UrlRemoval[])[];
  /** With `explain`, if a URL stayed as it is because its query is signed: the parameter that signs URL i, or null. */
  readonly signedBy?: readonly (string | null)[];
}

/** What was removed from a URL, and why. */
export interface UrlRemoval {
  /**
   * Of the parameter, decoded; the start of a segment of the path, such as `/ref=`; or the host and path of a redirector.
   */
  readonly name: string;
  /**
   * The list that has the name; `host` for the rules for single hosts; `operator` for rules of the operator of the
   * server; `redirector`, with `unwrap`, for a URL whose target took its place.
   */
  readonly list: 'standard' | 'extended' | 'host' | 'operator' | 'extraParams' | 'redirector';
  /**
   * The group of the list, the rule for the host or of the operator, or the redirector; with `extraParams` the name as it
   * was given.
   */
  readonly rule: string;
}

/** The result of `sortDedupe`. */
export interface SortDedupeResult {
  /** The lines, joined by `\n`. */
  readonly output: string;
  /** The number of lines. An empty `output` may be 0 lines or 1. */
  readonly lines: number;
}

/** A tool as the catalogue describes it. */
export interface ToolDocument {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  readonly description: string;
  /** The JSON Schema of the options, with their defaults. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Whether it turns each line into exactly one line: always, never, or with the options of an alternative. */
  readonly keepsLines: LineKeeping;
  readonly examples: readonly {
    readonly input: string;
    readonly config?: Readonly<Record<string, unknown>>;
    readonly output: string;
  }[];
}

/** All tools of a gateway. */
export interface ToolCatalogue {
  readonly tools: readonly ToolDocument[];
  readonly count: number;
  /** Versions of the tables that the results of some tools depend on. */
  readonly data: { readonly unicode: string; readonly icu: string; readonly timeZones: string };
}
