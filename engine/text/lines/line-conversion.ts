import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import type { OutputLimit } from '../../core/tool.js';
import { countCodePoints } from '../unicode/code-points.js';
import { joinLines, type Lines, splitLines } from './lines.js';

const choices = ['error', 'keep', 'drop', 'blank', 'mark'] as const;

export type InvalidLines = (typeof choices)[number];

/** Defines the option `invalid` of every tool that converts line by line. See {@link convertLines}. */
export function invalidLines(fault = 'cannot be converted', defaultChoice: InvalidLines = 'error') {
  return Type.Enum([...choices], {
    default: defaultChoice,
    description: `What to do with a line that ${fault}: error refuses the text and names the line, keep leaves it as it is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it`,
  });
}

/** The reason why a line cannot be converted. */
export class LineProblem {
  readonly reason: string;
  /** The offset in the converted text, in UTF-16 code units; undefined if the problem is the line as a whole. */
  readonly offset: number | undefined;

  constructor(reason: string, offset?: number) {
    this.reason = reason;
    this.offset = offset;
  }
}

export interface LineConversion {
  /** Receives a line without the white space at its ends, and never a blank one. */
  readonly convert: (line: string) => string | LineProblem;
  readonly invalid: InvalidLines;
}

/**
 * Converts each line separately. Blank lines stay as they are, unless invalid lines are dropped.
 *
 * @throws {ToolError} `line 3: …` or `line 3, column 7: …` for the first line that cannot be converted, if `invalid` is
 *   `error`.
 * @throws {OutputTooLongError} as soon as the lines are longer than the limit.
 */
export function convertLines(text: string, conversion: LineConversion, limit: OutputLimit): string {
  const converted = convertedLines(text, conversion, limit);
  return joinLines(converted.lines, converted);
}

/** Does the same as {@link convertLines} for tools that need the lines. */
export function convertedLines(text: string, { convert, invalid }: LineConversion, limit: OutputLimit): Lines {
  const { lines, ...form } = splitLines(text);
  const converted: string[] = [];
  let length = -form.lineEnd.length;
  for (const [i, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === '' && invalid === 'drop') continue;
    let written = trimmed === '' ? line : convert(trimmed);
    if (typeof written !== 'string') {
      if (invalid === 'drop') continue;
      if (invalid === 'error') throw problemIn(line, i + 1, written);
      written = replacements[invalid](line);
    }
    length += written.length + form.lineEnd.length;
    limit.check(length);
    converted.push(written);
  }
  return { lines: converted, ...form };
}

const replacements = {
  keep: (line: string) => line,
  blank: () => '',
  mark: (line: string) => `invalid: ${line}`,
};

function problemIn(line: string, number: number, { reason, offset }: LineProblem): ToolError {
  if (offset === undefined) return ToolError.at({ line: number }, `${reason}`);
  const indent = line.length - line.trimStart().length;
  return ToolError.at({ line: number, column: countCodePoints(line.slice(0, indent + offset)) + 1 }, `${reason}`);
}
