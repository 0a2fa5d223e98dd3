import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { readJson, requireDistinctNames, writeJson } from '../../text/json/json-conversion.js';
import { indentation, JsonIndent } from '../../text/json/json-indent.js';
import { xmlToJson } from './json-xml-converter/xml-to-json.js';
import { writeXml } from './json-xml-converter/xml-writer.js';

const config = Type.Object({
  direction: Type.Enum(['auto', 'json-to-xml', 'xml-to-json'], {
    default: 'auto',
    description: 'Direction of the conversion; auto reads a text that starts with < as XML and any other as JSON',
  }),
  attributePrefix: Type.String({
    default: '@',
    maxLength: 3,
    description: 'Prefix for the names of attributes in JSON; if empty, JSON to XML writes only elements',
  }),
  textKey: Type.String({
    default: '#text',
    minLength: 1,
    maxLength: 50,
    description: 'The name in JSON for the text of an element that has attributes or elements as well',
  }),
  arrayTags: Type.Array(Type.String({ maxLength: 200 }), {
    default: [],
    maxItems: 200,
    description: 'XML to JSON: elements that become arrays even if they occur only once',
  }),
  rootName: Type.String({
    default: 'root',
    minLength: 1,
    maxLength: 200,
    description: 'JSON to XML: the root element, required if the JSON is not an object with one member',
  }),
  parseTypes: Type.Boolean({
    default: false,
    description:
      'XML to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers past 2^53 stay strings',
  }),
  trim: Type.Boolean({ default: true, description: 'XML to JSON: strips white space from the ends of every text' }),
  indent: JsonIndent,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'json-xml-converter',
  title: 'JSON ↔ XML converter',
  description:
    'Converts JSON to XML and XML to JSON, and detects the format of the input. Attributes become members such as @id, elements of one name an array; comments and the order of mixed text and elements are lost. A document type declaration is rejected. Instead of XPath, use json-path or json-query on the JSON.',
  config,
  examples: [
    {
      input:
        '<?xml version="1.0"?>\n<book id="7">\n  <title>Notes</title>\n  <author>Ada</author>\n  <author>Charles</author>\n</book>',
      output:
        '{\n  "book": {\n    "@id": "7",\n    "title": "Notes",\n    "author": [\n      "Ada",\n      "Charles"\n    ]\n  }\n}',
    },
    {
      input: '{"book":{"@id":7,"title":"A & B","author":["Ada","Charles"]}}',
      output: '<book id="7">\n  <title>A &amp; B</title>\n  <author>Ada</author>\n  <author>Charles</author>\n</book>',
    },
    {
      input: '<r><n a="x">007</n><n>8</n></r>',
      config: { parseTypes: true, attributePrefix: '$', textKey: '_', indent: 0 },
      output: '{"r":{"n":[{"$a":"x","_":"007"},8]}}',
    },
    { input: '[1,null]', config: { rootName: 'list', indent: 0 }, output: '<list><item>1</item><item/></list>' },
  ],
  run(input, config, limit) {
    const text = withoutByteOrderMark(input);
    const guessed = text.trimStart().startsWith('<') ? 'xml-to-json' : 'json-to-xml';
    const direction = config.direction === 'auto' ? guessed : config.direction;
    if (direction === 'json-to-xml') return jsonToXml(text, config, limit);
    return writeJson(xmlToJson(text, config), config.indent, limit);
  },
});

function jsonToXml(text: string, config: Config, limit: OutputLimit): string {
  const root = readJson(text, config.direction === 'auto' ? '; XML would start with <' : '');
  requireDistinctNames(root);
  return writeXml(root, { ...config, indentation: indentation(config.indent) }, limit);
}
