import { maxOutputCharacters } from '../../../core/limits.js';
import { OutputLimit } from '../../../core/tool.js';
import { JsonLayout } from '../../../text/json/json-layout.js';
import { compareJsonNumbers } from '../../../text/json/json-number-order.js';
import { quotedJson } from '../../../text/json/json-records.js';
import { type JsonNode, writeJsonTree } from '../../../text/json/json-tree.js';
import { describeKind, kindOf, objectOf } from '../../../text/json/json-values.js';
import { compareCodePoints } from '../../../text/order/code-point-order.js';
import { contains as standsIn } from '../../../text/patterns/literal-search.js';
import { countCodePoints } from '../../../text/unicode/code-points.js';
import { type Arguments, itemIs } from './arguments.js';
import { numberNode } from './arithmetic.js';
import { type JmesFunction, of } from './jmes-function.js';
import { stringFunctions } from './string-functions.js';

/**
 * The functions of the JMESPath specification and of its community edition.
 *
 * Lengths and order of strings are in code points. Numbers that are only selected keep their digits.
 */
export const functions: ReadonlyMap<string, JmesFunction> = new Map([
  ...stringFunctions,
  ['abs', of(1, 1, (args) => wholeNumber(args)?.replace('-', '') ?? numberNode(Math.abs(args.number(0))))],
  ['avg', of(1, 1, average)],
  ['ceil', of(1, 1, (args) => wholeNumber(args) ?? numberNode(Math.ceil(args.number(0))))],
  ['contains', of(2, 2, contains)],
  ['floor', of(1, 1, (args) => wholeNumber(args) ?? numberNode(Math.floor(args.number(0))))],
  ['from_items', of(1, 1, fromItems)],
  ['group_by', of(2, 2, groupBy)],
  ['items', of(1, 1, (args) => Array.from(args.members(0), ([name, value]) => [quotedJson(name), value]))],
  ['keys', of(1, 1, (args) => Array.from(args.members(0).keys(), quotedJson))],
  ['length', of(1, 1, length)],
  ['map', of(2, 2, (args) => args.items(1).map(args.expression(0)))],
  ['max', of(1, 1, (args) => greatest(sortable(args, args.items(0)), 1))],
  ['max_by', of(2, 2, (args) => greatest(keyed(args), 1))],
  ['merge', of(1, 1000, (args) => objectOf(new Map(args.all().flatMap((_, i) => [...args.members(i)]))))],
  ['min', of(1, 1, (args) => greatest(sortable(args, args.items(0)), -1))],
  ['min_by', of(2, 2, (args) => greatest(keyed(args), -1))],
  ['not_null', of(1, 1000, (args) => args.all().find((value) => value !== 'null') ?? 'null')],
  ['reverse', of(1, 1, reverse)],
  ['sort', of(1, 1, (args) => sorted(args, sortable(args, args.items(0))))],
  ['sort_by', of(2, 2, (args) => sorted(args, keyed(args)))],
  ['sum', of(1, 1, (args) => numberNode(args.numbers(0).reduce((sum, number) => sum + number, 0)))],
  ['to_array', of(1, 1, (args) => (Array.isArray(args.value(0)) ? args.value(0) : [args.value(0)]))],
  ['to_number', of(1, 1, toNumber)],
  ['to_string', of(1, 1, toText)],
  ['type', of(1, 1, (args) => quotedJson(kindOf(args.value(0))))],
  ['values', of(1, 1, (args) => [...args.members(0).values()])],
  ['zip', of(1, 1000, zip)],
]);

function average(args: Arguments): JsonNode {
  const numbers = args.numbers(0);
  if (numbers.length === 0) return 'null';
  return numberNode(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}

/** Returns the argument if it is a number without fraction and exponent: it keeps its digits, as none is calculated. */
function wholeNumber(args: Arguments): string | undefined {
  const source = args.value(0);
  return typeof source === 'string' && /^-?\d+$/.test(source) ? source : undefined;
}

function contains(args: Arguments): JsonNode {
  const within = args.value(0);
  if (Array.isArray(within)) return String(args.items(0).some((item) => args.interpreter.equal(item, args.value(1))));
  if (kindOf(within) !== 'string') args.refuse(0, 'a string or an array');
  const text = args.text(0);
  if (kindOf(args.value(1)) !== 'string') return 'false';
  const part = args.text(1);
  return String(standsIn(text, part));
}

function fromItems(args: Arguments): JsonNode {
  const members = new Map<string, JsonNode>();
  for (const [i, pair] of args.items(0).entries()) {
    const pairs = 'an array of pairs [name, value]';
    if (!Array.isArray(pair)) return args.refuseItems(0, pairs, itemIs(i, pair));
    const [name, value] = pair;
    if (name === undefined || value === undefined || pair.length !== 2) {
      return args.refuseItems(0, pairs, `${itemIs(i, pair)} of length ${pair.length}`);
    }
    const text = args.interpreter.textOf(name);
    if (text === undefined) return args.refuseItems(0, pairs, `the name in item ${i + 1} is ${describeKind(name)}`);
    members.set(text, value);
  }
  return objectOf(members);
}

function groupBy(args: Arguments): JsonNode {
  const keyOf = args.expression(1);
  const groups = new Map<string, JsonNode[]>();
  for (const [i, item] of args.items(0).entries()) {
    const result = keyOf(item);
    // The specification discards items without a key.
    if (result === 'null') continue;
    const key = args.interpreter.textOf(result) ?? args.refuseResults('strings', resultIs(i, result));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return objectOf(groups);
}

function length(args: Arguments): JsonNode {
  const value = args.value(0);
  if (Array.isArray(value)) return numberNode(value.length);
  if (typeof value !== 'string') return numberNode(args.members(0).size);
  if (kindOf(value) !== 'string') args.refuse(0, 'a string, an array or an object');
  return numberNode(countCodePoints(args.text(0)));
}

function reverse(args: Arguments): JsonNode {
  const value = args.value(0);
  if (Array.isArray(value)) return args.items(0).toReversed();
  if (kindOf(value) !== 'string') args.refuse(0, 'a string or an array');
  return quotedJson(Array.from(args.text(0)).reverse().join(''));
}

function toNumber(args: Arguments): JsonNode {
  const value = args.value(0);
  if (kindOf(value) === 'number') return value;
  const text = args.interpreter.textOf(value) ?? '';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? text : 'null';
}

function toText(args: Arguments): JsonNode {
  const value = args.value(0);
  if (kindOf(value) === 'string') return value;
  const text = writeJsonTree(value, new JsonLayout(''), new OutputLimit(maxOutputCharacters));
  args.interpreter.spend(text.length);
  return quotedJson(text);
}

function zip(args: Arguments): JsonNode {
  const lists = args.all().map((_, i) => args.items(i));
  const [first = []] = lists;
  const count = Math.min(...lists.map((list) => list.length));
  args.interpreter.spend(count * lists.length);
  return first.slice(0, count).map((_, i) => lists.map((list) => list[i] ?? 'null'));
}

/** An item and its sort key, with the source of a number. */
type Keyed = { readonly item: JsonNode; readonly key: number | string; readonly source: string };

/** Returns the items with their keys. @param keys - the sort keys of the items: only numbers, or only strings. */
function sortable(args: Arguments, items: readonly JsonNode[], keys = items): Keyed[] {
  const kind = kindOf(keys[0] ?? '0');
  return items.map((item, i) => {
    const node = keys[i] ?? 'null';
    if (kindOf(node) !== kind || (kind !== 'number' && kind !== 'string')) refuseOrder(args, items, keys, i);
    return { item, key: args.interpreter.textOf(node) ?? args.interpreter.numberOf(node), source: String(node) };
  });
}

/** Refuses items that cannot be sorted. @param wrong - the index of the first key with an invalid or different type. */
function refuseOrder(args: Arguments, items: readonly JsonNode[], keys: readonly JsonNode[], wrong: number): never {
  const describe = keys === items ? itemIs : resultIs;
  const [first = 'null', other = 'null'] = [keys[0], keys[wrong]];
  const found = wrong === 0 ? describe(0, first) : `${describe(0, first)}, ${describe(wrong, other)}`;
  const expected = 'only numbers or only strings';
  return keys === items ? args.refuseItems(0, `an array of ${expected}`, found) : args.refuseResults(expected, found);
}

function resultIs(position: number, result: JsonNode): string {
  return `its result for item ${position + 1} is ${describeKind(result)}`;
}

function keyed(args: Arguments): Keyed[] {
  const items = args.items(0);
  return sortable(args, items, items.map(args.expression(1)));
}

function compareKeys(a: Keyed, b: Keyed): number {
  if (typeof a.key === 'string' && typeof b.key === 'string') return compareCodePoints(a.key, b.key);
  // Numbers of the same double may differ: 9007199254740993 and 9007199254740992, 1e400 and 2e400.
  return a.key < b.key ? -1 : a.key > b.key ? 1 : compareJsonNumbers(a.source, b.source);
}

function sorted(args: Arguments, entries: readonly Keyed[]): JsonNode {
  args.interpreter.spend(entries.length * Math.ceil(Math.log2(entries.length + 1)));
  return entries.toSorted(compareKeys).map(({ item }) => item);
}

/** Returns the item with the largest key, or with the sign -1 the smallest; the first of equal ones. */
function greatest(entries: readonly Keyed[], sign: 1 | -1): JsonNode {
  const [first, ...rest] = entries;
  if (first === undefined) return 'null';
  return rest.reduce((best, entry) => (compareKeys(entry, best) * sign > 0 ? entry : best), first).item;
}
