import { ToolError } from '#engine/core/errors.js';
import { maxOutputCharacters } from '#engine/core/limits.js';
import { CellScanner } from '#engine/text/csv/cell-scanner.js';
import { csvLine } from '#engine/text/csv/csv.js';
import { columnPlace } from '#engine/text/csv/csv-columns.js';
import { type Delimited, delimitedText } from '#engine/text/csv/csv-delimiter.js';
import { rfc4180 } from '#engine/text/csv/csv-form.js';
import type { Span } from '#engine/text/span.js';
import { CommandError } from '../../core/io.js';
import { idFault, type Row, type RowFault, type RowFields, type Segment } from './row.js';

/** Characters from which `auto` finds out the delimiter: the same ones, however the text arrives. */
const sampleCharacters = 1_000_000;
/** The longest row. A quote that is not closed so far is taken for a mistake in its line. */
const maxRowCharacters = maxOutputCharacters;

/**
 * Reads rows of CSV (RFC 4180) with a header. Blank lines are no rows, and are not counted.
 *
 * A row with a quote that is wrong is its first line: the next one is a row again. So one quote costs one row, and not all
 * up to the next quote.
 *
 * @param delimiter - as the option `delimiter` of tools.
 * @throws {CommandError} for a header without these columns, a delimiter that is none, and a line that is too long.
 */
export async function* csvRows(
  pieces: AsyncIterable<string>,
  fields: RowFields,
  delimiter: string,
): AsyncGenerator<readonly Segment[], void, undefined> {
  const reader = new CsvReader(fields, delimiter);
  for await (const piece of pieces) yield reader.push(piece);
  yield reader.end();
}

/** A cell of a row. */
interface Cell extends Span {
  readonly text: string;
}

/** A row as it was read: where it begins and ends, and its cells up to the last that is wanted. */
interface CsvRecord extends Span {
  readonly next: number;
  /** By place, from 0; only those that are wanted. */
  readonly cells: readonly (Cell | undefined)[];
  readonly width: number;
}

/** The places of the columns, from 0. */
interface Places {
  readonly text: number;
  readonly id: number | undefined;
  readonly into: number;
  readonly isNew: boolean;
  readonly width: number;
}

class CsvReader {
  readonly #fields: RowFields;
  readonly #option: string;
  readonly #pieces: string[] = [];
  #arrived = 0;
  /** Length that the text must have before it is looked at. */
  #needed: number;
  #text = '';
  #position = 0;
  #isEnd = false;
  #dialect: Delimited | undefined;
  #places: Places | undefined;
  #number = 0;

  constructor(fields: RowFields, delimiter: string) {
    this.#fields = fields;
    this.#option = delimiter;
    this.#needed = delimiter === 'auto' ? sampleCharacters : 1;
  }

  push(piece: string): Segment[] {
    this.#pieces.push(piece);
    this.#arrived += piece.length;
    return this.#arrived < this.#needed ? [] : this.#take();
  }

  end(): Segment[] {
    this.#isEnd = true;
    return this.#take();
  }

  /** Returns what is complete, and keeps the rest. */
  #take(): Segment[] {
    this.#text = this.#text.slice(this.#position) + this.#pieces.splice(0).join('');
    this.#position = 0;
    const segments: Segment[] = [];
    const { delimiter, form, start } = this.#dialectOf(segments);
    this.#position = start;
    let scanner = new CellScanner(this.#text, delimiter, form, this.#position);
    this.#needed = 0;
    for (;;) {
      const from = scanner.position;
      const hasRecord = scanner.skipToRecord();
      if (!hasRecord && !this.#isEnd) break;
      if (scanner.position > from) segments.push({ source: this.#text.slice(from, scanner.position) });
      this.#position = scanner.position;
      if (!hasRecord) break;
      const record = this.#record(scanner);
      if (record === undefined) break;
      this.#position = 'fault' in record ? record.span.end : record.next;
      segments.push(this.#segment(record));
      scanner = 'fault' in record ? new CellScanner(this.#text, delimiter, form, this.#position) : scanner;
      if (!('fault' in record)) scanner.position = record.next;
    }
    const left = this.#text.length - this.#position;
    this.#arrived = left;
    this.#needed = Math.max(left + 1, this.#needed);
    return segments;
  }

  #dialectOf(segments: Segment[]): Delimited {
    if (this.#dialect !== undefined) return this.#dialect;
    const sample = this.#text.slice(0, sampleCharacters);
    const { start, ...how } = refusing(() => delimitedText(sample, this.#option, rfc4180));
    if (start > 0) segments.push({ source: this.#text.slice(0, start) });
    this.#dialect = { ...how, start: 0 };
    return { ...how, start };
  }

  /** Reads a record. @returns undefined if more of the text is needed. */
  #record(scanner: CellScanner): CsvRecord | { readonly span: Span; readonly fault: RowFault } | undefined {
    const start = scanner.position;
    const text = this.#text;
    const isComplete = this.#isEnd || text.length - start >= maxRowCharacters;
    const cells: (Cell | undefined)[] = [];
    let width = 0;
    try {
      do {
        const cellStart = scanner.position;
        if (this.#isWanted(width)) {
          const cell = scanner.cell();
          cells[width] = { start: cellStart, end: scanner.position, text: cell };
        } else scanner.skipCell();
        width++;
      } while (scanner.skipDelimiter());
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (isComplete) return this.#brokenLine(start, error.reason);
      this.#needed = 2 * maxRowCharacters;
      return undefined;
    }
    const end = scanner.position;
    const next = endOfLine(text, end);
    // A `\r` at the end may be half of a line end, and a quote half of two.
    const mayGoOn = end === text.length || (next === text.length && text.charCodeAt(end) === 0x0d);
    if (!mayGoOn || this.#isEnd) return { start, end, next, cells, width };
    if (isComplete) return this.#brokenLine(start, `the row is longer than ${maxRowCharacters} characters`);
    this.#needed = Math.min(2 * (text.length - start), 2 * maxRowCharacters);
    return undefined;
  }

  /** Returns the first line of a record that cannot be read. @throws {CommandError} for the header. */
  #brokenLine(start: number, detail: string) {
    const text = this.#text;
    const [line = ''] = text.slice(start).match(/^[^\r\n]*/) ?? [];
    if (this.#places === undefined) throw new CommandError(`The header of the rows cannot be read: ${detail}`);
    const end = endOfLine(text, start + line.length);
    if (end === text.length && !this.#isEnd) {
      throw new CommandError(`Row ${this.#number + 1} is longer than ${maxRowCharacters} characters`);
    }
    return { span: { start, end }, fault: { code: 'not-csv', detail } };
  }

  #isWanted(place: number): boolean {
    const places = this.#places;
    return places === undefined || place === places.text || place === places.id || place === places.into;
  }

  #segment(record: CsvRecord | { readonly span: Span; readonly fault: RowFault }): Segment {
    if ('fault' in record) {
      const { span, fault } = record;
      const source = this.#text.slice(span.start, span.end);
      const keep = (): string => source;
      return { source, row: { number: ++this.#number, id: undefined, text: undefined, fault, write: keep, keep } };
    }
    const source = this.#text.slice(record.start, record.next);
    const places = this.#places;
    if (places !== undefined) return { source, row: this.#row(source, record, places) };
    const header = record.cells.map((cell) => cell?.text ?? '');
    this.#places = refusing(() => placesOf(header, this.#fields));
    const { isNew } = this.#places;
    return isNew ? { source, written: this.#appended(source, record, this.#fields.into ?? '') } : { source };
  }

  #row(source: string, record: CsvRecord, { text: textPlace, id: idPlace, into, isNew, width }: Places): Row {
    const { start, cells } = record;
    const cell = cells[textPlace];
    const id = idPlace === undefined ? undefined : cells[idPlace]?.text || undefined;
    const wrongId = idPlace === undefined ? undefined : idFault(id, 'id in its column');
    const target = isNew ? undefined : cells[into];
    const fault = wrongId ?? this.#wrongWidth(record, cell === undefined ? textPlace : into, { isNew, width });
    return {
      number: ++this.#number,
      id,
      text: cell?.text,
      fault,
      keep: () => (isNew && record.width === width ? this.#appended(source, record, '') : source),
      write: (result) => {
        if (target === undefined) return this.#appended(source, record, result);
        if (target.text === result) return source;
        const [from, to] = [target.start - start, target.end - start];
        const before = source.slice(from, to);
        const isQuoted = before.startsWith('"');
        // Where the delimiter was found out, blanks may follow a quote.
        const blanks = isQuoted ? before.slice(before.trimEnd().length) : '';
        const written = this.#written(result, isQuoted) + blanks;
        // Without the cell the row would be a blank line.
        const isAlone = written === '' && record.width === 1;
        return source.slice(0, from) + (isAlone ? '""' : written) + source.slice(to);
      },
    };
  }

  #wrongWidth(
    { width }: CsvRecord,
    place: number,
    header: { readonly isNew: boolean; readonly width: number },
  ): RowFault | undefined {
    const cells = `the row has ${width} ${width === 1 ? 'cell' : 'cells'}`;
    if (header.isNew && width !== header.width) {
      return { code: 'no-text', detail: `${cells}, and the header ${header.width}` };
    }
    return header.isNew || place < width
      ? undefined
      : { code: 'no-text', detail: `${cells}, so it has no column ${place + 1}` };
  }

  /** Returns a row with one more cell. */
  #appended(source: string, { start, end }: CsvRecord, cell: string): string {
    const delimiter = this.#dialect?.delimiter ?? ',';
    return source.slice(0, end - start) + delimiter + this.#written(cell, false) + source.slice(end - start);
  }

  #written(cell: string, isQuoted: boolean): string {
    if (isQuoted) return `"${cell.replaceAll('"', '""')}"`;
    return cell === '' ? '' : csvLine([cell], this.#dialect?.delimiter ?? ',');
  }
}

/** @throws {ToolError} for a column that is not there. */
function placesOf(header: readonly string[], { text, id, into = text }: RowFields): Places {
  const width = header.length;
  const placeOf = (name: string): number =>
    columnPlace(/^\d+$/.test(name) && !header.includes(name) ? Number(name) : name, { header, width });
  const isNew = !header.includes(into) && into !== text;
  return {
    text: placeOf(text),
    id: id === undefined ? undefined : placeOf(id),
    into: isNew ? width : placeOf(into),
    isNew,
    width,
  };
}

/** @throws {CommandError} with the message of a {@link ToolError}. */
function refusing<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new CommandError(`The header of the rows cannot be used: ${error.message}`);
  }
}

/** Returns the offset behind a line end at an offset. */
function endOfLine(text: string, offset: number): number {
  if (text.charCodeAt(offset) === 0x0d) return text.charCodeAt(offset + 1) === 0x0a ? offset + 2 : offset + 1;
  return text.charCodeAt(offset) === 0x0a ? offset + 1 : offset;
}
