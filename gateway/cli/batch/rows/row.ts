/** What is wrong with a row that cannot be sent, or that failed. */
export interface RowFault {
  /** The gateway's code, or one of this program: see gateway/cli/README.md. */
  readonly code: string;
  /** A sentence for people. */
  readonly detail: string;
  readonly step?: number | undefined;
  readonly path?: string | undefined;
  readonly part?: number | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** A row of the input. */
export interface Row {
  /** From 1: the line of NDJSON, the record of CSV without the header. */
  readonly number: number;
  /** Undefined if no ids were asked for, or if the row has none. */
  readonly id: string | undefined;
  /** Undefined for a row that has none. */
  readonly text: string | undefined;
  /** Why the row cannot be sent. */
  readonly fault: RowFault | undefined;
  /** Returns the row with a result, and with its line end. Only for a row without a fault. */
  write(result: string): string;
  /** Returns the row as it was: with an empty cell in a column that the output has in addition. */
  keep(): string;
}

/** A piece of the input: a row, or what is between rows (a header, blank lines). */
export interface Segment {
  /** As it is written in the input, with its line end. */
  readonly source: string;
  readonly row?: Row;
  /** What is written for it if it is no row. */
  readonly written?: string;
}

/** Which members or columns of a row matter, by name; columns also by number from 1. */
export interface RowFields {
  readonly text: string;
  readonly id?: string | undefined;
  /** Where the result goes; `text` if left out. A new member or column if the row has none of that name. */
  readonly into?: string | undefined;
}

/** The longest id that `POST /v1/run` takes, in UTF-16 code units. */
const maxIdLength = 200;

/** Returns what is wrong with an id; undefined if it is valid. */
export function idFault(id: string | undefined, name: string): RowFault | undefined {
  if (id === undefined) return { code: 'no-id', detail: `the row has no ${name}` };
  if (id.length <= maxIdLength) return undefined;
  return { code: 'id-too-long', detail: `the id has ${id.length} characters, and an id may have ${maxIdLength}` };
}
