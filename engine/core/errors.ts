import { nearestName } from './edit-distance.js';
import { type EngineErrorCode, type engineErrors, engineProblem, reasons } from './error-table.js';
import { meantOption } from './option-synonyms.js';
import type { DetailsArgument, Problem } from './problem.js';
import { UntracedError } from './stack-traces.js';

/**
 * The errors of the engine.
 *
 * Everything the engine refuses is one of these classes; anything else that is thrown is a bug and becomes a 500 in
 * execute.ts. error-table.ts has the messages.
 */

/**
 * The request is invalid: the response has the status of the problem, usually 400. Without a stack trace: a text may have
 * half a million parts that fail.
 */
export class RequestError extends UntracedError {
  override readonly name: string = 'RequestError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.sentence);
    this.problem = problem;
  }
}

/** A step was interrupted because it took too long; the state of its thread may be inconsistent. */
export class StepInterruptedError extends RequestError {
  override readonly name = 'StepInterruptedError';
}

/** Returns the error of the engine with a code. */
export function requestError<Code extends EngineErrorCode>(
  code: Code,
  ...details: DetailsArgument<typeof engineErrors, Code>
): RequestError {
  return new RequestError(engineProblem(code, ...details));
}

/** A place in a text, both counted from 1; without a column, the whole line. */
export interface Place {
  readonly line: number;
  /** In characters (code points). */
  readonly column?: number;
}

/** Common causes, each with its own remedy. */
export type ToolErrorKind = 'invalid-json' | 'look-around' | 'back-reference';

/** The tool cannot process the text. A tool throws it with a reason that a person can act on, without its own name. */
export class ToolError extends UntracedError {
  override readonly name = 'ToolError';
  /** The place in the tool's input; undefined if unknown, or in an option. */
  readonly place: Place | undefined;
  /** The message without the place. */
  readonly reason: string;
  /** What a program may act on; undefined for most errors. */
  readonly kind: ToolErrorKind | undefined;

  constructor(message: string, place?: Place, reason = message, kind?: ToolErrorKind) {
    super(message);
    this.place = place;
    this.reason = reason;
    this.kind = kind;
  }

  /** Returns the error at a place: `line 3, column 7: …`. */
  static at(place: Place, reason: string): ToolError {
    return new ToolError(`${placeText(place)}: ${reason}`, place, reason);
  }
}

/** Returns a place for messages: `line 3, column 7`, or `line 3`. */
export function placeText({ line, column }: Place): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
}

/** The output of a step exceeds its limit, in UTF-16 code units. See {@link OutputLimit} in tool.ts. */
export class OutputTooLongError extends ToolError {
  readonly limit: number;

  constructor(limit: number) {
    super(reasons.outputTooLong(limit));
    this.limit = limit;
  }
}

/** The text is longer than the tool has memory for, in UTF-16 code units. See `maxTextOf` in limits.ts. */
export class TextTooLongError extends ToolError {
  readonly length: number;
  readonly limit: number;

  constructor(length: number, limit: number) {
    super(reasons.textTooLong(length, limit));
    this.length = length;
    this.limit = limit;
  }
}

/**
 * Returns the error for a tool that does not exist, with the nearest slug if there is one.
 *
 * @param step - the step that names it, 1 for the first; undefined without steps.
 */
export function unknownTool(slug: string, slugs: Iterable<string>, step?: number): RequestError {
  const suggestion = nearestName(slug, slugs);
  return requestError('unknown-tool', {
    tool: shortName(slug),
    ...(step !== undefined && { step }),
    ...(suggestion !== undefined && { suggestion }),
  });
}

/** Returns the error for an option that does not exist, with the options that do and the one that was likely meant. */
export function unknownOption(
  tool: string,
  option: string,
  options: Iterable<string>,
  where: { readonly step?: number; readonly path?: string } = {},
): RequestError {
  const known = [...options];
  const suggestion = meantOption(option, known);
  const meant = suggestion !== undefined && { suggestion };
  const details = { tool, option: shortName(option), ...where, ...meant, options: known };
  return requestError('unknown-option', details);
}

/** Returns the error for a member that does not exist, with the nearest of those that do if there is one. */
export function unknownField(path: string, field: string, fields: readonly string[]): RequestError {
  const suggestion = nearestName(field, fields);
  return requestError('unknown-field', {
    path,
    field: shortName(field),
    ...(suggestion !== undefined && { suggestion }),
  });
}

const longestName = 100;
/** Libraries quote invalid text, however long it is. */
const longestReason = 1_000;

/** Returns the start of a user's name, which may be megabytes long, for a message. */
export function shortName(name: string): string {
  return shortened(name, longestName);
}

/** Returns the start of a tool's reason, for a message. */
export function shortReason(reason: string): string {
  return shortened(reason, longestReason);
}

function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  // Does not split a surrogate pair.
  const end = (text.codePointAt(maximum - 1) ?? 0) > 0xffff ? maximum - 1 : maximum;
  return `${text.slice(0, end)}…`;
}

/**
 * Whether V8's stack overflowed: in functions that recurse for every level of a text, or in a regular expression that
 * backtracks for every character. Tools with a known risk report it themselves.
 */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
