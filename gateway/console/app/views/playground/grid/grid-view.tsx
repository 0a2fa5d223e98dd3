// biome-ignore-all lint/a11y/useSemanticElements: a table of HTML has all rows, and this one those in sight.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ColumnFacts, TableFacts, TableOrder } from '#gateway/console/engine/tables/messages.js';
import { isWithCommand } from '../../../parts/key-press.js';
import { ColumnMenu, type MenuItem } from './column-menu.js';
import { type ColumnAction, type ColumnTable, columnActions } from './column-steps.js';
import { BodyRow, type Cell, HeadCell, HeadRow } from './grid-cells.js';
import {
  type CellPlace,
  columnStarts,
  columnsIn,
  firstWidth,
  movedBy,
  narrowest,
  RowLayout,
  type Span,
  widest,
} from './grid-layout.js';
import type { GridRows, TableText } from './grid-source.js';
import { Detail, GridTools, nameOf } from './grid-tools.js';

/** A table that was read. */
export interface Opened {
  readonly facts: TableFacts;
  readonly order: TableOrder;
  /** How many rows are shown. */
  readonly count: number;
  readonly rows: GridRows;
}

/** Rows and pixels that are drawn around what is in sight. */
const rowsAround = 8;
const pixelsAround = 240;
/** What an arrow key adds to the width of a column. */
const widthStep = 24;

/** Adds the steps of a column's menu. */
export type OnAction = (column: ColumnFacts, table: ColumnTable, action: ColumnAction) => void;

interface GridViewProps extends Opened {
  readonly label: string;
  readonly table: TableText;
  readonly onAction: OnAction;
  readonly onOrder: (change: Partial<TableOrder>, sentence?: string) => void;
  readonly said: string;
}

interface Scroll {
  readonly top: number;
  readonly left: number;
}

/** A table: the rows and columns in sight, and what moves and changes them. */
export function GridView({
  label,
  table,
  onAction,
  facts,
  order,
  count: rowCount,
  rows,
  onOrder,
  said,
}: GridViewProps) {
  const box = useRef<HTMLDivElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const [scroll, setScroll] = useState<Scroll>({ top: 0, left: 0 });
  const [view, setView] = useState({ width: 800, height: 400, rem: 16, isCoarse: false });
  const [active, setActive] = useState<CellPlace>({ row: -1, column: 0 });
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const [menu, setMenu] = useState<{ readonly column: number; readonly anchor: DOMRect }>();
  /** Whether the active cell is to get the focus when it is drawn. */
  const isWanted = useRef(false);
  const { columns } = facts;

  useLayoutEffect(() => {
    const { current: element } = box;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setView({ width, height, rem, isCoarse: matchMedia('(pointer: coarse)').matches });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const rowHeight = Math.round(view.rem * (view.isCoarse ? 2.25 : 1.75));
  const headHeight = Math.round(view.rem * 2.75);
  const numberWidth = Math.round(view.rem * (1.5 + 0.6 * String(facts.rows).length + (facts.ragged > 0 ? 0.75 : 0)));
  const layout = new RowLayout(rowCount, rowHeight, Math.max(rowHeight, view.height - headHeight));
  const keyOf = (column: number) => `${column} ${columns[column]?.name}`;
  const widthOf = (column: number) => widths.get(keyOf(column)) ?? naturalWidth(column);
  const naturalWidth = (column: number) =>
    Math.round((view.rem / 16) * firstWidth(columns[column]?.name ?? '', columns[column]?.longest ?? 0));
  const starts = columnStarts(columns.map((_, column) => widthOf(column)));
  const total = numberWidth + (starts.at(-1) ?? 0);
  const inSight = layout.inSight(scroll.top);
  const drawn: Span = { from: Math.max(0, inSight.from - rowsAround), to: Math.min(rowCount, inSight.to + rowsAround) };
  const drawnColumns = columnsIn(
    starts,
    scroll.left - pixelsAround,
    scroll.left + view.width - numberWidth + pixelsAround,
  );
  const focus: CellPlace = {
    row: Math.min(active.row, rowCount - 1),
    column: Math.min(active.column, columns.length - 1),
  };
  // The cell with the focus stays, wherever the rest is scrolled to.
  const rowList = withOne(drawn, focus.row);
  const columnList = withOne(drawnColumns, focus.column);
  // Rows that come into sight take the elements of those that leave.
  const elements = 2 ** Math.ceil(Math.log2(Math.max(1, drawn.to - drawn.from)));
  rows.need(drawn);
  if (focus.row !== -1) rows.need({ from: focus.row, to: focus.row + 1 });

  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const go = (place: CellPlace) => {
    const { current: element } = box;
    if (element === null) return;
    if (place.row !== -1) element.scrollTop = layout.scrollFor(place.row, element.scrollTop);
    if (place.column !== -1) {
      const [start = 0, end = 0] = starts.slice(place.column, place.column + 2);
      const width = view.width - numberWidth;
      if (start < element.scrollLeft) element.scrollLeft = start;
      else if (end > element.scrollLeft + width) element.scrollLeft = Math.min(start, end - width);
    }
    setScroll({ top: element.scrollTop, left: element.scrollLeft });
    setActive(place);
    isWanted.current = true;
  };
  const resize = (column: number, width: number) =>
    setWidths(new Map([...widths, [keyOf(column), Math.max(narrowest, Math.min(widest, Math.round(width)))]]));
  const openMenu = (column: number) => {
    const anchor = box.current
      ?.querySelector(`[role="columnheader"][data-column="${column}"]`)
      ?.getBoundingClientRect();
    if (anchor !== undefined) setMenu({ column, anchor });
  };
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
    const isHead = focus.row === -1 && focus.column !== -1;
    const isMenuKey = ['Enter', ' ', 'ContextMenu'].includes(event.key) || (event.key === 'ArrowDown' && event.altKey);
    if (event.shiftKey && focus.column !== -1 && ['ArrowLeft', 'ArrowRight'].includes(event.key)) {
      resize(focus.column, widthOf(focus.column) + (event.key === 'ArrowLeft' ? -widthStep : widthStep));
    } else if (isHead && isMenuKey) openMenu(focus.column);
    else {
      const size = {
        rows: rowCount,
        columns: columns.length,
        page: Math.max(1, Math.floor((view.height - headHeight) / rowHeight) - 1),
      };
      const place = event.altKey || event.shiftKey ? undefined : movedBy(event.key, focus, size, isWithCommand(event));
      if (place === undefined) return;
      go(place);
    }
    event.preventDefault();
  };
  const placeAt = (target: EventTarget | null): CellPlace | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
    return cell === null ? undefined : { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  };

  const sort = (direction: 'asc' | 'desc' | undefined, column: number) => {
    const name = nameOf(columns[column], column);
    onOrder(
      { sort: direction && { column, direction } },
      direction === undefined ? 'Not sorted: ' : `Sorted by ${name}, ${direction}ending: `,
    );
  };
  const filterBy = (column: number) => {
    onOrder({ column });
    isWanted.current = false;
    filter.current?.focus();
  };
  const columnTable = { kind: table.kind, dialect: facts.dialect };
  const cellFor = (column: number): Cell => ({
    column,
    left: numberWidth + (starts[column] ?? 0),
    width: widthOf(column),
  });

  const cells = useMemo(() => columnList.map(cellFor), [columnList.join(), starts.join(), numberWidth]);

  return (
    <div class="grid-pane">
      <GridTools {...{ label, facts, order, rowCount, filter, onOrder }} />
      <div
        ref={box}
        class="grid"
        role="grid"
        aria-label={`${label} as a table`}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length + 1}
        tabIndex={-1}
        style={{ '--row': `${rowHeight}px`, '--head': `${headHeight}px`, '--number': `${numberWidth}px` }}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => setScroll({ top: scrollTop, left: scrollLeft })}
        onKeyDown={press}
        onFocusIn={({ target }) => {
          const place = placeAt(target);
          if (place !== undefined && (place.row !== active.row || place.column !== active.column)) setActive(place);
        }}
        onClick={({ target }) => {
          const place = placeAt(target);
          if (place === undefined) return;
          if (place.row === -1 && place.column !== -1 && (target as Element).closest('.grid-resize') === null) {
            openMenu(place.column);
          }
        }}
      >
        <div
          class="grid-canvas"
          role="presentation"
          style={{ width: `${total}px`, height: `${headHeight + layout.height}px` }}
        >
          <HeadRow isActive={focus.row === -1 && focus.column === -1}>
            {columnList.map((column) => (
              <HeadCell
                key={column}
                {...cellFor(column)}
                facts={columns[column]}
                sort={order.sort?.column === column ? order.sort.direction : undefined}
                isActive={focus.row === -1 && focus.column === column}
                isOpen={menu?.column === column}
                onResize={(width) => resize(column, width)}
                onFit={() => resize(column, Math.min(600, naturalFit(columns[column])))}
              />
            ))}
          </HeadRow>
          {rowList.map((row) => (
            <BodyRow
              key={row === focus.row ? `focus ${row}` : row % elements}
              row={row}
              top={headHeight + layout.topOf(row, scroll.top)}
              shown={rows.at(row)}
              cells={cells}
              activeColumn={focus.row === row ? focus.column : undefined}
            />
          ))}
        </div>
      </div>
      <Detail row={focus.row === -1 ? undefined : rows.at(focus.row)} column={focus.column} columns={columns} />
      <p class="off-screen" role="status">
        {said}
      </p>
      {menu !== undefined && (
        <ColumnMenu
          label={`Column ${nameOf(columns[menu.column], menu.column)}`}
          anchor={menu.anchor}
          sections={menuSections({
            column: columns[menu.column],
            sort: order.sort?.column === menu.column ? order.sort.direction : undefined,
            onSort: (direction) => sort(direction, menu.column),
            onFilter: () => filterBy(menu.column),
            onWider: (pixels) => resize(menu.column, widthOf(menu.column) + pixels),
            actions: menuActions(columns[menu.column], columnTable, onAction),
          })}
          onClose={(isLeft) => {
            setMenu(undefined);
            if (!isLeft) go({ row: -1, column: menu.column });
          }}
        />
      )}
    </div>
  );
}

/** Returns the numbers of a span, and one more. */
function withOne({ from, to }: Span, one: number): readonly number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (one < 0 || (one >= from && one < to)) return all;
  return one < from ? [one, ...all] : [...all, one];
}

function naturalFit(column: ColumnFacts | undefined): number {
  return Math.max(column?.longest ?? 0, (column?.name.length ?? 0) + 5) * 8 + 24;
}

function menuActions(column: ColumnFacts | undefined, table: ColumnTable, onAction: OnAction): readonly MenuItem[] {
  if (column === undefined) return [];
  return columnActions(column, table).map((action) => ({
    label: action.label,
    act: () => onAction(column, table, action),
  }));
}

interface MenuParts {
  readonly column: ColumnFacts | undefined;
  readonly sort: 'asc' | 'desc' | undefined;
  readonly onSort: (direction: 'asc' | 'desc' | undefined) => void;
  readonly onFilter: () => void;
  readonly onWider: (pixels: number) => void;
  readonly actions: readonly MenuItem[];
}

function menuSections({ column, sort, onSort, onFilter, onWider, actions }: MenuParts) {
  const isOnly = (wanted: string) => column?.types.every(([type]) => type === wanted || type === 'empty') === true;
  const [up, down] = isOnly('number')
    ? ['Smallest first', 'Largest first']
    : isOnly('date')
      ? ['Earliest first', 'Latest first']
      : ['A to Z', 'Z to A'];
  const look: readonly MenuItem[] = [
    { label: `${up}`, isChecked: sort === 'asc', act: () => onSort('asc') },
    { label: `${down}`, isChecked: sort === 'desc', act: () => onSort('desc') },
    { label: 'Order of the text', isChecked: sort === undefined, act: () => onSort(undefined) },
    { label: 'Filter by this column', act: onFilter },
    { label: 'Wider', act: () => onWider(3 * widthStep) },
    { label: 'Narrower', act: () => onWider(-3 * widthStep) },
  ];
  return [['To look', look], ...(actions.length === 0 ? [] : [['Add a step', actions] as const])] as const;
}
