import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { ConvertedColumns, cellConversionOptions, convertCells } from '../../text/csv/cell-conversion.js';
import { countRows } from '../../text/csv/csv-table.js';
import { numberFormatOptions, numberWriter } from '../../text/numbers/number-format.js';
import {
  DecimalMark,
  exactValue,
  exponentTooLarge,
  numberMarks,
  ThousandsMark,
  wholeNumber,
  wholeNumberForms,
} from '../../text/numbers/numbers-in-text.js';

export default defineTool({
  slug: 'csv-number-formatter',
  title: 'Format CSV numbers',
  description: `Rounds the numbers in columns of CSV and writes them in one form: decimal places, decimal comma or point, thousands separators, a currency sign. Numbers may be written ${wholeNumberForms}; a currency is removed, a percent sign stays. The other columns stay as they are. Calculates with decimal digits of any length, like number-formatter does line by line.`,
  config: Type.Object({
    columns: ConvertedColumns,
    ...numberFormatOptions,
    outputThousands: {
      ...numberFormatOptions.outputThousands,
      default: '',
      description: 'What to write between groups of three digits, which other programs may not read; empty for nothing',
    },
    decimal: DecimalMark,
    thousands: ThousandsMark,
    ...cellConversionOptions,
  }),
  examples: [
    {
      input: 'item,price\ntea,2.499\ncake,"1,250"\nwater,',
      config: { columns: ['price'] },
      output: 'item,price\ntea,2.50\ncake,1250.00\nwater,',
    },
    {
      input: 'Artikel;Preis\nTee;2,5\nTisch;1.250,00\n',
      config: { columns: ['Preis'], decimal: ',', delimiter: 'auto' },
      output: 'Artikel;Preis\nTee;2.50\nTisch;1250.00\n',
    },
    {
      input: '1234.5\t0.25\nn/a\t7',
      config: {
        columns: [1, 2],
        decimals: 1,
        prefix: '$',
        outputThousands: ',',
        invalid: 'keep',
        delimiter: 'tab',
        hasHeaders: false,
      },
      output: '$1,234.5\t$0.3\nn/a\t$7.0',
    },
    { input: 'a,b\n1.5,x', config: { columns: [1], outputDecimal: ',' }, output: 'a,b\n"1,50",x' },
  ],
  countItems: countRows,
  run(input, config, limit) {
    const marks = numberMarks(config.decimal, config.thousands);
    const write = numberWriter(config);
    const convert = (cell: string) => {
      const number = wholeNumber(cell, marks);
      if (number === undefined) return { reason: 'not a number' };
      const value = exactValue(number, marks);
      return value === undefined ? { reason: exponentTooLarge } : { cell: write(value, number.percent) };
    };
    return convertCells(input, config, convert, limit);
  },
});
