import type { EngineErrorCode, engineErrors } from './core/error-table.js';
import type { DetailsOf, Problem } from './core/problem.js';
import type { OwnTool } from './own-tools/tool-definition.js';
import type { SanitizeOptions, SortDedupeOptions } from './tool-types.js';
import type {
  InputOfMany,
  RunManyResult,
  RunResult,
  SanitizeResult,
  SortDedupeResult,
  Step,
  ToolDocument,
  ToolSlug,
} from './types.js';

/** The values in the message of an error, by name. */
export type ErrorDetails<Code extends EngineErrorCode> = DetailsOf<typeof engineErrors, Code>;

/** What the engine refuses, with the code, the status, the message and the details that the HTTP API has for it. */
export class EngineError<Code extends EngineErrorCode = EngineErrorCode> extends Error {
  override readonly name = 'EngineError';
  /** `step-failed`, for instance: it never changes, while messages may. */
  readonly code: Code;
  /** The HTTP status: 400, or 500 for a bug, whose error is the `cause`. */
  readonly status: number;
  /** `step`, `tool`, `line`, `limit` and others. */
  readonly details: ErrorDetails<Code>;

  constructor({ code, status, sentence, details }: Problem, cause: unknown) {
    super(sentence, { cause });
    this.code = code as Code;
    this.status = status;
    this.details = details as ErrorDetails<Code>;
  }

  /** Whether it has this code: then its details have the type of that code's. */
  is<Its extends EngineErrorCode>(code: Its): this is EngineError<Its> {
    return (this.code as EngineErrorCode) === code;
  }
}

/** The tools of an engine. */
export interface Tools {
  /** The identifiers of all tools. */
  readonly slugs: readonly string[];
  /**
   * Returns the tools that a question in words means, best first. The first call loads all tools, a fifth of a second of
   * processor time.
   *
   * @param limit - of the results.
   * @example
   * const [{ slug }] = await tools.search('remove duplicate lines');
   */
  search(question: string, limit?: number): Promise<readonly ToolDocument[]>;
  /** Describes a tool: its options with their defaults, and its examples. @throws {EngineError} if there is none. */
  describe(slug: ToolSlug | (string & Record<never, never>)): Promise<ToolDocument>;
}

export interface EngineOptions<Own extends string = never> {
  /** Tools in addition to Textmill's: of `defineTool`, or of `loadTools`. */
  readonly tools?: readonly OwnTool<Own>[];
}

export interface RunOptions {
  /** Whether `meta.trace` tells what each step did. */
  readonly trace?: boolean;
}

export interface RunManyOptions {
  /** What a text that fails does: its error is in place of its result (`report`, the default), or thrown. */
  readonly onError?: 'report' | 'error';
}

/**
 * The operations of the HTTP API, with the same options, limits, results and errors. They run on the calling thread, and
 * reject with an {@link EngineError}.
 *
 * @typeParam Own - the identifiers of tools that are not Textmill's.
 */
export interface Engine<Own extends string = never> {
  readonly tools: Tools;
  /**
   * Runs tools on a text, one after the other. A tool is loaded when it is first used.
   *
   * @param input - at most 500,000 UTF-16 code units.
   * @param steps - at most 25.
   * @example
   * const { result } = await engine.run(text, ['trim-lines', { each: 'line', steps: ['capitalize-words'] }]);
   */
  run(input: string, steps: readonly Step<Own>[], options?: RunOptions): Promise<RunResult>;
  /**
   * Runs tools on each of several texts by itself.
   *
   * @param inputs - at most 5,000, with 500,000 UTF-16 code units together.
   * @example
   * const { results } = await engine.runMany(['{"a": 1}', '{'], ['json-minifier']);
   */
  runMany(
    inputs: readonly InputOfMany[],
    steps: readonly Step<Own>[],
    options?: RunManyOptions,
  ): Promise<RunManyResult>;
  /**
   * Removes tracking parameters from URLs.
   *
   * @param urls - at most 500.
   * @example
   * const { sanitized } = await engine.sanitize(['https://example.com/?id=1&utm_source=x'], { profile: 'extended' });
   */
  sanitize(urls: readonly string[], options?: SanitizeOptions): Promise<SanitizeResult>;
  /**
   * Trims, filters, deduplicates and sorts lines; options switch these off.
   *
   * @param lines - at most 5,000.
   * @example
   * const { output } = await engine.sortDedupe(['b', ' a', 'b'], { direction: 'desc' });
   */
  sortDedupe(lines: readonly string[], options?: SortDedupeOptions): Promise<SortDedupeResult>;
}
