import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { SeededRandom } from '../seeded-random.js';

/** The options of every tool that takes a random sample. */
export const samplingOptions = (noun: string) => ({
  seed: Type.String({ minLength: 1, maxLength: 100, description: 'Any text; each one selects a random sample' }),
  count: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 4_000_000, description: `How many ${noun} to keep; all if there are fewer` }),
  ),
  percent: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: `What share of the ${noun} to keep, rounded to whole ones` }),
  ),
});

/** The values of {@link samplingOptions}. */
export interface Sampling {
  readonly seed: string;
  readonly count?: number;
  readonly percent?: number;
}

/**
 * Returns a random sample in the order of the items: exactly as many as are wanted, each set of them equally likely
 * (Knuth's Algorithm S).
 *
 * @throws {ToolError} unless exactly one of `count` and `percent` is given.
 */
export function sampleOf<Item>(items: readonly Item[], { seed, count, percent }: Sampling): Item[] {
  if ((count === undefined) === (percent === undefined)) throw new ToolError('set either count or percent');
  const share = Math.round((items.length * (percent ?? 0)) / 100);
  let needed = Math.min(count ?? share, items.length);
  const random = new SeededRandom(seed);
  const sample: Item[] = [];
  for (const [i, item] of items.entries()) {
    if (needed === 0) break;
    if (random.below(items.length - i) >= needed) continue;
    sample.push(item);
    needed--;
  }
  return sample;
}
