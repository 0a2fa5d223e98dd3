import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

// A single space is what comes out, so it is not matched; ordinary text then needs hardly a replacement.
const blanksInLine = /[^\S\r\n]{2,}|[^\S\r\n ]/g;
const blanks = /\s{2,}|[^\S ]/g;

export default defineTool({
  slug: 'collapse-whitespace',
  title: 'Collapse white space',
  description: 'Turns every run of white space, tabs and no-break spaces included, into one space.',
  config: Type.Object({
    keepLineBreaks: Type.Boolean({
      default: true,
      description: 'Leave line ends as they are and work within the lines; otherwise a line end is white space as well',
    }),
    trim: Type.Boolean({
      default: true,
      description: 'Remove the space at the ends of every line, or of the whole text where line ends are not kept',
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
    // With the m flag U+2028 and U+2029 would end lines too, but they have become spaces above.
    return trim ? collapsed.replace(/^ | $/gm, '') : collapsed;
  },
});
