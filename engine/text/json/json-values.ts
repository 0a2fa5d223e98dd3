import { quotedJson } from './json-records.js';
import { decodeJsonString, type JsonNode, type JsonObject } from './json-tree.js';

/** The six kinds of JSON values. */
export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Returns the kind of a value. */
export function kindOf(node: JsonNode): JsonKind {
  if (typeof node !== 'string') return Array.isArray(node) ? 'array' : 'object';
  switch (node.charCodeAt(0)) {
    case 0x22:
      return 'string';
    case 0x74:
    case 0x66:
      return 'boolean';
    case 0x6e:
      return 'null';
    default:
      return 'number';
  }
}

const described: Readonly<Record<JsonKind, string>> = {
  null: 'null',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

/** Describes the kind of a value for an error message: `an array`. */
export function describeKind(node: JsonNode): string {
  return described[kindOf(node)];
}

/** Returns the value of a string; undefined for any other value. */
export function stringValue(node: JsonNode): string | undefined {
  return typeof node === 'string' && node.startsWith('"') ? decodeJsonString(node) : undefined;
}

/** Tests whether a node is an object without members or an array without items. */
export function isEmptyContainer(node: JsonNode): boolean {
  if (typeof node === 'string') return false;
  return (Array.isArray(node) ? node : node.members).length === 0;
}

/** Returns an object's values by member name. If members share a name, the last one counts. */
export function membersByName({ members }: JsonObject): Map<string, JsonNode> {
  return new Map(members.map(({ key, value }) => [decodeJsonString(key), value]));
}

/** Tests whether a node is an object. */
export function isObject(node: JsonNode): node is JsonObject {
  return kindOf(node) === 'object';
}

/** Makes an object from members, in order. */
export function objectOf(members: Iterable<readonly [name: string, value: JsonNode]>): JsonObject {
  return { members: Array.from(members, ([name, value]) => ({ key: quotedJson(name), value })) };
}

/**
 * Returns one text for all spellings of a number: `1.0`, `10e-1` and `1` become `1`; zero loses its sign.
 *
 * Exact at any number of digits. A number whose exponent is past 2^53 is returned as it is.
 *
 * @param source - a number as JSON writes it.
 */
export function canonicalNumber(source: string): string {
  if (/^-?[1-9]\d{0,14}$/.test(source)) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + digits.length - end;
  if (!Number.isSafeInteger(power)) return source;
  const isShort = power >= 0 && end + power <= 15;
  return isShort ? sign + digits.slice(0, end) + '0'.repeat(power) : `${sign}${digits.slice(0, end)}e${power}`;
}
