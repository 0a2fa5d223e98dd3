import type { Static } from '../../../core/schema.js';
import { quotedJson } from '../../../text/json/json-records.js';
import type { JsonNode } from '../../../text/json/json-tree.js';
import { characterTrimmer, type TrimSide, trimmer } from '../../../text/lines/trim.js';
import { occurrences, piecesBetween } from '../../../text/patterns/literal-search.js';
import { countCodePoints, offsetForward, splitsPair } from '../../../text/unicode/code-points.js';
import type { Arguments } from './arguments.js';
import { numberNode } from './arithmetic.js';
import { of } from './jmes-function.js';

/**
 * The functions on one string. Positions and widths are in code points.
 *
 * @see https://github.com/jmespath-community/jmespath.spec (JEP 14)
 */
export const stringFunctions = [
  ['ends_with', of(2, 2, (args) => String(args.text(0).endsWith(args.text(1))))],
  ['find_first', of(2, 4, (args) => position(args, 'first'))],
  ['find_last', of(2, 4, (args) => position(args, 'last'))],
  ['join', of(2, 2, join)],
  ['lower', of(1, 1, (args) => quotedJson(args.text(0).toLowerCase()))],
  ['pad_left', of(2, 3, (args) => quotedJson(padding(args) + args.text(0)))],
  ['pad_right', of(2, 3, (args) => quotedJson(args.text(0) + padding(args)))],
  ['replace', of(3, 4, replace)],
  ['split', of(2, 3, split)],
  ['starts_with', of(2, 2, (args) => String(args.text(0).startsWith(args.text(1))))],
  ['trim', of(1, 2, (args) => trimmed(args, 'both'))],
  ['trim_left', of(1, 2, (args) => trimmed(args, 'start'))],
  ['trim_right', of(1, 2, (args) => trimmed(args, 'end'))],
  ['upper', of(1, 1, (args) => quotedJson(args.text(0).toUpperCase()))],
] as const;

/** Returns the position of a string in another, optionally between two positions; null if it is missing or empty. */
function position(args: Arguments, which: 'first' | 'last'): JsonNode {
  const [text, part] = [args.text(0), args.text(1)];
  const first = args.count > 2 ? Math.max(args.integer(2), 0) : 0;
  const end = args.count > 3 ? Math.max(args.integer(3), 0) : Number.POSITIVE_INFINITY;
  if (part === '' || end <= first) return 'null';
  const start = offsetForward(text, 0, first);
  const range = text.slice(start, offsetForward(text, start, end - first));
  let found = -1;
  for (const at of occurrences(range, part)) {
    if (splitsPair(range, at) || splitsPair(range, at + part.length)) continue;
    found = at;
    if (which === 'first') break;
  }
  return found === -1 ? 'null' : numberNode(first + countCodePoints(range.slice(0, found)));
}

function join(args: Arguments): JsonNode {
  const glue = args.text(0);
  const texts = args.texts(1);
  args.interpreter.spend(glue.length * texts.length);
  return quotedJson(texts.join(glue));
}

/** Returns the padding that a string needs for a width. */
function padding(args: Arguments): string {
  const width = args.integer(1, 0);
  const pad = args.count > 2 ? args.text(2) : ' ';
  if (countCodePoints(pad) !== 1) args.refuse(2, 'a string of one character');
  const missing = Math.max(width - countCodePoints(args.text(0)), 0);
  args.interpreter.spend(missing);
  return pad.repeat(missing);
}

function replace(args: Arguments): JsonNode {
  const [text, search, replacement] = [args.text(0), args.text(1), args.text(2)];
  const count = mostTimes(args, 3);
  if (search === '') return quotedJson(text);
  const parts = piecesBetween(text, search, count + 1);
  args.interpreter.spend(replacement.length * parts.length);
  return quotedJson(parts.join(replacement));
}

function split(args: Arguments): JsonNode {
  const [text, separator] = [args.text(0), args.text(1)];
  const count = mostTimes(args, 2);
  const parts = separator === '' ? characters(text, count) : piecesBetween(text, separator, count + 1);
  return parts.map(quotedJson);
}

/** Returns the first characters of a text one by one, and then the rest. */
function characters(text: string, count: number): string[] {
  const end = offsetForward(text, 0, count);
  const single = Array.from(text.slice(0, end));
  return end < text.length ? [...single, text.slice(end)] : single;
}

/** Returns the largest number of replacements or splits: without the argument, any number. */
function mostTimes(args: Arguments, index: number): number {
  return args.count > index ? args.integer(index, 0) : Number.POSITIVE_INFINITY;
}

function trimmed(args: Arguments, side: Static<typeof TrimSide>): JsonNode {
  const set = args.count > 1 ? args.text(1) : '';
  return quotedJson((set === '' ? trimmer(side, '') : characterTrimmer(side, set))(args.text(0)));
}
