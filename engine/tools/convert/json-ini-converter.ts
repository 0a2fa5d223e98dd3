import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readJson, requireDistinctNames, writeJson } from '../../text/json/json-conversion.js';
import { IndentOfJson } from '../../text/json/json-indent.js';
import { quotedJson } from '../../text/json/json-records.js';
import type { JsonNode } from '../../text/json/json-tree.js';
import { objectOf } from '../../text/json/json-values.js';
import { dotenvLines, readDotenv } from './json-ini-converter/dotenv.js';
import { type IniReading, readIni } from './json-ini-converter/ini.js';
import { Multiline } from './json-ini-converter/ini-lines.js';
import { writeIni } from './json-ini-converter/ini-writer.js';
import { propertiesLines, readProperties } from './json-ini-converter/java-properties.js';
import { commentStart, ValueComments } from './json-ini-converter/value-comments.js';

const config = Type.Object({
  direction: Type.Enum(['auto', 'json-to-ini', 'ini-to-json'], {
    default: 'auto',
    description:
      'Direction of the conversion; auto reads a text that starts with { as JSON and any other as the dialect',
  }),
  dialect: Type.Enum(['ini', 'env', 'properties'], {
    default: 'ini',
    description: 'INI with sections, a .env file, or a Java .properties file',
  }),
  multiline: Multiline,
  valueComments: ValueComments,
  indent: IndentOfJson,
});

type Config = Static<typeof config>;
type Dialect = Config['dialect'];

export default defineTool({
  slug: 'json-ini-converter',
  title: 'JSON ↔ INI converter',
  description:
    'Converts INI, .env and .properties files to JSON and back, and detects the direction. Values stay text and comments are lost. In INI a key that occurs several times becomes a list; in the others the last value counts.',
  config,
  examples: [
    {
      input: '; settings\nname = Ada\n[server]\nport=8080\nhost = a\nhost = b',
      output:
        '{\n  "name": "Ada",\n  "server": {\n    "port": "8080",\n    "host": [\n      "a",\n      "b"\n    ]\n  }\n}',
    },
    {
      input: '{"debug":true,"server":{"port":8080,"motto":" hi; there "}}',
      output: 'debug = true\n\n[server]\nport = 8080\nmotto = " hi; there "',
    },
    {
      input: 'export KEY="a\\nb" # note\nURL=http://x/#y',
      config: { dialect: 'env', indent: 0 },
      output: '{"KEY":"a\\nb","URL":"http://x/#y"}',
    },
    {
      input: '[options]\npackages =\n    one\n    two ; not three',
      config: { multiline: 'indented', valueComments: 'after-blank', indent: 0 },
      output: '{"options":{"packages":"\\none\\ntwo"}}',
    },
    {
      input: 'a.b : caf\\u00e9 \\\n  noir',
      config: { dialect: 'properties', indent: 0 },
      output: '{"a.b":"café noir"}',
    },
  ],
  run(input, config, limit) {
    const { direction, dialect, indent } = config;
    const text = withoutByteOrderMark(input);
    const guessed = text.trimStart().startsWith('{') ? 'json-to-ini' : 'ini-to-json';
    if ((direction === 'auto' ? guessed : direction) === 'ini-to-json') {
      return writeJson(readers[dialect](text, config), indent, limit);
    }
    const root = readJson(text, direction === 'auto' ? '; set direction to "ini-to-json" if this is not JSON' : '');
    requireDistinctNames(root);
    let lines = '';
    for (const line of writers[dialect](root, config)) {
      lines += lines === '' ? line : `\n${line}`;
      limit.check(lines.length);
    }
    return lines;
  },
});

const readers: Readonly<Record<Dialect, (text: string, config: Config) => JsonNode>> = {
  ini: (text, config) => readIni(text, iniReading(config)),
  env: (text, { valueComments }) => textsOf(readDotenv(text, commentStart('env', valueComments))),
  properties: (text) => textsOf(readProperties(text)),
};

const writers: Readonly<Record<Dialect, (root: JsonNode, config: Config) => Iterable<string>>> = {
  ini: (root, config) => writeIni(root, iniReading(config)),
  env: dotenvLines,
  properties: propertiesLines,
};

function iniReading({ multiline, valueComments }: Config): IniReading {
  return { multiline, comment: commentStart('ini', valueComments) };
}

function textsOf(values: ReadonlyMap<string, string>): JsonNode {
  return objectOf(Array.from(values, ([name, text]) => [name, quotedJson(text)]));
}
