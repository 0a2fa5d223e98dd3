import { type Static, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { csvRecords, writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, delimitedText, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { EscapeFormulas, escapeFormula } from '../../text/csv/formulas.js';
import { looksLikeJson, readJson } from '../../text/json/json-conversion.js';
import { writeJsonRecords } from '../../text/json/json-records.js';
import { tableFromJson } from '../../text/json/json-table.js';
import { TextWriter } from '../../text/text-writer.js';

const config = Type.Object({
  delimiter: Delimiter,
  hasHeaders: Type.Boolean({
    default: true,
    description:
      'The first CSV record names the columns: reading gives objects instead of arrays, writing starts with the names',
  }),
  direction: Type.Enum(['auto', 'csv-to-json', 'json-to-csv'], {
    default: 'auto',
    description: 'Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as CSV',
  }),
  parseTypes: Type.Boolean({
    default: false,
    description:
      'CSV to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers past 2^53 stay strings',
  }),
  indent: Type.Integer({
    default: 2,
    minimum: 0,
    maximum: 8,
    description: 'CSV to JSON: spaces per level of indentation; 0 writes everything on one line without blanks',
  }),
  nested: Type.Enum(['flatten', 'json'], {
    default: 'flatten',
    description: 'JSON to CSV: an object or array inside a record becomes columns (a.b, a.0), or JSON text in one cell',
  }),
  newline: Type.Enum(['lf', 'crlf'], { default: 'lf', description: 'JSON to CSV: the line end between two records' }),
  escapeFormulas: EscapeFormulas('JSON to CSV'),
  ...csvFormOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'csv-json-converter',
  title: 'CSV ↔ JSON converter',
  description:
    'Converts CSV to JSON and JSON to CSV, and detects the format of the input. Reads RFC 4180 with any one-character delimiter and any line end; nested JSON becomes columns such as a.b.',
  config,
  examples: [
    {
      input: 'name,age\nAda,36\n"Lovelace, A.",',
      output:
        '[\n  {\n    "name": "Ada",\n    "age": "36"\n  },\n  {\n    "name": "Lovelace, A.",\n    "age": ""\n  }\n]',
    },
    {
      input: 'a;b\n1;2',
      config: { delimiter: ';', hasHeaders: false, indent: 0 },
      output: '[["a","b"],["1","2"]]',
    },
    { input: 'id,zip\n7,007', config: { indent: 0, parseTypes: true }, output: '[{"id":7,"zip":"007"}]' },
    {
      input: '[{"a":1,"b":{"c":[2,3]}},{"a":null,"d":"x,y"}]',
      output: 'a,b.c.0,b.c.1,d\n1,2,3,\n,,,"x,y"',
    },
    { input: '{"a":{"b":1}}', config: { nested: 'json' }, output: 'a\n"{""b"":1}"' },
  ],
  run(input, config, limit) {
    const text = withoutByteOrderMark(input);
    const guessed = looksLikeJson(text) ? 'json-to-csv' : 'csv-to-json';
    const direction = config.direction === 'auto' ? guessed : config.direction;
    return direction === 'csv-to-json' ? csvToJson(text, config, limit) : jsonToCsv(text, config, limit);
  },
});

function csvToJson(text: string, config: Config, limit: OutputLimit): string {
  const { delimiter, form, start } = delimitedText(text, config.delimiter, config);
  return writeJsonRecords(csvRecords(text, delimiter, form, start), config, limit);
}

function jsonToCsv(text: string, config: Config, limit: OutputLimit): string {
  const delimiter = resolveDelimiter(config.delimiter);
  const hint = config.direction === 'auto' ? '; set direction to "csv-to-json" if this is CSV' : '';
  const { header, records } = tableFromJson(readJson(text, hint), config.nested, limit);
  const lines = config.hasHeaders && header !== undefined ? [header, ...records] : records;
  const lineEnd = config.newline === 'crlf' ? '\r\n' : '\n';
  const csv = new TextWriter(limit);
  lines.forEach((cells, i) => {
    if (i > 0) csv.write(lineEnd);
    writeCsvLine(csv, config.escapeFormulas ? cells.map(escapeFormula) : cells, delimiter);
  });
  return csv.toString();
}
