import { ToolError } from '../errors.js';
import { Type } from '../schema.js';
import type { OutputLimit } from '../tool.js';
import { countCodePoints } from './code-points.js';
import { joinLines, splitLines } from './lines.js';

export type InvalidLineAction = 'error' | 'keep' | 'blank';

/** The option of every tool that converts line by line. */
export const InvalidLines = Type.Enum(['error', 'keep', 'blank'], {
  default: 'error',
  description:
    'What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves the line as it is, blank empties it',
});

/** Why a line cannot be converted. */
export class LineProblem {
  readonly reason: string;
  /** Where in what was given to the conversion, in UTF-16 code units; undefined if it is the line as a whole. */
  readonly offset: number | undefined;

  constructor(reason: string, offset?: number) {
    this.reason = reason;
    this.offset = offset;
  }
}

/**
 * Converts each line by itself; blank lines stay as they are.
 *
 * @param convert - is given a line without the white space at its ends.
 * @throws {ToolError} `line 3: …` or `line 3, column 7: …` for the first line that cannot be converted, if `invalid` is
 *   `error`.
 * @throws {OutputTooLongError} as soon as the lines are longer than the limit.
 */
export function convertLines(
  input: string,
  invalid: InvalidLineAction,
  limit: OutputLimit,
  convert: (line: string) => string | LineProblem,
): string {
  const { lines, ...form } = splitLines(input);
  let length = -form.lineEnd.length;
  const converted = lines.map((line, i) => {
    const trimmed = line.trim();
    let written: string | LineProblem = trimmed === '' ? line : convert(trimmed);
    if (typeof written !== 'string') {
      if (invalid === 'error') throw problemIn(line, i + 1, written);
      written = invalid === 'keep' ? line : '';
    }
    length += written.length + form.lineEnd.length;
    limit.check(length);
    return written;
  });
  return joinLines(converted, form);
}

function problemIn(line: string, number: number, { reason, offset }: LineProblem): ToolError {
  if (offset === undefined) return new ToolError(`line ${number}: ${reason}`);
  const indent = line.length - line.trimStart().length;
  return new ToolError(`line ${number}, column ${countCodePoints(line.slice(0, indent + offset)) + 1}: ${reason}`);
}
