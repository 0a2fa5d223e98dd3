import { ToolError } from '../../core/errors.js';
import { maxTableCells } from '../../core/limits.js';
import type { OutputLimit } from '../../core/tool.js';
import { JsonLayout } from './json-layout.js';
import { decodeJsonString, type JsonNode, type JsonObject, writeJsonTree } from './json-tree.js';

/** A table as text. */
export interface Table {
  /** Absent if the columns have no names. */
  readonly header?: readonly string[];
  /** As long as the header if there is one. */
  readonly records: readonly (readonly string[])[];
}

/** How to write a value inside a value: columns such as `a.b` and `a.0`, or its JSON text in one cell. */
export type NestedValues = 'flatten' | 'json';

/**
 * Converts a JSON value to a table: an array of objects (the columns are their names, in the order of first
 * occurrence), an array of arrays (records without a header), an array of plain values (one column, `value`), or an
 * object (one record).
 *
 * Strings become their value, numbers stay as written, null is an empty cell. Inside an array of arrays a nested value
 * is always its JSON text. Objects that are all empty make no table, as they have no column. Linear in the length of
 * the JSON.
 *
 * @throws {ToolError} if the value has another form, if two values of one record belong to the same column, or if the
 *   table has more than {@link maxTableCells} cells.
 * @throws {OutputTooLongError} if the header alone is longer than the limit: `{"long name": [1, 1, …]}` gives each
 *   item a column with the long name.
 */
export function tableFromJson(root: JsonNode, nested: NestedValues, limit: OutputLimit): Table {
  if (typeof root === 'string') throw new ToolError(`a table needs an object or an array, and this is ${kindOf(root)}`);
  const items = Array.isArray(root) ? root : [root];
  const [first] = items;
  if (first === undefined) return { records: [] };
  const stranger = items.findIndex((item) => shapeOf(item) !== shapeOf(first));
  if (stranger !== -1) {
    const kinds = `item 1 is ${kindOf(first)}, item ${stranger + 1} is ${kindOf(items[stranger] ?? '')}`;
    throw new ToolError(`an array must contain only objects, only arrays or only plain values: ${kinds}`);
  }
  if (Array.isArray(first)) {
    const rows = items as JsonNode[][];
    checkTableSize(rows.reduce((cells, row) => cells + row.length, 0));
    return { records: rows.map((row) => row.map((cell) => cellText(cell, limit))) };
  }
  if (typeof first === 'string') {
    checkTableSize(items.length);
    return { header: ['value'], records: items.map((item) => [cellText(item, limit)]) };
  }
  const columns = new Columns(items.length, nested, limit);
  const records = (items as JsonObject[]).map((item, i) => columns.record(item, i + 1));
  if (columns.names.length === 0) return { records: [] };
  return { header: columns.names, records: records.map((record) => completed(record, columns.names.length)) };
}

/**
 * Writes objects as a table like {@link tableFromJson}, with nested values as columns. Takes one object at a time, so
 * that only the texts of the cells are kept.
 *
 * @param firstColumns - the names of the first columns, which the table has even without objects.
 * @returns the header, and the records as long as the header; nothing if there is no column.
 * @throws {ToolError} if two values of a record belong to the same column, or if the table has more than
 *   {@link maxTableCells} cells.
 * @throws {OutputTooLongError} if the header alone, or the records without it, are longer than the limit.
 */
export function* tableOfObjects(
  objects: Iterable<JsonObject>,
  firstColumns: readonly string[],
  limit: OutputLimit,
): Generator<readonly string[]> {
  const columns = new Columns(0, 'flatten', limit);
  for (const name of firstColumns) columns.add(name);
  const records: SparseRecord[] = [];
  let length = 0;
  for (const object of objects) {
    const record = columns.record(object, records.length + 1);
    for (const cell of record) length += (cell?.length ?? 0) + 1;
    // The table could only be longer: what cannot be written is not kept.
    limit.check(length - 1);
    // A copy has no spare elements, of which an array that grew has 16.
    records.push(record.slice());
  }
  if (columns.names.length === 0) return;
  yield columns.names;
  for (const record of records) yield completed(record, columns.names.length);
}

type Shape = 'object' | 'array' | 'plain';

function shapeOf(node: JsonNode): Shape {
  if (typeof node === 'string') return 'plain';
  return Array.isArray(node) ? 'array' : 'object';
}

function kindOf(node: JsonNode): string {
  if (typeof node !== 'string') return Array.isArray(node) ? 'an array' : 'an object';
  if (node.startsWith('"')) return 'a string';
  return /^[-\d]/.test(node) ? 'a number' : node;
}

function checkTableSize(cells: number): void {
  if (cells > maxTableCells) throw new ToolError(`the table has more than ${maxTableCells} cells`);
}

const oneLine = new JsonLayout('');

function cellText(node: JsonNode, limit: OutputLimit): string {
  if (typeof node !== 'string') return writeJsonTree(node, oneLine, limit);
  if (node === 'null') return '';
  return node.startsWith('"') ? decodeJsonString(node) : node;
}

/** The cells of a record by column; undefined for a missing value. */
type SparseRecord = (string | undefined)[];

/** A step of a value's path. Paths form a tree, so that a value costs only its own name and not its whole path. */
interface PathNode {
  readonly path: string;
  /** Undefined for a value without others inside, as nearly all are. */
  children: Map<string, PathNode> | undefined;
  /** Index of the column, once a value was found here. */
  column: number | undefined;
}

/** The union of the columns of an array's objects. */
class Columns {
  readonly names: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #root: PathNode = { path: '', children: undefined, column: undefined };
  #recordCount: number;
  readonly #nested: NestedValues;
  readonly #limit: OutputLimit;
  #headerLength = 0;

  /** @param recordCount - if it is known; else the records that were seen count. */
  constructor(recordCount: number, nested: NestedValues, limit: OutputLimit) {
    this.#recordCount = recordCount;
    this.#nested = nested;
    this.#limit = limit;
  }

  /** Returns the object's cells in the columns known so far. @param number - counts from 1. */
  record({ members }: JsonObject, number: number): SparseRecord {
    if (number > this.#recordCount) {
      this.#recordCount = number;
      checkTableSize(this.names.length * number);
    }
    const record: SparseRecord = [];
    for (const { key, value } of members)
      this.#put(value, this.#step(this.#root, decodeJsonString(key)), record, number);
    return record;
  }

  /** Adds a column that objects may lack. */
  add(name: string): void {
    this.#columnOf(this.#step(this.#root, name));
  }

  #put(value: JsonNode, node: PathNode, record: SparseRecord, number: number): void {
    if (typeof value === 'string' || this.#nested === 'json' || isEmpty(value)) {
      const column = this.#columnOf(node);
      if (record[column] !== undefined) throw twoValues(number, node.path);
      record[column] = cellText(value, this.#limit);
    } else if (Array.isArray(value)) {
      value.forEach((item, i) => {
        this.#put(item, this.#step(node, String(i)), record, number);
      });
    } else {
      for (const member of value.members) {
        this.#put(member.value, this.#step(node, decodeJsonString(member.key)), record, number);
      }
    }
  }

  #step(parent: PathNode, name: string): PathNode {
    parent.children ??= new Map();
    const known = parent.children.get(name);
    if (known !== undefined) return known;
    const path = parent === this.#root ? name : `${parent.path}.${name}`;
    const node: PathNode = { path, children: undefined, column: undefined };
    parent.children.set(name, node);
    return node;
  }

  /** Different paths can have the same name (`{"a.b": 1}` and `{"a": {"b": 1}}`), and then share the column. */
  #columnOf(node: PathNode): number {
    if (node.column !== undefined) return node.column;
    this.#limit.check(this.#headerLength + node.path.length);
    let column = this.#indexes.get(node.path);
    if (column === undefined) {
      column = this.names.length;
      this.names.push(node.path);
      this.#indexes.set(node.path, column);
      this.#headerLength += node.path.length + 1;
      checkTableSize(this.names.length * this.#recordCount);
    }
    node.column = column;
    return column;
  }
}

function isEmpty(container: JsonNode[] | JsonObject): boolean {
  return (Array.isArray(container) ? container : container.members).length === 0;
}

function completed(record: SparseRecord, width: number): string[] {
  const cells: string[] = [];
  for (let i = 0; i < width; i++) cells.push(record[i] ?? '');
  return cells;
}

function twoValues(record: number, path: string): ToolError {
  const shown = path.length > 60 ? `${path.slice(0, 60)}…` : path;
  return new ToolError(`record ${record} has two values for the column "${shown}"`);
}
