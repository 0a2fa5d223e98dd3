import { ToolError } from '../../../core/errors.js';
import type { OutputLimit } from '../../../core/tool.js';
import { escapePointerPart } from '../../../text/json/json-paths.js';
import { decodeJsonString, type JsonNode, type JsonObject } from '../../../text/json/json-tree.js';
import { canonicalNumber, isObject, kindOf, membersByName } from '../../../text/json/json-values.js';

/** A value that is only in the old document, only in the new one, or differs. */
export interface JsonChange {
  /** Its JSON Pointer (RFC 6901): in the new document if it was added, otherwise in the old one. */
  readonly path: string;
  /** Its JSON Pointer after all previous changes: the path for a JSON Patch (RFC 6902). */
  readonly patchPath: string;
  readonly before?: JsonNode;
  readonly after?: JsonNode;
}

/** How items of arrays are compared: by index, or so that as many as possible stay. */
export type ArrayMode = 'index' | 'lcs';

/** The most items in a stretch of changes: comparing takes quadratic time. */
const maxItems = 2000;

/**
 * Returns the changes from the old document to the new one, from left to right. None if the documents are equal:
 * numbers by value, strings whatever their escapes, objects in any order.
 *
 * @throws {ToolError} if `lcs` finds more than 2,000 items between the equal ends of an array.
 * @throws {OutputTooLongError} if the paths of all changes are longer than the limit: a long name is in the path of
 *   each value below it.
 */
export function diffJson(before: JsonNode, after: JsonNode, arrays: ArrayMode, limit: OutputLimit): JsonChange[] {
  const differ = new Differ(arrays, limit);
  differ.compare(before, after, { old: '', patched: '' });
  return differ.changes;
}

/** The place of a value in the old document, and in the patched one, whose path follows the new document. */
interface Place {
  readonly old: string;
  readonly patched: string;
}

class Differ {
  readonly changes: JsonChange[] = [];
  readonly #identity = new JsonIdentity();
  readonly #arrays: ArrayMode;
  readonly #limit: OutputLimit;
  #length = 0;

  constructor(arrays: ArrayMode, limit: OutputLimit) {
    this.#arrays = arrays;
    this.#limit = limit;
  }

  compare(before: JsonNode, after: JsonNode, place: Place): void {
    if (this.#identity.of(before) === this.#identity.of(after)) return;
    if (Array.isArray(before) && Array.isArray(after)) this.#compareArrays(before, after, place);
    else if (isObject(before) && isObject(after)) this.#compareObjects(before, after, place);
    else this.#note(place.old, place.patched, before, after);
  }

  #compareObjects(before: JsonObject, after: JsonObject, place: Place): void {
    const [old, current] = [membersByName(before), membersByName(after)];
    for (const [name, value] of old) {
      const other = current.get(name);
      const inner = within(place, name, name);
      if (other === undefined) this.#note(inner.old, inner.patched, value, undefined);
      else this.compare(value, other, inner);
    }
    for (const [name, value] of current) {
      if (old.has(name)) continue;
      const { patched } = within(place, name, name);
      this.#note(patched, patched, undefined, value);
    }
  }

  #compareArrays(before: readonly JsonNode[], after: readonly JsonNode[], place: Place): void {
    const ids = (items: readonly JsonNode[]) => items.map((item) => this.#identity.of(item));
    const matches = this.#arrays === 'lcs' ? commonItems(ids(before), ids(after), place.old) : [];
    let [i, j] = [0, 0];
    for (const match of [...matches, { old: before.length, current: after.length }]) {
      for (; i < match.old && j < match.current; i++, j++) {
        this.compare(before[i] ?? 'null', after[j] ?? 'null', within(place, i, j));
      }
      for (; i < match.old; i++) {
        const { old, patched } = within(place, i, j);
        this.#note(old, patched, before[i], undefined);
      }
      for (; j < match.current; j++) {
        const { patched } = within(place, i, j);
        this.#note(patched, patched, undefined, after[j]);
      }
      [i, j] = [match.old + 1, match.current + 1];
    }
  }

  #note(path: string, patchPath: string, before: JsonNode | undefined, after: JsonNode | undefined): void {
    this.#length += path.length + patchPath.length;
    this.#limit.check(this.#length);
    this.changes.push({
      path,
      patchPath,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
}

function within({ old, patched }: Place, oldPart: string | number, newPart: string | number): Place {
  return {
    old: `${old}/${escapePointerPart(String(oldPart))}`,
    patched: `${patched}/${escapePointerPart(String(newPart))}`,
  };
}

/** The index of an item in the old array, and of its equal in the new one. */
interface Match {
  readonly old: number;
  readonly current: number;
}

/** Returns the items of a longest common subsequence. */
function commonItems(before: readonly number[], after: readonly number[], path: string): Match[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const matches: Match[] = [];
  for (let i = 0; i < start; i++) matches.push({ old: i, current: i });
  for (const { old, current } of longestCommon(before.slice(start, oldEnd), after.slice(start, newEnd), path)) {
    matches.push({ old: old + start, current: current + start });
  }
  for (let i = 0; i < tail; i++) matches.push({ old: oldEnd + i, current: newEnd + i });
  return matches;
}

function longestCommon(before: readonly number[], after: readonly number[], path: string): Match[] {
  const [rows, columns] = [before.length, after.length];
  if (Math.max(rows, columns) > maxItems) {
    const where = path === '' ? 'the outermost array' : `the array at ${path.slice(0, 60)}`;
    throw new ToolError(`${where} has more than ${maxItems} items that differ; set arrayMode to index`);
  }
  // The length of the longest common subsequence of the rest, row by row.
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const matches: Match[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (before[row] === after[column]) matches.push({ old: row++, current: column++ });
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++;
    else column++;
  }
  return matches;
}

/**
 * Assigns equal JSON values the same number: numbers are equal by value, strings whatever their escapes, objects in any
 * order; if members share a name the last one counts.
 *
 * Comparing two values then means comparing two numbers. The cost for all values of a tree is linear in its length.
 */
class JsonIdentity {
  readonly #numbers = new Map<string, number>();
  readonly #containers = new Map<JsonNode, number>();

  of(node: JsonNode): number {
    if (typeof node === 'string') return this.#numberOf(scalarKey(node));
    const known = this.#containers.get(node);
    if (known !== undefined) return known;
    const number = this.#numberOf(isObject(node) ? this.#objectKey(node) : this.#arrayKey(node));
    this.#containers.set(node, number);
    return number;
  }

  #arrayKey(items: readonly JsonNode[]): string {
    return `[${items.map((item) => this.of(item)).join(',')}`;
  }

  #objectKey(object: Parameters<typeof membersByName>[0]): string {
    const members = Array.from(
      membersByName(object),
      ([name, value]) => `${this.#numberOf(`"${name}`)}:${this.of(value)}`,
    );
    return `{${members.sort().join(',')}`;
  }

  #numberOf(key: string): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

function scalarKey(node: string): string {
  switch (kindOf(node)) {
    case 'string':
      return `"${decodeJsonString(node)}`;
    case 'number':
      return canonicalNumber(node);
    default:
      return node;
  }
}
