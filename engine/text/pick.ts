import { Type } from '../core/schema.js';

const farthest = 500_000;

/**
 * The option `pick` of tools that find several things and can give one of them.
 *
 * @param description - says what is picked; how to count is added.
 */
export const pickOption = (description: string, { fallback }: { readonly fallback: 0 | 1 }) =>
  Type.Integer({
    default: fallback,
    minimum: -farthest,
    maximum: farthest,
    description: `${description}: 1 is the first, -1 the last, 0 returns all`,
  });

/** Returns the items that the option {@link pickOption} chooses: all, one, or none if there is no such item. */
export function picked<Item>(items: readonly Item[], pick: number): readonly Item[] {
  if (pick === 0) return items;
  return pick > 0 ? items.slice(pick - 1, pick) : items.slice(pick, pick + 1 || undefined);
}
