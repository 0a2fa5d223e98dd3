import { type Static, Type } from '../../../core/schema.js';
import { splitLines } from '../../../text/lines/lines.js';

/** The option for values of INI over several lines. */
export const Multiline = Type.Enum(['none', 'indented', 'backslash'], {
  default: 'none',
  description:
    'How values of INI continue: not at all; on lines that are indented deeper than their key, with their line ends, as in Python; or after a backslash at the end of a line, without the backslash, the line end and the white space after it',
});

export type Multiline = Static<typeof Multiline>;

/** A line of INI, with the number of its first line in the text. */
export interface IniLine {
  readonly text: string;
  readonly number: number;
}

/** Yields the lines of INI. With `backslash`, continued lines are one line. Comments are never continued. */
export function* iniLines(text: string, multiline: Multiline): Generator<IniLine> {
  const { lines } = splitLines(text);
  for (let i = 0; i < lines.length; i++) {
    const number = i + 1;
    const line = lines[i] ?? '';
    if (multiline !== 'backslash' || !goesOn(line) || isComment(line.trimStart())) {
      yield { text: line, number };
      continue;
    }
    const parts = [line.slice(0, -1)];
    while (goesOn(lines[i] ?? '') && i + 1 < lines.length) {
      const next = (lines[++i] ?? '').trimStart();
      parts.push(goesOn(next) ? next.slice(0, -1) : next);
    }
    yield { text: parts.join(''), number };
  }
}

/** Returns whether a line without leading white space is a comment. */
export function isComment(line: string): boolean {
  return line.startsWith(';') || line.startsWith('#');
}

/** Returns whether the line ends with an odd number of backslashes: two usually end a Windows path. */
function goesOn(line: string): boolean {
  let end = line.length;
  while (line[end - 1] === '\\') end--;
  return (line.length - end) % 2 === 1;
}
