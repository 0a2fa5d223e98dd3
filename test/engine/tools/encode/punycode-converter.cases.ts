import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'punycode-converter';
const reason =
  'not a valid host name; it has labels of 1 to 63 characters (in the xn-- form) with dots between, 253 in all, without a protocol, port or path';

/** RFC 3492 section 7.1, in small letters, without (H), which is too long for a label, and (S), which is no host name. */
const samples: [text: string, punycode: string][] = [
  ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
  ['pročprostěnemluvíčesky', 'proprostnemluvesky-uyb24dma41a'],
  ['למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
  ['यहलोगहिन्दीक्योंनहींबोलसकतेहैं', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd'],
  ['なぜみんな日本語を話してくれないのか', 'n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa'],
  ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
  ['porquénopuedensimplementehablarenespañol', 'porqunopuedensimplementehablarenespaol-fmd56a'],
  ['tạisaohọkhôngthểchỉnóitiếngviệt', 'tisaohkhngthchnitingvit-kjcr8268qyxafd2f1b9g'],
  ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ['安室奈美恵-with-super-monkeys', '-with-super-monkeys-pc58ag80a8qai00g7n9n'],
  ['hello-another-way-それぞれの場所', 'hello-another-way--fc4qua05auwb3674vfr0b'],
  ['ひとつ屋根の下2', '2-u9tlzr9756bt3uc0v'],
  ['majiでkoiする5秒前', 'majikoi5-783gue6qz075azm5e'],
  ['パフィーdeルンバ', 'de-jg4avhby1noc0d'],
  ['そのスピードで', 'd9juau41awczczp'],
];

const notHosts = [
  'https://bücher.de',
  'bücher.de/a',
  'bücher.de:80',
  'a@bücher.de',
  '[::1]',
  '%41.de',
  'a b.de',
  'a\tb.de',
  'a\\b',
  'a?b',
  'a#b',
  'a／b.de',
  '％４１.de',
  'a..b',
  '.',
  '.a',
  'a..',
  'xn--a',
  'xn--bcher-kva.xn--zz--a',
  'xn--iñvalid.de',
  '\ud800.de',
  'a\0.de',
  '\u200d.de',
  '1',
  '１.2.3.4',
  '0x7f.1',
  `${'a'.repeat(64)}.de`,
  `${'ü'.repeat(60)}.de`,
  // (H) of RFC 3492.
  '세계의모든사람들이한국어를이해한다면얼마나좋을까',
];

export default {
  slug,
  cases: [
    ['', ''],
    ...samples.map(([input, punycode]): ToolCase => [input, `xn--${punycode}`, {}, `RFC 3492: ${punycode}`]),
    ...samples.map(([output, punycode]): ToolCase => [`xn--${punycode}`, output, {}, `RFC 3492, back: ${punycode}`]),
    ...notHosts.map(
      (input): ToolCase => [input, { error: `line 1: ${reason}` }, {}, `no host name: ${JSON.stringify(input)}`],
    ),
    [
      'BÜCHER.DE\nｂüｃher。de\nbu\u0308cher.de',
      'xn--bcher-kva.de\nxn--bcher-kva.de\nxn--bcher-kva.de',
      {},
      'capitals, compatibility characters, decomposed letters',
    ],
    [
      '≠.com\n=\u0338.com\n≮≯.a≠b\nxn--1ch.com',
      'xn--1ch.com\nxn--1ch.com\nxn--gdhc.xn--ab-miv\n≠.com',
      {},
      'signs that are ASCII and a stroke when they are taken apart',
    ],
    ['a\u00adb.de', 'ab.de', {}, 'soft hyphens are ignored'],
    ['XN--BCHER-KVA.De', 'xn--bcher-kva.de', { direction: 'to-ascii' }, 'labels that are in ASCII already'],
    ['bücher.xn--p1ai', 'xn--bcher-kva.xn--p1ai', {}, 'auto: both in one line go to ASCII'],
    ['bücher.xn--p1ai\nExample', 'bücher.рф\nexample', { direction: 'to-unicode' }],
    ['axn--b.de', 'axn--b.de', {}, 'xn-- in the middle of a label is not meant'],
    [
      '_dmarc.bücher.de\n*.bücher.de\nbücher.de.',
      '_dmarc.xn--bcher-kva.de\n*.xn--bcher-kva.de\nxn--bcher-kva.de.',
      {},
      'services, wildcards, the root',
    ],
    ['192.0.2.1', '192.0.2.1', {}, 'an address stays'],
    [
      `${'a'.repeat(63)}.de\n${'a.'.repeat(126)}a\n${'a.'.repeat(126)}a.`,
      `${'a'.repeat(63)}.de\n${'a.'.repeat(126)}a\n${'a.'.repeat(126)}a.`,
      {},
      'the longest label and the longest name',
    ],
    [`b\n${'a.'.repeat(126)}aa`, { error: `line 2: ${reason}` }, {}, 'one character more'],
    [' ü.de \r\n\r\n\tä.de\r', 'xn--tda.de\r\n\r\nxn--4ca.de\r\n', {}, 'blanks around, blank lines, line ends'],
    ['ü.de\na b\n\nc', 'xn--tda.de\na b\n\nc', { invalid: 'keep' }, 'invalid lines'],
    [
      'xn--a\nxn--99999999\na.xn--a-ecp\n١\n1א\nאב',
      'invalid: xn--a\ninvalid: xn--99999999\ninvalid: a.xn--a-ecp\ninvalid: ١\ninvalid: 1א\nxn--4dbc',
      { direction: 'to-ascii', invalid: 'mark' },
      'what is not Punycode, and what breaks the Bidi rule, whatever the version of Node.js',
    ],
    ['ü.de\na b\n\nc', 'xn--tda.de\nc', { invalid: 'drop' }],
    ['ü.de\na b\n\nc', 'xn--tda.de\ninvalid: a b\n\nc', { invalid: 'mark' }],
    ['a', { error: 'steps[0].config.direction must be one of: auto, to-ascii, to-unicode' }, { direction: 'encode' }],
  ],
  checks: {
    'there and back': () => {
      const label = fc.string({ unit: fc.constantFrom(...'abc019üßéжλ漢字かカ한א'), minLength: 1, maxLength: 12 });
      const hosts = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
      fc.assert(
        fc.property(hosts, (host) => {
          const ascii = runTool(slug, host, { direction: 'to-ascii' });
          // Numbers, and labels that mix directions of writing.
          if (typeof ascii !== 'string') return;
          assert.match(ascii, /^[\0-\x7f]+$/);
          assert.equal(resultOf(slug, ascii, { direction: 'to-unicode' }), host);
          assert.equal(resultOf(slug, host), ascii);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'long hosts cost no time': () => {
      for (const piece of ['漢', 'ü', '\u0301\u0323', 'ü.', '\ufdfa', 'xn--', 'xn--a', '.', '1.', '\u200d']) {
        const oneLine = (length: number) => `a${filled(piece, length)}`;
        const lines = [1_000, 250].map((length) => `${oneLine(length)}\n`);
        for (const text of [oneLine, ...lines]) assertLinear(text, (long) => resultOf(slug, long, { invalid: 'keep' }));
      }
    },
  },
} satisfies ToolCases;
