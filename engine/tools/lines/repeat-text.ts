import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

export default defineTool({
  slug: 'repeat-text',
  title: 'Repeat text',
  description: 'Writes a text several times over, with a separator between the copies if one is given.',
  config: Type.Object({
    times: Type.Integer({ default: 2, minimum: 1, maximum: 10_000, description: 'How often to write the text' }),
    separator: Type.String({ default: '', maxLength: 100, description: 'What to write between two copies' }),
  }),
  examples: [
    { input: 'ha', config: { times: 3 }, output: 'hahaha' },
    { input: 'a,b', config: { separator: '\n' }, output: 'a,b\na,b' },
    { input: '', config: { times: 3, separator: '-' }, output: '--' },
  ],
  run(input, { times, separator }, limit) {
    limit.check(input.length * times + separator.length * (times - 1));
    return (input + separator).repeat(times - 1) + input;
  },
});
