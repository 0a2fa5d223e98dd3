import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { type JsonNode, parseJsonTree, writeJsonTree } from '../../text/json/json-tree.js';
import { canonicalNumber, kindOf } from '../../text/json/json-values.js';

export default defineTool({
  slug: 'json-remove-empty',
  title: 'Remove empty JSON values',
  description:
    'Removes members and items whose value is null, "", [] or {}, and optionally false and 0. Values that become empty are removed too; the outermost value always stays.',
  config: Type.Object({
    remove: Type.Array(Type.Enum(['null', 'emptyString', 'emptyArray', 'emptyObject', 'false', 'zero']), {
      default: ['null', 'emptyString', 'emptyArray', 'emptyObject'],
      minItems: 1,
      maxItems: 6,
      description:
        'The values that count as empty: null, emptyString, emptyArray, emptyObject, false, and zero in any notation (0, -0.0)',
    }),
    deep: Type.Boolean({
      default: true,
      description: 'Removes values at every depth; when false, only outermost members or items',
    }),
    indent: JsonIndent,
  }),
  examples: [
    {
      input: '{"a":null,"b":"","c":[[],{"d":null}],"e":0,"f":[1,null]}',
      config: { indent: 0 },
      output: '{"e":0,"f":[1]}',
    },
    {
      input: '{"a":null,"b":{"c":null},"d":{}}',
      config: { deep: false, indent: 0 },
      output: '{"b":{"c":null}}',
    },
    {
      input: '[0,-0.0,false,"",null,1]',
      config: { remove: ['zero', 'false'], indent: 0 },
      output: '["",null,1]',
    },
    { input: '{"a":{"b":null}}', output: '{}' },
  ],
  // Nodes of the tree: 44 bytes were measured for `{},`.
  heapBytesPerCharacter: 55,
  run(input, { remove, deep, indent }, limit) {
    const kinds = new Set<string>(remove);
    const isRemoved = (node: JsonNode) => {
      const kind = emptyKind(node);
      return kind !== undefined && kinds.has(kind);
    };
    return writeJsonTree(withoutEmpty(parseJsonTree(input), isRemoved, deep), layoutFor(indent), limit);
  },
});

function emptyKind(node: JsonNode): string | undefined {
  if (Array.isArray(node)) return node.length === 0 ? 'emptyArray' : undefined;
  if (typeof node !== 'string') return node.members.length === 0 ? 'emptyObject' : undefined;
  if (node === '""') return 'emptyString';
  if (node === 'null' || node === 'false') return node;
  return kindOf(node) === 'number' && canonicalNumber(node) === '0' ? 'zero' : undefined;
}

/** Removes inner values first, because outer ones may become empty. Recursion is safe: the parser limits the depth. */
function withoutEmpty(node: JsonNode, isRemoved: (node: JsonNode) => boolean, deep: boolean): JsonNode {
  if (typeof node === 'string') return node;
  const inner = (value: JsonNode) => (deep ? withoutEmpty(value, isRemoved, deep) : value);
  if (Array.isArray(node)) return node.map(inner).filter((item) => !isRemoved(item));
  const members = node.members.map(({ key, value }) => ({ key, value: inner(value) }));
  return { members: members.filter(({ value }) => !isRemoved(value)) };
}
