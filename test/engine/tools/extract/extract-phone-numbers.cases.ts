import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-phone-numbers';

/** By country: a text, and what is found in it, as it is written. */
const found: Record<string, Record<string, readonly string[]>> = {
  US: {
    '': [],
    'no number here': [],
    '213-373-4253': ['213-373-4253'],
    '(213) 373-4253': ['(213) 373-4253'],
    '(213)373-4253': ['(213)373-4253'],
    '[213] 373-4253': ['[213] 373-4253'],
    '(call 213-373-4253)': ['213-373-4253'],
    '213.373.4253.': ['213.373.4253'],
    '213\u2011373\u20114253': ['213\u2011373\u20114253'],
    '213\u00a0373\u00a04253': ['213\u00a0373\u00a04253'],
    '２１３３７３４２５３ ٢١٣٣٧٣٤٢٥٤ ۲۱۳۳۷۳۴۲۵۵': ['２１３３７３４２５３', '٢١٣٣٧٣٤٢٥٤', '۲۱۳۳۷۳۴۲۵۵'],
    '1-213-373-4253': ['1-213-373-4253'],
    '+1 213-373-4253': ['+1 213-373-4253'],
    '+ 1 213 373 4253': ['+ 1 213 373 4253'],
    '(+1) 213 373 4253': ['(+1) 213 373 4253'],
    '+(1) 213 373 4253': ['+(1) 213 373 4253'],
    '＋1 213 373 4253': ['＋1 213 373 4253'],
    '+44 (0)20 7946 0958': ['+44 (0)20 7946 0958'],
    '011 44 20 7946 0958': ['011 44 20 7946 0958'],
    'tel:+1-213-373-4253': ['+1-213-373-4253'],
    'phone=2133734253&x=1': ['2133734253'],
    '{"phone":"2133734253"}': ['2133734253'],
    '2133734253。': ['2133734253'],
    // Several
    '213-373-4253, 213-373-4254': ['213-373-4253', '213-373-4254'],
    '213-373-4253,213-373-4254': ['213-373-4253', '213-373-4254'],
    '213-373-4253/213-373-4254': ['213-373-4253', '213-373-4254'],
    '213-373-4253/4254': ['213-373-4253'],
    '030 123456 213-373-4253': ['213-373-4253'],
    '(213) 373-4253 (213) 373-4254': ['(213) 373-4253', '(213) 373-4254'],
    '213-373-4253 213-373-4254': ['213-373-4253', '213-373-4254'],
    '213-373-4253 - 213-373-4254': ['213-373-4253', '213-373-4254'],
    '2133734253 2133734254 2133734255': ['2133734253', '2133734254', '2133734255'],
    '+1 213 373 4253 +1 213 373 4254': ['+1 213 373 4253', '+1 213 373 4254'],
    '213 373 4253\n213 373 4254\r\n213 373 4255': ['213 373 4253', '213 373 4254', '213 373 4255'],
    // Other figures next to a number
    'Room 12 213 373 4253': ['213 373 4253'],
    '213 373 4253 24/7': ['213 373 4253'],
    '+1 (213) 373-4253 24 7 365': ['+1 (213) 373-4253'],
    '10:30 213-373-4253 11:30': ['213-373-4253'],
    '2026-01-15 2133734253': ['2133734253'],
    '213\t373\t4253': [],
    '213    373    4253': [],
    // Extensions
    '213-373-4253 ext. 5 or': ['213-373-4253 ext. 5'],
    '2133734253x5': ['2133734253x5'],
    '2133734253;ext=1234567': ['2133734253;ext=1234567'],
    '213-373-4253, extension 12': ['213-373-4253, extension 12'],
    '213-373-4253 x 2133734254': ['213-373-4253', '2133734254'],
    // Other figures
    '911 411 555-0100': [],
    '123 456 7890': [],
    '4111 1111 1111 1111': [],
    'DE89 3704 0044 0532 0130 00': [],
    '2133734253abc abc2133734253 _2133734253': [],
    '#2133734253 $2133734253 2133734253€ 2133734253%': [],
    'INV-2133734253 2133734253-A': [],
    'https://example.com/2133734253': [],
    'https://wa.me/+12133734253': ['+12133734253'],
    '3f2a4b1c-2133-7342-5312-abcdef123456': [],
    '213373.4253 2.133.734 2133734253,00': [],
    '20260115103000 1700000000': [],
    '21.33.73.42 2026-01-15 10:30:00': [],
    '2 1 3 3 7 3 4 2 5 3': [],
    '078-05-1120': [],
    '2133734253\ud800 \ud8002133734254': ['2133734253', '2133734254'],
    '\u00002133734253\u0000': ['2133734253'],
  },
  DE: {
    '030 123456, 030/123457; (030) 123458': ['030 123456', '030/123457', '(030) 123458'],
    '0049 30 123456': ['0049 30 123456'],
    '+49 (0) 30 / 123456': ['+49 (0) 30 / 123456'],
    'without its zero: 30 123456': [],
    'am 01.02.2024 um 12:30': [],
  },
  FR: { '01 23 45 67 89': ['01 23 45 67 89'], '06.12.34.56.78': ['06.12.34.56.78'] },
  NO: { '22 34 56 78': ['22 34 56 78'], '4111 1111 1111 1111': [], '22345678': ['22345678'], '2010-2014': [] },
  ES: { '612 345 678, 612.345.678': ['612 345 678', '612.345.678'], '1.234.567': [] },
  RU: { '8 (800) 555-35-35 / (495) 123-45-67': ['8 (800) 555-35-35', '(495) 123-45-67'] },
  AU: { '1300 655 506': ['1300 655 506'] },
  IN: { '98765 43210': ['98765 43210'] },
  IT: { '06 698 12345': ['06 698 12345'] },
};

const hostile = ['1', '1 ', '+1', '(1)', '1.', '2234567/2234567\n'];

export default {
  slug,
  cases: [
    [
      'GET /users/+12133734253/calls?x=%2B12133734254/a tel_+12133734255_ _(213) 373-4256_',
      '+12133734253\n+12133734254\n+12133734255\n+12133734256',
    ],
    [
      'a=%2B12133734253&b=(213)+373-4254&c=213%2D373%2D4255 &#43;12133734256 +38760123456',
      '+12133734253\n+12133734254\n+12133734255\n+12133734256',
      {},
      'percent-encoded, and as HTML writes them; valid ones only',
    ],
    [String.raw`x\f213-373-4253 "x\b213-\u200b373-4254"`, '+12133734253\n+12133734254'],
    ['電話：+81 3 1234 5678まで、tel+49 171 1234567, (+49) 171 1234568', '+81312345678\n+491711234567\n+491711234568'],
    [String.raw`{"m":"tel:\n213-373-4253\t\u002b44 20 7946 0958"}`, '+12133734253\n+442079460958'],
    [
      '\u202a+49 171 1234567\u202c',
      '+49 171 1234567',
      { format: 'raw' },
      'direction marks, as address books copy them',
    ],
    ...Object.entries(found).flatMap(([defaultCountry, texts]) =>
      Object.entries(texts).map(
        ([input, numbers]): ToolCase => [
          input,
          numbers.join(' | '),
          { defaultCountry, format: 'raw', separator: ' | ' },
        ],
      ),
    ),
    ['(213) 373-4253 ext. 5', '+12133734253'],
    ['(213) 373-4253 ext. 5', '+1 213 373 4253 ext. 5', { format: 'international' }],
    ['213 373 4253x5', '(213) 373-4253 ext. 5', { format: 'national' }],
    ['030 123456', '030 123456', { defaultCountry: 'de', format: 'national' }],
    [
      '030 123456, (213) 373-4253, +49 30 123456',
      '+49 30 123456; +1 213 373 4253',
      { otherCountries: ['DE'], format: 'international', separator: '; ' },
      'of several countries, each once however it is dialled',
    ],
    ['213 373 4253, 213-373-4253', '+12133734253', {}, 'one number however it is written'],
    ['2133734253, 2133734253', '+12133734253\n+12133734253', { unique: false }],
    ['2133734255, 2133734254, 2133734253', '+12133734253;+12133734254', { sort: true, limit: 2, separator: ';' }],
    [
      '',
      { error: 'defaultCountry must be the code of a country, such as US, GB or DE, not "XX"' },
      { defaultCountry: 'XX' },
    ],
    ['', { error: 'steps[0].config.format must be one of: e164, international, national, raw' }, { format: 'rfc3966' }],
    ['', { error: 'steps[0].config.separator must be at most 10 characters long' }, { separator: ' '.repeat(11) }],
  ],
  checks: {
    'finds every number that is put into a text': () => {
      const number = fc.constantFrom(
        '213-373-4253',
        '(213) 373-4254',
        '+44 20 7946 0958',
        '+4930123456',
        '1.213.373.4255',
        '2133734256 ext. 7',
      );
      const text = fc.array(
        fc.tuple(
          fc.constantFrom('', 'call ', 'Tel.: ', '— ', '"', '\n', 'on 2026-01-15, 10:30: ', 'item 4 of 5, '),
          number,
          fc.constantFrom(', ', '.\n', '; ', '" ', '? ', ' or 3 more, ', ')\r\n'),
        ),
      );
      fc.assert(
        fc.property(text, (parts) => {
          const expected = parts.map(([, each]) => each).join('|');
          const options = { unique: false, format: 'raw', separator: '|' };
          assert.equal(resultOf(slug, parts.flat().join(''), options), expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'results are in the text, in order': () => {
      const text = fc.string({
        unit: fc.constantFrom('2', '13', '3734253', '+', '+1', '(', ')', ' ', '-', '/', '.', 'x', ':', '\ud800', '٣'),
        maxLength: 30,
      });
      fc.assert(
        fc.property(text, (input) => {
          let position = 0;
          const options = { unique: false, format: 'raw', separator: '|' };
          for (const number of resultOf(slug, input, options).split('|')) {
            position = input.indexOf(number, position) + number.length;
            assert.ok(position >= number.length, number);
          }
        }),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'time is linear': () => {
      for (const part of hostile) {
        const input = filled(part, 50_000);
        // The most the library can be made to work is 0.14 s; were every group tried as a start, 1.5 s.
        assertTakesAtMost(60, () => resultOf(slug, input));
      }
    },
  },
} satisfies ToolCases;
