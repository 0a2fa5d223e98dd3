import type {
  ShownRow,
  TableFacts,
  TableKind,
  TableOrder,
  TableProblem,
  TableSide,
} from '#gateway/console/engine/tables/messages.js';
import { askTables } from '../../../engine/local-engine.js';
import type { Span } from './grid-layout.js';

/** A text, and how it is read as a table. */
export interface TableText {
  readonly text: string;
  readonly kind: TableKind;
}

interface Opened {
  readonly key: readonly unknown[];
  readonly facts: Promise<TableFacts | TableProblem>;
}

const opened = new Map<TableSide, Opened>();

/**
 * Opens a text in the worker of tables, unless it is open.
 *
 * @param before - the table in, which the table out is compared with; undefined for none.
 * @throws {LocalEngineError}
 */
export async function openTable(
  side: TableSide,
  table: TableText,
  before?: TableText,
): Promise<TableFacts | TableProblem> {
  if (side === 'out') {
    if (before !== undefined) await openTable('in', before);
    else if (opened.delete('in')) await askTables('close', { side: 'in' });
  }
  const key = [table.text, JSON.stringify(table.kind), before?.text, JSON.stringify(before?.kind)];
  const present = opened.get(side);
  if (present !== undefined && key.every((part, index) => part === present.key[index])) return present.facts;
  const facts = askTables('open', { side, ...table });
  opened.set(side, { key, facts });
  // The worker may have ended with all tables.
  facts.catch(() => opened.clear());
  return facts;
}

/** Orders the rows of an open table. @returns how many there are. */
export async function orderTable(side: TableSide, order: TableOrder): Promise<number> {
  const answer = await askTables('order', { side, order });
  if ('rows' in answer) return answer.rows;
  // The worker has ended meanwhile, with all tables.
  opened.clear();
  throw new Error(answer.problem);
}

/** The cells that are asked for at once, about. */
const cellsAtOnce = 4_000;
/** How many pieces are kept. */
const mostPieces = 40;

/** The rows of a table that have been in sight, in pieces. */
export class GridRows {
  readonly #side: TableSide;
  readonly #size: number;
  readonly #onRows: () => void;
  /** How many pieces are asked for, and not there yet. */
  #awaited = 0;
  readonly #pieces = new Map<number, readonly ShownRow[] | undefined>();
  /** The rows in another order, until those of this one are there. */
  #earlier: GridRows | undefined;

  /** @param onRows - called when all rows that were asked for are there. */
  constructor(side: TableSide, columns: number, onRows: () => void, earlier?: GridRows) {
    this.#side = side;
    this.#size = Math.max(8, Math.min(100, Math.floor(cellsAtOnce / Math.max(1, columns))));
    this.#onRows = onRows;
    this.#earlier = earlier;
    if (earlier !== undefined) earlier.#earlier = undefined;
  }

  /** Returns a row; undefined until it is there. */
  at(index: number): ShownRow | undefined {
    return this.#pieces.get(Math.floor(index / this.#size))?.[index % this.#size] ?? this.#earlier?.at(index);
  }

  /** Asks for the rows that are not there. */
  need({ from, to }: Span): void {
    for (let piece = Math.floor(from / this.#size); piece * this.#size < to; piece++) {
      if (this.#pieces.has(piece)) continue;
      this.#pieces.set(piece, undefined);
      this.#awaited += 1;
      void askTables('rows', { side: this.#side, from: piece * this.#size, count: this.#size }).then(
        (answer) => this.#take(piece, 'rows' in answer ? answer.rows : []),
        () => {
          this.#awaited -= 1;
          this.#pieces.delete(piece);
        },
      );
    }
  }

  #take(piece: number, rows: readonly ShownRow[]): void {
    this.#awaited -= 1;
    // What was asked for last is kept.
    this.#pieces.delete(piece);
    this.#pieces.set(piece, rows);
    for (const old of this.#pieces.keys()) if (this.#pieces.size > mostPieces) this.#pieces.delete(old);
    this.#earlier = undefined;
    if (this.#awaited === 0) this.#onRows();
  }
}
