import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'punycode-converter';
const toAscii = { direction: 'to-ascii' };
const toUnicode = { direction: 'to-unicode' };

/** RFC 3492 section 7.1, in small letters: those that are valid in domain names today. */
const samples: [language: string, unicode: string, punycode: string][] = [
  ['Chinese, simplified', '他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['Chinese, traditional', '他們爲什麽不說中文', 'ihqwctvzc91f659drss3x8bo0yb'],
  ['Czech', 'pročprostěnemluvíčesky', 'proprostnemluvesky-uyb24dma41a'],
  ['Hebrew', 'למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
  ['Hindi', 'यहलोगहिन्दीक्योंनहींबोलसकतेहैं', 'i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd'],
  ['Japanese', 'なぜみんな日本語を話してくれないのか', 'n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa'],
  ['Russian', 'почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
  ['Spanish', 'porquénopuedensimplementehablarenespañol', 'porqunopuedensimplementehablarenespaol-fmd56a'],
  ['Vietnamese', 'tạisaohọkhôngthểchỉnóitiếngviệt', 'tisaohkhngthchnitingvit-kjcr8268qyxafd2f1b9g'],
  ['a title', '3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ['a title with a hyphen', 'hello-another-way-それぞれの場所', 'hello-another-way--fc4qua05auwb3674vfr0b'],
  ['one place', 'ひとつ屋根の下2', '2-u9tlzr9756bt3uc0v'],
  ['a song', 'majiでkoiする5秒前', 'majikoi5-783gue6qz075azm5e'],
  ['a name', 'パフィーdeルンバ', 'de-jg4avhby1noc0d'],
  ['speed', 'そのスピードで', 'd9juau41awczczp'],
];

export default {
  slug,
  cases: [
    ...samples.flatMap(([language, unicode, punycode]) => [
      { name: `RFC 3492, ${language}`, input: unicode, output: `xn--${punycode}` },
      { name: `RFC 3492, ${language}, back`, input: `xn--${punycode}`, output: unicode },
    ]),
    { input: 'BÜCHER.Example', output: 'xn--bcher-kva.example' },
    { input: 'XN--BCHER-KVA.example', output: 'bücher.example' },
    {
      name: 'ASCII stays as it is',
      input: 'Example.COM\nlocalhost.\n_dmarc.a-b.c',
      output: 'Example.COM\nlocalhost.\n_dmarc.a-b.c',
    },
    { name: 'sharp s has a name of its own', input: 'straße.de', output: 'xn--strae-oqa.de' },
    { name: 'other dots', input: 'é。é．é｡é.', output: 'xn--9ca.xn--9ca.xn--9ca.xn--9ca.' },
    { name: 'numbers are no addresses', input: '1.2.3\n1\né.1\n0x7f.1', output: '1.2.3\n1\nxn--9ca.1\n0x7f.1' },
    {
      name: 'a name a line, without the blanks around it',
      input: ' é \r\n\r\n\té\r',
      output: 'xn--9ca\r\n\r\nxn--9ca\r\n',
    },
    { name: 'mail addresses', input: 'ü@é@ö.de\nü@xn--nda.de', output: 'ü@é@xn--nda.de\nü@ö.de' },
    { name: 'auto decides by the line', input: 'é.de\nxn--9ca.de\né.xn--9ca', output: 'xn--9ca.de\né.de\né.é' },
    { input: 'é.xn--9ca', config: toAscii, output: 'xn--9ca.xn--9ca' },
    { input: 'é.xn--9ca.com', config: toUnicode, output: 'é.é.com' },
    { input: 'example.com\nÉ', config: toUnicode, output: 'example.com\né' },
    { name: 'soft hyphens go', input: 'b\u00adü', output: 'xn--b-eha' },
    { input: 'é\nxn--a.de', error: 'line 2: "xn--a" is not valid in an internationalised domain name' },
    { input: 'a.\u200db', error: 'line 1: "\u200db" is not valid in an internationalised domain name' },
    { input: 'https://é.de', error: 'line 1: ":" cannot be part of a domain name' },
    { input: 'é.de/a', error: 'line 1: "/" cannot be part of a domain name' },
    { input: 'é é', error: 'line 1: U+0020 cannot be part of a domain name' },
    { input: 'é%41', error: 'line 1: "%" cannot be part of a domain name' },
    { input: 'é\ud800', error: 'line 1: U+D800 cannot be part of a domain name' },
    { input: 'a\0', error: 'line 1: U+0000 cannot be part of a domain name' },
    { input: `${'a'.repeat(63)}.é`, output: `${'a'.repeat(63)}.xn--9ca` },
    { input: 'a'.repeat(64), error: 'line 1: a label is 64 characters long in ASCII, and 63 are the most' },
    { input: 'é'.repeat(60), error: 'line 1: a label is 66 characters long in ASCII, and 63 are the most' },
    { input: `${'a.'.repeat(127)}é`, error: 'line 1: the name is 261 characters long in ASCII, and 253 are the most' },
    { input: `${'a.'.repeat(126)}a.`, output: `${'a.'.repeat(126)}a.` },
    { input: 'é'.repeat(1001), error: 'line 1: the name is longer than 1000 characters' },
    {
      input: 'a',
      config: { direction: 'encode' },
      error: 'steps[0].config.direction must be one of: auto, to-ascii, to-unicode',
    },
  ],
  checks: {
    'a name that has an ASCII form comes back from it': () => {
      const label = fc.string({
        unit: fc.constantFrom(...'abz0-éßüяж中文かאب', 'е\u0301'),
        minLength: 1,
        maxLength: 8,
      });
      const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
      let valid = 0;
      fc.assert(
        fc.property(name, (input) => {
          const ascii = runTool(slug, input, toAscii);
          if (typeof ascii !== 'string') return;
          valid++;
          assert.match(ascii, /^[a-z0-9.-]*$/);
          const unicode = resultOf(slug, ascii, toUnicode);
          assert.equal(unicode, input.normalize('NFC'));
          assert.equal(resultOf(slug, unicode, toAscii), ascii);
        }),
        { seed: 1, numRuns: 1000 },
      );
      assert.ok(valid > 300);
    },
    'long lines are refused, and many lines take linear time': () => {
      const started = performance.now();
      for (const piece of ['中', 'é', 'xn--', 'é.', 'é\n', 'xn--9ca\n', '@', 'a\u0301\u0323'])
        runTool(slug, piece.repeat(500_000 / piece.length));
      assert.ok(performance.now() - started < 20_000);
    },
  },
} satisfies ToolCases;
