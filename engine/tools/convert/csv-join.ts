import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import {
  Column,
  columnPlace,
  columnsOption,
  type NamedTable,
  namedTable,
  writeCsvLike,
} from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';
import { type JoinSide, joinedHeader, joinedRows } from './csv-join/joined-rows.js';

const maxKeys = 20;

export default defineTool({
  slug: 'csv-join',
  title: 'Join CSV tables',
  description:
    'Joins the rows of two CSV tables whose key columns have equal cells, like JOIN of SQL or VLOOKUP of a spreadsheet. Columns of the other table are added on the right, without its key columns. Rows with blank keys match nothing.',
  config: Type.Object({
    ...otherTextOptions('The other table, as CSV'),
    on: Type.Array(Column, {
      minItems: 1,
      maxItems: maxKeys,
      description: 'The key columns of the text, by name or by number from 1: a row matches if all of them are equal',
    }),
    otherOn: {
      ...columnsOption('The key columns of the other table in the same order; none means the same names as in on'),
      maxItems: maxKeys,
    },
    type: Type.Enum(['inner', 'left', 'right', 'full', 'semi', 'anti'], {
      default: 'inner',
      description:
        'inner writes the rows that match; left also those of the text without a match, right those of the other table, and full both; semi writes the rows of the text that have a match, anti those that have none, both without added columns',
    }),
    suffix: Type.String({
      default: '_2',
      maxLength: 100,
      description: 'Suffix for the name of a column that both tables have',
    }),
    caseSensitive: Type.Boolean({ default: true, description: 'When false, keys that differ only in case are equal' }),
    delimiter: {
      ...Delimiter,
      description: 'The character between two cells of both tables, or tab, or auto, which detects it for each',
    },
    hasHeaders: { ...HasHeaders, description: 'The first record of each table names the columns' },
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'id,name\n1,Ada\n2,Bob\n3,Cy',
      config: { other: 'id,city\n3,Rome\n1,Paris\n1,Lyon', on: ['id'] },
      output: 'id,name,city\n1,Ada,Paris\n1,Ada,Lyon\n3,Cy,Rome',
    },
    {
      input: 'order;customer\nA;1\nB;9\n',
      config: {
        other: 'number,name\n1,"Ada; L."',
        on: ['customer'],
        otherOn: ['number'],
        type: 'left',
        delimiter: 'auto',
      },
      output: 'order;customer;name\nA;1;"Ada; L."\nB;9;\n',
    },
    {
      input: 'mail\nada@x.example\nbob@x.example',
      config: { other: 'ADA@x.example', on: [1], type: 'anti', caseSensitive: false, hasHeaders: false },
      output: 'mail\nbob@x.example',
    },
    {
      input: 'id,name\n1,Ada\n,none',
      config: { other: 'id,name\n2,Bob\n,nobody', on: ['id'], type: 'full' },
      output: 'id,name,name_2\n1,Ada,\n,none,\n2,,Bob\n,,nobody',
    },
  ],
  // The index of the other table is stored beside the text.
  heapBytesPerCharacter: 50,
  run(input, config, limit) {
    const { on, otherOn, type, suffix, caseSensitive, hasHeaders } = config;
    const { text, other, nameOfOther } = twoTexts(input, config);
    const { delimiter, ...csv } = readCsv(text, config.delimiter, config);
    const otherNames = otherOn.length === 0 ? on : otherOn;
    if (otherNames.length !== on.length) {
      throw new ToolError(`on lists ${on.length} columns and otherOn ${otherNames.length}; the numbers must be equal`);
    }
    const first = joinSide(namedTable(csv, hasHeaders), on);
    if (csv.records.length === 0) return '';
    const second = inOther(nameOfOther, () =>
      joinSide(namedTable(readCsv(other, config.delimiter, config), hasHeaders), otherNames),
    );
    function* records(): Generator<readonly string[]> {
      const addsColumns = type !== 'semi' && type !== 'anti';
      if (first.header !== undefined) yield addsColumns ? joinedHeader(first, second, suffix) : first.header;
      yield* joinedRows(first, second, type, caseSensitive);
    }
    return writeCsvLike(text, records(), delimiter, limit);
  },
});

/** A table without any record has no columns to search. */
function joinSide(table: NamedTable, on: readonly Column[]): JoinSide {
  return { ...table, keys: table.width === 0 ? [] : on.map((column) => columnPlace(column, table)) };
}

/** Adds to an error that it is in the other table, so that its line is not mistaken for one of the text. */
function inOther<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(`${name}: ${error.message}`);
    throw error;
  }
}
