/** Which text of the playground a table is made of. */
export type TableSide = 'in' | 'out';

/** What a text is a table in. */
export type TableFormat = 'csv' | 'json' | 'ndjson' | 'markdown' | 'log';

/** How delimited text is written, as in the options of tools. */
export interface Dialect {
  /** `auto` if blanks around quotes have to be ignored. */
  readonly delimiter: string;
  readonly quotes: 'strict' | 'lenient' | 'none' | 'backslash';
  readonly comments: string;
  readonly trim: boolean;
  readonly hasHeaders: boolean;
}

/** How to read a text as a table. */
export interface TableKind {
  readonly format: TableFormat;
  /** What is settled of a delimited text; the rest is detected. */
  readonly dialect?: Partial<Dialect>;
  /** The format of a log, as in the option `from` of log-parser. */
  readonly log?: string;
}

/** What a cell is. */
export type CellType = 'number' | 'date' | 'mail' | 'URL' | 'yes/no' | 'text' | 'empty';

/** What a column has. */
export interface ColumnFacts {
  /** '' for none. */
  readonly name: string;
  /** As steps name it: its name if no other column has it, else its number from 1. */
  readonly column: string | number;
  /** Its JSONPath, in JSON. */
  readonly path?: string;
  /** How many cells of each type it has, most first. */
  readonly types: readonly (readonly [type: CellType, count: number])[];
  /** The formats of its dates, as in the option `inputFormats`, most first. */
  readonly dateFormats: readonly string[];
  /** Whether its numbers have decimal commas. */
  readonly isWithDecimalCommas: boolean;
  /** What its cells are lists with; '' if they are none. */
  readonly separator: string;
  /** Whether it has arrays or empty objects of JSON, which no converter reads back. */
  readonly isNested: boolean;
  /** How many rows are too short to have it. */
  readonly missing: number;
  /** The most characters of a cell, of the first rows. */
  readonly longest: number;
  /** Whether the earlier table has no such column. */
  readonly isNew: boolean;
}

/** What a workflow changed in a table. */
export interface TableChanges {
  readonly cells: number;
  readonly newRows: number;
  readonly removedRows: number;
  readonly removedColumns: readonly string[];
}

/** A table without its rows. */
export interface TableFacts {
  readonly format: TableFormat;
  readonly columns: readonly ColumnFacts[];
  readonly rows: number;
  /** How many rows have more or fewer cells than the first. */
  readonly ragged: number;
  /** Of delimited text, or of the CSV that `toCsv` makes. */
  readonly dialect: Dialect;
  /** Undefined without a table to compare with. */
  readonly changes: TableChanges | undefined;
}

/** The order of the rows that are shown, and which of them. */
export interface TableOrder {
  readonly sort?: { readonly column: number; readonly direction: 'asc' | 'desc' } | undefined;
  /** What a cell has to contain, without regard to case; '' for anything. */
  readonly contains: string;
  /** The column that has to contain it; undefined for any. */
  readonly column?: number | undefined;
  readonly onlyChanged: boolean;
}

/** A row as it is shown. */
export interface ShownRow {
  /** In the text, from 1. */
  readonly number: number;
  /** Cut after {@link longestShown} characters; null for one that the row does not have. */
  readonly cells: readonly (string | null)[];
  /** What changed cells were before, by their columns. */
  readonly before: Readonly<Record<number, string>>;
  readonly isNew: boolean;
  readonly isRagged: boolean;
}

/** The most characters of a cell that are shown. */
export const longestShown = 1_000;

/** A line of a difference, with the parts that the other text does not have. */
export interface MarkedLine {
  readonly kind: 'equal' | 'delete' | 'insert';
  /** From 1 on; undefined if the text does not have the line. */
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  readonly parts: readonly LinePart[];
}

/** A stretch of a line. */
export interface LinePart {
  readonly text: string;
  /** Whether it is missing in the line of the other text. */
  readonly isChanged: boolean;
}

/** Equal lines that are left out. */
export interface SkippedLines {
  readonly kind: 'skipped';
  readonly count: number;
}

/** How much two texts differ. */
export interface DifferenceFacts {
  readonly deleted: number;
  readonly inserted: number;
  /** Whether too many lines differ to find all that are equal. */
  readonly isRough: boolean;
  readonly rows: number;
}

/** What the page asks of tables and differences, and what it gets. */
export interface TableCalls {
  /** Reads a text. The table out is compared with the table in, which is opened before. */
  readonly open: {
    readonly ask: { readonly side: TableSide; readonly text: string; readonly kind: TableKind };
    readonly answer: TableFacts;
  };
  /** Forgets a table. */
  readonly close: { readonly ask: { readonly side: TableSide }; readonly answer: Record<string, never> };
  readonly order: {
    readonly ask: { readonly side: TableSide; readonly order: TableOrder };
    readonly answer: { readonly rows: number };
  };
  readonly rows: {
    readonly ask: { readonly side: TableSide; readonly from: number; readonly count: number };
    readonly answer: { readonly rows: readonly ShownRow[] };
  };
  readonly compare: {
    readonly ask: { readonly before: string; readonly after: string };
    readonly answer: DifferenceFacts;
  };
  readonly lines: {
    readonly ask: { readonly from: number; readonly count: number };
    readonly answer: { readonly rows: readonly (MarkedLine | SkippedLines)[] };
  };
}

/** A call of {@link TableCalls}. */
export type TableRequest = {
  readonly [Name in keyof TableCalls]: { readonly call: Name } & TableCalls[Name]['ask'];
}[keyof TableCalls];

/** Why a text cannot be read as a table. */
export interface TableProblem {
  readonly problem: string;
}
