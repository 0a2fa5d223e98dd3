import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { TrimCharacters, TrimSide, trimmer } from '../../text/lines/trim.js';

export default defineTool({
  slug: 'trim-text',
  title: 'Trim text',
  description:
    'Strips white space, including blank lines, from the ends of the whole text; the lines in between stay as they are.',
  config: Type.Object({ side: TrimSide, chars: TrimCharacters }),
  examples: [
    { input: '\n\n  Hello\n  world  \n\n', output: 'Hello\n  world' },
    { input: '  a  ', config: { side: 'start' }, output: 'a  ' },
    { input: '"quoted"', config: { chars: '"' }, output: 'quoted' },
    { input: ' \n ', output: '' },
  ],
  run: (input, { side, chars }) => trimmer(side, chars)(input),
});
