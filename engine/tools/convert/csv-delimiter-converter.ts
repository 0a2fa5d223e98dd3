import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { writeCsvLine } from '../../text/csv/csv.js';
import { Delimiter, resolveDelimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { likeLinesOf, readCsv } from '../../text/csv/csv-table.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'csv-delimiter-converter',
  title: 'CSV delimiter converter',
  description:
    'Changes the delimiter of CSV, TSV and the like, and quotes the cells that need it with the new one. Line ends stay; empty lines are removed, and so is a first line such as sep=; that names another delimiter.',
  config: Type.Object({
    delimiter: {
      ...Delimiter,
      default: 'auto',
      description:
        'The character between two cells, or tab, or auto, which follows a first line such as sep=; or detects which of , ; tab and | the text uses',
    },
    outputDelimiter: {
      ...Delimiter,
      default: 'tab',
      description: 'The character to write between two cells, or tab; auto writes commas',
    },
    quoteAll: Type.Boolean({
      default: false,
      description: 'Writes every cell in quotes, not only those that need them',
    }),
    ...csvFormOptions,
  }),
  examples: [
    { input: 'name,note\nAda,"x, y"\n', output: 'name\tnote\nAda\tx, y\n' },
    { input: 'a;b\n1,5;"say ""hi"""', config: { outputDelimiter: ',' }, output: 'a,b\n"1,5","say ""hi"""' },
    {
      input: 'a\tb\n\n1\t',
      config: { delimiter: 'tab', outputDelimiter: '|', quoteAll: true },
      output: '"a"|"b"\n"1"|""',
    },
  ],
  run(input, { delimiter: inputDelimiter, outputDelimiter, quoteAll, ...form }, limit) {
    const delimiter = resolveDelimiter(outputDelimiter, 'outputDelimiter');
    const { records } = readCsv(input, inputDelimiter, form);
    if (records.length === 0) return '';
    const { before, between, after } = likeLinesOf(input, delimiter);
    const csv = new TextWriter(limit);
    for (const [i, record] of records.entries()) {
      csv.write(i === 0 ? before : between);
      if (quoteAll) writeQuotedLine(csv, record, delimiter);
      else writeCsvLine(csv, record, delimiter);
    }
    return csv + after;
  },
});

function writeQuotedLine(csv: TextWriter, cells: readonly string[], delimiter: string): void {
  cells.forEach((cell, i) => {
    csv.write(`${i === 0 ? '' : delimiter}"${cell.replaceAll('"', '""')}"`);
  });
}
