import { type Static, Type } from '../../../core/schema.js';
import { splitLines } from '../../../text/lines/lines.js';

/** The option that says how INI values go on over several lines. */
export const Multiline = Type.Enum(['none', 'indented', 'backslash'], {
  default: 'none',
  description:
    'How values of INI go on: not at all; on lines that are indented deeper than their key, which keep their line ends, as Python reads and writes them; or behind a backslash at the end of a line, without it, the line end and the blanks that follow',
});

export type Multiline = Static<typeof Multiline>;

/** A line to read, with the number of the first line of the text that it comes from. */
export interface IniLine {
  readonly text: string;
  readonly number: number;
}

/** Yields the lines of INI; with `backslash`, joined lines are one line. A comment is never continued. */
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

/** Whether a line that starts without blanks is a comment. */
export function isComment(line: string): boolean {
  return line.startsWith(';') || line.startsWith('#');
}

/** Whether the line ends with an odd number of backslashes: two are more often the end of a Windows path. */
function goesOn(line: string): boolean {
  let end = line.length;
  while (line[end - 1] === '\\') end--;
  return (line.length - end) % 2 === 1;
}
