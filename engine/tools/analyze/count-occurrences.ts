import { ToolError } from '../../core/errors.js';
import { patternTimeMs } from '../../core/limits.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { occurrences } from '../../text/patterns/literal-search.js';
import { compilePattern } from '../../text/patterns/patterns.js';
import { foldCase } from '../../text/unicode/case-folding.js';

export default defineTool({
  slug: 'count-occurrences',
  title: 'Count occurrences',
  description:
    'Counts how often a word or any other text occurs in the input, such as an error in a log, or how often a regular expression matches. Returns one plain number.',
  config: Type.Object({
    find: Type.String({ minLength: 1, maxLength: 2000, description: 'The word, text or expression to count' }),
    regex: Type.Boolean({ default: false, description: 'Reads find as a regular expression in RE2 syntax' }),
    caseSensitive: Type.Boolean({
      default: true,
      description: 'Distinguishes upper and lower case; otherwise characters are compared one by one',
    }),
    overlap: Type.Boolean({
      default: false,
      description: 'Also counts overlapping places, so that aa occurs in aaa twice; not with regex',
    }),
  }),
  examples: [
    { input: 'to be or not to be', config: { find: 'be' }, output: '2' },
    { input: 'Cat, cat, CAT', config: { find: 'cat', caseSensitive: false }, output: '3' },
    { input: 'a1 b22 c333', config: { find: '\\d+', regex: true }, output: '3' },
    { input: 'aaa', config: { find: 'aa', overlap: true }, output: '2' },
    { input: '', config: { find: 'a' }, output: '0' },
  ],
  timeLimitMs: patternTimeMs,
  run(input, { find, regex, caseSensitive, overlap }) {
    if (regex && overlap) throw new ToolError('overlap: matches of a regular expression never overlap');
    if (regex) return `${countAll(compilePattern(find, caseSensitive ? '' : 'i', 'find').matches(input))}`;
    const places = caseSensitive ? occurrences(input, find) : occurrences(foldCase(input), foldCase(find));
    return `${overlap ? countAll(places) : countApart(places, find.length)}`;
  },
});

function countAll(found: Iterable<unknown>): number {
  let count = 0;
  for (const _ of found) count++;
  return count;
}

/** Counts ascending places that do not overlap when each takes up `length`. */
function countApart(places: Iterable<number>, length: number): number {
  let count = 0;
  let free = 0;
  for (const place of places) {
    if (place < free) continue;
    count++;
    free = place + length;
  }
  return count;
}
