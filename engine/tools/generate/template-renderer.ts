import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { csvLine, csvRecords } from '../../text/csv/csv.js';
import { Delimiter, delimitedText } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { csvObject } from '../../text/csv/csv-objects.js';
import { HasHeaders } from '../../text/csv/csv-table.js';
import { type JsonNode, parseJsonTree } from '../../text/json/json-tree.js';
import { splitLines } from '../../text/lines/lines.js';
import { escapeHtml } from '../../text/markup/html-escape.js';
import { parseTemplate } from '../../text/templates/template.js';
import { TemplateWriter } from '../../text/templates/template-writer.js';

const config = Type.Object({
  template: Type.String({
    minLength: 1,
    maxLength: 50_000,
    description:
      'The template, with Mustache tags: {{name}}, {{a.b}}, {{.}} for the record or item itself, {{#list}}…{{/list}}, {{^list}}…{{/list}} if the list is empty or missing, {{!comment}}, {{{name}}} unescaped, {{@number}} for the number of the record',
  }),
  data: Type.Enum(['json', 'csv', 'lines'], {
    default: 'json',
    description:
      'Format of the input: JSON (an array has one record per item, anything else is one record), CSV (one record per row), or lines (one record per line, {{.}})',
  }),
  escape: Type.Enum(['none', 'html', 'json', 'csv'], {
    default: 'none',
    description:
      'How to escape values: not at all, or for HTML, inside a JSON string, or as a CSV cell; {{{name}}} and {{&name}} are never escaped',
  }),
  separator: Type.String({ default: '\n', maxLength: 10, description: 'Text between two records' }),
  delimiter: {
    ...Delimiter,
    description:
      'CSV: the character between two cells, or tab, or auto, which detects which of , ; tab and | the text uses',
  },
  hasHeaders: {
    ...HasHeaders,
    description: 'CSV: the first record names the columns; otherwise they are {{1}}, {{2}} and so on',
  },
  ...csvFormOptions,
});

type Config = Static<typeof config>;

export default defineTool({
  slug: 'template-renderer',
  title: 'Template renderer',
  description:
    'Fills a Mustache template from JSON, CSV rows or lines, once for each record. Sections are skipped for false, null, 0, an empty text or list; an unknown name is left empty. Partials, other delimiters and functions are not supported.',
  config,
  examples: [
    {
      input: 'name,city\nAda,London\nAlan,',
      config: { data: 'csv', template: '{{name}}{{#city}} lives in {{city}}{{/city}}.' },
      output: 'Ada lives in London.\nAlan.',
    },
    {
      input: '{"title":"Tea & cake","items":[{"name":"tea","price":2.50},{"name":"cake","price":4}]}',
      config: {
        escape: 'html',
        template: '<h1>{{title}}</h1>\n{{#items}}\n<li>{{name}}: {{price}}</li>\n{{/items}}\n',
      },
      output: '<h1>Tea &amp; cake</h1>\n<li>tea: 2.50</li>\n<li>cake: 4</li>\n',
    },
    {
      input: '# prices\nTee;2,50\n"Tasse";4\n',
      config: { data: 'csv', template: '{{1}}: {{2}} €', hasHeaders: false, delimiter: ';', comments: '#' },
      output: 'Tee: 2,50 €\nTasse: 4 €',
    },
    {
      input: 'alpha\nbeta',
      config: { data: 'lines', template: '{{@number}}. {{.}}', separator: '; ' },
      output: '1. alpha; 2. beta',
    },
    { input: '{"done":[]}', config: { template: '{{^done}}Nothing done{{missing}}{{/done}}' }, output: 'Nothing done' },
  ],
  run(input, config, limit) {
    const template = parseTemplate(config.template);
    const writer = new TemplateWriter(template, escapers[config.escape], limit);
    for (const record of records(input, config)) writer.writeRecord(record, config.separator);
    return writer.text;
  },
});

function* records(input: string, config: Config): Generator<JsonNode> {
  const text = withoutByteOrderMark(input);
  if (config.data === 'lines') {
    for (const line of splitLines(text).lines) yield JSON.stringify(line);
  } else if (config.data === 'csv') {
    yield* csvObjects(text, config);
  } else if (text.trim() !== '') {
    const root = parseJsonTree(text);
    if (Array.isArray(root)) yield* root;
    else yield root;
  }
}

/** Reads one record at a time, so that a long table needs no memory for all of its cells. */
function* csvObjects(text: string, config: Config): Generator<JsonNode> {
  const { delimiter, form, start } = delimitedText(text, config.delimiter, config);
  let names: readonly string[] | undefined;
  for (const record of csvRecords(text, delimiter, form, start)) {
    if (!config.hasHeaders) yield csvObject(numbers(record.length), record);
    else if (names === undefined) names = record;
    else yield csvObject(names, record);
  }
}

/** Returns the names of columns without a header. */
function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

const escapers: Readonly<Record<Config['escape'], (value: string) => string>> = {
  none: (value) => value,
  html: escapeHtml,
  json: (value) => JSON.stringify(value).slice(1, -1),
  csv: (value) => (value === '' ? '' : csvLine([value], ',')),
};
