import { type Static, Type } from '../../core/schema.js';
import { sortAlphabetically } from '../order/alphabetical-order.js';

/**
 * Defines the options shared by tools that list what they find in a text.
 *
 * @param unique - the default: false for things that people count, such as hashtags and the addresses in a log.
 */
export function foundTextOptions(one: string, many: string, { unique = true } = {}) {
  const why = unique
    ? 'when false, returns every occurrence, to count them'
    : 'otherwise returns every occurrence, so that they can be counted';
  return {
    unique: Type.Boolean({
      default: unique,
      description: `Returns each ${one} once, in the order of first occurrence; ${why}`,
    }),
    sort: Type.Boolean({ default: false, description: `Sorts the ${many} alphabetically` }),
    separator: Type.String({ default: '\n', maxLength: 10, description: `What to write between two ${many}` }),
    limit: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 500_000,
      description: `Returns at most this many ${many}, counted after the other options; 0 returns all`,
    }),
  };
}

const options = Type.Object(foundTextOptions('', ''));

/** How a tool treats its finds, where that differs from plain texts. */
export interface FoundTextKind {
  /** Returns a key; texts with the same key are the same thing, written in different ways. */
  keyOf?(text: string): string;
  /** Sorts in an order other than the alphabetical. */
  sorted?(texts: readonly string[]): string[];
}

/** Lists the finds, in the order of the text or as the options say. */
export function listFoundTexts(
  found: Iterable<string>,
  { unique, sort, separator, limit }: Static<typeof options>,
  kind: FoundTextKind = {},
): string {
  let texts = unique ? distinct(found, kind) : [...found];
  if (sort) texts = kind.sorted?.(texts) ?? sortAlphabetically(texts, 'asc');
  return (limit === 0 ? texts : texts.slice(0, limit)).join(separator);
}

function distinct(found: Iterable<string>, { keyOf }: FoundTextKind): string[] {
  if (keyOf === undefined) return [...new Set(found)];
  const firsts = new Map<string, string>();
  for (const text of found) {
    const key = keyOf(text);
    if (!firsts.has(key)) firsts.set(key, text);
  }
  return [...firsts.values()];
}
