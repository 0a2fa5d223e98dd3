import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';

export default defineTool({
  slug: 'repeat-text',
  title: 'Repeat text',
  description: 'Repeats a text several times, with an optional separator between the copies.',
  config: Type.Object({
    times: Type.Integer({ default: 2, minimum: 1, maximum: 10_000, description: 'Number of copies' }),
    separator: Type.String({ default: '', maxLength: 100, description: 'Text between two copies' }),
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
