import { ToolError } from '../../../core/errors.js';
import { maxJsonDepth, maxOutputCharacters } from '../../../core/limits.js';
import { parsePointer, showName } from '../../../text/json/json-paths.js';
import { quotedJson } from '../../../text/json/json-records.js';
import { decodeJsonString, type JsonNode } from '../../../text/json/json-tree.js';
import { canonicalNumber, isObject, kindOf, stringValue } from '../../../text/json/json-values.js';

/** A value that can be changed in place. Scalars are stored as they were written. */
type Value = string | Value[] | Map<string, Value>;

const maxOperations = 1000;

/**
 * Applies a JSON Patch (RFC 6902). If members share a name, the last one counts.
 *
 * No library: fast-json-patch 3.1.1 and rfc6902 5.4.0 change values of JavaScript, so 12345678901234567890 becomes
 * 12345678901234567000. Neither bounds `copy`: 20 of them make 20 MB of `{"x":1}`.
 *
 * @throws {ToolError} if the patch is invalid, if an operation does not fit the document, if a test fails, or if the
 *   result is nested too deep. Copied text counts towards a limit: each `copy` can double the document.
 */
export function applyJsonPatch(document: JsonNode, patch: JsonNode): JsonNode {
  if (!Array.isArray(patch)) throw new ToolError('a patch must be an array of operations');
  if (patch.length > maxOperations) throw new ToolError(`a patch must have at most ${maxOperations} operations`);
  const patcher = new Patcher(toValue(document));
  patch.forEach((operation, i) => {
    patcher.apply(operation, i + 1);
  });
  return toNode(patcher.root, 0);
}

/**
 * Applies a JSON Merge Patch (RFC 7396): members of the patch replace those of the document, and null removes them.
 * If members share a name, the last one counts.
 */
export function applyMergePatch(document: JsonNode, patch: JsonNode): JsonNode {
  return toNode(merged(toValue(document), toValue(patch)), 0);
}

function merged(target: Value | undefined, patch: Value): Value {
  if (!(patch instanceof Map)) return patch;
  const result: Map<string, Value> = target instanceof Map ? target : new Map();
  for (const [name, value] of patch) {
    if (value === 'null') result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return result;
}

function toValue(node: JsonNode): Value {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(toValue);
  return new Map(node.members.map(({ key, value }) => [decodeJsonString(key), toValue(value)]));
}

function toNode(value: Value, depth: number): JsonNode {
  if (typeof value === 'string') return value;
  if (depth === maxJsonDepth) throw tooDeep();
  if (Array.isArray(value)) return value.map((item) => toNode(item, depth + 1));
  return {
    members: Array.from(value, ([name, inner]) => ({ key: quotedJson(name), value: toNode(inner, depth + 1) })),
  };
}

function tooDeep(): ToolError {
  return new ToolError(`the result is nested deeper than ${maxJsonDepth} levels`);
}

class Patcher {
  root: Value;
  /** The approximate number of copied characters. */
  #copied = 0;

  constructor(root: Value) {
    this.root = root;
  }

  /** @param number - counts from 1; messages begin with it. */
  apply(node: JsonNode, number: number): void {
    let label = `operation ${number}`;
    try {
      const operation = membersOf(node);
      const name = textOf(operation, 'op');
      label += ` (${name.slice(0, 20)})`;
      this.#perform(name, operation);
    } catch (error) {
      if (error instanceof ToolError) throw new ToolError(`${label}: ${error.message}`);
      throw error;
    }
  }

  #perform(name: string, operation: ReadonlyMap<string, JsonNode>): void {
    const pointer = textOf(operation, 'path');
    switch (name) {
      case 'add':
        this.#add(pointer, given(operation));
        break;
      case 'remove':
        this.#remove(pointer);
        break;
      case 'replace':
        this.#replace(pointer, given(operation));
        break;
      case 'move': {
        const from = textOf(operation, 'from');
        if (pointer.startsWith(`${from}/`)) throw new ToolError('a value cannot be moved into itself');
        this.#add(pointer, this.#remove(from));
        break;
      }
      case 'copy':
        this.#add(pointer, this.#copy(this.#get(textOf(operation, 'from')), 0));
        break;
      case 'test':
        if (!equal(this.#get(pointer), given(operation))) {
          throw new ToolError(`the value at ${showName(pointer)} differs`);
        }
        break;
      default:
        throw new ToolError('op must be one of: add, remove, replace, move, copy, test');
    }
  }

  #get(pointer: string): Value {
    let value = this.root;
    for (const part of parsePointer(pointer)) {
      const inner = child(value, part);
      if (inner === undefined) throw nothingAt(pointer);
      value = inner;
    }
    return value;
  }

  /**
   * Returns the container that a pointer leads into, and the last part of the pointer; undefined for the whole
   * document.
   */
  #place(pointer: string): { readonly container: Value; readonly part: string } | undefined {
    const parts = parsePointer(pointer);
    const part = parts.pop();
    if (part === undefined) return undefined;
    let container = this.root;
    for (const step of parts) {
      const inner = child(container, step);
      if (inner === undefined) throw new ToolError(`the parent of ${showName(pointer)} does not exist`);
      container = inner;
    }
    return { container, part };
  }

  #add(pointer: string, value: Value): void {
    const place = this.#place(pointer);
    if (place === undefined) this.root = value;
    else if (place.container instanceof Map) place.container.set(place.part, value);
    else if (Array.isArray(place.container)) {
      const index = place.part === '-' ? place.container.length : indexOf(place.part);
      if (index === undefined || index > place.container.length) throw noIndex(pointer);
      place.container.splice(index, 0, value);
    } else throw new ToolError(`the parent of ${showName(pointer)} is neither an object nor an array`);
  }

  #remove(pointer: string): Value {
    const place = this.#place(pointer);
    const value = this.#get(pointer);
    if (place === undefined) throw new ToolError('the whole document cannot be removed or moved');
    if (place.container instanceof Map) place.container.delete(place.part);
    else if (Array.isArray(place.container)) place.container.splice(Number(place.part), 1);
    return value;
  }

  #replace(pointer: string, value: Value): void {
    const place = this.#place(pointer);
    this.#get(pointer);
    if (place === undefined) this.root = value;
    else if (place.container instanceof Map) place.container.set(place.part, value);
    else if (Array.isArray(place.container)) place.container[Number(place.part)] = value;
  }

  #copy(value: Value, depth: number): Value {
    this.#copied += typeof value === 'string' ? value.length : 2;
    if (this.#copied > maxOutputCharacters) {
      throw new ToolError(`the patch copies more than ${maxOutputCharacters} characters`);
    }
    if (typeof value === 'string') return value;
    if (depth === maxJsonDepth) throw tooDeep();
    if (Array.isArray(value)) return value.map((item) => this.#copy(item, depth + 1));
    const copy = new Map<string, Value>();
    for (const [name, inner] of value) {
      this.#copied += name.length;
      copy.set(name, this.#copy(inner, depth + 1));
    }
    return copy;
  }
}

function membersOf(node: JsonNode): ReadonlyMap<string, JsonNode> {
  if (!isObject(node)) throw new ToolError('an operation must be an object');
  const members = new Map<string, JsonNode>();
  for (const { key, value } of node.members) {
    const name = decodeJsonString(key);
    if (members.has(name)) throw new ToolError(`${showName(name)} occurs twice`);
    members.set(name, value);
  }
  return members;
}

function textOf(operation: ReadonlyMap<string, JsonNode>, name: string): string {
  const text = stringValue(operation.get(name) ?? 'null');
  if (text === undefined) throw new ToolError(`${name} must be a string`);
  return text;
}

function given(operation: ReadonlyMap<string, JsonNode>): Value {
  const value = operation.get('value');
  if (value === undefined) throw new ToolError('value is missing');
  return toValue(value);
}

function child(value: Value, part: string): Value | undefined {
  if (value instanceof Map) return value.get(part);
  const index = indexOf(part);
  return Array.isArray(value) && index !== undefined ? value[index] : undefined;
}

/** RFC 6901, section 4: digits without a leading zero. */
function indexOf(part: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(part) ? Number(part) : undefined;
}

function nothingAt(pointer: string): ToolError {
  return new ToolError(`there is nothing at ${showName(pointer)}`);
}

function noIndex(pointer: string): ToolError {
  return new ToolError(`the last part of ${showName(pointer)} must be - or an index up to the length of the array`);
}

/** Tests for equality. RFC 6902, section 4.6: numbers by value, objects in any order. */
function equal(a: Value, b: Value): boolean {
  if (a instanceof Map && b instanceof Map) {
    if (a.size !== b.size) return false;
    for (const [name, value] of b) {
      const other = a.get(name);
      if (other === undefined || !equal(other, value)) return false;
    }
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && b.every((value, i) => equal(a[i] ?? 'null', value));
  }
  return typeof a === 'string' && typeof b === 'string' && sameScalar(a, b);
}

function sameScalar(a: string, b: string): boolean {
  if (kindOf(a) !== kindOf(b)) return false;
  if (kindOf(a) === 'number') return canonicalNumber(a) === canonicalNumber(b);
  return (stringValue(a) ?? a) === (stringValue(b) ?? b);
}
