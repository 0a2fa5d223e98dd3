import { useEffect, useState } from 'preact/hooks';
import type { ColumnFacts, ShownRow, TableFacts, TableOrder } from '#gateway/console/engine/tables/messages.js';
import { ChangedWords } from '../../../parts/changed-words.js';
import { count } from '../../../parts/text-pane/text-pane.js';

/** How long the filter must stay unchanged, in milliseconds. */
const filterPauseMs = 150;
/** Names a column for people. */
export function nameOf(column: ColumnFacts | undefined, index: number): string {
  return column === undefined || column.name === '' ? `column ${index + 1}` : column.name;
}

/** Says how many rows are shown, of how many. */
export function shownRows(shown: number, { rows }: TableFacts): string {
  return shown === rows ? count(rows, 'row') : `${shown.toLocaleString('en')} of ${count(rows, 'row')}`;
}

interface GridToolsProps {
  readonly label: string;
  readonly facts: TableFacts;
  readonly order: TableOrder;
  readonly rowCount: number;
  readonly filter: { current: HTMLInputElement | null };
  readonly onOrder: (change: Partial<TableOrder>, sentence?: string) => void;
}

/** The filter, and what the table is. */
export function GridTools({ label, facts, order, rowCount, filter, onOrder }: GridToolsProps) {
  const [typed, setTyped] = useState(order.contains);
  useEffect(() => {
    if (typed === order.contains) return;
    const timer = setTimeout(
      () => onOrder({ contains: typed }, typed === '' ? 'Not filtered: ' : 'Filtered: '),
      filterPauseMs,
    );
    return () => clearTimeout(timer);
  }, [typed, order.contains]);
  const { column } = order;
  return (
    <div class="grid-tools">
      <input
        ref={filter}
        type="search"
        class="grid-filter"
        aria-label={`Filter rows of ${label}`}
        placeholder="Filter rows"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {column !== undefined && (
        <button
          type="button"
          class="button quiet grid-chip"
          aria-label={`Filter by ${nameOf(facts.columns[column], column)}: change to all columns`}
          onClick={() => {
            onOrder({ column: undefined }, 'All columns: ');
            filter.current?.focus();
          }}
        >
          {`in ${nameOf(facts.columns[column], column)}`} <span aria-hidden="true">×</span>
        </button>
      )}
      {facts.changes !== undefined && (
        <label class="check grid-only">
          <input
            type="checkbox"
            checked={order.onlyChanged}
            onChange={({ currentTarget }) => onOrder({ onlyChanged: currentTarget.checked }, 'Filtered: ')}
          />
          Changed rows
        </label>
      )}
      <p class="grid-facts">{factsSentence(facts, rowCount)}</p>
    </div>
  );
}

const formats = { csv: 'CSV', json: 'JSON', ndjson: 'JSON lines', markdown: 'Markdown', log: 'Log' } as const;
const delimiters: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  tab: 'tabs',
  '|': 'pipes',
  auto: 'blanks around quotes',
};

/** `CSV with commas, 3 rows × 2 columns; 1 row is ragged; 4 cells changed, 2 rows removed` */
function factsSentence(facts: TableFacts, rowCount: number): string {
  const { format, columns, ragged, dialect, changes } = facts;
  const with_ = format === 'csv' ? ` with ${delimiters[dialect.delimiter] ?? dialect.delimiter}` : '';
  const counted = (number: number, noun: string, verb: string) =>
    number === 0 ? [] : [`${count(number, noun)} ${verb}`];
  const changed =
    changes === undefined
      ? []
      : [
          ...counted(changes.cells, 'cell', 'changed'),
          ...counted(changes.newRows, 'row', 'new'),
          ...counted(changes.removedRows, 'row', 'removed'),
          ...counted(changes.removedColumns.length, 'column', 'removed'),
        ];
  return [
    `${formats[format]}${with_}, ${shownRows(rowCount, facts)} × ${count(columns.length, 'column')}`,
    ...counted(ragged, 'row', 'too long or short'),
    ...(changes !== undefined && changed.length === 0 ? ['nothing changed'] : [changed.join(', ')]),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

interface DetailProps {
  readonly row: ShownRow | undefined;
  readonly column: number;
  readonly columns: readonly ColumnFacts[];
}

/** The whole cell with the focus, and what it was, by words. */
export function Detail({ row, column, columns }: DetailProps) {
  const text = row?.cells[column] ?? '';
  const was = row?.before[column];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get there.
    // biome-ignore lint/a11y/useSemanticElements: no form belongs to it.
    <div class="grid-detail" role="group" aria-label="Cell in focus" tabIndex={0}>
      {row === undefined || column === -1 ? (
        <span class="fine">Choose a cell to see all of it, a column’s name for its menu.</span>
      ) : (
        <>
          <span class="fine">{`Row ${row.number.toLocaleString('en')}, ${nameOf(columns[column], column)}: `}</span>
          {was === undefined ? (
            <span>{text}</span>
          ) : (
            <ins>
              <ChangedWords text={text} other={was} />
            </ins>
          )}
          {was !== undefined && (
            <>
              <span class="fine"> was </span>
              <del>
                <ChangedWords text={was} other={text} />
              </del>
            </>
          )}
        </>
      )}
    </div>
  );
}
