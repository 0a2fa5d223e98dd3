import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { percentDecodeText } from '../../text/urls/percent-decoding.js';

export default defineTool({
  slug: 'url-decode',
  title: 'URL decode',
  description: 'Turns percent escapes back into the characters whose UTF-8 bytes they are.',
  config: Type.Object({
    plusAsSpace: Type.Boolean({ default: false, description: 'Reads + as a space, as in form fields' }),
    invalid: Type.Enum(['error', 'keep'], {
      default: 'error',
      description:
        'What to do with an escape that is incomplete or not UTF-8: error refuses the text, keep leaves it as it is',
    }),
  }),
  examples: [
    { input: 'a%20b%26c%3D%C3%A9', output: 'a b&c=é' },
    { input: 'it%27s+a%2Bb', config: { plusAsSpace: true }, output: "it's a+b" },
    { input: '100% of %E9 and %C3%A9', config: { invalid: 'keep' }, output: '100% of %E9 and é' },
  ],
  lineByLine: true,
  run(input, { plusAsSpace, invalid }) {
    return percentDecodeText(plusAsSpace ? input.replaceAll('+', ' ') : input, invalid === 'keep');
  },
});
