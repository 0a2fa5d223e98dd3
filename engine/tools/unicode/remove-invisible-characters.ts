import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceMatches } from '../../text/replacement.js';
import { codePointBefore } from '../../text/unicode/code-points.js';
import {
  bidiControl,
  invisibleCharacter,
  invisibleName,
  isInUse,
  oddLineEnd,
  oddSpace,
  tagSequence,
} from './remove-invisible-characters/invisible-characters.js';

const options = {
  keep: Type.Array(Type.Enum(['zwj', 'zwnj', 'nbsp', 'bidi']), {
    default: [],
    maxItems: 4,
    description:
      'What to keep everywhere: zero width joiners, zero width non-joiners, no-break spaces, marks and overrides of writing direction',
  }),
  replaceSpaces: Type.Boolean({
    default: true,
    description:
      'Writes other spaces (no-break, thin, ideographic …) as plain ones, and other line ends (U+2028, form feed …) as line feeds; off leaves both alone',
  }),
  report: Type.Boolean({
    default: false,
    description: 'Returns a list of the characters that would be removed or replaced, with counts, instead of the text',
  }),
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'remove-invisible-characters',
  title: 'Remove invisible characters',
  description:
    'Removes what cannot be seen: zero-width characters, direction overrides, byte order marks, soft hyphens, fillers, hidden tags, control characters. Joiners and variation selectors stay where they have a use: in emojis, in Arabic and Indic words, after Han characters.',
  config: Type.Object(options),
  examples: [
    { input: '\ufeffpass\u200bword\u00a0\u202e1\u00ad2', output: 'password 12' },
    { input: '👩\u200d🚀 क\u094d\u200dष a\u200db', output: '👩\u200d🚀 क\u094d\u200dष ab' },
    {
      input: 'a\u200bb\u200bc\u00a0\0',
      config: { report: true },
      output: '1 × U+0000 null\n1 × U+00A0 no-break space\n2 × U+200B zero width space',
    },
    { input: '10\u00a0km\u200b', config: { keep: ['nbsp'] }, output: '10\u00a0km' },
  ],
  lineByLine: ({ report }) => !report,
  keepsLines: [{ replaceSpaces: { enum: [false] }, report: { enum: [false] } }],
  run(input, config) {
    const cleaner = new Cleaner(input, config);
    const cleaned = cleaner.clean();
    return config.report ? cleaner.report() : cleaned;
  },
});

class Cleaner {
  readonly #text: string;
  readonly #config: Config;
  readonly #kept: ReadonlySet<string>;
  readonly #counts = new Map<number, number>();
  /** Where the last invisible character ended, and the last character of the result at that time. */
  #end = 0;
  #last = '';

  constructor(text: string, config: Config) {
    this.#text = text;
    this.#config = config;
    this.#kept = new Set(config.keep);
  }

  clean(): string {
    let cleaned = '';
    let position = 0;
    for (const { 0: flag, index } of this.#text.matchAll(tagSequence)) {
      cleaned += this.#cleanBetween(position, index) + flag;
      position = index + flag.length;
    }
    return cleaned + this.#cleanBetween(position, this.#text.length);
  }

  /** Writes one line for each character, in the order of code points. */
  report(): string {
    return Array.from(this.#counts)
      .sort(([a], [b]) => a - b)
      .map(([codePoint, count]) => {
        const code = codePoint.toString(16).toUpperCase().padStart(4, '0');
        return `${count} × U+${code} ${invisibleName(codePoint) ?? ''}`;
      })
      .join('\n');
  }

  #cleanBetween(start: number, end: number): string {
    return replaceMatches(this.#text.slice(start, end), invisibleCharacter, (character, offset: number) => {
      const at = start + offset;
      const before = at === this.#end ? this.#last : String.fromCodePoint(codePointBefore(this.#text, at));
      const cleaned = this.#clean(character, before, at + character.length);
      this.#end = at + character.length;
      this.#last = cleaned === '' ? before : cleaned;
      if (cleaned !== character) this.#count(character);
      return cleaned;
    });
  }

  #clean(character: string, before: string, end: number): string {
    if (oddSpace.test(character)) return this.#cleanSpace(character, ' ');
    if (oddLineEnd.test(character)) return this.#cleanSpace(character, '\n');
    if (this.#keeps(character)) return character;
    const following = this.#text.codePointAt(end);
    return isInUse(character, before, following === undefined ? '' : String.fromCodePoint(following)) ? character : '';
  }

  #count(character: string): void {
    const codePoint = character.codePointAt(0) ?? 0;
    this.#counts.set(codePoint, (this.#counts.get(codePoint) ?? 0) + 1);
  }

  #cleanSpace(character: string, plain: string): string {
    const isNoBreak = character === '\u00a0' || character === '\u202f';
    return this.#config.replaceSpaces && !(isNoBreak && this.#kept.has('nbsp')) ? plain : character;
  }

  #keeps(character: string): boolean {
    if (character === '\u200d') return this.#kept.has('zwj');
    if (character === '\u200c') return this.#kept.has('zwnj');
    return this.#kept.has('bidi') && bidiControl.test(character);
  }
}
