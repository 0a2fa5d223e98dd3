import type { ByteStep } from './byte-text.js';
import { OutputTooLongError } from './errors.js';
import type { LineKeeping } from './line-keeping.js';
import type { Static, TObject, TProperties, TSchema } from './schema.js';
import type { WorkBudget } from './work-budget.js';

/** A worked example. It is shown to users and run by a test: directly, over HTTP, and through the pool. */
export interface ToolExample<Config> {
  readonly input: string;
  readonly config?: Partial<Config>;
  readonly output: string;
}

/** The declaration of a tool: the source of documentation, validation, forms and tests. */
export interface ToolDefinition<Properties extends TProperties> {
  /** The identifier in requests; also the file's name. */
  readonly slug: string;
  readonly title: string;
  /** One to three sentences for a person who chooses a tool. */
  readonly description: string;
  /** The options. Those with a `default` are optional in a request; `run` always gets them filled in. */
  readonly config: TObject<Properties>;
  /** At least three, including an edge case. */
  readonly examples: readonly ToolExample<Static<TObject<Properties>>>[];
  /**
   * For a tool that takes much longer with some options than with others: names of these ways to work, each with its own
   * measured cost (`catalogue/tool-costs.ts`), and which options choose it. The first one that applies counts.
   */
  readonly costClasses?: Readonly<Record<string, (config: Static<TObject<Properties>>) => boolean>>;
  /** For a tool whose options can make it write much, whatever the text is: about how many characters they do. */
  readonly charactersFromOptions?: (config: Static<TObject<Properties>>) => number;
  /**
   * Can be run on one piece of a text after another, always or with some options; false if left out. Precisely, for
   * every text a that ends with a line end (`\n`, `\r\n`, lone `\r`), and every text b, unless a and b cut a `\r\n`
   * in two:
   *
   * - `run(a + b) = run(a) + run(b)`, or both sides are refused;
   * - `run(a)` is empty or ends with a line end, with `\n` if a does. So what comes next can be run on pieces too.
   *
   * A tool that looks at the first line end to choose those that it writes, at line numbers or at the last line is not.
   */
  readonly lineByLine?: boolean | ((config: Static<TObject<Properties>>) => boolean);
  /** With which options it makes exactly one line of each line, by itself; `false`, that is never, if left out. */
  readonly keepsLines?: LineKeeping;
  /**
   * Makes of each line, whatever the other lines are, any number of lines: always or with some options; false if left out.
   * What {@link keepsLines} says does not have to be said again.
   */
  readonly eachLineAlone?: boolean | ((config: Static<TObject<Properties>>) => boolean);
  /**
   * For a tool whose time the user can drive up: a step may take so much processor time, in milliseconds, instead of
   * the usual.
   */
  readonly timeLimitMs?: number;
  /**
   * Heap that the tool needs at most for a character of the text that it reads or writes, whichever is longer, in
   * bytes, where that is more than the usual 40. The text that it reads is bounded accordingly, because what it keeps
   * are the parts of that one; the text that it writes is bounded as usual. `npm run test:long` measures the text and
   * the options that needed most when `npm run test:full -- chaos/tool-heap` last searched for them.
   */
  readonly heapBytesPerCharacter?: number;
  /**
   * Transforms the text. Pure and synchronous; the same input and config give the same output everywhere.
   *
   * @param limit - checked by the runner after every step; a tool whose output can be many times its input checks it
   *   before it builds the output.
   * @throws {ToolError} with a reason a person can act on.
   */
  run(input: string, config: Static<TObject<Properties>>, limit: OutputLimit): string;
  /**
   * What `run` does to the lines of a text, between which it writes the first line end of the text again: see
   * `defineLineTool`. The array may be changed and returned.
   */
  readonly transformLines?: (lines: string[], config: Static<TObject<Properties>>) => readonly string[];
  /**
   * For a tool that may remove some of what a text consists of: how many lines, rows or texts it has, so that a trace says
   * how many were removed. Never given a text that `run` refused or did not return.
   */
  countItems?(text: string, config: Static<TObject<Properties>>): number;
  /**
   * `run` keeps each line end, also if they differ: then `transformLines` stands for it only in texts without `\r`. Every
   * other tool that works on each line alone writes the first line end of the text behind all of them.
   */
  readonly keepsMixedLineEnds?: boolean;
  /**
   * Returns what the kernels do in place of `run` to a text whose line ends are all the same; undefined with options that
   * they do not know.
   */
  readonly onBytes?: (config: Static<TObject<Properties>>) => ByteStep | undefined;
  /** See {@link Tool.isOwn} and {@link Tool.inner}. */
  readonly isOwn?: true;
  readonly inner?: InnerSteps;
}

/** A tool in the rest of the engine: its config was validated, so its type no longer matters. */
export interface Tool {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly config: TObject;
  readonly examples: readonly ToolExample<Record<string, unknown>>[];
  /** See {@link ToolDefinition.costClasses}. */
  readonly costClasses?: Readonly<Record<string, (config: unknown) => boolean>>;
  /** See {@link ToolDefinition.charactersFromOptions}. */
  readonly charactersFromOptions?: (config: unknown) => number;
  /** Whether it can be run on pieces of a text, with a config that was validated. See {@link ToolDefinition.lineByLine}. */
  isLineByLine(config: unknown): boolean;
  readonly keepsLines: LineKeeping;
  /** See {@link ToolDefinition.eachLineAlone}, with a config that was validated. */
  isEachLineAlone(config: unknown): boolean;
  readonly timeLimitMs?: number;
  readonly heapBytesPerCharacter?: number;
  run(input: string, config: unknown, limit: OutputLimit): string;
  countItems?(text: string, config: unknown): number;
  /** See {@link ToolDefinition.transformLines}: steps that have it hand lines on without joining and splitting them. */
  readonly transformLines?: (lines: string[], config: unknown) => readonly string[];
  readonly keepsMixedLineEnds?: boolean;
  /** See {@link ToolDefinition.onBytes}. */
  readonly onBytes?: (config: unknown) => ByteStep | undefined;
  /** Set for a tool that is not one of Textmill's: it may break what it declares. */
  readonly isOwn?: true;
  /** What a tool that runs other tools makes of its options. */
  readonly inner?: InnerSteps;
}

/** The steps of a tool that runs other tools. */
export interface InnerSteps {
  /** Returns why the steps are invalid with options that the schema allows; undefined if they are not. */
  problemWith(config: unknown): string | undefined;
  /** What they cost together, as in `catalogue/tool-costs.ts`. */
  costWith(config: unknown): { readonly fixed: number; readonly perThousand: number };
}

/**
 * Declares a tool; the file's default export.
 *
 * The config is closed (an unknown option is an error), and options with a default are optional.
 */
export function defineTool<Properties extends TProperties>(definition: ToolDefinition<Properties>): Tool {
  const { config, lineByLine = false, keepsLines = false, eachLineAlone = false, ...rest } = definition;
  const properties: Record<string, TSchema> = config.properties;
  const required = ((config.required ?? []) as readonly string[]).filter(
    (name) => !('default' in (properties[name] ?? {})),
  );
  const closed = { ...config, required, additionalProperties: false };
  if (required.length === 0) Reflect.deleteProperty(closed, 'required');
  const isLineByLine = typeof lineByLine === 'function' ? lineByLine : () => lineByLine;
  const isEachLineAlone = typeof eachLineAlone === 'function' ? eachLineAlone : () => eachLineAlone;
  const tool = { ...rest, isLineByLine, isEachLineAlone, keepsLines, config: closed };
  return Object.freeze(tool) as unknown as Tool;
}

/** The limit of a step's output, in UTF-16 code units. */
export class OutputLimit {
  readonly #maximum: number;
  readonly #written: number;
  /** For tools that run steps of their own. */
  readonly budget: WorkBudget | undefined;

  /**
   * @param written - what the step has written already, for other parts of the text.
   * @param budget - of the request that the step is part of.
   */
  constructor(maximum: number, written = 0, budget?: WorkBudget) {
    this.#maximum = maximum;
    this.#written = written;
    this.budget = budget;
  }

  /** @throws {OutputTooLongError} if `length` UTF-16 code units are more than the step may write. */
  check(length: number): void {
    if (length > this.#maximum - this.#written) throw new OutputTooLongError(this.#maximum);
  }
}
