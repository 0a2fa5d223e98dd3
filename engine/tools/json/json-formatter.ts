import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { layOutJson } from '../../text/json/json-layout.js';
import { parseJsonTree, sortJsonTree, writeJsonTree } from '../../text/json/json-tree.js';

export default defineTool({
  slug: 'json-formatter',
  title: 'JSON formatter',
  description:
    'Formats JSON with one item per line. Numbers, escapes and the order of members stay as written, and so do duplicate members; text that is not JSON is rejected with the line and column.',
  config: Type.Object({
    indent: JsonIndent,
    sortKeys: Type.Boolean({
      default: false,
      description: 'Sorts the members of every object by name, in the order of UTF-16 code units',
    }),
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
    { input: '{"b":[1,2],"a":{}}', output: '{\n  "b": [\n    1,\n    2\n  ],\n  "a": {}\n}' },
    { input: '{"b":1,"a":2}', config: { sortKeys: true, indent: 'tab' }, output: '{\n\t"a": 2,\n\t"b": 1\n}' },
    { input: '[12345678901234567890, 1e400]', config: { indent: 0 }, output: '[12345678901234567890,1e400]' },
    {
      input: '{"a":1,} // done',
      config: { allowComments: true, allowTrailingCommas: true, indent: 0 },
      output: '{"a":1}',
    },
  ],
  run(input, { indent, sortKeys, ...syntax }, limit) {
    const layout = layoutFor(indent);
    if (!sortKeys) return layOutJson(input, layout, limit, syntax);
    return writeJsonTree(sortJsonTree(parseJsonTree(input, syntax)), layout, limit);
  },
});
