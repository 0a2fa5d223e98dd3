import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

// The replacement is a single space, so that is not matched; ordinary text then needs few replacements.
const blanksInLine = /[^\S\r\n]{2,}|[^\S\r\n ]/g;
const blanks = /\s{2,}|[^\S ]/g;

export default defineTool({
  slug: 'collapse-whitespace',
  title: 'Collapse white space',
  description: 'Turns every run of white space, including tabs and no-break spaces, into one space.',
  config: Type.Object({
    keepLineBreaks: Type.Boolean({
      default: true,
      description:
        'Leaves line ends as they are and works within the lines; otherwise a line end is white space as well',
    }),
    trim: Type.Boolean({
      default: true,
      description: 'Removes the space at the ends of every line, or of the whole text if line ends are not kept',
    }),
  }),
  examples: [
    { input: '  a \t b  \n\n c\u00a0\u00a0d', output: 'a b\n\nc d' },
    { input: 'a  b \n\n  c\n', config: { keepLineBreaks: false }, output: 'a b c' },
    { input: '  a  b  ', config: { trim: false }, output: ' a b ' },
  ],
  lineByLine: ({ keepLineBreaks }) => keepLineBreaks,
  keepsLines: [{ keepLineBreaks: { enum: [true] } }],
  run: (input, { keepLineBreaks, trim }) => {
    const collapsed = input.replace(keepLineBreaks ? blanksInLine : blanks, ' ');
    // With the m flag U+2028 and U+2029 would end lines as well, but they are already spaces here.
    return trim ? collapsed.replace(/^ | $/gm, '') : collapsed;
  },
});
