import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'email-normalizer';

/** A line, and the address that it is. */
const valid: Record<string, string> = {
  'ada@example.com': 'ada@example.com',
  ' Ada@Example.COM\t': 'ada@example.com',
  'ada.b+c@example.com': 'ada.b@example.com',
  'ada+b+c@example.com': 'ada@example.com',
  'ada+@example.com': 'ada@example.com',
  'A.d.a+x@gmail.com': 'ada@gmail.com',
  'a.da@GoogleMail.com': 'ada@gmail.com',
  'a.da@mail.gmail.com': 'a.da@mail.gmail.com',
  '<ada@example.com>': 'ada@example.com',
  'Ada <ada@example.com>': 'ada@example.com',
  '"Lovelace, Ada <x>" < ada@example.com >': 'ada@example.com',
  'mailto:ada@example.com': 'ada@example.com',
  'MAILTO:Ada@example.com?cc=bob@example.com': 'ada@example.com',
  'Ada <mailto:ada@example.com>': 'ada@example.com',
  "o'brien@example.ie": "o'brien@example.ie",
  'JOSÉ@MÜNCHEN.DE': 'josé@münchen.de',
  '用户@例子.中国': '用户@例子.中国',
  'ada@xn--mnchen-3ya.de': 'ada@münchen.de',
  'ada@XN--MNCHEN-3YA.de': 'ada@münchen.de',
  'ada@mu\u0308nchen.de': 'ada@münchen.de',
  'jose\u0301@example.com': 'jos\u00e9@example.com',
  'ada@xn--fsqu00a.xn--fiqs8s': 'ada@例子.中国',
  'ada@faß.de': 'ada@faß.de',
  'ada@xn--n3h.de': 'ada@xn--n3h.de',
  'ada@XN--A.de': 'ada@xn--a.de',
  'mailto:ada%2Bnews@example.com': 'ada@example.com',
  '<mailto:%61da%40m%C3%BCnchen.de?subject=a%40b.de>': 'ada@münchen.de',
  'mailto:100%@example.com': '100%@example.com',
  'ada%2Bnews@example.com': 'ada%2bnews@example.com',
  '"Ada B."@Example.com': '"ada b."@example.com',
  '"ada.b+c"@gmail.com': '"ada.b+c"@gmail.com',
};

const invalid = [
  'ada',
  'ada@localhost',
  'ada@10.0.0.1',
  '@example.com',
  'ada@@example.com',
  '.ada@example.com',
  'ada.@example.com',
  'a..b@example.com',
  'ada@example.com.',
  'ada@example.com, bob@example.com',
  'ada@example.com bob@example.com',
  'see ada@example.com',
  'Ada <ada@example.com> (home)',
  '<>',
  '>',
  'mailto:',
  'mailto:a%0Ab@example.com',
  'mailto:a@example.com%2Cb@example.com',
  '+x@gmail.com',
  '\ud800@example.com',
  `${'a'.repeat(65)}@example.com`,
];

export default {
  slug,
  cases: [
    ['', ''],
    ...Object.entries(valid).map(([input, output]): ToolCase => [input, output, { invalid: 'error' }]),
    ...invalid.map((input): ToolCase => [input, '']),
    ...invalid.map((input): ToolCase => [input, `invalid: ${input}`, { invalid: 'mark' }]),
    ['Ada+x@Example.com', 'Ada@example.com', { lowercase: false }],
    ['Ada+x@example.com', 'ada+x@example.com', { plusTags: false }],
    ['a.b+c@googlemail.com', 'a.b@googlemail.com', { gmailDots: false }],
    ['a.b+c@googlemail.com', 'ab+c@gmail.com', { plusTags: false }],
    ['Jane <ｊａｎｅ＠Example．com>\nada@example。com', 'jane@example.com\nada@example.com', {}, 'full-width forms'],
    ['mailto:ada%2Bnews@example.com', 'ada+news@example.com', { plusTags: false }],
    [
      'ada@münchen.de\nada@xn--mnchen-3ya.de\nada@mu\u0308nchen.de\nADA@MÜNCHEN.de',
      'ada@münchen.de',
      { unique: true },
      'all spellings of a domain are one',
    ],
    ['b@x.de\na@x.de\nb+1@x.de', 'b@x.de\na@x.de\nb@x.de'],
    ['b@x.de\n\na@x.de\n\nb+1@x.de', 'b@x.de\n\na@x.de\n', { unique: true, invalid: 'keep' }],
    ['x\r\n\r\nA@x.de\r\n', 'a@x.de\r\n', {}, 'dropped with the blank lines'],
    ['x\n\nA@x.de', 'x\n\na@x.de', { invalid: 'keep' }],
    ['A@x.de\n\nx', { error: 'line 3: not an e-mail address' }, { invalid: 'error' }],
    ['', { error: 'steps[0].config.invalid must be one of: error, keep, drop, blank, mark' }, { invalid: 'skip' }],
    { long: ['x\n'.repeat(250_000), 'invalid: x\n'.repeat(250_000), { invalid: 'mark' }, 'many marks'] },
  ],
  checks: {
    'normalizing twice is normalizing once': () => {
      const line = fc.string({
        unit: fc.constantFrom(
          'a',
          'B',
          '.',
          '+',
          '@',
          'gmail.com',
          'x.de',
          'xn--',
          'u\u0308',
          'mailto:',
          '%41',
          '<',
          '>',
          ' ',
          'İ',
        ),
      });
      fc.assert(
        fc.property(fc.array(line), fc.boolean(), fc.boolean(), (lines, gmailDots, plusTags) => {
          const config = { gmailDots, plusTags };
          const once = resultOf(slug, lines.join('\n'), config);
          assert.equal(resultOf(slug, once, config), once);
        }),
        { seed: 1, numRuns: sampleSize(1000) },
      );
    },
    'time is linear': () => {
      for (const part of [
        '@',
        'a',
        '<',
        '>',
        '+',
        'a@',
        'a@b.de',
        '<a@b.de>',
        'mailto:',
        'a+@b.de\n',
        'a@ü.de\n',
        'a@xn--tda.de\n',
      ]) {
        assertLinear(part, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
