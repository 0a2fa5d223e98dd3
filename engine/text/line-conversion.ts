import { ToolError } from '../errors.js';
import { Type } from '../schema.js';
import type { OutputLimit } from '../tool.js';
import { type Lines, splitLines } from './lines.js';

const choices = ['keep', 'drop', 'mark', 'error'] as const;

export type InvalidLines = (typeof choices)[number];

/** The option of tools that read one thing on each line. See {@link convertLines}. */
export function invalidLines(thing: string, defaultChoice: InvalidLines) {
  return Type.Enum([...choices], {
    default: defaultChoice,
    description: `What becomes of a line that is no ${thing}: it stays, it is dropped, it gets "invalid: " before it, or the text is refused`,
  });
}

export interface LineConversion {
  /** Given a line without the white space around it, and never a blank one. @returns undefined if it is invalid. */
  readonly convert: (line: string) => string | undefined;
  readonly invalid: InvalidLines;
  /** What the refusal says: `not an e-mail address`. */
  readonly reason: string;
}

/**
 * Converts a text line by line. Blank lines are not converted; they are dropped where invalid lines are.
 *
 * @throws {ToolError} with the number of the first invalid line, if those are to be refused.
 * @throws {OutputTooLongError} as soon as the lines are longer than the limit.
 */
export function convertLines(text: string, { convert, invalid, reason }: LineConversion, limit: OutputLimit): Lines {
  const { lines, lineEnd, final } = splitLines(text);
  const converted: string[] = [];
  let length = 0;
  for (const [i, line] of lines.entries()) {
    const trimmed = line.trim();
    let written = trimmed === '' ? undefined : convert(trimmed);
    if (written === undefined) {
      if (invalid === 'drop') continue;
      if (invalid === 'error' && trimmed !== '') throw new ToolError(`line ${i + 1}: ${reason}`);
      written = invalid === 'mark' && trimmed !== '' ? `invalid: ${line}` : line;
    }
    length += written.length + lineEnd.length;
    limit.check(length - lineEnd.length);
    converted.push(written);
  }
  return { lines: converted, lineEnd, final };
}
