import { changed } from './sanitize-bodies.js';
import { SmallRandom } from './small-random.js';
import { escaped, linesOf, textOf } from './sort-bodies.js';

/** The tools whose steps run on bytes, and some options: most are usual ones. */
const tools: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'trim-lines': { side: ['both', 'start', 'end'], removeBlank: [true, false], chars: ['', '', '', '-'] },
  'remove-blank-lines': { mode: ['remove', 'remove', 'collapse'], whitespaceIsBlank: [true, true, false] },
  'remove-duplicate-lines': {
    keep: ['first', 'last'],
    caseSensitive: [true, false],
    trim: [true, false],
    adjacentOnly: [false, false, false, true],
    skipBlank: [false, false, false, true],
  },
  'upper-case': { locale: ['root', 'root', 'root', 'tr'] },
  'lower-case': { locale: ['root', 'root', 'root', 'lt'] },
  'reverse-lines': {},
  'head-lines': { count: [0, 1, 2, 3, -1, -2, 500_000] },
  'tail-lines': { count: [0, 1, 2, 3, -1, -2, -500_000] },
  'sort-lines': {
    order: ['asc', 'desc'],
    mode: ['alphabetical', 'alphabetical', 'alphabetical', 'codepoint'],
    caseSensitive: [true, true, true, false],
    headerLines: [0, 0, 0, 1],
  },
  'dedupe-sort': {
    order: ['asc', 'desc'],
    mode: ['alphabetical', 'alphabetical', 'alphabetical', 'length'],
    caseSensitive: [true, true, true, false],
    trim: [true, false],
    removeBlank: [true, false],
  },
};
/** Letters whose case depends on what is beside them, or whose other case is longer. */
const letters = [...'IiİıßẞŉΣσÿµ', '\u0307', 'I\u0307', 'i\u0307'];
const slugs = Object.keys(tools);

function stepOf(random: SmallRandom): unknown {
  if (random.oneIn(150)) return random.pick(['collapse-whitespace', 'no-such-tool', 1, { steps: ['upper-case'] }]);
  const toolSlug = random.pick(slugs);
  if (random.oneIn(2)) return toolSlug;
  const config: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(tools[toolSlug] ?? {})) {
    if (random.oneIn(3)) config[name] = random.pick(values);
  }
  if (random.oneIn(200)) config.other = 1;
  return { toolSlug, config };
}

/** Lines that occur again and again, so that the text is longer than those whose end is searched for. */
function longText(random: SmallRandom, lines: readonly string[]): string {
  const text = textOf(random, lines);
  return text.repeat(Math.ceil(random.pick([52_000, 70_000]) / (text.length + 1)));
}

/**
 * Returns the body of a request to `run` whose steps are a chain of line tools, well-formed or not. The same seed gives
 * the same body.
 *
 * @param parts - what its lines are made of.
 */
export function chainBody(seed: number, parts: readonly string[]): Buffer {
  const random = new SmallRandom(seed);
  const lines = linesOf(random, random.oneIn(20) ? [...parts, ...letters] : parts);
  if (random.oneIn(4)) lines.splice(random.below(lines.length), 0, '', random.pick([' ', '\t', '']));
  const input = random.oneIn(60) ? '' : random.oneIn(300) ? longText(random, lines) : textOf(random, lines);
  const steps = Array.from({ length: 1 + random.below(4) }, () => stepOf(random));
  const members: Record<string, unknown> = random.oneIn(6) ? { steps, input } : { input, steps };
  if (random.oneIn(60)) members[random.pick(['trace', 'inputs', 'other'])] = random.pick([false, true]);
  let json = random.oneIn(10) ? JSON.stringify(members, undefined, random.pick([' ', '\t'])) : JSON.stringify(members);
  if (random.oneIn(8)) json = escaped(random, json);
  if (random.oneIn(100)) json = `${json.slice(0, -1)},"input":"last"}`;
  if (random.oneIn(100)) json = random.pick(['\ufeff', ' ', '\n', '[', '{"a":']) + json;
  if (random.oneIn(50)) json += random.pick([' ', '\n', '}', '"}', '\0']);
  const bytes = Buffer.from(json);
  return random.oneIn(20) ? changed(random, bytes) : bytes;
}
