import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OutputTooLongError } from '#engine/core/errors.js';
import { OutputLimit } from '#engine/core/tool.js';
import tool from '#engine/tools/unicode/slugify.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'slugify';

export default {
  slug,
  cases: [
    ['', ''],
    ['  --Hello,   world!--  ', 'hello-world'],
    ['A b\r\nC d\rE f\n', 'a-b\r\nc-d\r\ne-f\r\n', {}, 'a slug for each line, with the first line end'],
    ['a\u2028b', 'a-b', {}, 'U+2028 is not a line end'],
    ['snake_case/file.name&co', 'snake-case-file-name-co', {}, 'underscores, dots and slashes separate words'],
    ["it's l’été O`Brien 'n' x", 'its-lete-obrien-n-x', {}, 'apostrophes go'],
    ['é e\u0301 ø æ ł', 'e-e-o-ae-l', {}, 'accents go, composed or not'],
    ['Ельцин', 'eltsin', {}, 'soft signs go'],
    ['٣ ½', '3-1-2', {}, 'digits of other scripts'],
    ['ﷺ', 'salla-allah-alayhi-wa-sallam', {}, 'one character can become many'],
    ['!?\n\u{10ffff}\n\ud800', '\n\n', {}, 'nothing is left'],
    ['a\ud800b \udc00', 'ab', {}, 'lone surrogates go'],

    ['A b_c', 'a.b.c', { separator: '.' }],
    ['A b-c', 'a_b_c', { separator: '_' }],
    ['Hello ΩMEGA', 'Hello-OMEGA', { lowercase: false }],

    ['Ärger über Öl, Maß u\u0308ben', 'aerger-ueber-oel-mass-ueben', { locale: 'de' }, 'German'],
    [
      'Über ÜBER MENÜ STRAẞE grüN O\u0308L',
      'Ueber-UEBER-MENUE-STRASSE-grueN-OEL',
      { locale: 'de', lowercase: false },
      'German capitals',
    ],
    ['Über Maß', 'über-maß', { locale: 'de', transliterate: false }, 'German letters that are kept'],
    ['Åsa på Östermalm, räksmörgås', 'asa-pa-ostermalm-raksmorgas', { locale: 'sv' }, 'Swedish'],
    ['IŞIK İstanbul çığ', 'isik-istanbul-cig', { locale: 'tr' }, 'Turkish'],
    ['IŞIK İstanbul', 'ışık-istanbul', { locale: 'tr', transliterate: false }, 'Turkish letters that are kept'],
    ['Über Maß', 'uber-mass', {}, 'no language'],

    ['Ünï’s 漢字、हिन्दी 😀 ½', 'ünïs-漢字-हिन्दी-½', { transliterate: false }, 'letters of all scripts are kept'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', { transliterate: false }, 'a final sigma'],
    ['a\ud800b', 'a-b', { transliterate: false }, 'lone surrogates separate'],

    ['one two three', 'one-two', { maxLength: 9 }, 'whole words'],
    ['one two three', 'one-two-three', { maxLength: 13 }, 'exactly as long'],
    ['one two', 'one', { maxLength: 4 }, 'no separator at the end'],
    ['Donaudampf schiff', 'donau', { maxLength: 5 }, 'a first word that is too long is cut'],
    ['𐐀𐐁𐐂 a', '𐐨𐐩', { maxLength: 2, transliterate: false }, 'characters are code points'],
    ['a 𐐀𐐁', 'a-𐐨𐐩', { maxLength: 4, transliterate: false }, 'also in later words'],
    ['𐐀𐐁 a', '𐐨𐐩-a', { maxLength: 4, transliterate: false }, 'and in a first one'],
    ['one two\nthree', 'one\nthree', { maxLength: 5 }, 'each line by itself'],

    ['Q&A & more', 'q-and-a-and-more', { ampersandAsWord: true }],
    ['Mutter & Kind', 'mutter-und-kind', { ampersandAsWord: true, locale: 'de' }],
    ['Q&A', 'q-n-a', { ampersandAsWord: true, pairs: [['&', ' n ']] }, 'a pair of one’s own for & is taken first'],
    [
      'fooBar XMLHttpRequest area51Map PDFs aPDFsb 3D éÉcole',
      'foo-bar-xml-http-request-area51-map-pdfs-a-pd-fsb-3d-e-ecole',
      { decamelize: true },
      'names in camelCase fall apart, plurals of abbreviations and 3D do not',
    ],
    [
      'unicorn C++ C',
      'unicorn-cpp-c-lang',
      {
        pairs: [
          ['C++', 'cpp'],
          ['C', 'c-lang'],
        ],
      },
    ],
    ['10%\n5 %', '10-percent\n5-percent', { pairs: [['%', ' percent']] }],
    [
      'a',
      { error: 'pairs[1] has nothing to search for: its first text is empty' },
      {
        pairs: [
          ['a', 'b'],
          ['', 'c'],
        ],
      },
    ],
    [
      'a-2\nA\na\n!\na\n?\n',
      'a-2\na\na-3\n\na-4\n\n',
      { numberDuplicates: true },
      'numbers avoid slugs that are there, and empty slugs get none',
    ],
    [
      'one two\none two\none two',
      'one-two\none-t-2\none-t-3',
      { numberDuplicates: true, maxLength: 7 },
      'numbers fit into maxLength',
    ],
    [
      'ab\nab',
      { error: 'maxLength 2 leaves no room for numbers that keep slugs different' },
      { numberDuplicates: true, maxLength: 2 },
    ],
    ['a', { error: 'steps[0].config.separator must be one of: -, _, .' }, { separator: '+' }],
    ['a', { error: 'steps[0].config.lowercase must be a boolean' }, { lowercase: 'yes' }],
    ['a', { error: 'steps[0].config.maxLength must be at least 0' }, { maxLength: -1 }],
    ['a', { error: 'steps[0].config.maxLength must be at most 500' }, { maxLength: 501 }],
    ['a', { error: 'steps[0].config.maxLength must be an integer' }, { maxLength: 1.5 }],
    ['a', { error: 'steps[0].config.transliterate must be a boolean' }, { transliterate: 1 }],
    ['a', { error: 'steps[0].config.locale must be one of: none, de, sv, tr' }, { locale: 'en' }],
    ['a', { error: 'Unknown option for slugify: maxlength. Did you mean maxLength?' }, { maxlength: 3 }],
    [
      'ﷺ'.repeat(500_000),
      { error: 'the output would be longer than 4000000 characters' },
      {},
      'four million characters are the most',
    ],
  ],
  checks: {
    'a slug holds words of ASCII letters and digits, and is a slug already': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
          const output = resultOf(slug, text.replace(/[\r\n]/g, ' '));
          assert.match(output, /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
          assert.equal(resultOf(slug, output), output);
        }),
        { seed: 20, numRuns: sampleSize(1000) },
      );
    },
    'however long the line, every character is written as it is alone': () => {
      const letters = Array.from('aé漢😀ßя'.repeat(3000));
      const alone = new Map(letters.map((letter) => [letter, resultOf(slug, letter, { separator: '_' })]));
      const text = letters.join(' ');
      assert.equal(
        resultOf(slug, text),
        letters.map((letter) => (alone.get(letter) ?? '').replaceAll('_', '-')).join('-'),
      );
    },
    'the output is measured while it grows, not when it is there': () => {
      const config = { separator: '-', lowercase: true, maxLength: 1, transliterate: true, locale: 'none', pairs: [] };
      const limit = new OutputLimit(100);
      assert.equal(tool.run('a\n'.repeat(100), config, limit), 'a\n'.repeat(100));
      assert.throws(() => tool.run('a\n'.repeat(101), config, limit), OutputTooLongError);
      assert.throws(() => tool.run('ﷺ'.repeat(10), config, limit), OutputTooLongError);
    },
    'numberDuplicates: all slugs differ, none is longer than maxLength, and the first of a kind has no number': () => {
      const line = fc.constantFrom('a', 'A', 'b c', 'b-2', 'a 10', 'bcd', 'bce', '!');
      const config = { numberDuplicates: true, separator: '_' };
      fc.assert(
        fc.property(fc.array(line, { maxLength: 60 }), fc.constantFrom(0, 4, 5), (lines, maxLength) => {
          const plain = resultOf(slug, `${lines.join('\n')}\n`, { separator: '_', maxLength }).split('\n');
          const different = resultOf(slug, `${lines.join('\n')}\n`, { ...config, maxLength }).split('\n');
          const written = different.filter((each) => each !== '');
          assert.equal(new Set(written).size, written.length);
          assert.equal(different.length, plain.length);
          different.forEach((each, i) => {
            assert.ok(maxLength === 0 || each.length <= maxLength);
            assert.equal(each === '', plain[i] === '');
            if (plain[i] === each) return;
            assert.ok(different.slice(0, i).includes(plain[i] ?? ''));
          });
        }),
        { seed: 22, numRuns: sampleSize(300) },
      );
    },
    'numbering eighty thousand equal or nearly equal slugs tries each number once': () => {
      const lines = Array.from({ length: 80_000 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}`);
      const slugs = resultOf(slug, lines.join('\n'), { numberDuplicates: true, maxLength: 10 }).split('\n');
      assert.equal(new Set(slugs).size, lines.length);
    },
    'no slug is longer than maxLength': () => {
      const word = fc.constantFrom('a', 'word', 'longer', 'straße', '漢', '😀', '-');
      fc.assert(
        fc.property(
          fc.array(word),
          fc.integer({ min: 1, max: 30 }),
          fc.boolean(),
          (words, maxLength, transliterate) => {
            const full = resultOf(slug, words.join(' '), { transliterate });
            const cut = resultOf(slug, words.join(' '), { transliterate, maxLength });
            assert.ok([...cut].length <= maxLength);
            assert.ok(full.startsWith(cut));
            assert.doesNotMatch(cut, /^-|-$/);
            if ([...full].length <= maxLength) assert.equal(cut, full);
          },
        ),
        { seed: 21, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
