import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readToml } from '../../text/formats/toml-reader.js';
import { readYaml } from '../../text/formats/yaml-reader.js';
import { readJson, writeJson } from '../../text/json/json-conversion.js';
import { IndentOfJson } from '../../text/json/json-indent.js';
import { type FrontMatter, frontMatterOf } from '../../text/markup/front-matter.js';

export default defineTool({
  slug: 'front-matter-extractor',
  title: 'Front matter extractor',
  description:
    'Extracts the front matter of a Markdown file: returns the data of its YAML (between --- lines), TOML (between +++ lines) or JSON (behind ---json) as JSON, or the text after it. A file without front matter has the data {}.',
  config: Type.Object({
    part: Type.Enum(['data', 'body'], {
      default: 'data',
      description: 'data: the front matter as JSON; body: the text after it',
    }),
    indent: IndentOfJson,
  }),
  examples: [
    {
      input: '---\ntitle: Notes\ntags: [a, b]\n---\n\n# Hello',
      output: '{\n  "title": "Notes",\n  "tags": [\n    "a",\n    "b"\n  ]\n}',
    },
    { input: '---\ntitle: Notes\n---\n\n# Hello\n', config: { part: 'body' }, output: '\n# Hello\n' },
    { input: '+++\ndate = 2024-05-01\n+++\ntext', config: { indent: 0 }, output: '{"date":"2024-05-01"}' },
    { input: '---json\n{"title": "Notes"}\n---\ntext', config: { indent: 0 }, output: '{"title":"Notes"}' },
    { input: '# No front matter', output: '{}' },
  ],
  // As json-yaml-converter: 400 bytes were measured for `1,` in a flow list.
  heapBytesPerCharacter: 510,
  run(input, { part, indent }, limit) {
    const text = withoutByteOrderMark(input);
    const matter = frontMatterOf(text);
    if (part === 'body') return matter === undefined ? text : text.slice(matter.end);
    if (matter === undefined) return '{}';
    return writeJson(readData(matter), indent, limit);
  },
});

function readData({ format, source }: FrontMatter) {
  if (format === 'toml') return readToml(source);
  if (format === 'yaml') return readYamlData(source);
  return source.trim() === '' ? { members: [] } : readJson(source);
}

function readYamlData(source: string) {
  const [data = 'null'] = readYaml(source, { sortKeys: false, single: true });
  return data === 'null' ? { members: [] } : data;
}
