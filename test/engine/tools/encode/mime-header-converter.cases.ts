import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

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

export default {
  slug,
  cases: [
    ...adjacentWords.map(([input, output]) => ({ name: `RFC 2047: ${input}`, input, config: decode, output })),
    { input: '', output: '' },
    { input: '', config: decode, output: '' },
    {
      name: 'a character split between two words is one',
      input: '=?utf-8?b?w?= =?utf-8?b?w7w=?= =?UTF-8?Q?=C3?= =?utf-8?b?vA==?=',
      config: { ...decode, invalid: 'keep' },
      output: '=?utf-8?b?w?= üü',
    },
    { name: 'lines of their own stay', input: '=?utf-8?q?a?=\n=?utf-8?q?b?=\n', config: decode, output: 'a\nb\n' },
    { input: '=?US-ASCII*EN?Q?Keith_Moore?= <moore@example>', config: decode, output: 'Keith Moore <moore@example>' },
    { input: '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', config: decode, output: '日本' },
    { input: '=?koi8-r?B?8NLJ18XU?= =?gb2312?B?xOO6ww==?=', config: decode, output: 'Привет你好' },
    { input: '=?shift_jis?Q?=93=FA=96{?= =?big5?B?pKQ=?=', config: decode, output: '日本中' },
    { input: '=?UTF-8?Q?blanks in Q?= =? =?= a=?b?c', config: decode, output: 'blanks in Q =? =?= a=?b?c' },
    {
      input: 'a\n =?x-none?Q?a?=',
      config: decode,
      error: 'line 2, column 2: unknown charset x-none',
    },
    { input: '=?UTF-8?B?%?=', config: decode, error: 'line 1, column 1: the encoded word is not Base64' },
    { input: 'é =?UTF-8?Q?=C?=', config: decode, error: 'line 1, column 3: the encoded word is not Q' },
    { input: '=?UTF-8?Q?=FF?=', config: decode, error: 'line 1, column 1: the encoded word is not utf-8' },
    {
      name: 'what cannot be decoded is kept on request, with the blanks around it',
      input: '=?UTF-8?Q?a?= =?x-none?Q?b?= =?UTF-8?Q?=FF?= =?UTF-8?B?%?= =?UTF-8?Q?c?=',
      config: { ...decode, invalid: 'keep' },
      output: 'a=?x-none?Q?b?= =?UTF-8?Q?=FF?= =?UTF-8?B?%?= c',
    },
    {
      name: 'only words that need it are encoded, with the blanks between them',
      input: 'To: Jörg  Müller <j@example.com>, Zoë',
      output: 'To: =?UTF-8?B?SsO2cmcgIE3DvGxsZXI=?= <j@example.com>, =?UTF-8?Q?Zo=C3=AB?=',
    },
    { name: 'what looks like an encoded word is encoded', input: 'a =?b?', output: 'a =?UTF-8?B?PT9iPw==?=' },
    { name: 'of equally short ones Q is taken', input: 'caféteria!', output: '=?UTF-8?Q?caf=C3=A9teria!?=' },
    { input: 'Привет', output: '=?UTF-8?B?0J/RgNC40LLQtdGC?=' },
    { input: 'é', config: { encoding: 'q' }, output: '=?UTF-8?Q?=C3=A9?=' },
    { input: 'é\r\nè', config: { encoding: 'b' }, output: '=?UTF-8?B?w6k=?=\r\n=?UTF-8?B?w6g=?=' },
    {
      name: 'a folded header keeps the space between encoded words, and the fold',
      input: 'Subject: Grüße\r\n Größe \r\n\tÖl',
      config: { encoding: 'q' },
      output: 'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n =?UTF-8?Q?_Gr=C3=B6=C3=9Fe_?=\r\n\t=?UTF-8?Q?=09=C3=96l?=',
    },
    {
      name: 'a fold next to a word that is not encoded stays outside',
      input: 'To: é\r\n a\r\n\té\r\n\tb\r\n\r\n é',
      output: 'To: =?UTF-8?B?w6k=?=\r\n a\r\n\t=?UTF-8?B?w6k=?=\r\n\tb\r\n\r\n =?UTF-8?B?w6k=?=',
    },
    {
      name: 'no word is longer than 75 characters',
      input: 'ü'.repeat(11),
      config: { encoding: 'q', fold: true },
      output: `=?UTF-8?Q?${'=C3=BC'.repeat(10)}?=\n =?UTF-8?Q?=C3=BC?=`,
    },
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
    ).map(([input, output]) => ({ name: `names: ${input}`, input, config: { encoding: 'q' }, output })),
    ...(
      [
        ['From: =?UTF-8?Q?M=C3=BCller=2C_J?= <j@x>', 'From: "Müller, J" <j@x>'],
        ['From: =?UTF-8?Q?M=C3=BCller_J?= <j@x>', 'From: Müller J <j@x>'],
        ['=?UTF-8?Q?a=2C?=\n =?iso-8859-1?Q?_=22b=22?= <j@x>', '"a, \\"b\\"" <j@x>'],
        ['To: "=?UTF-8?Q?J=2E_=22?=" <j@x>', 'To: "J. \\"" <j@x>'],
        ['To: j@x (=?UTF-8?Q?J=2E?=), =?UTF-8?Q?J=2E?= <=?UTF-8?Q?a=2E?=@x>', 'To: j@x (J.), "J." <a.@x>'],
        ['Subject: =?UTF-8?Q?a=2C?= <j@x>\nTo: =?UTF-8?Q?a=2C?= <j@x>', 'Subject: a, <j@x>\nTo: "a," <j@x>'],
      ] as const
    ).map(([input, output]) => ({ name: `names that need quotes: ${input}`, input, config: decode, output })),
    {
      name: 'many quotes that are not closed',
      input: `To: ${'"\\'.repeat(249_990)}`,
      output: `To: ${'"\\'.repeat(249_990)}`,
    },
    { input: '\ud800', config: { encoding: 'q' }, output: '=?UTF-8?Q?=EF=BF=BD?=' },
    { input: 'a', config: { encoding: 'x' }, error: 'steps[0].config.encoding must be one of: auto, q, b' },
    {
      name: 'many short words',
      isLong: true,
      input: 'é a '.repeat(125_000),
      config: { encoding: 'b' },
      output: '=?UTF-8?B?w6k=?= a '.repeat(125_000),
    },
    {
      isLong: true,
      input: 'é\n'.repeat(250_000),
      config: { encoding: 'q' },
      error: 'the output would be longer than 4000000 characters',
    },
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
          assert.equal(resultOf(slug, encoded, decode), text);
        }),
        { seed: 1, numRuns: sampleSize(500) },
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
