import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { type JsonNode, parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { stringValue } from '../../text/json/json-values.js';
import { selectByPath } from '../../text/json-path/json-path.js';

/** The most values that an expression may select. */
const maxNodes = 1_000_000;

export default defineTool({
  slug: 'json-path',
  title: 'JSONPath',
  description:
    'Selects values of a JSON text by a JSONPath expression (RFC 9535): $.store.book[?@.price < 10].title. Values stay as written, numbers with all their digits. Patterns of match() and search() are in RE2 syntax.',
  config: Type.Object({
    path: Type.String({ minLength: 1, maxLength: 1000, description: 'The expression; it begins with $' }),
    output: Type.Enum(['json', 'lines', 'first'], {
      default: 'json',
      description:
        'json writes an array of the results; lines writes each value on a separate line, strings as plain text; first writes only the first value (empty if there is none)',
    }),
    indent: JsonIndent,
  }),
  examples: [
    {
      input: '{"books":[{"title":"A","price":8},{"title":"B","price":22}]}',
      config: { path: '$.books[?@.price < 10].title', output: 'lines' },
      output: 'A',
    },
    { input: '[1,[2,{"a":3}]]', config: { path: '$..*', indent: 0 }, output: '[1,[2,{"a":3}],2,{"a":3},3]' },
    { input: '{"id":12345678901234567890}', config: { path: '$.id', output: 'first' }, output: '12345678901234567890' },
    {
      input: '["apple","Banana","cherry"]',
      config: { path: "$[?search(@, '(?i)an')]", indent: 0 },
      output: '["Banana"]',
    },
    { input: '{}', config: { path: '$.nothing', indent: 0 }, output: '[]' },
  ],
  // Nodes with their paths: 96 bytes were measured for `{},` with `$..*`.
  heapBytesPerCharacter: 120,
  run(input, { path, output, indent }, limit) {
    const layout = layoutFor(indent);
    const found: JsonNode[] = [];
    let length = 0;
    for (const node of selectByPath(parseJsonTree(input), path)) {
      if (found.length === maxNodes) throw new ToolError(`the expression selects more than ${maxNodes} values`);
      found.push(node);
      length += typeof node === 'string' ? node.length : 2;
      limit.check(length);
      if (output === 'first') break;
    }
    if (output === 'json') return writeJsonTree(found, layout, limit);
    const lineLayout = output === 'lines' ? layoutFor(0) : layout;
    const texts: string[] = [];
    let written = 0;
    for (const node of found) {
      const text = stringValue(node) ?? writeJsonTree(node, lineLayout, limit);
      written += text.length + 1;
      limit.check(written - 1);
      texts.push(text);
    }
    return texts.join('\n');
  },
});
