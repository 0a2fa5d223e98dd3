import { ToolError } from '../core/errors.js';
import { maxInputCharacters } from '../core/limits.js';
import { Type } from '../core/schema.js';

/**
 * The options of every tool that compares or joins the input with another text.
 *
 * @param description - says what the other text is.
 */
export const otherTextOptions = (description: string) => ({
  other: Type.Optional(
    Type.String({ maxLength: maxInputCharacters, description: `${description}; required without separatorLine` }),
  ),
  separatorLine: Type.String({
    default: '',
    maxLength: 200,
    description:
      'A line such as === that stands once in the input: the other text is what follows it, in place of the option other. White space at its end does not matter; empty for none',
  }),
});

/** The values of {@link otherTextOptions}. */
export interface OtherText {
  readonly other?: string;
  readonly separatorLine: string;
}

/** The two texts of a tool. */
export interface TwoTexts {
  readonly text: string;
  readonly other: string;
  /** What messages call the other text: the option, or its place in the input. */
  readonly nameOfOther: string;
}

/**
 * Returns the two texts that the options mean.
 *
 * The line end before a separator line belongs to the first text only if the other one ends with a line end too, so that
 * two equal texts are equal.
 *
 * @throws {ToolError} unless exactly one of the options is set, or if the line does not stand in the input once.
 */
export function twoTexts(input: string, { other, separatorLine }: OtherText): TwoTexts {
  if (separatorLine === '') {
    if (other === undefined) throw new ToolError('set other, or separatorLine if the input has the other text as well');
    return { text: input, other, nameOfOther: 'other' };
  }
  if (other !== undefined) throw new ToolError('set either other or separatorLine');
  const wanted = separatorLine.trimEnd();
  if (wanted === '' || /[\r\n]/.test(wanted)) {
    throw new ToolError('separatorLine must be one line that is not blank');
  }
  const [found, second] = linesThatAre(input, wanted);
  if (found === undefined) throw new ToolError(`separatorLine: no line of the input is "${wanted}"`);
  if (second !== undefined) {
    throw new ToolError(`separatorLine: lines ${found.number} and ${second.number} of the input are "${wanted}"`);
  }
  const behind = input.slice(found.end).replace(/^(?:\r\n?|\n)/, '');
  const before = input.slice(0, found.start);
  const text = /[\r\n]$/.test(behind) ? before : before.replace(/(?:\r\n|\r|\n)$/, '');
  return { text, other: behind, nameOfOther: 'behind separatorLine' };
}

interface FoundLine {
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly number: number;
}

/** Finds the first two lines that are a text, not looking at white space at their ends. */
function linesThatAre(input: string, wanted: string): FoundLine[] {
  const found: FoundLine[] = [];
  let number = 1;
  for (let start = 0; start <= input.length && found.length < 2; number++) {
    const end = lineEndAfter(input, start);
    if (input.startsWith(wanted, start) && input.slice(start, end).trimEnd() === wanted) {
      found.push({ start, end, number });
    }
    start = end + (input.startsWith('\r\n', end) ? 2 : 1);
  }
  return found;
}

function lineEndAfter(input: string, start: number): number {
  let end = start;
  while (end < input.length && input[end] !== '\n' && input[end] !== '\r') end++;
  return end;
}
