import type { ColumnFacts, Dialect, TableKind } from '#gateway/console/engine/tables/messages.js';
import { toCsv } from '#gateway/console/engine/tables/table-steps.js';
import type { EachPart } from '../../../session/group-options.js';
import type { Config } from '../../../session/tool.js';
import type { WrittenStep } from '../../../session/workflow-address.js';

/** What a column's menu adds to a workflow. */
export interface ColumnAction {
  readonly label: string;
  /** What the workflow then has: `Trim blanks in email`. */
  readonly description: string;
  readonly steps: readonly WrittenStep[];
  /** Whether the options of the last step are to be looked at. */
  readonly hasChoices: boolean;
}

/** The table that a column is of. */
export interface ColumnTable {
  readonly kind: TableKind;
  readonly dialect: Dialect;
}

interface CellAction {
  readonly label: string;
  readonly verb: string;
  readonly tool: WrittenStep;
}

const cellActions: readonly CellAction[] = [
  { label: 'Trim blanks', verb: 'Trim', tool: 'trim-text' },
  { label: 'lower case', verb: 'Lower case for', tool: 'lower-case' },
  { label: 'UPPER CASE', verb: 'Upper case for', tool: 'upper-case' },
  { label: 'Title Case', verb: 'Title case for', tool: 'title-case-converter' },
];
const redactions: readonly CellAction[] = [
  { label: 'Redact: mask all', verb: 'Mask', tool: { toolSlug: 'mask-text', config: { showLast: 0, unit: 'text' } } },
  { label: 'Redact: personal data', verb: 'Redact', tool: 'pii-redactor' },
];

/**
 * Returns what can be done with a column, each as steps in which it is filled in. What only CSV has a tool for makes CSV of
 * other tables first, and its label says so.
 */
export function columnActions(column: ColumnFacts, { kind, dialect }: ColumnTable): readonly ColumnAction[] {
  const isJson = kind.format === 'json' || kind.format === 'ndjson';
  const name = column.name === '' ? `column ${column.column}` : column.name;
  const isInner = column.isNested && !/^\$(?:\[\*\])?(?:\.\w+|\['(?:[^'\\]|\\.)*'\])$/.test(column.path ?? '');
  // Arrays inside of objects get other names as CSV.
  if (isInner) return [];
  const csv = toCsv(kind, column.isNested);
  const asCsv = csv.length > 0 ? ', as CSV' : '';
  const table = csv.length > 0 ? {} : tableOptions(dialect);
  const each: EachPart = isJson
    ? { json: { path: column.path ?? '', ...(kind.format === 'ndjson' && { lines: true }) } }
    : ({ csv: { columns: [column.column], ...table } } as EachPart);
  // A row without the column stays as it is.
  const onError = !isJson && column.missing > 0 && ({ onError: 'keep' } as const);
  const inCells = ({ label, verb, tool }: CellAction): ColumnAction => ({
    label: label + (isJson ? '' : asCsv),
    description: `${verb} ${name}`,
    steps: [...(isJson ? [] : csv), { each, ...onError, steps: [tool] }],
    hasChoices: false,
  });
  const onRows = (label: string, description: string, toolSlug: string, config: object, hasChoices = false) => ({
    label: label + asCsv,
    description,
    steps: [...csv, { toolSlug, config: { ...config, ...table } }],
    hasChoices,
  });
  const format = formatOf(column);
  const columns = [column.column];
  const [dateFormat = 'iso', ...otherFormats] = column.dateFormats;
  const isDate = column.types.every(([type]) => type === 'date' || type === 'empty');
  const mode = isDate && dateFormat !== 'iso' && otherFormats.length === 0 && { mode: 'date', dateFormat };
  const marks = column.isWithDecimalCommas && { decimal: ',' };
  // The step reads one format of dates.
  const asText = isDate && otherFormats.length > 0 ? ' as text' : '';
  const rows = [
    onRows('Remove rows that repeat it', `Remove rows that repeat ${name}`, 'csv-filter-rows', {
      op: 'all',
      uniqueBy: columns,
    }),
    onRows(`Sort rows${asText}, ascending`, `Sort by ${name}`, 'csv-sort', { by: columns, ...mode, ...marks }),
    onRows(`Sort rows${asText}, descending`, `Sort by ${name}, descending`, 'csv-sort', {
      by: columns,
      order: 'desc',
      ...mode,
      ...marks,
    }),
    onRows(
      column.separator === '' ? 'Split into rows' : `Split into rows at “${column.separator}”`,
      `Split ${name}`,
      'csv-explode',
      { columns, separator: column.separator || ',' },
      true,
    ),
    onRows('Fill blank cells from above', `Fill ${name}`, 'csv-fill-down', { columns }),
  ];
  if (column.isNested) return rows;
  const formatted = format === undefined ? [] : [inCells(format)];
  if (format?.csvTool !== undefined && !isJson) {
    const [{ label, description }] = formatted as [ColumnAction];
    const { toolSlug, config } = format.csvTool;
    formatted[0] = { ...onRows('', description, toolSlug, { columns, ...config }, true), label };
  }
  return [...cellActions.map(inCells), ...formatted, ...redactions.map(inCells), ...rows];
}

interface Format extends CellAction {
  /** What does it to a column of CSV, with more options. */
  readonly csvTool?: { readonly toolSlug: string; readonly config: object };
}

/** Returns what brings a column into one form, by what most of its cells are. */
function formatOf({ types, dateFormats, isWithDecimalCommas }: ColumnFacts): Format | undefined {
  const [type] = types.find(([one]) => one !== 'empty') ?? [];
  const invalid = 'keep';
  const both = (label: string, noun: 'number' | 'date', config: Config): Format => ({
    label,
    verb: 'Format',
    tool: { toolSlug: `${noun}-formatter`, config },
    csvTool: { toolSlug: `csv-${noun}-formatter`, config },
  });
  switch (type) {
    case 'number':
      return both('Format the numbers', 'number', { invalid, ...(isWithDecimalCommas && { decimal: ',' }) });
    case 'date':
      return both('Format the dates', 'date', {
        inputFormats: dateFormats.length === 0 ? ['iso'] : dateFormats,
        invalid,
      });
    case 'mail': {
      const config = { gmailDots: false, plusTags: false, invalid };
      return { label: 'Normalize the addresses', verb: 'Normalize', tool: { toolSlug: 'email-normalizer', config } };
    }
    case 'URL':
      return { label: 'Clean the addresses', verb: 'Clean', tool: 'url-cleaner' };
    case 'text':
      return { label: 'Join runs of blanks', verb: 'Join blanks in', tool: 'collapse-whitespace' };
    default:
      return undefined;
  }
}

/** Returns the options with which tools read a table, without those that they have anyway. */
function tableOptions({ delimiter, quotes, comments, trim, hasHeaders }: Dialect): Readonly<Record<string, unknown>> {
  return {
    ...(delimiter !== ',' && { delimiter }),
    ...(quotes !== 'strict' && { quotes }),
    ...(comments !== '' && { comments }),
    ...(trim && { trim }),
    ...(!hasHeaders && { hasHeaders }),
  };
}
