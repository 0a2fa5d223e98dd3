import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { columnAfter } from '../../text/lines/lines.js';
import { replaceMatches } from '../../text/replacement.js';
import { countCodePoints } from '../../text/unicode/code-points.js';

export default defineTool({
  slug: 'indentation-converter',
  title: 'Tabs ↔ spaces',
  description:
    'Turns the tabs of indented lines into spaces, or the spaces into tabs, and optionally those inside the lines as well. Every character counts as one column wide.',
  config: Type.Object({
    to: Type.Enum(['spaces', 'tabs'], {
      default: 'spaces',
      description: 'What to write: only spaces, or as many tabs as fit and spaces for the rest',
    }),
    tabWidth: Type.Integer({
      default: 4,
      minimum: 1,
      maximum: 16,
      description: 'Columns from one tab stop to the next',
    }),
    leadingOnly: Type.Boolean({
      default: true,
      description: 'Converts only at the start of lines; otherwise everywhere, but never a single space into a tab',
    }),
  }),
  examples: [
    { input: 'if x:\n\treturn 1\n', output: 'if x:\n    return 1\n' },
    { input: '        a    b', config: { to: 'tabs' }, output: '\t\ta    b' },
    { input: '      a', config: { to: 'tabs', tabWidth: 4 }, output: '\t  a' },
    { input: 'ab\tc\td', config: { leadingOnly: false, tabWidth: 8 }, output: 'ab      c       d' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { to, tabWidth, leadingOnly }, limit) {
    let length = input.length;
    const pattern = leadingOnly ? /^[ \t]+/g : /[ \t]+/g;
    return replaceMatches(input, /[^\r\n]+/g, (line) => {
      let output = '';
      let column = 0;
      let position = 0;
      for (const { 0: blanks, index } of line.matchAll(pattern)) {
        const text = line.slice(position, index);
        column += countCodePoints(text);
        const end = columnAfter(blanks, column, tabWidth);
        // Tabs never take more room than what they replace.
        if (to === 'spaces') length += end - column - blanks.length;
        limit.check(length);
        output += text + (to === 'spaces' ? ' '.repeat(end - column) : withTabs(blanks, column, end, tabWidth));
        column = end;
        position = index + blanks.length;
      }
      return output + line.slice(position);
    });
  },
});

/** Blanks between two columns with as many tabs as possible; as unexpand does, a single space in a line stays. */
function withTabs(blanks: string, start: number, end: number, tabWidth: number): string {
  if (blanks === ' ' && start > 0) return blanks;
  const tabs = Math.floor(end / tabWidth) - Math.floor(start / tabWidth);
  return tabs === 0 ? ' '.repeat(end - start) : '\t'.repeat(tabs) + ' '.repeat(end % tabWidth);
}
