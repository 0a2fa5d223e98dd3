/** A cell: `row` -1 is the header, `column` -1 the numbers of rows. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** From the first, to before the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How large a grid is, in cells; `page` is how many rows are in sight. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly page: number;
}

/** The keys that move the focus, by the grid pattern of WAI-ARIA. */
const moves: Readonly<Record<string, (place: CellPlace, size: GridSize, isWithCommand: boolean) => CellPlace>> = {
  ArrowUp: ({ row, column }, _, isFar) => ({ row: isFar ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, isFar) => ({ row: isFar ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _, isFar) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, isFar) => ({ row, column: isFar ? columns - 1 : column + 1 }),
  Home: ({ row }, _, isFar) => ({ row: isFar ? 0 : row, column: 0 }),
  End: ({ row }, { rows, columns }, isFar) => ({ row: isFar ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(Math.min(0, row), row - page), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
};

/** Returns the cell that a key leads to; undefined for a key that moves nothing. */
export function movedBy(key: string, place: CellPlace, size: GridSize, isWithCommand: boolean): CellPlace | undefined {
  const { row, column } = moves[key]?.(place, size, isWithCommand) ?? {};
  if (row === undefined || column === undefined) return undefined;
  return { row: clamped(row, -1, size.rows - 1), column: clamped(column, -1, size.columns - 1) };
}

function clamped(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** The highest element that browsers lay out exactly, in pixels; Firefox ends at 17.8 millions. */
const highest = 15_000_000;

/** Where rows are in a box that scrolls. With more rows than fit in {@link highest}, a pixel of the scroll bar is several. */
export class RowLayout {
  /** The height of what scrolls, in pixels. */
  readonly height: number;
  readonly #rowHeight: number;
  readonly #total: number;
  readonly #view: number;

  /** @param view - the height of what is in sight below the header. */
  constructor(rows: number, rowHeight: number, view: number) {
    this.#rowHeight = rowHeight;
    this.#total = rows * rowHeight;
    this.#view = view;
    this.height = Math.min(this.#total, highest);
  }

  /** Returns how far the rows are scrolled. */
  #offset(scrollTop: number): number {
    const room = this.height - this.#view;
    return room <= 0 ? scrollTop : scrollTop * ((this.#total - this.#view) / room);
  }

  /** Returns the rows in sight. */
  inSight(scrollTop: number): Span {
    const offset = this.#offset(scrollTop);
    const from = Math.max(0, Math.floor(offset / this.#rowHeight));
    return { from, to: Math.min(this.#total / this.#rowHeight, Math.ceil((offset + this.#view) / this.#rowHeight)) };
  }

  /** Returns where a row is drawn, from the top of what scrolls. */
  topOf(row: number, scrollTop: number): number {
    return row * this.#rowHeight - this.#offset(scrollTop) + scrollTop;
  }

  /** Returns where to scroll so that a row is in sight: as near as possible. */
  scrollFor(row: number, scrollTop: number): number {
    const offset = this.#offset(scrollTop);
    const top = row * this.#rowHeight;
    const wanted = top < offset ? top : Math.max(offset, top + this.#rowHeight - this.#view);
    if (wanted === offset) return scrollTop;
    const room = this.#total - this.#view;
    return room <= 0 ? 0 : (wanted * (this.height - this.#view)) / room;
  }
}

/** The least and most pixels of a column. */
export const narrowest = 48;
export const widest = 1_200;
/** How wide a column is at first at most. */
const wideAtFirst = 320;

/** Returns how wide a column is at first. @param name - above it, with room for its button. */
export function firstWidth(name: string, longest: number): number {
  const characters = Math.max(longest, 9);
  return Math.round(clamped(Math.max(characters * 8 + 24, name.length * 8 + 56), 112, wideAtFirst));
}

/** Returns where each column begins, and where the last one ends. */
export function columnStarts(widths: readonly number[]): readonly number[] {
  let start = 0;
  return [0, ...widths.map((width) => (start += width))];
}

/** Returns the columns that are at least in part in a stretch of pixels. */
export function columnsIn(starts: readonly number[], left: number, right: number): Span {
  const last = starts.length - 1;
  let from = 0;
  while (from < last - 1 && (starts[from + 1] ?? 0) <= left) from++;
  let to = from;
  while (to < last && (starts[to] ?? 0) < right) to++;
  return { from, to };
}
