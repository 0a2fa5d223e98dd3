import assert from 'node:assert/strict';
import fc from 'fast-check';
import { categories } from '#engine/tools/analyze/unicode-inspector/unicode-categories.js';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'unicode-inspector';
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'aé\0\r\n😀', '\r\n', '\ud800', '\udc00', '\u0301'),
  ),
});

/** One character of each general category. */
const samples: Readonly<Record<string, string>> = {
  Lu: 'A',
  Ll: 'ß',
  Lt: 'ǅ',
  Lm: 'ʰ',
  Lo: '漢',
  Mn: '\u0301',
  Mc: '\u0903',
  Me: '\u20dd',
  Nd: '٣',
  Nl: 'Ⅷ',
  No: '½',
  Pc: '_',
  Pd: '—',
  Ps: '(',
  Pe: ')',
  Pi: '“',
  Pf: '”',
  Po: '!',
  Sm: '+',
  Sc: '€',
  Sk: '^',
  So: '©',
  Zs: '\u3000',
  Zl: '\u2028',
  Zp: '\u2029',
  Cc: '\0',
  Cf: '\u200b',
  Cs: '\udfff',
  Co: '\ue000',
  Cn: '\uffff',
};

interface Report {
  readonly total: number;
  readonly characters: readonly {
    readonly line: number;
    readonly column: number;
    readonly character: string;
    readonly codePoint: string;
    readonly category: string;
    readonly block: string | null;
    readonly utf8: string | null;
  }[];
}

function report(input: string, config: object = {}): Report {
  return JSON.parse(resultOf(slug, input, { format: 'json', ...config }));
}

export default {
  slug,
  cases: [
    ['', '{\n  "total": 0,\n  "characters": []\n}', { format: 'json' }],
    ['abc\n', '', { nonAsciiOnly: true }, 'only ASCII'],
    [
      '\0\t \x7f\u2003\u00ad',
      [
        '1:1\tNUL\tU+0000\tCc control\tBasic Latin\t00',
        '1:2\tHT\tU+0009\tCc control\tBasic Latin\t09',
        '1:3\tSP\tU+0020\tZs space separator\tBasic Latin\t20',
        '1:4\tDEL\tU+007F\tCc control\tBasic Latin\t7F',
        '1:5\t-\tU+2003\tZs space separator\tGeneral Punctuation\tE2 80 83',
        '1:6\tSHY\tU+00AD\tCf format\tLatin-1 Supplement\tC2 AD',
      ].join('\n'),
      {},
      'invisible characters have an abbreviation or a hyphen',
    ],
    [
      '\r\n\r\n\rx',
      [
        '1:1\tCR\tU+000D\tCc control\tBasic Latin\t0D',
        '1:2\tLF\tU+000A\tCc control\tBasic Latin\t0A',
        '2:1\tCR\tU+000D\tCc control\tBasic Latin\t0D',
        '2:2\tLF\tU+000A\tCc control\tBasic Latin\t0A',
        '3:1\tCR\tU+000D\tCc control\tBasic Latin\t0D',
        '4:1\tx\tU+0078\tLl lowercase letter\tBasic Latin\t78',
      ].join('\n'),
      {},
      'line ends belong to the line that they end',
    ],
    [
      '\u0301\ud800\ud801\udc00\u{10ffff}',
      [
        '1:1\t\u25cc\u0301\tU+0301\tMn nonspacing mark\tCombining Diacritical Marks\tCC 81',
        '1:2\t-\tU+D800\tCs surrogate\tHigh Surrogates\t-',
        '1:3\t\u{10400}\tU+10400\tLu uppercase letter\t-\tF0 90 90 80',
        '1:4\t-\tU+10FFFF\tCn unassigned\tSupplementary Private Use Area-B\tF4 8F BF BF',
      ].join('\n'),
      {},
      'a mark on a dotted circle, a lone surrogate, a character of a rare block',
    ],
    [
      'éé',
      '1:1\té\tU+00E9\tLl lowercase letter\tLatin-1 Supplement\tC3 A9\n1:2\té\tU+00E9\tLl lowercase letter\tLatin-1 Supplement\tC3 A9',
      { limit: 2, nonAsciiOnly: true },
      'as many as the limit',
    ],
    ['a', { error: 'steps[0].config.limit must be at least 1' }, { limit: 0 }],
    ['a', { error: 'steps[0].config.limit must be at most 5000' }, { limit: 5001 }],
    ['a', { error: 'steps[0].config.format must be one of: text, json' }, { format: 'csv' }],
  ],
  checks: {
    'knows every general category': () => {
      assert.deepEqual(Object.keys(samples), Object.keys(categories));
      for (const [code, character] of Object.entries(samples)) {
        assert.equal(report(character).characters[0]?.category, code);
      }
    },
    'first and last character of every listed block, and none between blocks': () => {
      const edges: [number, string | null][] = [
        [0x00, 'Basic Latin'],
        [0x7f, 'Basic Latin'],
        [0x80, 'Latin-1 Supplement'],
        [0x24f, 'Latin Extended-B'],
        [0x250, 'IPA Extensions'],
        [0x3ff, 'Greek and Coptic'],
        [0x7c0, 'NKo'],
        [0x800, null],
        [0x9fff, 'CJK Unified Ideographs'],
        [0xac00, 'Hangul Syllables'],
        [0xd7b0, null],
        [0xdfff, 'Low Surrogates'],
        [0xe000, 'Private Use Area'],
        [0xfff0, 'Specials'],
        [0x10000, null],
        [0x1f600, 'Emoticons'],
        [0x1f64f, 'Emoticons'],
        [0x1f650, null],
        [0xe0100, 'Variation Selectors Supplement'],
      ];
      for (const [codePoint, block] of edges) {
        const [character] = report(String.fromCodePoint(codePoint)).characters;
        assert.equal(character?.block, block, codePoint.toString(16));
      }
    },
    'the bytes and code points listed are those of the text': () => {
      fc.assert(
        fc.property(text, (input) => {
          const { total, characters } = report(input, { limit: 5000 });
          assert.equal(total, [...input].length);
          assert.equal(characters.map(({ character }) => character).join(''), input);
          for (const { character, codePoint, utf8 } of characters) {
            assert.equal(Number.parseInt(codePoint.slice(2), 16), character.codePointAt(0));
            if (utf8 !== null) assert.equal(Buffer.from(utf8.replaceAll(' ', ''), 'hex').toString(), character);
            else assert.equal(character.isWellFormed(), false);
          }
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'line and column locate the character': () => {
      fc.assert(
        fc.property(text, (input) => {
          const lines = input.split(/(?<=\n|\r(?!\n))/).map((line) => [...line]);
          for (const { line, column, character } of report(input).characters) {
            assert.equal(lines[line - 1]?.[column - 1], character);
          }
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'a long text costs no more than its first characters': () => {
      assertTakesAtMost(500, () => {
        for (const piece of ['é', '\n', '\ud800', '\u{10ffff}']) {
          const input = piece.repeat(500_000 / piece.length);
          assert.equal(report(input, { limit: 5000 }).total, [...input].length);
        }
      });
    },
  },
} satisfies ToolCases;
