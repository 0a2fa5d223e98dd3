import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readJson } from '../../text/json/json-conversion.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { JsonLayout } from '../../text/json/json-layout.js';
import { quotedJson, typedJson } from '../../text/json/json-records.js';
import { type JsonNode, writeJsonTree } from '../../text/json/json-tree.js';
import { describeKind, stringValue } from '../../text/json/json-values.js';
import { splitLines } from '../../text/lines/lines.js';

const config = Type.Object({
  direction: Type.Enum(['auto', 'list-to-json', 'json-to-list'], {
    default: 'auto',
    description: 'Direction of the conversion; auto reads a text that starts with [ as JSON and any other as a list',
  }),
  trim: Type.Boolean({
    default: true,
    description: 'List to JSON: strips white space at both ends of each line',
  }),
  removeBlank: Type.Boolean({ default: true, description: 'List to JSON: skips blank lines' }),
  parseTypes: Type.Boolean({
    default: false,
    description:
      'List to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers past 2^53 stay strings',
  }),
  indent: JsonIndent,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'list-json-converter',
  title: 'List ↔ JSON array converter',
  description:
    'Makes a JSON array of lines, one string each, or writes the items of a JSON array on one line each. An object or array inside the array becomes its JSON on one line; a string with line ends takes several lines.',
  config,
  examples: [
    { input: 'apple\n  pear \n\n007\n', output: '[\n  "apple",\n  "pear",\n  "007"\n]' },
    { input: '1\ntrue\n007', config: { parseTypes: true, indent: 0 }, output: '[1,true,"007"]' },
    { input: '["apple", 1.50, {"a": null}]', output: 'apple\n1.50\n{"a":null}' },
    { input: '', output: '[]' },
  ],
  run(input, config, limit) {
    const text = withoutByteOrderMark(input);
    const toList = config.direction === 'auto' ? text.trimStart().startsWith('[') : config.direction === 'json-to-list';
    return toList ? listOf(readArray(text, config), limit) : arrayOf(text, config, limit);
  },
});

function arrayOf(text: string, { trim, removeBlank, parseTypes, indent }: Config, limit: OutputLimit): string {
  const lines = splitLines(text).lines.filter((line) => !removeBlank || line.trim() !== '');
  const items = lines.map((line) => {
    const item = trim ? line.trim() : line;
    return parseTypes ? typedJson(item) : quotedJson(item);
  });
  return writeJsonTree(items, layoutFor(indent), limit);
}

function readArray(text: string, { direction }: Config): JsonNode[] {
  const hint = direction === 'auto' ? '; set direction to "list-to-json" if this is a list' : '';
  const root = readJson(text, hint);
  if (Array.isArray(root)) return root;
  throw new ToolError(`a list can only be made of an array, and this is ${describeKind(root)}`);
}

const oneLine = new JsonLayout('');

function listOf(items: readonly JsonNode[], limit: OutputLimit): string {
  return items.map((item) => stringValue(item) ?? writeJsonTree(item, oneLine, limit)).join('\n');
}
