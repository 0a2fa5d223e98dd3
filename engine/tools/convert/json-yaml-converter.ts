import { ToolError } from '../../core/errors.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readYaml } from '../../text/formats/yaml-reader.js';
import { looksLikeJson, readJson, requireDistinctNames, writeJson } from '../../text/json/json-conversion.js';
import { JsonIndent } from '../../text/json/json-indent.js';
import { type JsonNode, sortJsonTree } from '../../text/json/json-tree.js';
import { writeYaml } from './json-yaml-converter/yaml-writer.js';

const config = Type.Object({
  direction: Type.Enum(['auto', 'json-to-yaml', 'yaml-to-json'], {
    default: 'auto',
    description: 'Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as YAML',
  }),
  indent: {
    ...JsonIndent,
    description: 'Spaces per level of indentation; JSON can also have tab, and 0 writes it on one line without blanks',
  },
  sortKeys: Type.Boolean({
    default: false,
    description: 'Sorts the members of every object by name, in the order of UTF-16 code units',
  }),
  multiDocs: Type.Boolean({
    default: false,
    description: 'YAML of several documents (---): reading returns an array of them, writing creates one for each item',
  }),
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'json-yaml-converter',
  title: 'JSON ↔ YAML converter',
  description:
    'Converts JSON to YAML and YAML to JSON, and detects the format of the input. Reads YAML 1.2 with anchors and merge keys (<<); numbers keep all their digits. Comments are lost, and tags other than the standard ones are rejected.',
  config,
  examples: [
    {
      input: '{"name":"Ada","tags":["x","yes"],"bio":"one\\ntwo"}',
      output: 'name: Ada\ntags:\n  - x\n  - "yes"\nbio: |-\n  one\n  two',
    },
    {
      input: 'name: Ada # a comment\nage: 36\ntags: [x, y]',
      output: '{\n  "name": "Ada",\n  "age": 36,\n  "tags": [\n    "x",\n    "y"\n  ]\n}',
    },
    {
      input: 'base: &base\n  retries: 3\nproduction:\n  <<: *base\n  debug: no',
      config: { indent: 0, sortKeys: true },
      output: '{"base":{"retries":3},"production":{"debug":"no","retries":3}}',
    },
    {
      input: 'a: 1\n---\nb: 12345678901234567890',
      config: { multiDocs: true, indent: 0 },
      output: '[{"a":1},{"b":12345678901234567890}]',
    },
  ],
  // The parser keeps a node with its range for every scalar: 400 bytes were measured for `1,` in a flow list.
  heapBytesPerCharacter: 510,
  run(input, config, limit) {
    const text = withoutByteOrderMark(input);
    const guessed = looksLikeJson(text) ? 'json-to-yaml' : 'yaml-to-json';
    const direction = config.direction === 'auto' ? guessed : config.direction;
    return direction === 'json-to-yaml' ? jsonToYaml(text, config, limit) : yamlToJson(text, config, limit);
  },
});

function jsonToYaml(text: string, config: Config, limit: OutputLimit): string {
  const { direction, indent, multiDocs } = config;
  const hint = direction === 'auto' ? '; set direction to "yaml-to-json" if this is YAML' : '';
  const root = readJson(text, hint);
  if (indent === 0 || indent === 'tab') throw new ToolError('indent must be 1 to 10 blanks to write YAML');
  requireDistinctNames(root);
  const documents = multiDocs ? itemsOf(root) : [root];
  let yaml = '';
  documents.forEach((document, i) => {
    const separator = i === 0 ? '' : yaml.endsWith('\n') ? '---\n' : '\n---\n';
    yaml += separator + writeYaml(config.sortKeys ? sortJsonTree(document) : document, indent, limit);
    limit.check(yaml.length);
  });
  return yaml;
}

function itemsOf(root: JsonNode): JsonNode[] {
  if (!Array.isArray(root)) throw new ToolError('multiDocs needs a JSON array: each item becomes a document');
  return root;
}

function yamlToJson(text: string, { indent, sortKeys, multiDocs }: Config, limit: OutputLimit): string {
  const documents = readYaml(text, { sortKeys, single: !multiDocs });
  return writeJson(multiDocs ? documents : (documents[0] ?? 'null'), indent, limit);
}
