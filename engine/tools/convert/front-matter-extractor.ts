import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { readToml } from '../../text/formats/toml-reader.js';
import { readYaml } from '../../text/formats/yaml-reader.js';
import { writeJson } from '../../text/json/json-conversion.js';
import { IndentOfJson } from '../../text/json/json-indent.js';

export default defineTool({
  slug: 'front-matter-extractor',
  title: 'Front matter extractor',
  description:
    'Extracts the front matter of a Markdown file: gives the data of its YAML (between --- lines) or TOML (between +++ lines) as JSON, or the text behind it. A file without front matter has the data {}.',
  config: Type.Object({
    part: Type.Enum(['data', 'body'], {
      default: 'data',
      description: 'data: the front matter as JSON; body: the text behind it',
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
    { input: '# No front matter', output: '{}' },
  ],
  heavy: true,
  // As json-yaml-converter: 400 bytes were measured for `1,` in a flow list.
  heapBytesPerCharacter: 510,
  run(input, { part, indent }, limit) {
    const text = input.startsWith('\ufeff') ? input.slice(1) : input;
    const matter = frontMatter(text);
    if (part === 'body') return matter === undefined ? text : text.slice(matter.end);
    if (matter === undefined) return '{}';
    const data = matter.format === 'toml' ? readToml(matter.source) : readYamlData(matter.source);
    return writeJson(data, indent, limit);
  },
});

interface FrontMatter {
  readonly format: 'yaml' | 'toml';
  /** With a line break before it, so that lines have the numbers that they have in the file. */
  readonly source: string;
  /** Where the text behind it starts. */
  readonly end: number;
}

/** What closes the front matter: YAML may end with the mark of the end of a document. */
const closings = {
  yaml: /(?:\r\n|\n|\r)(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/g,
  toml: /(?:\r\n|\n|\r)\+\+\+[ \t]*(?:\r\n|\n|\r|$)/g,
};

function frontMatter(text: string): FrontMatter | undefined {
  const opening = /^(---|\+\+\+)[ \t]*(?=[\r\n])/.exec(text);
  if (opening === null) return undefined;
  const format = opening[1] === '---' ? 'yaml' : 'toml';
  const closing = closings[format];
  closing.lastIndex = opening[0].length;
  const closed = closing.exec(text);
  if (closed === null) return undefined;
  return { format, source: text.slice(opening[0].length, closed.index), end: closed.index + closed[0].length };
}

function readYamlData(source: string) {
  const [data = 'null'] = readYaml(source, { sortKeys: false, single: true });
  return data === 'null' ? { members: [] } : data;
}
