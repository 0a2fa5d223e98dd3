import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { wrappedCell } from './ascii-table-generator/cell-lines.js';
import { drawTable, tableStyles } from './ascii-table-generator/text-table.js';

export default defineTool({
  slug: 'ascii-table-generator',
  title: 'ASCII table generator',
  description:
    'Draws CSV as a table of plain text for a monospaced font. Wide characters of East Asia and emoji count as two columns; long cells are wrapped.',
  config: Type.Object({
    delimiter: Delimiter,
    hasHeaders: { ...HasHeaders, description: 'The first record names the columns: a rule is drawn below it' },
    ...csvFormOptions,
    style: Type.Enum(['ascii', 'unicode', 'compact', 'mysql'], {
      default: 'ascii',
      description:
        'ascii: a box of + - and |; unicode: a box of lines; compact: no box; mysql: like ascii, with columns of numbers aligned right',
    }),
    maxColumnWidth: Type.Integer({
      default: 60,
      minimum: 3,
      maximum: 500,
      description: 'Maximum cell width in columns; wider cells are wrapped',
    }),
  }),
  examples: [
    {
      input: 'name,age\nAda,36\nCharles,79',
      output:
        '+---------+-----+\n| name    | age |\n+---------+-----+\n| Ada     | 36  |\n| Charles | 79  |\n+---------+-----+',
    },
    {
      input: 'item;price\n漢字;9.50\nlong text;10',
      config: { delimiter: ';', style: 'unicode', maxColumnWidth: 5 },
      output:
        '┌──────┬───────┐\n│ item │ price │\n├──────┼───────┤\n│ 漢字 │ 9.50  │\n│ long │ 10    │\n│ text │       │\n└──────┴───────┘',
    },
    {
      input: 'id,n\na,7\nb,12',
      config: { style: 'mysql' },
      output: '+----+----+\n| id |  n |\n+----+----+\n| a  |  7 |\n| b  | 12 |\n+----+----+',
    },
    { input: 'a,b\n1,"x\ny"', config: { style: 'compact' }, output: 'a  b\n-  -\n1  x\n   y' },
  ],
  run(input, { delimiter, hasHeaders, style, maxColumnWidth, ...form }, limit) {
    const { records, width } = readCsv(input, delimiter, form);
    if (width === 0) return '';
    // Every column takes at least one character and its separator: a long record makes all lines long.
    limit.check(records.length * (style === 'compact' ? 1 : width * 4));
    const wrapped = records.map((record) => record.map((cell) => wrappedCell(cell, maxColumnWidth)));
    return drawTable(wrapped, tableStyles[style], hasHeaders, limit);
  },
});
