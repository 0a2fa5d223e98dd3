// biome-ignore-all lint/a11y/useSemanticElements: a table of HTML has all rows, and this one those in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of a row have the focus.
import { Component, type ComponentChildren, type JSX } from 'preact';
import type { ColumnFacts, ShownRow } from '#gateway/console/engine/tables/messages.js';
import { nameOf } from './grid-tools.js';

/** Where a cell is, in pixels from the left. */
export interface Cell {
  readonly column: number;
  readonly left: number;
  readonly width: number;
}

/** The row of names. @param isActive - whether the cell above the numbers has the focus. */
export function HeadRow({ isActive, children }: { readonly isActive: boolean; readonly children: ComponentChildren }) {
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      <div
        class="grid-corner"
        role="columnheader"
        aria-colindex={1}
        data-row={-1}
        data-column={-1}
        tabIndex={isActive ? 0 : -1}
      >
        <span class="off-screen">Row</span>
        <span aria-hidden="true">#</span>
      </div>
      {children}
    </div>
  );
}

interface HeadCellProps extends Cell {
  readonly facts: ColumnFacts | undefined;
  readonly sort: 'asc' | 'desc' | undefined;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly onResize: (width: number) => void;
  readonly onFit: () => void;
}

/** The name of a column, what its cells are, and the edge that makes it wider. */
export function HeadCell({ column, left, width, facts, sort, isActive, isOpen, onResize, onFit }: HeadCellProps) {
  const types = typesOf(facts);
  return (
    <div
      class="grid-name"
      role="columnheader"
      aria-colindex={column + 2}
      aria-sort={sort === undefined ? 'none' : sort === 'asc' ? 'ascending' : 'descending'}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-keyshortcuts="Enter Shift+ArrowLeft Shift+ArrowRight"
      data-row={-1}
      data-column={column}
      data-new={facts?.isNew ? true : undefined}
      tabIndex={isActive ? 0 : -1}
      title={`${nameOf(facts, column)}: ${types.all}`}
      style={{ left: `${left}px`, width: `${width}px` }}
    >
      <span class="grid-title">
        {facts?.name === '' ? `(${column + 1})` : oneLine(facts?.name ?? '')}
        {facts?.isNew === true && <span class="off-screen">, new column</span>}
      </span>
      <span class="grid-sort" aria-hidden="true">
        {sort === undefined ? '▾' : sort === 'asc' ? '▲' : '▼'}
      </span>
      <span class="grid-types">{types.main}</span>
      <span
        class="grid-resize"
        aria-hidden="true"
        onDblClick={onFit}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.dataset.from = String(event.clientX - width);
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          const { currentTarget: handle } = event;
          if (handle.hasPointerCapture(event.pointerId)) onResize(event.clientX - Number(handle.dataset.from));
        }}
      />
    </div>
  );
}

/** `number, 3 text, 2 empty`, and the same with all counts. */
function typesOf(facts: ColumnFacts | undefined): { readonly main: string; readonly all: string } {
  const { types = [], missing = 0 } = facts ?? {};
  const counts: readonly (readonly [type: string, cells: number])[] = [
    ...types.filter(([type]) => type !== 'empty'),
    ...types.filter(([type]) => type === 'empty'),
    ...(missing > 0 ? [['missing', missing] as const] : []),
  ];
  const [[main] = ['empty'], ...others] = counts;
  const named = others.map(([type, cells]) => `${cells.toLocaleString('en')} ${type}`);
  return {
    main: [main, ...named].join(', '),
    all: counts.map(([type, cells]) => `${cells.toLocaleString('en')} ${type}`).join(', ') || 'no cells',
  };
}

interface BodyRowProps {
  readonly row: number;
  readonly top: number;
  readonly shown: ShownRow | undefined;
  /** The same array while nothing changes. */
  readonly cells: readonly Cell[];
  /** The column of the cell with the focus; undefined if it is in another row. */
  readonly activeColumn: number | undefined;
}

/** A row; empty until its cells are there. Scrolling does not draw it again. */
export class BodyRow extends Component<BodyRowProps> {
  override shouldComponentUpdate(next: BodyRowProps): boolean {
    return Object.entries(next).some(([name, value]) => value !== this.props[name as keyof BodyRowProps]);
  }

  override render() {
    return <RowOfCells {...this.props} />;
  }
}

function RowOfCells({ row, top, shown, cells, activeColumn }: BodyRowProps) {
  const notes = [shown?.isNew === true && 'new', shown?.isRagged === true && 'too long or short']
    .filter(Boolean)
    .join(', ');
  return (
    <div
      class="grid-row"
      role="row"
      aria-rowindex={row + 2}
      data-new={shown?.isNew ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        class="grid-number"
        role="rowheader"
        aria-colindex={1}
        data-row={row}
        data-column={-1}
        data-ragged={shown?.isRagged ? true : undefined}
        tabIndex={activeColumn === -1 ? 0 : -1}
        title={notes || undefined}
      >
        {shown?.isRagged === true && <span aria-hidden="true">≠ </span>}
        {shown?.number.toLocaleString('en')}
        {notes !== '' && <span class="off-screen">, {notes}</span>}
      </div>
      {cells.map(({ column, left, width }) => {
        const text = shown?.cells[column];
        const was = shown?.before[column];
        return (
          <div
            key={column}
            class="grid-cell"
            role="gridcell"
            aria-colindex={column + 2}
            data-row={row}
            data-column={column}
            data-changed={was === undefined ? undefined : true}
            data-missing={text === null ? true : undefined}
            tabIndex={activeColumn === column ? 0 : -1}
            style={{ left: `${left}px`, width: `${width}px` }}
          >
            {typeof text === 'string' ? cellText(text) : text === null && <span class="off-screen">missing</span>}
            {was !== undefined && <span class="off-screen">, was {was === '' ? 'empty' : was}</span>}
          </div>
        );
      })}
    </div>
  );
}

/** The most characters of a cell in its row. */
const longestInRow = 200;

/** A cell in one line, with the blanks at its ends in sight. */
function cellText(text: string): ComponentChildren {
  const line = oneLine(text.slice(0, longestInRow));
  if (line === line.trim()) return line;
  const [, start = '', middle = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(line) ?? [];
  const blank = (part: string): JSX.Element | false => part !== '' && <span class="grid-blank">{part}</span>;
  return (
    <>
      {blank(start)}
      {middle}
      {blank(end)}
    </>
  );
}

function oneLine(text: string): string {
  return /[\r\n\t]/.test(text) ? text.replace(/\r\n?|\n/g, '⏎').replaceAll('\t', '⇥') : text;
}
