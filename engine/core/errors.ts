/**
 * What can be wrong with a request, told apart by who has to act.
 *
 * Everything the engine refuses is one of these two classes; anything else that is thrown is a bug and
 * becomes a 500 in execute.ts. The message texts are part of the HTTP contract.
 */

/** The request cannot be carried out as it was sent: answered with status 400 and this message. */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
}

/** A step was stopped in the middle because it took too long; the thread may be left in disorder. */
export class StepInterruptedError extends RequestError {
  override readonly name = 'StepInterruptedError';
}

/** The text does not suit the tool. A tool throws it with a reason a person can act on, without naming itself. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** A step's output passed the limit it was given. See {@link OutputLimit} in tool.ts. */
export class OutputTooLongError extends ToolError {}

/** The text is longer than the tool has memory for. See `maxTextOf` in limits.ts. */
export class TextTooLongError extends ToolError {}

/** Every sentence of the engine that does not come from a schema. `…` sentences of schemas: validation.ts. */
export const messages = {
  invalidJson: 'Invalid JSON body',
  notAnObject: 'Request body must be a JSON object',
  internal: 'Internal server error',
  noUrls: 'No URLs provided',
  noLines: 'No lines provided',
  noSteps: 'No steps provided',
  onlyOneOf: (fields: readonly string[]) => `Provide only one of ${fields.join(', ')}`,
  tooMany: (what: 'steps' | 'URLs' | 'lines', count: number, maximum: number) =>
    `Too many ${what}: ${count} (maximum ${maximum})`,
  inputTooLarge: (characters: number, maximum: number) =>
    `Input too large: ${characters} characters (maximum ${maximum})`,
  outputTooLong: (maximum: number) => `the output would be longer than ${maximum} characters`,
  textTooLong: (characters: number, maximum: number) =>
    `the text has ${characters} characters, and this tool takes at most ${maximum}`,
  tookTooLong: (limitMs: number) => `took longer than ${limitMs} ms`,
  tookTooMuchProcessorTime: (limitMs: number) => `took more than ${limitMs} ms of processor time`,
  requestNeededTooMuchMemory: (memoryMb: number) => `The request needed more than ${memoryMb} MB of memory`,
  neededTooMuchMemory: (memoryMb: number) =>
    `needed more than ${memoryMb} MB of memory; use a shorter text or fewer steps`,
  neededTooMuchStack: 'the text is nested too deeply, or has too long a run of what the tool looks for',
  unknownTool: (slug: string, nearest: string | undefined) =>
    withSuggestion(`Unknown tool: ${shortName(slug)}`, nearest),
  unknownOption: (tool: string, option: string, nearest: string | undefined) =>
    withSuggestion(`Unknown option for ${tool}: ${shortName(option)}`, nearest),
  unknownField: (path: string) => `Unknown field: ${path}`,
  nestedTooDeep: (path: string, maximum: number) => `${path} must be nested at most ${maximum} levels deep`,
  stepFailed: (position: number, slug: string, reason: string) =>
    `Step ${position} (${slug}) failed: ${shortened(reason, longestReason)}`,
} as const;

const longestName = 100;
/** Libraries quote the text that they dislike, however long it is. */
const longestReason = 1_000;

/** A name of the user's as a message quotes it: the beginning of one that may be megabytes long. */
export function shortName(name: string): string {
  return shortened(name, longestName);
}

function shortened(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  // Not through the middle of a surrogate pair.
  const end = (text.codePointAt(maximum - 1) ?? 0) > 0xffff ? maximum - 1 : maximum;
  return `${text.slice(0, end)}…`;
}

function withSuggestion(sentence: string, nearest: string | undefined): string {
  return nearest === undefined ? sentence : `${sentence}. Did you mean ${nearest}?`;
}

/** Where an error happened, for the log: its name and stack frames without the message, which may quote user text. */
export function stackFrames(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown: not an error';
  // The stack begins with the message, and a line of a message may look like a frame.
  const [, frames = ''] = error.stack?.split(error.message === '' ? error.name : error.message) ?? [];
  return [error.name, ...frames.split('\n').filter((line) => line.startsWith('    at '))].join('\n');
}
