import { Type } from '../../core/schema.js';
import { defineLineTool } from '../../text/lines/line-tool.js';
import { SeededRandom } from '../../text/seeded-random.js';

export default defineLineTool({
  slug: 'shuffle-lines',
  title: 'Shuffle lines',
  description:
    'Puts lines in random order. The order depends on the seed: the same lines with the same seed always give the same result, and another seed gives a different order. Do not use it for draws that must be fair.',
  config: Type.Object({
    seed: Type.String({ minLength: 1, maxLength: 100, description: 'Any text; each one selects a random order' }),
  }),
  examples: [
    { input: 'a\nb\nc\nd\ne', config: { seed: '1' }, output: 'd\nc\nb\na\ne' },
    { input: 'a\nb\nc\nd\ne\n', config: { seed: 'Tuesday' }, output: 'e\nc\nb\nd\na\n' },
    { input: 'only one', config: { seed: '1' }, output: 'only one' },
  ],
  transformLines: (lines, { seed }) => shuffled(lines, new SeededRandom(seed)),
});

/** Shuffles by the algorithm of Fisher and Yates, from the last place to the first: every order is equally likely. */
function shuffled(lines: readonly string[], random: SeededRandom): string[] {
  const result = [...lines];
  for (let last = result.length - 1; last > 0; last--) {
    const chosen = random.below(last + 1);
    const line = result[chosen] ?? '';
    result[chosen] = result[last] ?? '';
    result[last] = line;
  }
  return result;
}
