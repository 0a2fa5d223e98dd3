import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'charset-converter';
const decode = { direction: 'decode' };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const hexByte = (byte: number) => byte.toString(16).padStart(2, '0');

/** The bytes 80 to FF, a line each: the digest is that of the index of the WHATWG Encoding Standard, with U+FFFD for gaps. */
const singleByteTables: readonly (readonly [label: string, digest: string])[] = [
  ['ibm866', '7ffc596cb77902c5'],
  ['iso-8859-2', '64a2f39a5149e90d'],
  ['iso-8859-3', '3a1718ae7743efaf'],
  ['iso-8859-4', 'f1797db4019385e3'],
  ['iso-8859-5', '8ad41a95d05e78fd'],
  ['iso-8859-6', '21b32820c3e53060'],
  ['iso-8859-7', '8f9051bbaae5a944'],
  ['iso-8859-8', '2ab70f50bb89f9a2'],
  ['iso-8859-10', 'a8e24330345e4437'],
  ['iso-8859-13', '1374ef1d62d82230'],
  ['iso-8859-14', 'c7fa312fa4a25485'],
  ['iso-8859-15', 'edac8b0995c246a4'],
  ['iso-8859-16', '2db1a0d11369bd62'],
  ['koi8-r', 'f218618f4b7487d2'],
  ['koi8-u', '986308ea82e552b7'],
  ['macintosh', 'd2a4c868abe68fce'],
  ['windows-874', 'ed153f6f715356c2'],
  ['windows-1250', '33cb778f9cc2120a'],
  ['windows-1251', '1cceffb51f96eac1'],
  ['windows-1252', '2afd1267025813be'],
  ['windows-1253', 'a94233bc0ee21244'],
  ['windows-1254', '4463fdde23016876'],
  ['windows-1255', '006f929c1ac9b559'],
  ['windows-1256', '56ff3c6d002bdedd'],
  ['windows-1257', '1fb600d7c78d1c92'],
  ['windows-1258', '46d65c5c252e30fe'],
  ['x-mac-cyrillic', 'fb5cd9f7e27be9f4'],
];

type Range = readonly [firstLead: number, lastLead: number, firstTrail: number, lastTrail: number];

/** All sequences of two bytes, a line each: the digest follows from the standard's index and its decoder. */
const twoByteTables: readonly (readonly [label: string, digest: string, ranges: readonly Range[]])[] = [
  ['big5', 'a480b91e471b817b', [[0x81, 0xfe, 0x40, 0xfe]]],
  ['euc-kr', 'f05394fd2195e9c3', [[0x81, 0xfe, 0x41, 0xfe]]],
  ['gb18030', 'e6bf4aa9fc799144', [[0x81, 0xfe, 0x40, 0xfe]]],
  ['gbk', 'e6bf4aa9fc799144', [[0x81, 0xfe, 0x40, 0xfe]]],
  ['euc-jp', 'ce998fec6428081d', [[0xa1, 0xfe, 0xa1, 0xfe]]],
  [
    'shift_jis',
    'a46d1ce7ac5bf409',
    [
      [0x81, 0x9f, 0x40, 0xfc],
      [0xe0, 0xfc, 0x40, 0xfc],
    ],
  ],
];

function sequences(ranges: readonly Range[]): string {
  const lines: string[] = [];
  for (const [firstLead, lastLead, firstTrail, lastTrail] of ranges) {
    for (let lead = firstLead; lead <= lastLead; lead++) {
      for (let trail = firstTrail; trail <= lastTrail; trail++) lines.push(`${hexByte(lead)}${hexByte(trail)}0a`);
    }
  }
  return lines.join('');
}

/** Text in each charset, and its bytes. */
const texts: readonly (readonly [label: string, text: string, hex: string])[] = [
  ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
  ['koi8-r', 'Привет', 'f0d2c9d7c5d4'],
  ['iso-8859-5', 'Привет', 'bfe0d8d2d5e2'],
  ['ibm866', 'Привет', '8fe0a8a2a5e2'],
  ['windows-1250', 'Łódź', 'a3f3649f'],
  ['iso-8859-2', 'Łódź', 'a3f364bc'],
  ['iso-8859-15', '€', 'a4'],
  ['windows-1253', 'Ωμέγα', 'd9ecdde3e1'],
  ['windows-1254', 'İğne', 'ddf06e65'],
  ['windows-1255', 'שלום', 'f9ece5ed'],
  ['windows-1256', 'سلام', 'd3e1c7e3'],
  ['windows-874', 'ไทย', 'e4b7c2'],
  ['macintosh', 'Zoë', '5a6f91'],
  ['shift_jis', '日本語ｶﾅ\\~', '93fa967b8ceab6c55c7e'],
  ['euc-jp', '日本語', 'c6fccbdcb8ec'],
  ['iso-2022-jp', 'a日本b', '611b2442467c4b5c1b284262'],
  ['gbk', '中文€', 'd6d0cec480'],
  ['gb18030', '中€😀', 'd6d0a2e39439fc36'],
  ['big5', '中文', 'a4a4a4e5'],
  ['euc-kr', '한글', 'c7d1b1db'],
  ['utf-8', 'é😀', 'c3a9f09f9880'],
  ['utf-16le', 'é😀', 'e9003dd800de'],
  ['utf-16be', 'é😀', '00e9d83dde00'],
];

const otherLabels: readonly (readonly [label: string, text: string, hex: string])[] = [
  ['latin1', '€', '80'],
  [' ISO-8859-1 ', '€', '80'],
  ['CP1252', '\x81', '81'],
  ['SJIS', '表', '955c'],
  ['Windows-31J', '①', '8740'],
  ['ks_c_5601-1987', '똠', '8c63'],
];

export default {
  slug,
  cases: [
    ...texts.flatMap(([charset, text, hex]): ToolCase[] => [
      [text, hex, { charset }],
      [hex, text, { ...decode, charset }],
    ]),
    ...otherLabels.map(([charset, text, hex]): ToolCase => [text, hex, { charset }]),
    ['5a 6F\neb', 'Zoë', decode],
    ['Wm/r', 'Zoë', { ...decode, format: 'base64' }],
    ['Zoë', 'Wm/r', { format: 'base64' }],
    ['a b+%e9~表', { error: 'line 1, column 9: "表" must be percent-encoded' }, { ...decode, format: 'percent' }],
    ['a b+%e9~', 'a b+é~', { ...decode, format: 'percent' }],
    [
      'a\n%4',
      { error: 'line 2, column 1: "%" must be followed by two hexadecimal digits; write %25 for the character itself' },
      { ...decode, format: 'percent' },
    ],
    ['é ~_/表', '%E9%20~_%2F%3F', { format: 'percent', invalid: 'replace' }],
    ['ソ', '%83%5C', { charset: 'sjis', format: 'percent' }, 'a backslash in a character is escaped too'],
    // Mojibake.
    ['Ïðèâåò', 'Привет', { ...decode, charset: 'windows-1251', format: 'mojibake' }],
    ['Привет', 'Ïðèâåò', { charset: 'windows-1251', format: 'mojibake' }],
    ['“ú–{Œê', '日本語', { ...decode, charset: 'shift_jis', format: 'mojibake' }],
    ['\x93ú\x96{\x8cê', '日本語', { ...decode, charset: 'shift_jis', format: 'mojibake' }, 'decoded as Latin-1'],
    ['ÖÐÎÄ', '中文', { ...decode, charset: 'gb2312', format: 'mojibake' }],
    ['РџСЂРёРІРµС‚', 'Привет', { ...decode, charset: 'utf-8', format: 'mojibake', misreadAs: 'windows-1251' }],
    [
      'a\nПривет',
      {
        error:
          'line 2, column 1: "П" is not in windows-1252, so the text was not decoded as that by mistake; name another charset in misreadAs, or use mojibake-fixer',
      },
      { ...decode, charset: 'windows-1251', format: 'mojibake' },
    ],
    [
      'é',
      {
        error: 'misreadAs: the bytes cannot be read as Shift_JIS: byte 0 is not part of a character in Shift_JIS',
      },
      { format: 'mojibake', misreadAs: 'shift_jis' },
    ],
    // Characters that a charset lacks.
    ['a\nb€😀', { error: 'line 2, column 2: ISO-8859-2 does not have "€"' }, { charset: 'latin2' }],
    ['a€😀\ud800b', '613f3f3f62', { charset: 'latin2', invalid: 'replace' }],
    ['a€😀\ud800b', '6162', { charset: 'latin2', invalid: 'drop' }],
    ['a€😀\ud800b', Buffer.from('a&#8364;&#128512;&#65533;b').toString('hex'), { charset: 'latin2', invalid: 'html' }],
    ['\ud800', { error: 'line 1, column 1: UTF-8 does not have U+D800' }, { charset: 'utf8' }],
    ['\ud83d\ude00\udc00', { error: 'line 1, column 2: UTF-16LE does not have U+DC00' }, { charset: 'utf-16' }],
    ['\ue5e5', { error: 'line 1, column 1: gb18030 does not have U+E5E5' }, { charset: 'gb18030' }],
    ['\x1b', { error: 'line 1, column 1: ISO-2022-JP does not have U+001B' }, { charset: 'iso-2022-jp' }],
    ['表\u{20021}', '1b2442493d1b28423f', { charset: 'iso-2022-jp', invalid: 'replace' }],
    // Bytes that a charset lacks.
    [
      '61ff',
      {
        error: 'the bytes are not UTF-8 (byte 0xFF at offset 1): name another charset, or set invalid to replace',
      },
      { ...decode, charset: 'utf-8' },
    ],
    [
      '6193fa93',
      {
        error: 'the bytes are not Shift_JIS (byte 0x93 at offset 3): name another charset, or set invalid to replace',
      },
      { ...decode, charset: 'sjis' },
    ],
    [
      '93fa93ff61',
      {
        error: 'the bytes are not Shift_JIS (byte 0x93 at offset 2): name another charset, or set invalid to replace',
      },
      { ...decode, charset: 'sjis' },
    ],
    [
      `${'61'.repeat(40_000)}d9`,
      {
        error:
          'the bytes are not windows-1255 (byte 0xD9 at offset 40000): name another charset, or set invalid to replace',
      },
      { ...decode, charset: 'windows-1255' },
      'far from the start',
    ],
    ['93fa93', '日\ufffd', { ...decode, charset: 'sjis', invalid: 'replace' }],
    ['93fa93', '日', { ...decode, charset: 'sjis', invalid: 'drop' }],
    ['610000d8', 'a\ufffd', { ...decode, charset: 'utf-16le', invalid: 'replace' }],
    ['61', { error: 'invalid must not be html when decoding: use replace or drop' }, { ...decode, invalid: 'html' }],
    // Byte order marks.
    ['a', 'efbbbf61', { charset: 'utf-8', byteOrderMark: true }],
    ['a', 'fffe6100', { charset: 'utf-16le', byteOrderMark: true }],
    ['efbbbf61', 'a', { ...decode, charset: 'utf-8' }],
    ['feff0061', 'a', { ...decode, charset: 'utf-16be' }],
    [
      'a',
      { error: 'byteOrderMark is for UTF-8 and UTF-16, and not for gb18030' },
      { charset: 'gb18030', byteOrderMark: true },
    ],
    // Labels.
    ['a', { error: 'charset "windows-125" is unknown. Did you mean windows-1250?' }, { charset: 'windows-125' }],
    [
      'a',
      { error: 'charset "ebcdic" is unknown; use a label such as windows-1252, Shift_JIS or gb18030' },
      { charset: 'ebcdic' },
    ],
    ['a', { error: 'charset "iso-2022-kr" is unknown. Did you mean ISO-2022-JP?' }, { charset: 'iso-2022-kr' }],
    ['', '', { charset: 'iso-2022-jp' }],
    ['', '', { ...decode, charset: 'big5' }],
  ],
  checks: {
    'single-byte tables are those of the standard': () => {
      const bytes = Array.from({ length: 128 }, (_, index) => `${hexByte(0x80 + index)}0a`).join('');
      for (const [charset, digest] of singleByteTables) {
        assert.equal(sha256(resultOf(slug, bytes, { ...decode, charset, invalid: 'replace' })), digest, charset);
      }
    },
    'two-byte tables are those of the standard': () => {
      for (const [charset, digest, ranges] of twoByteTables) {
        const text = resultOf(slug, sequences(ranges), { ...decode, charset, invalid: 'replace' });
        assert.equal(sha256(text), digest, charset);
      }
    },
    'decoding restores what was encoded, in every form': () => {
      const labels = [...singleByteTables.map(([label]) => label), ...twoByteTables.map(([label]) => label)];
      const config = fc.record(
        {
          charset: fc.constantFrom(...labels, 'utf-8', 'utf-16le', 'utf-16be', 'iso-2022-jp'),
          format: fc.constantFrom('hex', 'base64', 'percent', 'mojibake'),
        },
        { noNullPrototype: true },
      );
      const text = fc.oneof(
        fc.string({ unit: fc.constantFrom(...'aZ 9\n~\\ëłžŁ€ðяЖщשλไ表日本語ｶ中国한글😀\u{20021}—“') }),
        fc.string({ unit: 'binary' }),
      );
      fc.assert(
        fc.property(text, config, (input, options) => {
          // What the standard encodes as its look-alike.
          const plain = input.replace(/[¥‾−\ufeff｡-ﾟ]/g, '');
          const bytes = resultOf(slug, plain, { ...options, invalid: 'html' });
          const kept = resultOf(slug, bytes, { ...options, ...decode });
          const dropped = resultOf(slug, plain, { ...options, invalid: 'drop' });
          const rest = resultOf(slug, dropped, { ...options, ...decode });
          const isIn = (character: string) =>
            typeof runTool(slug, character, { charset: options.charset }) === 'string';
          const characters = [...plain];
          assert.equal(rest, characters.filter(isIn).join(''));
          const reference = (character: string) =>
            `&#${/^[\ud800-\udfff]$/.test(character) ? 65533 : character.codePointAt(0)};`;
          assert.equal(kept, characters.map((one) => (isIn(one) ? one : reference(one))).join(''));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'checks the limit before it builds its output': () => {
      for (const format of ['hex', 'base64']) assertAsksForItsSize(slug, 'aé', { format });
    },
    'time is linear': () => {
      const hostile: [piece: string, config: object][] = [
        ['é', { charset: 'iso-8859-2', invalid: 'html' }],
        ['表a', { charset: 'iso-2022-jp' }],
        ['😀', { charset: 'big5', invalid: 'drop' }],
        ['\x81', { ...decode, charset: 'gbk', format: 'mojibake', invalid: 'replace' }],
        ['\u0085a', { ...decode, charset: 'gbk', format: 'mojibake', invalid: 'drop' }],
        ['81', { ...decode, charset: 'gb18030', invalid: 'replace' }],
        ['1b', { ...decode, charset: 'iso-2022-jp', invalid: 'replace' }],
        ['81308130', { ...decode, charset: 'gb18030', invalid: 'replace' }],
        ['%81', { ...decode, charset: 'euc-jp', format: 'percent', invalid: 'replace' }],
      ];
      for (const [piece, config] of hostile) {
        assertLinear(
          (length) => piece.repeat(length / piece.length),
          (text) => runTool(slug, text, config),
        );
      }
    },
  },
} satisfies ToolCases;
