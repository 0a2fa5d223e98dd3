import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'phone-formatter';
const german = { defaultCountry: 'DE' };

/** One number in many ways of writing it. */
const written = [
  '2133734253',
  '213 373 4253',
  '213-373-4253',
  '213.373.4253',
  '(213) 373-4253',
  '1 213 373 4253',
  '1-213-373-4253',
  '+1 213 373 4253',
  '+1 (213) 373-4253',
  '+1.213.373.4253',
  'tel:+1-213-373-4253',
  'Tel: 213/373/4253',
  '213\u2011373\u20114253',
  '+1\u00a0213\u00a0373\u00a04253',
  '２１３３７３４２５３',
  '٢١٣٣٧٣٤٢٥٣',
  '  213 373 4253\t',
];

/** No valid number in the United States. */
const invalid = [
  '911',
  '123',
  '555-0100',
  '123 456 7890',
  '213 373 425',
  '213 373 42533',
  '+1 123 456 7890',
  '+999 123 456 789',
  '0800 83 83 83',
  '1-800-FLOWERS',
  'call 213 373 4253',
  '213 373 4253 (work)',
  '213 373 4253 213 373 4253',
  'none',
  '+',
  '\ud800',
  '😀',
  '\0',
  `${'1'.repeat(101)}`,
];

export default {
  slug,
  cases: [
    ['(+49) 171 1234567\n[+49] 171 1234567\n( +49 )171-1234567', '+491711234567\n+491711234567\n+491711234567'],
    [
      '\u202a+49 171 1234567\u202c\n\u2066(213) 373-4253\u2069\ntel:\u200e+49\u200b1711234567',
      '+491711234567\n+12133734253\n+491711234567',
      {},
      'invisible marks',
    ],
    ['\u202anone\u202c', '\u202anone\u202c', {}, 'what is no number keeps its marks'],
    ['', ''],
    ...written.map((input): ToolCase => [input, '+12133734253']),
    ...invalid.map((input): ToolCase => [input, input]),
    ...invalid.map((input): ToolCase => [input, { error: 'line 1: not a valid phone number' }, { invalid: 'error' }]),
    [
      '213 373 4253 x5',
      '+1 213 373 4253 ext. 5',
      { format: 'international' },
      'an extension, in formats that can say it',
    ],
    ['213 373 4253 ext. 5', '(213) 373-4253 ext. 5', { format: 'national' }],
    ['213 373 4253;ext=5', 'tel:+12133734253;ext=5', { format: 'rfc3966' }],
    ['213 373 4253 #5', '+12133734253', {}, 'E.164 has no extensions'],
    ['030 123456', '+4930123456', german],
    ['0049 30 123456', '+4930123456', german],
    ['+49 (0)30 123456', '+4930123456'],
    ['011 49 30 123456', '+4930123456'],
    ['030 123456', '030 123456', { defaultCountry: 'de', format: 'national' }],
    ['06 12 34 56 78', '+33 6 12 34 56 78', { defaultCountry: 'FR', format: 'international' }],
    ['06 698 12345', '+390669812345', { defaultCountry: 'IT' }, 'Italian zeros stay'],
    ['8 (800) 555-35-35', '+78005553535', { defaultCountry: 'RU' }],
    [
      '+44 20 7946 0958',
      '020 7946 0958',
      { format: 'national' },
      'a national number with a calling code is that of its own country',
    ],
    ['2133734253\r\n\r\nx\r\n', '+12133734253\r\n\r\nx\r\n', {}, 'CRLF, blank lines and a final line end'],
    ['x\n\n2133734253\n', '+12133734253\n', { invalid: 'drop' }],
    ['x\n\n2133734253', 'invalid: x\n\n+12133734253', { invalid: 'mark' }],
    ['2133734253\n\n12', { error: 'line 3: not a valid phone number' }, { invalid: 'error' }],
    ...['XX', '__', '99'].map(
      (defaultCountry): ToolCase => [
        '2133734253',
        { error: `defaultCountry must be the code of a country, such as US, GB or DE, not "${defaultCountry}"` },
        { defaultCountry },
      ],
    ),
    ['', { error: 'steps[0].config.defaultCountry must be at most 2 characters long' }, { defaultCountry: 'USA' }],
    [
      '',
      { error: 'steps[0].config.format must be one of: e164, international, national, rfc3966' },
      { format: 'E164' },
    ],
  ],
  checks: {
    'what one format writes, every other reads': () => {
      const number = fc.constantFrom('+12133734253', '+4930123456', '+442079460958', '+33612345678', '+390669812345');
      const format = fc.constantFrom('e164', 'international', 'national', 'rfc3966');
      const countries: Record<string, string> = { '+1': 'US', '+49': 'DE', '+44': 'GB', '+33': 'FR', '+39': 'IT' };
      fc.assert(
        fc.property(number, format, (e164, name) => {
          const [defaultCountry] = Object.entries(countries)
            .filter(([code]) => e164.startsWith(code))
            .map(([, country]) => country);
          const formatted = resultOf(slug, e164, { format: name, defaultCountry });
          assert.equal(resultOf(slug, formatted, { defaultCountry, invalid: 'error' }), e164);
        }),
        { seed: 1, numRuns: sampleSize(100) },
      );
    },
    'anything has a result, and formatting twice is formatting once': () => {
      const text = fc.string({
        unit: fc.constantFrom('1', '2', '9', '+', '(', ')', '-', ' ', 'x', '\n', '\ud800', '٣'),
      });
      fc.assert(
        fc.property(text, (input) => {
          const once = resultOf(slug, input);
          assert.equal(resultOf(slug, once), once);
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'lines that are not numbers take no time': () => {
      // Without the look at the number of digits, four seconds and more for each.
      assertTakesAtMost(300, () => {
        for (const line of ['a\n', '1\n', '+1\n', '123\n']) {
          const input = line.repeat(500_000 / line.length);
          assert.equal(resultOf(slug, input), input);
        }
      });
    },
  },
} satisfies ToolCases;
