import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { likeLinesOf, readCsv } from '../../text/csv/csv-table.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'csv-transpose',
  title: 'CSV transpose',
  description: 'Swaps the rows and columns of CSV. Missing cells become empty ones; delimiter and line end stay.',
  config: Type.Object({
    delimiter: { ...Delimiter, description: 'The character between two cells, or tab, or auto, which detects it' },
    ...csvFormOptions,
  }),
  examples: [
    { input: 'name,age\nAda,36\nBob,7\n', output: 'name,Ada,Bob\nage,36,7\n' },
    { input: 'a;"b;c"\n1', config: { delimiter: ';' }, output: 'a;1\n"b;c";' },
    { input: 'a\n', output: 'a\n' },
  ],
  run(input, config, limit) {
    const { records, width, delimiter } = readCsv(input, config.delimiter, config);
    if (width === 0) return '';
    if (records.length * width > maxTableCells) {
      throw new ToolError(
        `the table has ${records.length} rows and ${width} columns, more than ${maxTableCells} cells`,
      );
    }
    const { before, between, after } = likeLinesOf(input, delimiter);
    const csv = new TextWriter(limit);
    csv.write(before);
    for (let column = 0; column < width; column++) {
      if (column > 0) csv.write(between);
      const cells = records.map((record) => record[column] ?? '');
      writeCsvLine(csv, cells, delimiter);
    }
    return csv + after;
  },
});
