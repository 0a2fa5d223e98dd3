import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { columnPlace, columnsOption, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { quotedJson } from '../../text/json/json-records.js';
import { writeJsonTree } from '../../text/json/json-tree.js';
import { objectOf } from '../../text/json/json-values.js';
import { markdownCell, markdownTableLines } from '../../text/markup/markdown-table.js';
import { DecimalMark, numberMarks, ThousandsMark, wholeNumberForms } from '../../text/numbers/numbers-in-text.js';
import { joinTexts } from '../../text/text-writer.js';
import { type ColumnSummary, summaryOf } from './csv-describe/column-summary.js';

const config = Type.Object({
  columns: columnsOption('The columns to describe, by name or by number from 1; none means all'),
  format: Type.Enum(['csv', 'markdown', 'json'], {
    default: 'csv',
    description: 'csv, with the delimiter of the text; markdown, a table; or json, an array with an object per column',
  }),
  decimals: Type.Integer({
    default: 4,
    minimum: 0,
    maximum: 100,
    description: 'Digits after the decimal mark to which mean and deviation are rounded; unnecessary zeros are omitted',
  }),
  decimal: DecimalMark,
  thousands: ThousandsMark,
  indent: { ...JsonIndent, description: 'JSON: spaces per level of indentation, or tab; 0 writes one line' },
  delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
  hasHeaders: HasHeaders,
  ...csvFormOptions,
});

/** In the order in which they are written; the names of the JSON's members as well. */
const fields = [
  'column',
  'type',
  'count',
  'blank',
  'distinct',
  'common',
  'min',
  'max',
  'mean',
  'median',
  'deviation',
] as const satisfies readonly (keyof ColumnSummary)[];

/** The fields that are numbers for every column. */
const counts: ReadonlySet<string> = new Set(['count', 'blank', 'distinct']);
const numbers: ReadonlySet<string> = new Set(['mean', 'median', 'deviation']);

export default defineTool({
  slug: 'csv-describe',
  title: 'Describe CSV columns',
  description: `Describes each column of CSV, to see what a table contains: its type (integer, number, date, boolean, text or empty), the number of cells that are not blank, of blank and of different cells, the most common cell if one occurs twice, the smallest and largest, and mean, median and standard deviation (of a sample) of numbers. Calculates exactly. Numbers may be written ${wholeNumberForms}; a column with codes such as 007 is text, dates are ISO 8601, and texts are in natural order.`,
  config,
  examples: [
    {
      input: 'city,temp,day\nRome,21.5,2026-05-01\nOslo,9,2026-05-02\nRome,,2026-04-30',
      output:
        'column,type,count,blank,distinct,common,min,max,mean,median,deviation\ncity,text,3,0,2,Rome,Oslo,Rome,,,\ntemp,number,2,1,2,,9,21.5,15.25,15.25,8.8388\nday,date,3,0,3,,2026-04-30,2026-05-02,,,',
    },
    {
      input: 'id;price\n1;10,00\n2;1.000,50\n',
      config: { columns: ['price'], decimal: ',', delimiter: ';', format: 'json', indent: 0 },
      output:
        '[{"column":"price","type":"number","count":2,"blank":0,"distinct":2,"common":null,"min":10,"max":1000.5,"mean":505.25,"median":505.25,"deviation":700.3893}]',
    },
    {
      input: 'zip,ok\n007,yes\n012,no',
      config: { format: 'markdown', columns: ['zip'] },
      output:
        '| column | type | count | blank | distinct | common | min | max | mean | median | deviation |\n| ------ | ---- | ----: | ----: | -------: | ------ | --- | --- | ---: | -----: | --------: |\n| zip    | text |     2 |     0 |        2 |        | 007 | 012 |      |        |           |',
    },
    {
      input: '1,\n3,',
      config: { hasHeaders: false },
      output:
        'column,type,count,blank,distinct,common,min,max,mean,median,deviation\n1,integer,2,0,2,,1,3,2,2,1.4142\n2,empty,0,2,0,,,,,,',
    },
  ],
  heapBytesPerCharacter: 110,
  run(input, config, limit) {
    const { delimiter, ...csv } = readCsv(input, config.delimiter, config);
    const table = namedTable(csv, config.hasHeaders);
    if (csv.records.length === 0) return config.format === 'json' ? '[]' : '';
    const places =
      config.columns.length === 0
        ? Array.from({ length: table.width }, (_, place) => place)
        : config.columns.map((column) => columnPlace(column, table));
    const marks = numberMarks(config.decimal, config.thousands);
    function* summaries(): Generator<ColumnSummary> {
      for (const place of places) {
        const column = table.header === undefined ? String(place + 1) : (table.header[place] ?? '');
        yield summaryOf(column, table.rows, place, marks, config.decimals);
      }
    }
    switch (config.format) {
      case 'csv':
        return writeCsvLike(input, csvRecords(summaries()), delimiter, limit);
      case 'markdown':
        return markdown(bounded(summaries(), limit, leastMarkdown), limit);
      case 'json':
        return writeJsonTree(
          Array.from(bounded(summaries(), limit, leastJson), jsonOf),
          layoutFor(config.indent),
          limit,
        );
    }
  },
});

/** The least characters of a summary: its bars; the names of its members with quotes and colons. */
const leastMarkdown = fields.length + 1;
const leastJson = fields.reduce((sum, field) => sum + field.length + 3, 0);

/** Stops at the summary with which all would be too long, before they are in memory: a text of commas has many columns. */
function* bounded(summaries: Iterable<ColumnSummary>, limit: OutputLimit, least: number): Generator<ColumnSummary> {
  let written = 0;
  for (const summary of summaries) {
    written = cellsOf(summary).reduce((sum, cell) => sum + cell.length, written + least);
    limit.check(written);
    yield summary;
  }
}

function cellsOf(summary: ColumnSummary): string[] {
  return fields.map((field) => summary[field]);
}

function* csvRecords(summaries: Iterable<ColumnSummary>): Generator<readonly string[]> {
  yield fields;
  for (const summary of summaries) yield cellsOf(summary);
}

function markdown(summaries: Iterable<ColumnSummary>, limit: Parameters<typeof markdownTableLines>[2]): string {
  const rows = Array.from(summaries, (summary) => cellsOf(summary).map(markdownCell));
  const align = fields.map((field) => (counts.has(field) || numbers.has(field) ? 'right' : 'none'));
  return joinTexts(markdownTableLines({ header: fields, align, rows }, { aligned: true, padding: 1 }, limit), '\n');
}

function jsonOf(summary: ColumnSummary) {
  const isNumeric = summary.type === 'integer' || summary.type === 'number';
  return objectOf(
    fields.map((field) => {
      const text = summary[field];
      const isNumber = counts.has(field) || numbers.has(field) || (isNumeric && (field === 'min' || field === 'max'));
      if (text === '' && field !== 'column') return [field, 'null'];
      return [field, isNumber ? text : quotedJson(text)];
    }),
  );
}
