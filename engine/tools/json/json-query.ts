import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { type JsonNode, parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { stringValue } from '../../text/json/json-values.js';
import { queryJson } from './json-query/query.js';

export default defineTool({
  slug: 'json-query',
  title: 'JSON query (JMESPath)',
  description:
    'Selects and reshapes JSON by a JMESPath expression: paths, filters, projections, multi-selects, let, and the functions of the community edition, such as sort_by, group_by, join, find_first, pad_left and sum. Selected numbers keep every digit as written; calculations use double precision. An expression that selects nothing returns null.',
  config: Type.Object({
    expression: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'The JMESPath expression, such as people[?age > `30`].name',
    }),
    indent: JsonIndent,
    raw: Type.Boolean({
      default: false,
      description:
        'Writes a string without quotes and escapes, and an array of plain values as one line each; other results stay JSON',
    }),
  }),
  examples: [
    {
      input: '{"people":[{"name":"Ada","age":36},{"name":"Bob","age":25}]}',
      config: { expression: 'people[?age > `30`].name', indent: 0 },
      output: '["Ada"]',
    },
    {
      input: '[{"name":"Bob","age":25},{"name":"Ada","age":36}]',
      config: { expression: 'sort_by(@, &name)[].name', raw: true },
      output: 'Ada\nBob',
    },
    {
      input: '{"a":{"b":12345678901234567890},"c":[1,2,3]}',
      config: { expression: '{id: a.b, total: sum(c)}' },
      output: '{\n  "id": 12345678901234567890,\n  "total": 6\n}',
    },
    { input: '{"a":1}', config: { expression: 'b.c' }, output: 'null' },
  ],
  // Values of the query: 68 bytes were measured for `{},`.
  heapBytesPerCharacter: 85,
  run(input, { expression, indent, raw }, limit) {
    const result = queryJson(parseJsonTree(input), expression);
    return (raw ? rawText(result, limit) : undefined) ?? writeJsonTree(result, layoutFor(indent), limit);
  },
});

/** Returns undefined for an object, and for an array that contains objects or arrays. */
function rawText(result: JsonNode, limit: OutputLimit): string | undefined {
  if (!Array.isArray(result)) return plainText(result);
  if (result.some((item) => typeof item !== 'string')) return undefined;
  let text = '';
  result.forEach((item, i) => {
    text += (i === 0 ? '' : '\n') + (plainText(item) ?? '');
    limit.check(text.length);
  });
  return text;
}

function plainText(node: JsonNode): string | undefined {
  return typeof node === 'string' ? (stringValue(node) ?? node) : undefined;
}
