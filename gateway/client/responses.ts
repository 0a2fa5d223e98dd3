import { TextmillError } from './errors.js';
import type { LineKeeping } from './line-keeping.js';

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

/** What a group of steps did. */
export interface TracedGroup extends Omit<TracedStep, 'tool' | 'removed'> {
  /** The kind of its parts; `text` if the whole text is the only one. */
  readonly each: string;
  readonly parts: number;
  readonly failed: number;
  readonly removed: number;
  /** The first parts that changed, with the beginnings of what they were and are. */
  readonly changed: readonly {
    readonly part: number;
    readonly line: number;
    readonly before: string;
    readonly after: string;
  }[];
  /** What the tools inside did, each on how many parts. */
  readonly steps: readonly { readonly tool: string; readonly parts: number; readonly ms: number }[];
}

/** What a step did. */
export interface TracedStep {
  readonly tool: string;
  /** How many lines, rows or texts it removed; left out if none. */
  readonly removed?: number;
  /** Wall-clock time in milliseconds, with decimals. */
  readonly ms: number;
  /** Length of the text after the step, in UTF-16 code units. */
  readonly length: number;
  /** The first 10,000 characters of that text. */
  readonly text: string;
  /** Whether there is more of it. */
  readonly truncated: boolean;
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

/** The limits of a key and what is left of them, from `GET /v1/usage`. */
export interface KeyUsage {
  readonly plan: string;
  /** Requests in 24 hours for all keys of the account; null without a limit. */
  readonly quota: number | null;
  /** Requests that count now. */
  readonly used: number;
  readonly remaining: number | null;
  /** Time of the next possible request, in UTC: `2026-11-22T10:15:00.000Z`; null if it is possible now. */
  readonly freeAt: string | null;
  /** Burst size of the key, refilled within a minute; null without a limit. */
  readonly burstPerMinute: number | null;
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

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedRun(response: unknown): RunResult {
  return checked<RunResult>(
    response,
    has(response, { result: 'string', meta: 'object' }) &&
      has(response.meta, {
        stepsExecuted: 'number',
        inputLength: 'number',
        outputLength: 'number',
        processingTimeMs: 'number',
      }),
  );
}

/** @throws {TextmillError} if this is not a gateway's response to that number of texts. */
export function checkedResults(response: unknown, texts: number): readonly ResultOfInput[] {
  const isComplete =
    has(response, { results: 'object' }) && Array.isArray(response.results) && response.results.length === texts;
  const { results } = checked<{ readonly results: readonly unknown[] }>(response, isComplete);
  for (const result of results) {
    checked<ResultOfInput>(
      result,
      has(result, { result: 'string' }) || has(result, { error: 'string', code: 'string' }),
    );
  }
  return results as readonly ResultOfInput[];
}

/** @throws {TextmillError} if this is not a gateway's response to that number of URLs. */
export function checkedSanitize(response: unknown, urls: number): SanitizeResult {
  return checked<SanitizeResult>(
    response,
    has(response, { sanitized: 'object', count: 'number' }) &&
      Array.isArray(response.sanitized) &&
      response.sanitized.length === urls &&
      response.sanitized.every((url) => typeof url === 'string'),
  );
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedSortDedupe(response: unknown): SortDedupeResult {
  return checked<SortDedupeResult>(response, has(response, { output: 'string', lines: 'number' }));
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedUsage(response: unknown): KeyUsage {
  return checked<KeyUsage>(response, isUsage(response));
}

/** Returns whether this is a response of `GET /v1/usage`. */
export function isUsage(response: unknown): response is KeyUsage {
  const isCount = (value: unknown): boolean => value === null || typeof value === 'number';
  if (!has(response, { plan: 'string', used: 'number' })) return false;
  const { quota, remaining, freeAt, burstPerMinute } = response as Readonly<Record<string, unknown>>;
  return [quota, remaining, burstPerMinute].every(isCount) && (freeAt === null || typeof freeAt === 'string');
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedCatalogue(response: unknown): ToolCatalogue {
  return checked<ToolCatalogue>(
    response,
    has(response, { tools: 'object', count: 'number', data: 'object' }) &&
      Array.isArray(response.tools) &&
      response.tools.every(isTool) &&
      has(response.data, { unicode: 'string', icu: 'string', timeZones: 'string' }),
  );
}

/** @throws {TextmillError} if this is not a response of a gateway. */
export function checkedTool(response: unknown): ToolDocument {
  return checked<ToolDocument>(response, isTool(response));
}

function isTool(value: unknown): boolean {
  const isObject = has(value, {
    slug: 'string',
    title: 'string',
    category: 'string',
    description: 'string',
    config: 'object',
    examples: 'object',
  });
  return isObject && Array.isArray(value.examples);
}

function checked<Checked>(response: unknown, isResponse: boolean): Checked {
  if (isResponse) return response as Checked;
  throw unexpectedResponse();
}

/** Returns the error for a successful response that does not come from a gateway. */
export function unexpectedResponse(): TextmillError {
  return new TextmillError(200, 'the response is not from Textmill: is this the address of a gateway?');
}

/** Returns whether a value is an object whose members have these types and are not null. */
function has<Name extends string>(
  value: unknown,
  types: Readonly<Record<Name, 'string' | 'number' | 'object'>>,
): value is Readonly<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(([name, type]) => {
    const member: unknown = Reflect.get(value, name);
    return typeof member === type && member !== null;
  });
}
