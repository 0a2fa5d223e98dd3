import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OutputTooLongError } from '../../../../engine/core/errors.js';
import { OutputLimit } from '../../../../engine/core/tool.js';
import tool from '../../../../engine/tools/unicode/slugify.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'slugify';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '  --Hello,   world!--  ', output: 'hello-world' },
    {
      name: 'a slug for each line, with the first line end',
      input: 'A b\r\nC d\rE f\n',
      output: 'a-b\r\nc-d\r\ne-f\r\n',
    },
    { name: 'U+2028 is not a line end', input: 'a\u2028b', output: 'a-b' },
    {
      name: 'underscores, dots and slashes separate words',
      input: 'snake_case/file.name&co',
      output: 'snake-case-file-name-co',
    },
    { name: 'apostrophes go', input: "it's l’été O`Brien 'n' x", output: 'its-lete-obrien-n-x' },
    { name: 'accents go, composed or not', input: 'é e\u0301 ø æ ł', output: 'e-e-o-ae-l' },
    { name: 'soft signs go', input: 'Ельцин', output: 'eltsin' },
    { name: 'digits of other scripts', input: '٣ ½', output: '3-1-2' },
    { name: 'one character can become many', input: 'ﷺ', output: 'salla-allah-alayhi-wa-sallam' },
    { name: 'nothing is left', input: '!?\n\u{10ffff}\n\ud800', output: '\n\n' },
    { name: 'lone surrogates go', input: 'a\ud800b \udc00', output: 'ab' },

    { input: 'A b_c', config: { separator: '.' }, output: 'a.b.c' },
    { input: 'A b-c', config: { separator: '_' }, output: 'a_b_c' },
    { input: 'Hello ΩMEGA', config: { lowercase: false }, output: 'Hello-OMEGA' },

    {
      name: 'German',
      input: 'Ärger über Öl, Maß u\u0308ben',
      config: { locale: 'de' },
      output: 'aerger-ueber-oel-mass-ueben',
    },
    {
      name: 'German capitals',
      input: 'Über ÜBER MENÜ STRAẞE grüN O\u0308L',
      config: { locale: 'de', lowercase: false },
      output: 'Ueber-UEBER-MENUE-STRASSE-grueN-OEL',
    },
    {
      name: 'German letters that are kept',
      input: 'Über Maß',
      config: { locale: 'de', transliterate: false },
      output: 'über-maß',
    },
    {
      name: 'Swedish',
      input: 'Åsa på Östermalm, räksmörgås',
      config: { locale: 'sv' },
      output: 'asa-pa-ostermalm-raksmorgas',
    },
    { name: 'Turkish', input: 'IŞIK İstanbul çığ', config: { locale: 'tr' }, output: 'isik-istanbul-cig' },
    {
      name: 'Turkish letters that are kept',
      input: 'IŞIK İstanbul',
      config: { locale: 'tr', transliterate: false },
      output: 'ışık-istanbul',
    },
    { name: 'no language', input: 'Über Maß', output: 'uber-mass' },

    {
      name: 'letters of all scripts are kept',
      input: 'Ünï’s 漢字、हिन्दी 😀 ½',
      config: { transliterate: false },
      output: 'ünïs-漢字-हिन्दी-½',
    },
    { name: 'a final sigma', input: 'ΟΔΥΣΣΕΥΣ', config: { transliterate: false }, output: 'οδυσσευς' },
    { name: 'lone surrogates separate', input: 'a\ud800b', config: { transliterate: false }, output: 'a-b' },

    { name: 'whole words', input: 'one two three', config: { maxLength: 9 }, output: 'one-two' },
    { name: 'exactly as long', input: 'one two three', config: { maxLength: 13 }, output: 'one-two-three' },
    { name: 'no separator at the end', input: 'one two', config: { maxLength: 4 }, output: 'one' },
    {
      name: 'a first word that is too long is cut',
      input: 'Donaudampf schiff',
      config: { maxLength: 5 },
      output: 'donau',
    },
    {
      name: 'characters are code points',
      input: '𐐀𐐁𐐂 a',
      config: { maxLength: 2, transliterate: false },
      output: '𐐨𐐩',
    },
    { name: 'also in later words', input: 'a 𐐀𐐁', config: { maxLength: 4, transliterate: false }, output: 'a-𐐨𐐩' },
    { name: 'and in a first one', input: '𐐀𐐁 a', config: { maxLength: 4, transliterate: false }, output: '𐐨𐐩-a' },
    { name: 'each line by itself', input: 'one two\nthree', config: { maxLength: 5 }, output: 'one\nthree' },

    { input: 'Q&A & more', config: { ampersandAsWord: true }, output: 'q-and-a-and-more' },
    { input: 'Mutter & Kind', config: { ampersandAsWord: true, locale: 'de' }, output: 'mutter-und-kind' },
    {
      name: 'a pair of one’s own for & is taken first',
      input: 'Q&A',
      config: { ampersandAsWord: true, pairs: [['&', ' n ']] },
      output: 'q-n-a',
    },
    {
      name: 'names in camelCase fall apart, plurals of abbreviations and 3D do not',
      input: 'fooBar XMLHttpRequest area51Map PDFs aPDFsb 3D éÉcole',
      config: { decamelize: true },
      output: 'foo-bar-xml-http-request-area51-map-pdfs-a-pd-fsb-3d-e-ecole',
    },
    {
      input: 'unicorn C++ C',
      config: {
        pairs: [
          ['C++', 'cpp'],
          ['C', 'c-lang'],
        ],
      },
      output: 'unicorn-cpp-c-lang',
    },
    { input: '10%\n5 %', config: { pairs: [['%', ' percent']] }, output: '10-percent\n5-percent' },
    {
      input: 'a',
      config: {
        pairs: [
          ['a', 'b'],
          ['', 'c'],
        ],
      },
      error: 'pairs[1] has nothing to search for: its first text is empty',
    },
    {
      name: 'numbers avoid slugs that are there, and empty slugs get none',
      input: 'a-2\nA\na\n!\na\n?\n',
      config: { numberDuplicates: true },
      output: 'a-2\na\na-3\n\na-4\n\n',
    },
    {
      name: 'numbers fit into maxLength',
      input: 'one two\none two\none two',
      config: { numberDuplicates: true, maxLength: 7 },
      output: 'one-two\none-t-2\none-t-3',
    },
    {
      input: 'ab\nab',
      config: { numberDuplicates: true, maxLength: 2 },
      error: 'maxLength 2 leaves no room for numbers that keep slugs different',
    },
    { input: 'a', config: { separator: '+' }, error: 'steps[0].config.separator must be one of: -, _, .' },
    { input: 'a', config: { lowercase: 'yes' }, error: 'steps[0].config.lowercase must be a boolean' },
    { input: 'a', config: { maxLength: -1 }, error: 'steps[0].config.maxLength must be at least 0' },
    { input: 'a', config: { maxLength: 501 }, error: 'steps[0].config.maxLength must be at most 500' },
    { input: 'a', config: { maxLength: 1.5 }, error: 'steps[0].config.maxLength must be an integer' },
    { input: 'a', config: { transliterate: 1 }, error: 'steps[0].config.transliterate must be a boolean' },
    { input: 'a', config: { locale: 'en' }, error: 'steps[0].config.locale must be one of: none, de, sv, tr' },
    { input: 'a', config: { maxlength: 3 }, error: 'Unknown option for slugify: maxlength. Did you mean maxLength?' },
    {
      name: 'four million characters are the most',
      input: 'ﷺ'.repeat(500_000),
      error: 'the output would be longer than 4000000 characters',
    },
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
