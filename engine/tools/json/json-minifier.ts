import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonLayout, layOutJson } from '../../text/json/json-layout.js';

export default defineTool({
  slug: 'json-minifier',
  title: 'JSON minifier',
  description:
    'Removes the blanks and line ends between the parts of JSON. Numbers, escapes and the order of members stay as written; text that is not JSON is rejected with the line and column.',
  config: Type.Object({
    allowComments: Type.Boolean({
      default: false,
      description: 'Accepts // and /* */ comments in the input; the output is plain JSON without them',
    }),
    allowTrailingCommas: Type.Boolean({
      default: false,
      description: 'Accepts a comma before a closing bracket, as settings of editors have it; the output is plain JSON',
    }),
  }),
  examples: [
    { input: '{\n  "a": [1, 2],\n  "b": " c "\n}\n', output: '{"a":[1,2],"b":" c "}' },
    { input: '[ 12345678901234567890, 1e400, 1.0 ]', output: '[12345678901234567890,1e400,1.0]' },
    { input: '[1, /* one */ 2, ] // two', config: { allowComments: true, allowTrailingCommas: true }, output: '[1,2]' },
  ],
  run: (input, syntax, limit) => layOutJson(input, new JsonLayout(''), limit, syntax),
});
