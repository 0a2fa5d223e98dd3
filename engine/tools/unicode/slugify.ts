import { ToolError } from '../../core/errors.js';
import { withoutLineEnds } from '../../core/line-keeping.js';
import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { literalMatches, replaceMatches as replaceLiterals } from '../../text/patterns/literal-set.js';
import { replaceMatches } from '../../text/replacement.js';
import { countCodePoints } from '../../text/unicode/code-points.js';
import { transliterate, transliterateUmlauts } from '../../text/unicode/transliterate.js';

const options = {
  separator: Type.Enum(['-', '_', '.'], { default: '-', description: 'Separator between words' }),
  lowercase: Type.Boolean({ default: true, description: 'Writes the slug in lower case' }),
  maxLength: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 500,
    description: 'Maximum length of a slug in characters, cut between words where possible; 0 for no limit',
  }),
  transliterate: Type.Boolean({
    default: true,
    description: 'Writes only ASCII: letters without accents, other scripts by their sound, emoji by name',
  }),
  locale: Type.Enum(['none', 'de', 'sv', 'tr'], {
    default: 'none',
    description:
      'Language of the text: German writes ä ö ü as ae oe ue, Swedish and Turkish as a o u, which is also the default; Turkish lowers I to ı where that letter is kept',
  }),
  ampersandAsWord: Type.Boolean({
    default: false,
    description: 'Writes & as the word and, in the language of the text; otherwise it only separates words',
  }),
  decamelize: Type.Boolean({
    default: false,
    description: 'Separates the words of names such as fooBar and XMLHttpRequest',
  }),
  pairs: Type.Array(Type.Array(Type.String({ maxLength: 100 }), { minItems: 2, maxItems: 2 }), {
    default: [],
    maxItems: 100,
    description:
      'Replaces these texts first; each pair is a text and its replacement, such as ["C++", "cpp"] or ["%", " percent"]; if several start at the same place, the longest counts',
  }),
  numberDuplicates: Type.Boolean({
    default: false,
    description: 'Makes all slugs different: the second post becomes post-2',
  }),
};

type Config = Static<TObject<typeof options>>;

export default defineTool({
  slug: 'slugify',
  title: 'Slugify',
  description:
    'Makes a slug, such as for a readable URL or a file name, of each line: words of letters and digits with a separator in between. Apostrophes are dropped; everything else separates words.',
  config: Type.Object(options),
  examples: [
    { input: "Crème brûlée: it's easy!", output: 'creme-brulee-its-easy' },
    { input: 'Größe über 100 %', config: { locale: 'de', separator: '_' }, output: 'groesse_ueber_100' },
    { input: 'Пример 深圳 🌴', output: 'primer-shen-zhen-palm-tree' },
    { input: 'Ünï çode', config: { transliterate: false, lowercase: false }, output: 'Ünï-çode' },
    { input: 'The quick brown fox', config: { maxLength: 12 }, output: 'the-quick' },
    { input: 'one two\n!?\nthree', output: 'one-two\n\nthree' },
    {
      input: 'R&D for the XMLHttpRequest API: C++',
      config: { ampersandAsWord: true, decamelize: true, pairs: [['C++', 'cpp']] },
      output: 'r-and-d-for-the-xml-http-request-api-cpp',
    },
    { input: 'Post\npost!\nPost', config: { numberDuplicates: true }, output: 'post\npost-2\npost-3' },
  ],
  keepsLines: [{ numberDuplicates: { enum: [false] }, pairs: withoutLineEnds }],
  run: (input, config, limit) => {
    const { lines, lineEnd, final } = splitLines(withPairs(input, config, limit));
    const numbers = config.numberDuplicates ? new SlugNumbers(config) : undefined;
    let size = 0;
    const slugs = lines.map((line) => {
      const plain = slugOf(line, config, limit);
      const slug = numbers?.different(plain) ?? plain;
      size += slug.length;
      limit.check(size);
      return slug;
    });
    return joinLines(slugs, { lineEnd, final });
  },
});

const and = { none: 'and', de: 'und', sv: 'och', tr: 've' };

function withPairs(text: string, { pairs, ampersandAsWord, locale }: Config, limit: OutputLimit): string {
  const all = ampersandAsWord ? [...pairs, ['&', ` ${and[locale]} `]] : pairs;
  if (all.length === 0) return text;
  const sought = all.map(([find = '']) => find);
  const empty = sought.indexOf('');
  if (empty !== -1) throw new ToolError(`pairs[${empty}] has nothing to search for: its first text is empty`);
  const matches = literalMatches(text, sought, { caseSensitive: true, wholeWord: false, prefer: 'longest' });
  const replacements = all.map(([, replacement = '']) => replacement);
  return replaceLiterals(text, matches, replacements, limit);
}

/** Before a capital after a small letter, and before the last of several if a small letter follows: not in `PDFs`. */
const innerWord = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{Lu}\p{N}])(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?![\p{L}\p{N}]))/gu;

function slugOf(line: string, config: Config, limit: OutputLimit): string {
  const text = config.decamelize ? replaceMatches(line, innerWord, () => ' ') : line;
  const words = config.transliterate
    ? asciiText(text, config, limit).match(/[A-Za-z0-9]+/g)
    : unicodeText(text, config).match(/[\p{L}\p{M}\p{N}]+/gu);
  if (words === null) return '';
  return config.maxLength === 0 ? words.join(config.separator) : joinWithin(words, config);
}

function asciiText(line: string, { locale, lowercase }: Config, limit: OutputLimit): string {
  const ascii = transliterate(locale === 'de' ? transliterateUmlauts(line) : line, limit);
  // Soft signs, glottal stops and the like become apostrophes and backticks.
  const joined = ascii.replace(/['`]+/g, '');
  return lowercase ? joined.toLowerCase() : joined;
}

function unicodeText(line: string, { locale, lowercase }: Config): string {
  const joined = line.replace(/['’]+/g, '');
  if (!lowercase) return joined;
  return locale === 'tr' ? joined.toLocaleLowerCase('tr') : joined.toLowerCase();
}

/** Joins as many words as fit; cuts a first word that is too long. */
function joinWithin([first = '', ...others]: readonly string[], { separator, maxLength }: Config): string {
  let slug = [...first.slice(0, 2 * maxLength)].slice(0, maxLength).join('');
  let length = countCodePoints(first);
  for (const word of others) {
    length += separator.length + countCodePoints(word);
    if (length > maxLength) break;
    slug += separator + word;
  }
  return slug;
}

interface SlugForm {
  readonly separator: string;
  /** The maximum length of a slug in characters; 0 for no limit. */
  readonly maxLength: number;
}

/**
 * Makes slugs different from all earlier slugs: the second `post` becomes `post-2`, and `post-3` if the text has a slug
 * `post-2` of its own. The empty slug stays empty.
 *
 * @throws {ToolError} if all numbers for which `maxLength` leaves room are in use.
 */
class SlugNumbers {
  readonly #form: SlugForm;
  readonly #taken = new Set<string>();
  /** For each stem and number of digits, the next number to try, so that each number of a stem is tried once. */
  readonly #next = new Map<string, number>();

  constructor(form: SlugForm) {
    this.#form = form;
  }

  /** Returns the slug, with a number appended if it is in use. */
  different(slug: string): string {
    if (slug === '') return slug;
    const free = this.#taken.has(slug) ? this.#numbered(slug) : slug;
    this.#taken.add(free);
    return free;
  }

  #numbered(slug: string): string {
    const { separator } = this.#form;
    for (let digits = 1; ; digits++) {
      const stem = this.#stem(slug, separator.length + digits);
      const counter = `${digits}${separator}${stem}`;
      const end = 10 ** digits;
      let number = this.#next.get(counter) ?? Math.max(2, end / 10);
      while (number < end && this.#taken.has(stem + separator + number)) number++;
      this.#next.set(counter, number + 1);
      if (number < end) return stem + separator + number;
    }
  }

  /** Returns the slug, cut so that there is room for a number. */
  #stem(slug: string, room: number): string {
    const { separator, maxLength } = this.#form;
    if (maxLength === 0) return slug;
    const stem = [...slug].slice(0, Math.max(0, maxLength - room)).join('');
    const whole = stem.endsWith(separator) ? stem.slice(0, -separator.length) : stem;
    if (whole === '')
      throw new ToolError(`maxLength ${maxLength} leaves no room for numbers that keep slugs different`);
    return whole;
  }
}
