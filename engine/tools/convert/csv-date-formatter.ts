import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { ConvertedColumns, cellConversionOptions, convertCells } from '../../text/csv/cell-conversion.js';
import { countRows } from '../../text/csv/csv-table.js';
import { dateConversionOptions, dateConverter } from '../../text/dates/date-conversion.js';

export default defineTool({
  slug: 'csv-date-formatter',
  title: 'Format CSV dates',
  description:
    'Converts the dates or Unix timestamps in columns of CSV to another format and time zone. The other columns stay as they are. Supports the formats of date-formatter, which reads one date per line.',
  config: Type.Object({ columns: ConvertedColumns, ...dateConversionOptions, ...cellConversionOptions }),
  examples: [
    {
      input: 'name,born\nAda,10/12/1815\nCy,',
      config: { columns: ['born'], inputFormats: ['d/M/yyyy'] },
      output: 'name,born\nAda,1815-12-10\nCy,',
    },
    {
      input: 'id;seen;left\n1;1700000000;1700003600\n',
      config: {
        columns: ['seen', 3],
        inputFormats: ['unix'],
        outputFormat: 'd MMM yyyy, HH:mm',
        toZone: 'Europe/Paris',
        delimiter: 'auto',
      },
      output: 'id;seen;left\n1;14 Nov 2023, 23:13;15 Nov 2023, 00:13\n',
    },
    {
      input: '2026-11-21T23:30:00Z,a\nsoon,b',
      config: { columns: [1], outputFormat: 'd.M.yyyy', invalid: 'keep', hasHeaders: false },
      output: '21.11.2026,a\nsoon,b',
    },
    {
      input: 'day\n2026-11-21\n',
      config: { columns: ['day'], outputFormat: 'MMMM d, yyyy' },
      output: 'day\n"November 21, 2026"\n',
    },
  ],
  countItems: countRows,
  run(input, config, limit) {
    const converted = dateConverter(config);
    const convert = (cell: string) => {
      const result = converted(cell);
      return 'date' in result ? { cell: result.date } : result;
    };
    return convertCells(input, config, convert, limit);
  },
});
