import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'mime-header-converter';
const decode = { direction: 'decode' };

/** RFC 2047 section 8: what is displayed for each pair of words. */
const adjacentWords: [input: string, output: string][] = [
  ['(=?ISO-8859-1?Q?a?=)', '(a)'],
  ['(=?ISO-8859-1?Q?a?= b)', '(a b)'],
  ['(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a?=\r\n     =?ISO-8859-1?Q?b?=)', '(ab)'],
  ['(=?ISO-8859-1?Q?a_b?=)', '(a b)'],
  ['(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)', '(a b)'],
];

/** RFC 5322, section 2.2.3. */
const unfolded = (header: string) => header.replace(/\r?\n(?=[ \t])/g, '');

export default {
  slug,
  cases: [
    ...adjacentWords.map(([input, output]): ToolCase => [input, output, decode, `RFC 2047: ${input}`]),
    ['', ''],
    ['', '', decode],
    [
      '=?utf-8?b?w?= =?utf-8?b?w7w=?= =?UTF-8?Q?=C3?= =?utf-8?b?vA==?=',
      '=?utf-8?b?w?= üü',
      { ...decode, invalid: 'keep' },
      'a character split between two words is one',
    ],
    ['=?utf-8?q?a?=\n=?utf-8?q?b?=\n', 'a\nb\n', decode, 'lines of their own stay'],
    ['=?US-ASCII*EN?Q?Keith_Moore?= <moore@example>', 'Keith Moore <moore@example>', decode],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本', decode],
    ['=?koi8-r?B?8NLJ18XU?= =?gb2312?B?xOO6ww==?=', 'Привет你好', decode],
    ['=?shift_jis?Q?=93=FA=96{?= =?big5?B?pKQ=?=', '日本中', decode],
    ['=?UTF-8?Q?blanks in Q?= =? =?= a=?b?c', 'blanks in Q =? =?= a=?b?c', decode],
    ['a\n =?x-none?Q?a?=', { error: 'line 2, column 2: unknown charset x-none' }, decode],
    ['=?UTF-8?B?%?=', { error: 'line 1, column 1: the encoded word is not Base64' }, decode],
    ['é =?UTF-8?Q?=C?=', { error: 'line 1, column 3: the encoded word is not Q' }, decode],
    ['=?UTF-8?Q?=FF?=', { error: 'line 1, column 1: the encoded word is not utf-8' }, decode],
    [
      '=?UTF-8?Q?a?= =?x-none?Q?b?= =?UTF-8?Q?=FF?= =?UTF-8?B?%?= =?UTF-8?Q?c?=',
      'a=?x-none?Q?b?= =?UTF-8?Q?=FF?= =?UTF-8?B?%?= c',
      { ...decode, invalid: 'keep' },
      'what cannot be decoded is kept on request, with the blanks around it',
    ],
    [
      'To: Jörg  Müller <j@example.com>, Zoë',
      'To: =?UTF-8?B?SsO2cmcgIE3DvGxsZXI=?= <j@example.com>, =?UTF-8?Q?Zo=C3=AB?=',
      {},
      'only words that need it are encoded, with the blanks between them',
    ],
    ['a =?b?', 'a =?UTF-8?B?PT9iPw==?=', {}, 'what looks like an encoded word is encoded'],
    ['caféteria!', '=?UTF-8?Q?caf=C3=A9teria!?=', {}, 'of equally short ones Q is taken'],
    ['Привет', '=?UTF-8?B?0J/RgNC40LLQtdGC?='],
    ['é', '=?UTF-8?Q?=C3=A9?=', { encoding: 'q' }],
    ['é\r\nè', '=?UTF-8?B?w6k=?=\r\n=?UTF-8?B?w6g=?=', { encoding: 'b' }],
    [
      'Subject: Grüße\r\n Größe \r\n\tÖl',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n =?UTF-8?Q?_Gr=C3=B6=C3=9Fe_?=\r\n\t=?UTF-8?Q?=09=C3=96l?=',
      { encoding: 'q' },
      'a folded header keeps the space between encoded words, and the fold',
    ],
    [
      'To: é\r\n a\r\n\té\r\n\tb\r\n\r\n é',
      'To: =?UTF-8?B?w6k=?=\r\n a\r\n\t=?UTF-8?B?w6k=?=\r\n\tb\r\n\r\n =?UTF-8?B?w6k=?=',
      {},
      'a fold next to a word that is not encoded stays outside',
    ],
    [
      'ü'.repeat(11),
      `=?UTF-8?Q?${'=C3=BC'.repeat(10)}?=\n =?UTF-8?Q?=C3=BC?=`,
      { encoding: 'q', fold: true },
      'no word is longer than 75 characters',
    ],
    [
      'Subject: Grüße aus Köln und viele weitere Wörter, die über die Grenze hinausgehen\nX: é',
      'Subject: =?UTF-8?B?R3LDvMOfZQ==?= aus =?UTF-8?B?S8O2bG4=?= und viele weitere\n =?UTF-8?B?V8O2cnRlciw=?= die =?UTF-8?B?w7xiZXI=?= die Grenze hinausgehen\nX: =?UTF-8?B?w6k=?=',
      { fold: true },
      'a line ends before a blank',
    ],
    [
      `Subject: ${'😀'.repeat(16)}`,
      'Subject: =?UTF-8?B?8J+YgPCfmIDwn5iA8J+YgPCfmIDwn5iA8J+YgPCfmIDwn5iA?=\n =?UTF-8?B?8J+YgPCfmIDwn5iA8J+YgPCfmIDwn5iA8J+YgA==?=',
      { fold: true },
      'the first word leaves room for the name of the field',
    ],
    [`${'a'.repeat(80)} é`, `${'a'.repeat(80)}\n =?UTF-8?B?w6k=?=`, { fold: true }],
    [`Subject: ${'a'.repeat(80)} é b`, `Subject: ${'a'.repeat(80)}\n =?UTF-8?B?w6k=?= b`, { fold: true }],
    ...(
      [
        ['"Jörg Müller" <j@x.example>', '=?UTF-8?Q?J=C3=B6rg_M=C3=BCller?= <j@x.example>'],
        ['From: "Müller, Jörg" <j@x>, "B, C" <b@x>', 'From: =?UTF-8?Q?M=C3=BCller=2C_J=C3=B6rg?= <j@x>, "B, C" <b@x>'],
        ['To: "J \\"Ö\\"" <j@x>', 'To: =?UTF-8?Q?J_=22=C3=96=22?= <j@x>'],
        ['To: "É" "B." Ü <j@x>', 'To: =?UTF-8?Q?=C3=89?= "B." =?UTF-8?Q?=C3=9C?= <j@x>'],
        ['Cc:É<é@x>,ü@x,a@x (Ö)', 'Cc: =?UTF-8?Q?=C3=89?= <é@x>,ü@x,a@x (=?UTF-8?Q?=C3=96?=)'],
        ['To: "É"\r\n "Ö" <j@x>', 'To: =?UTF-8?Q?=C3=89?=\r\n =?UTF-8?Q?_=C3=96?= <j@x>'],
        ['Subject: "É" <j@x>', 'Subject: =?UTF-8?Q?=22=C3=89=22?= <j@x>'],
        ['To: "é', 'To: " =?UTF-8?Q?=C3=A9?='],
      ] as const
    ).map(([input, output]): ToolCase => [input, output, { encoding: 'q' }, `names: ${input}`]),
    ...(
      [
        ['From: =?UTF-8?Q?M=C3=BCller=2C_J?= <j@x>', 'From: "Müller, J" <j@x>'],
        ['From: =?UTF-8?Q?M=C3=BCller_J?= <j@x>', 'From: Müller J <j@x>'],
        ['=?UTF-8?Q?a=2C?=\n =?iso-8859-1?Q?_=22b=22?= <j@x>', '"a, \\"b\\"" <j@x>'],
        ['To: "=?UTF-8?Q?J=2E_=22?=" <j@x>', 'To: "J. \\"" <j@x>'],
        ['To: j@x (=?UTF-8?Q?J=2E?=), =?UTF-8?Q?J=2E?= <=?UTF-8?Q?a=2E?=@x>', 'To: j@x (J.), "J." <a.@x>'],
        ['Subject: =?UTF-8?Q?a=2C?= <j@x>\nTo: =?UTF-8?Q?a=2C?= <j@x>', 'Subject: a, <j@x>\nTo: "a," <j@x>'],
      ] as const
    ).map(([input, output]): ToolCase => [input, output, decode, `names that need quotes: ${input}`]),
    [`To: ${'"\\'.repeat(249_990)}`, `To: ${'"\\'.repeat(249_990)}`, {}, 'many quotes that are not closed'],
    ['\ud800', '=?UTF-8?Q?=EF=BF=BD?=', { encoding: 'q' }],
    ['a', { error: 'steps[0].config.encoding must be one of: auto, q, b' }, { encoding: 'x' }],
    { long: ['é a '.repeat(125_000), '=?UTF-8?B?w6k=?= a '.repeat(125_000), { encoding: 'b' }, 'many short words'] },
    {
      long: ['é\n'.repeat(250_000), { error: 'the output would be longer than 4000000 characters' }, { encoding: 'q' }],
    },
    ['=?UTF-8?Q?a?= \t\r\n =?UTF-8?Q?b?=', 'ab', { direction: 'decode' }, 'a blank before a folded line'],
    ['=?UTF-8?Q?a?= \n=?UTF-8?Q?b?=', 'a \nb', { direction: 'decode' }, 'another line'],
  ],
  checks: {
    'encoded text has ASCII words of at most 75 characters, and can be decoded': () => {
      const character = fc.constantFrom('a', ' ', 'é', '漢', '😀', '=', '?', '_', '\t', '\u00a0', '=?', '?=');
      const line = fc.string({ unit: character, maxLength: 200 });
      fc.assert(
        fc.property(line, fc.constantFrom('auto', 'q', 'b'), fc.boolean(), (text, encoding, fold) => {
          const encoded = resultOf(slug, text, { encoding, fold });
          assert.match(encoded, /^[ -~\n]*$/);
          for (const [word] of encoded.matchAll(/=\?UTF-8\?[QB]\?[^?]*\?=/g)) assert.ok(word.length <= 75);
          const decoded = resultOf(slug, encoded, decode);
          assert.equal(fold ? unfolded(decoded) : decoded, text);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'lines that are folded have at most 76 characters, and whole characters in each word': () => {
      const word = fc.oneof(
        fc.constantFrom(
          'a',
          'Grenze',
          'for@example.com',
          '(x)',
          'é',
          'Köln,',
          '漢字漢字',
          '😀'.repeat(40),
          '=?',
          '\u{10ffff}',
        ),
        fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀'), minLength: 1, maxLength: 30 }),
      );
      const name = fc.constantFrom('Subject: ', 'To: ', 'X-A-Name-That-Is-Very-Long-Indeed: ', '');
      fc.assert(
        fc.property(
          name,
          fc.array(word, { maxLength: 40 }),
          fc.constantFrom('auto', 'q', 'b'),
          (field, parts, encoding) => {
            const header = field + parts.join(' ');
            const encoded = resultOf(slug, `${header}\r\nX: ${'plain '.repeat(30)}`, { encoding, fold: true });
            const [folded = ''] = encoded.split('\r\nX: ');
            for (const line of folded.split('\r\n')) {
              if (folded.includes('=?UTF-8?')) assert.ok(line.length <= 76, line);
              for (const [found] of line.matchAll(/=\?UTF-8\?[QB]\?[^?]*\?=/g)) {
                assert.ok(!/[\ud800-\udfff\ufffd]/u.test(resultOf(slug, found, decode)), found);
              }
            }
            assert.ok(encoded.endsWith(`\r\nX: ${'plain '.repeat(30)}`), 'a line without encoded words stays');
            // Among addresses, an encoded word has a blank before a comma (RFC 2047 section 5).
            const decoded = unfolded(resultOf(slug, folded, decode));
            assert.equal(decoded.replaceAll(' ,', ','), header.replaceAll(' ,', ','));
          },
        ),
        { seed: 5, numRuns: sampleSize(500) },
      );
    },
    'a folded header is decoded as it is displayed: unfolded': () => {
      const word = fc.constantFrom('é', 'é漢', 'é'.repeat(40));
      const fold = fc.constantFrom('\n ', '\r\n ', '\r\n\t', '\n   ', ' \n ', ' ');
      fc.assert(
        fc.property(
          fc.array(fc.tuple(word, fold)),
          fc.constantFrom('auto', 'q', 'b'),
          fc.boolean(),
          (parts, encoding, folds) => {
            const header = `${parts.flat().join('')}é`;
            const encoded = resultOf(slug, header, { encoding, fold: folds });
            assert.equal(resultOf(slug, encoded, decode), header.replace(/[\r\n]/g, ''));
          },
        ),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'an address with any name is read back': () => {
      const character = fc.constantFrom('a', 'é', '漢', ' ', ',', '.', '"', '\\', '(', ')', '<', '@', ':', '=?');
      const name = fc.string({ unit: character, minLength: 1, maxLength: 30 });
      fc.assert(
        fc.property(name, fc.constantFrom('auto', 'q', 'b'), (text, encoding) => {
          const header = `To: "${text.replace(/["\\]/g, '\\$&')}" <j@x.example>, b@x.example`;
          const decoded = resultOf(slug, resultOf(slug, header, { encoding }), decode);
          const isAtom = !/[()<>:@\\,."]|^ | $| {2}/.test(text);
          const isEncoded = /[^ -~]|=\?/.test(text);
          assert.equal(decoded, isAtom && isEncoded ? header.replaceAll('"', '') : header);
        }),
        { seed: 4, numRuns: sampleSize(500) },
      );
    },
    'text without encoded words does not change': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          fc.pre(!/=\?.*\?=/s.test(text));
          assert.equal(resultOf(slug, text, decode), text);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
