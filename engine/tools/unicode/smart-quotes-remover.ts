import { type Static, type TObject, Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceWithin } from '../../text/replacement.js';

const options = {
  quotes: Type.Boolean({
    default: true,
    description: 'Writes curly, low, angle and full-width quotes, accents used as quotes, and primes as \' or "',
  }),
  dashes: Type.Boolean({ default: true, description: 'Writes hyphens, dashes and the minus sign as -' }),
  ellipsis: Type.Boolean({ default: true, description: 'Writes … as three dots' }),
  spaces: Type.Boolean({
    default: true,
    description: 'Writes no-break, thin, ideographic and other spaces as plain ones',
  }),
  emDash: Type.Enum(['--', '-', ' - '], {
    default: '--',
    description: 'How dashes writes the em dash (—); the last adds spaces only if there are none',
  }),
};

type Config = Static<TObject<typeof options>>;

const singleQuotes = '\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u00b4\uff07';
const doubleQuotes = '\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u2036\u02ba\u301d\u301e\u301f\uff02';
const hyphens = '\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d';
const emDashes = '\u2014\u2015\u2e3a\u2e3b\ufe58';
const ellipses = '\u2026';
const spaces = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';

export default defineTool({
  slug: 'smart-quotes-remover',
  title: 'Remove smart quotes',
  description:
    'Converts the typography of word processors to plain ASCII: curly quotes, dashes, ellipses and special spaces. All other characters stay, including accented letters.',
  config: Type.Object(options),
  examples: [
    { input: '“It’s here” — he said…', output: '"It\'s here" -- he said...' },
    { input: 'yes—no – «maybe»', config: { emDash: ' - ' }, output: 'yes - no - "maybe"' },
    { input: '“a”\u00a0–\u00a0b…', config: { quotes: false, ellipsis: false }, output: '“a” - b…' },
    { input: 'plain "text"', output: 'plain "text"' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, config, limit) {
    const plain = plainCharacters(config);
    if (plain.size === 0) return input;
    const typographic = new RegExp(`[${[...plain.keys()].join('')}]`, 'g');
    const at = (offset: number) => plain.get(input.charAt(offset)) ?? input.charAt(offset);
    return replaceWithin(limit, input, typographic, (character, offset) => {
      const ascii = plain.get(character) ?? character;
      return ascii === ' - ' ? spacedDash(at(offset - 1), at(offset + 1)) : ascii;
    });
  },
});

function plainCharacters(config: Config): Map<string, string> {
  const groups: [boolean, string, string][] = [
    [config.quotes, singleQuotes, "'"],
    [config.quotes, doubleQuotes, '"'],
    [config.dashes, hyphens, '-'],
    [config.dashes, emDashes, config.emDash],
    [config.ellipsis, ellipses, '...'],
    [config.spaces, spaces, ' '],
  ];
  const plain = new Map<string, string>();
  for (const [chosen, characters, ascii] of groups) {
    if (chosen) for (const character of characters) plain.set(character, ascii);
  }
  return plain;
}

/**
 * Writes a dash between spaces, without doubling them or adding one at the ends of lines.
 *
 * @param before - the text already written before it: another dash may have put a space there.
 */
function spacedDash(before: string, after: string): string {
  const start = before.trim() === '' || before === ' - ' ? '' : ' ';
  return `${start}-${after.trim() === '' ? '' : ' '}`;
}
