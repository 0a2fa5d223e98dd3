import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { Column, columnsOption, type NamedTable, namedTable, writeCsvLike } from '../../text/csv/csv-columns.js';
import { Delimiter } from '../../text/csv/csv-delimiter.js';
import { type CsvForm, csvFormOptions } from '../../text/csv/csv-form.js';
import { HasHeaders, readCsv } from '../../text/csv/csv-table.js';
import { JsonIndent, layoutFor } from '../../text/json/json-indent.js';
import { quotedJson } from '../../text/json/json-records.js';
import { type JsonObject, writeJsonTree } from '../../text/json/json-tree.js';
import { objectOf } from '../../text/json/json-values.js';
import { otherTextOptions, twoTexts } from '../../text/other-text.js';
import { TextWriter } from '../../text/text-writer.js';
import {
  cellIn,
  type RowChange,
  type SharedColumn,
  type TableDifference,
  tableDifference,
} from './csv-diff/table-difference.js';

export default defineTool({
  slug: 'csv-diff',
  title: 'Compare CSV tables',
  description:
    'Lists the differences from one CSV table to a newer one: rows that were added, removed or changed, with the cells that changed. Rows belong together by key columns such as an id, columns by their names; the order of both does not matter.',
  config: Type.Object({
    ...otherTextOptions('The newer table, as CSV'),
    on: Type.Array(Column, {
      minItems: 1,
      maxItems: 20,
      description: 'The key columns, by name or by number from 1; each key may stand once in a table',
    }),
    ignore: columnsOption('Columns that are not compared, by name or by number from 1, such as the time of a change'),
    format: Type.Enum(['text', 'csv', 'json'], {
      default: 'text',
      description:
        'text for one line per row (+ added, - removed, ~ changed), empty if nothing differs; csv for rows behind the columns change (added, removed, before or after) and changed (the names of the changed columns); json for an array of changes',
    }),
    indent: { ...JsonIndent, description: 'JSON: spaces per level of indentation, or tab; 0 writes one line' },
    delimiter: {
      ...Delimiter,
      description: 'The character between two cells of both tables, or tab, or auto, which detects it for each',
    },
    hasHeaders: {
      ...HasHeaders,
      description: 'The first record of each table names the columns; otherwise columns belong together by number',
    },
    ...csvFormOptions,
  }),
  examples: [
    {
      input: 'id,name,city\n1,Ada,Rome\n2,Bob,Oslo\n3,Cy,Bonn',
      config: { other: 'id,name,city\n4,Dee,\n3,Cy,Bonn\n1,Ada,Paris', on: ['id'] },
      output: '~ id "1": city "Rome" → "Paris"\n- id "2": name "Bob", city "Oslo"\n+ id "4": name "Dee"',
    },
    {
      input: 'id;price\n1;5\n2;7\n===\nid;price\n1;6\n3;8\n',
      config: { separatorLine: '===', on: ['id'], format: 'csv', delimiter: 'auto' },
      output: 'change;changed;id;price\nbefore;price;1;5\nafter;price;1;6\nremoved;;2;7\nadded;;3;8\n',
    },
    {
      input: 'id,a\n1,x\n2,y',
      config: { other: 'id,a,b\n1,z,w\n3,q,', on: ['id'], format: 'json', indent: 0 },
      output:
        '[{"change":"added","column":"b"},{"change":"changed","key":{"id":"1"},"cells":{"a":{"before":"x","after":"z"}}},{"change":"removed","row":{"id":"2","a":"y"}},{"change":"added","row":{"id":"3","a":"q","b":""}}]',
    },
    { input: 'a,b\n1,2\n3,4', config: { other: 'b,a\n4,3\n2,1', on: ['a'] }, output: '' },
  ],
  // The index of each table is stored beside the texts.
  heapBytesPerCharacter: 90,
  run(input, config, limit) {
    const { text, other, nameOfOther } = twoTexts(input, config);
    const { delimiter, ...csv } = readCsv(text, config.delimiter, config);
    const before = namedTable(csv, config.hasHeaders);
    const after = readOther(other, nameOfOther, config);
    if (before.width === 0 || after.width === 0) {
      throw new ToolError(`${before.width === 0 ? '' : `${nameOfOther}: `}the table has no columns to find keys in`);
    }
    const difference = tableDifference(before, after, { ...config, nameOfOther });
    switch (config.format) {
      case 'text':
        return asText(difference, limit);
      case 'csv':
        return writeCsvLike(text, asRecords(difference, config.hasHeaders), delimiter, limit);
      case 'json':
        return writeJsonTree(asJson(difference, limit), layoutFor(config.indent), limit);
    }
  },
});

interface TableOptions extends CsvForm {
  readonly delimiter: string;
  readonly hasHeaders: boolean;
}

/** Names the other text in errors, so that a line is not mistaken for one of the first. */
function readOther(other: string, nameOfOther: string, config: TableOptions): NamedTable {
  try {
    return namedTable(readCsv(other, config.delimiter, config), config.hasHeaders);
  } catch (error) {
    if (error instanceof ToolError) throw new ToolError(`${nameOfOther}: ${error.message}`);
    throw error;
  }
}

/** Returns the columns that only one of the tables has. */
function loneColumns({ columns }: TableDifference) {
  return columns
    .filter(({ before, after }) => before === undefined || after === undefined)
    .map(({ name, before }) => ({ name, change: before === undefined ? 'added' : 'removed' }) as const);
}

function asText(difference: TableDifference, limit: OutputLimit): string {
  const { columns, changes } = difference;
  const text = new TextWriter(limit);
  const line = (written: string) => text.write(text.length === 0 ? written : `\n${written}`);
  for (const { name, change } of loneColumns(difference)) {
    line(`${change === 'added' ? '+' : '-'} column ${shownName(name)}`);
  }
  const keys = columns.filter(({ isKey }) => isKey);
  const cells = columns.filter(({ isKey }) => !isKey);
  const listed = (row: readonly string[], side: 'before' | 'after', wanted: readonly SharedColumn[]) =>
    wanted
      .filter((column) => column.isKey || cellIn(row, column[side]) !== '')
      .map((column) => `${shownName(column.name)} ${quotedJson(cellIn(row, column[side]))}`)
      .join(', ');
  const wholeRow = (row: readonly string[], side: 'before' | 'after') => {
    const rest = listed(row, side, cells);
    return listed(row, side, keys) + (rest === '' ? '' : `: ${rest}`);
  };
  for (const entry of changes) {
    if (entry.change === 'added') line(`+ ${wholeRow(entry.after, 'after')}`);
    else if (entry.change === 'removed') line(`- ${wholeRow(entry.before, 'before')}`);
    else {
      const { before, after } = entry;
      const changed = entry.columns.map(
        (column) =>
          `${shownName(column.name)} ${quotedJson(cellIn(before, column.before))} → ${quotedJson(cellIn(after, column.after))}`,
      );
      line(`~ ${listed(before, 'before', keys)}: ${changed.join(', ')}`);
    }
  }
  return text.toString();
}

/** A name that could be mistaken for something else is quoted. */
function shownName(name: string): string {
  return /^[^\0-\x1f",:→]+$/.test(name) ? name : quotedJson(name);
}

function* asRecords(difference: TableDifference, hasHeaders: boolean): Generator<readonly string[]> {
  const { columns, changes } = difference;
  const names = columns.map(({ name }) => name);
  if (hasHeaders) yield ['change', 'changed', ...names];
  for (const { name, change } of loneColumns(difference)) yield [`column ${change}`, name, ...names.map(() => '')];
  const cells = (row: readonly string[], side: 'before' | 'after') =>
    columns.map((column) => cellIn(row, column[side]));
  for (const entry of changes) {
    if (entry.change === 'added') yield ['added', '', ...cells(entry.after, 'after')];
    else if (entry.change === 'removed') yield ['removed', '', ...cells(entry.before, 'before')];
    else {
      const changed = entry.columns.map(({ name }) => name).join(', ');
      yield ['before', changed, ...cells(entry.before, 'before')];
      yield ['after', changed, ...cells(entry.after, 'after')];
    }
  }
}

function asJson(difference: TableDifference, limit: OutputLimit): JsonObject[] {
  const { columns, changes } = difference;
  const written: JsonObject[] = loneColumns(difference).map(({ name, change }) =>
    objectOf([
      ['change', quotedJson(change)],
      ['column', quotedJson(name)],
    ]),
  );
  let length = 0;
  for (const entry of changes) {
    const json = jsonOf(entry, columns);
    written.push(json.object);
    // The names of the columns are repeated in every row.
    length += json.length;
    limit.check(length);
  }
  return written;
}

function jsonOf(entry: RowChange, columns: readonly SharedColumn[]): { object: JsonObject; length: number } {
  let length = 0;
  const member = (name: string, cell: string) => {
    length += name.length + cell.length + 6;
    return [name, quotedJson(cell)] as const;
  };
  const row = (cells: readonly string[], side: 'before' | 'after') =>
    objectOf(
      columns
        .filter((column) => column[side] !== undefined)
        .map((column) => member(column.name, cellIn(cells, column[side]))),
    );
  const change = ['change', quotedJson(entry.change)] as const;
  if (entry.change === 'added') return { object: objectOf([change, ['row', row(entry.after, 'after')]]), length };
  if (entry.change === 'removed') return { object: objectOf([change, ['row', row(entry.before, 'before')]]), length };
  const { before, after } = entry;
  const keys = columns.filter(({ isKey }) => isKey).map((column) => member(column.name, cellIn(before, column.before)));
  const cells = entry.columns.map((column) => {
    const sides = [member('before', cellIn(before, column.before)), member('after', cellIn(after, column.after))];
    length += column.name.length;
    return [column.name, objectOf(sides)] as const;
  });
  return { object: objectOf([change, ['key', objectOf(keys)], ['cells', objectOf(cells)]]), length };
}
