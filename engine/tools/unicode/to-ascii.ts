import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { replaceWithin } from '../../text/replacement.js';
import { normalize } from '../../text/unicode/normalization.js';
import { transliterate, withSyllables } from '../../text/unicode/transliterate.js';

const notAscii = /[^\0-\x7f]/gu;

/** Belongs to the previous character, or is invisible: without a counterpart, nothing is lost. */
const attached = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u;

export default defineTool({
  slug: 'to-ascii',
  title: 'To ASCII',
  description:
    'Transliterates a text into ASCII: letters without accents, other scripts such as Greek and Cyrillic by their sound, typographic signs by plain ones, emoji by name (:crown:). It works character by character and knows no language: ü becomes u, and Japanese kanji are read as Chinese. Chinese syllables are separate words, Korean ones are not.',
  config: Type.Object({
    unknown: Type.Enum(['drop', '?', 'keep', 'escape'], {
      default: 'drop',
      description:
        'A character without a counterpart in ASCII is dropped, becomes a question mark, stays as it is, or is escaped as JSON does (\\u2800); accents and invisible characters are dropped in any case',
    }),
  }),
  examples: [
    { input: 'Žluťoučký kůň – “naïve” café…', output: 'Zlutoucky kun - "naive" cafe...' },
    { input: 'Москва, Αθήνα, 東京, ₿ 5 €', output: 'Moskva, Athina, Dong Jing, BTC 5 EUR' },
    { input: 'tag: \ue000', config: { unknown: '?' }, output: 'tag: ?' },
    { input: 'tag: \ue000', config: { unknown: 'escape' }, output: 'tag: \\ue000' },
  ],
  lineByLine: true,
  keepsLines: true,
  run(input, { unknown }, limit) {
    const composed = normalize(input, 'NFC', limit);
    if (unknown === 'drop') return transliterate(composed, limit);
    const known = new Map<string, string>();
    return replaceWithin(limit, withSyllables(composed, limit), notAscii, (character) => {
      let written = known.get(character);
      if (written === undefined) {
        written = transliterate(character, limit);
        if (written === '' && !attached.test(character)) written = replacementOf(character, unknown);
        known.set(character, written);
      }
      return written;
    });
  },
});

function replacementOf(character: string, unknown: '?' | 'keep' | 'escape'): string {
  if (unknown !== 'escape') return unknown === '?' ? '?' : character;
  let escaped = '';
  for (let i = 0; i < character.length; i++) {
    escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return escaped;
}
