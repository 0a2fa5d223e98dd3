import { ToolError } from '../../core/errors.js';
import type { OptionCondition } from '../../core/line-keeping.js';
import { type Static, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { unitsOf } from '../../text/unicode/code-points.js';
import { expandCharacterList } from './translate-characters/character-list.js';

const config = Type.Object({
  from: Type.String({
    minLength: 1,
    maxLength: 1000,
    description:
      'The characters to translate, with ranges (a-zA-Z) and the classes of tr, which mean ASCII: [:lower:], [:upper:], [:alpha:], [:digit:], [:alnum:], [:xdigit:], [:punct:], [:space:], [:blank:], [:cntrl:], [:print:], [:graph:]. A backslash makes a sign literal (\\- \\\\); \\n, \\t, \\r, \\xHH and \\uHHHH are read',
  }),
  to: Type.String({
    default: '',
    maxLength: 1000,
    description:
      'Their replacements, in the same order and notation; if there are too few, the last character is used for the rest',
  }),
  squeeze: Type.Boolean({
    default: false,
    description: 'Writes a character of to (of from, if to is empty) only once instead of several times in a row',
  }),
  delete: Type.Boolean({
    default: false,
    description: 'Removes the characters of from; only squeeze then uses to',
  }),
});

type Config = Static<typeof config>;

/** No control character, written, escaped or in a class: a range that starts with one may contain the line ends. */
const noLineEndInRanges: OptionCondition = {
  pattern: '^(?!.*\\[:(?:space|cntrl):)(?:[^\\0-\\x1f\\\\]|\\\\[^\\0-\\x1f0-9A-Za-z])*$',
};

export default defineTool({
  slug: 'translate-characters',
  title: 'Translate characters',
  description:
    'Replaces single characters with others, one for one, like the program tr, but for all of Unicode. Can also remove characters, and shorten runs of the same character.',
  config,
  examples: [
    { input: 'Hello, world', config: { from: 'a-zA-Z', to: 'n-za-mN-ZA-M' }, output: 'Uryyb, jbeyq' },
    { input: '1.234,56', config: { from: '.,', to: ',.' }, output: '1,234.56' },
    { input: 'one   two\n\n\nthree', config: { from: ' \\n', squeeze: true }, output: 'one two\nthree' },
    { input: '(555) 010-9999', config: { from: '()\\- ', delete: true }, output: '5550109999' },
    { input: 'a1b22', config: { from: '0-9', to: '#' }, output: 'a#b##' },
  ],
  lineByLine(config) {
    try {
      const { targets, squeezed } = translation(config);
      return !lineEndUnits.some((unit) => targets.has(unit) || squeezed.has(unit));
    } catch {
      // `run` reports what is wrong with the config.
      return false;
    }
  },
  keepsLines: [{ from: noLineEndInRanges, to: noLineEndInRanges }],
  run(input, config) {
    const { targets, squeezed } = translation(config);
    const units = new Uint16Array(input.length * 2);
    let length = 0;
    let previous = -1;
    for (let i = 0; i < input.length; ) {
      const source = input.codePointAt(i) ?? 0;
      i += unitsOf(source);
      const target = targets.get(source) ?? source;
      if (target === removed || (target === previous && squeezed.has(target))) continue;
      previous = target;
      if (target > 0xffff) {
        units[length++] = 0xd800 + ((target - 0x10000) >> 10);
        units[length++] = 0xdc00 + (target & 0x3ff);
      } else {
        units[length++] = target;
      }
    }
    return Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
  },
});

const removed = -1;
const lineEndUnits = [0x0a, 0x0d];

interface Translation {
  /** The replacements of code points. */
  readonly targets: ReadonlyMap<number, number>;
  /** Code points that are written only once in a row. */
  readonly squeezed: ReadonlySet<number>;
}

function translation({ from, to, squeeze, delete: deletes }: Config): Translation {
  const sources = expandCharacterList(from, 'from');
  const targets = expandCharacterList(to, 'to');
  const squeezed = new Set(squeeze ? (targets.length > 0 ? targets : sources) : []);
  if (deletes) {
    if (squeeze && targets.length === 0) throw new ToolError('to is empty: with delete, squeeze needs its characters');
    return { targets: new Map(sources.map((source) => [source, removed])), squeezed };
  }
  const last = targets.at(-1);
  if (last === undefined && !squeeze) throw new ToolError('to is empty: set delete to remove the characters of from');
  const pairs = sources.map((source, i): [number, number] => [source, targets[i] ?? last ?? source]);
  return { targets: new Map(pairs), squeezed };
}
