import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escapedDocuments, scalarsOf } from '../../../support/escaped-texts.js';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'url-defanger';
const back = { direction: 'refang' };

/** A text, and its harmless form. */
const defanged: Record<string, string> = {
  '': '',
  'Nothing to find, e.g. index.html 1.2.3 10:30': 'Nothing to find, e.g. index.html 1.2.3 10:30',
  'http://example.com': 'hxxp[://]example[.]com',
  'https://www.example.com:8080/a.b?c=d.e#f.g': 'hxxps[://]www[.]example[.]com:8080/a.b?c=d.e#f.g',
  'ftp://u.v:p.w@example.com/x': 'fxp[://]u.v:p.w@example[.]com/x',
  'HTTP://EXAMPLE.COM Https://a.de FTP://a.de': 'HXXP[://]EXAMPLE[.]COM Hxxps[://]a[.]de FXP[://]a[.]de',
  'http://10.0.0.1/ http://[2001:db8::1]:80/': 'hxxp[://]10[.]0[.]0[.]1/ hxxp[://][2001[:]db8[:][:]1]:80/',
  'http://localhost/a.de': 'hxxp[://]localhost/a.de',
  'www.example.com/a.de, (http://example.com).': 'www[.]example[.]com/a.de, (hxxp[://]example[.]com).',
  'example.com, mail.example.co.uk\r\nxn--mnchen-3ya.de\r\n':
    'example[.]com, mail[.]example[.]co[.]uk\r\nxn--mnchen-3ya[.]de\r\n',
  'ssh://example.com': 'ssh://example[.]com',
  '10.0.0.1, 2001:db8::1/64': '10[.]0[.]0[.]1, 2001[:]db8[:][:]1/64',
  'a.b@example.com mailto:ada@example.com': 'a.b[@]example[.]com mailto:ada[@]example[.]com',
  'https://example.com/?u=ada@example.com': 'hxxps[://]example[.]com/?u=ada@example.com',
  'http://a.de/?u=https://b.de/c.de&v=FTP://d.de': 'hxxp[://]a[.]de/?u=hxxps[://]b.de/c.de&v=FXP[://]d.de',
  'http://[::ffff:10.0.0.1]/a.de ftp://a.de:b.de@c.de/d.de':
    'hxxp[://][[:][:]ffff[:]10.0.0.1]/a.de fxp[://]a.de:b.de@c[.]de/d.de',
  'ws://a.de/b.de': 'ws://a[.]de/b.de',
  '\ud800example.com\0': '\ud800example[.]com\0',
};

/** A harmless form, and what it stands for. */
const refanged: Record<string, string> = {
  'hxxp://example.com hXXp://example.com hxxps[:]//example[.]com':
    'http://example.com http://example.com https://example.com',
  'example(.)com example{.}com example[dot]com example (DOT) com': 'example.com example.com example.com example.com',
  'ada[at]example.com ada (at) example (dot) com ada(@)example[.]com':
    'ada@example.com ada@example.com ada@example.com',
  'meet (at) noon, a [dot], [at] the [end]': 'meet (at) noon, a [dot], [at] the [end]',
  '10[.]0[.]0[.]1 2001[:]db8[:][:]1': '10.0.0.1 2001:db8::1',
  'hxxp hxxps: shxxp://a hxxpx://a fxp:/a': 'hxxp hxxps: shxxp://a hxxpx://a fxp:/a',
  'http://example.com': 'http://example.com',
};

export default {
  slug,
  cases: [
    [
      String.raw`x\bhttps://e.com/ {"m":"x\bhttps://e\u200b.com/","n":"x\fjane\u00ad@example.com"}`,
      String.raw`x\bhxxps[://]e[.]com/ {"m":"x\bhxxps[://]e[.]com/","n":"x\fjane[@]example[.]com"}`,
      {},
      'escapes after a letter, and escaped marks',
    ],
    ['https://e.com/👩‍💻/z?a=نی‌ها', 'hxxps[://]e[.]com/👩‍💻/z?a=نی‌ها', {}, 'joiners in a path stay'],
    ['https://my_.s3.amazonaws.com/key', 'hxxps[://]my_[.]s3[.]amazonaws[.]com/key', {}, 'a label that ends in _'],
    ['logo@2x.png', 'logo@2x.png', {}, 'the name of a file'],
    [
      String.raw`{"u":"https:\/\/www.e.com\/a?b=http:\/\/f.com","m":"at\njane\u0040example.com\t10.0.0.1"}`,
      String.raw`{"u":"hxxps[:\/\/]www[.]e[.]com\/a?b=hxxp[:\/\/]f.com","m":"at\njane[\u0040]example[.]com\t10[.]0[.]0[.]1"}`,
      {},
      'escape sequences stay',
    ],
    [
      String.raw`{"u":"hxxps[:\/\/]www[.]e[.]com\/a","v":"hxxp:\/\/f[.]com","m":"jane[\u0040]example[\.]com"}`,
      String.raw`{"u":"https:\/\/www.e.com\/a","v":"http:\/\/f.com","m":"jane\u0040example\.com"}`,
      { direction: 'refang' },
      'refang with escape sequences',
    ],
    ['https://ev\u200bil.com/x', 'hxxps[://]evil[.]com/x', {}, 'a browser leaves out invisible marks'],
    ...Object.entries(defanged).map(([input, output]): ToolCase => [input, output]),
    ...Object.entries(defanged).map(([output, input]): ToolCase => [input, output, back]),
    ...Object.entries(defanged).map(([, output]): ToolCase => [output, output, {}, `again: ${output}`]),
    ...Object.entries(refanged).map(([input, output]): ToolCase => [input, output, back]),
    ...Object.entries({
      url: 'hxxp[://]a[.]de b.de 10.0.0.1 c@d.de',
      domain: 'http://a[.]de b[.]de 10.0.0.1 c@d[.]de',
      ip: 'http://a.de b.de 10[.]0[.]0[.]1 c@d.de',
      email: 'http://a.de b.de 10.0.0.1 c[@]d[.]de',
    }).map(([what, output]): ToolCase => ['http://a.de b.de 10.0.0.1 c@d.de', output, { types: [what] }]),
    ['http://a[.]de/b.de c.de', 'http://a[.]de/b.de c[.]de', { types: ['domain'] }, 'domains alone, again'],
    ['hxxp[://]a[.]de,b.de/c.de hxxp[://] d.de', 'hxxp[://]a[.]de,b[.]de/c[.]de hxxp[://] d[.]de'],
    ['', { error: 'steps[0].config.types must have at least 1 item' }, { types: [] }],
    ['', { error: 'steps[0].config.types[0] must be one of: url, domain, ip, email' }, { types: ['host'] }],
    ['', { error: 'steps[0].config.direction must be one of: defang, refang' }, { direction: 'fang' }],
  ],
  checks: {
    'JSON stays JSON, and no address in it works any more': () => {
      const document = escapedDocuments(['jane.roe@example.com', 'https://example.org/a?b=c', '10.20.30.40']);
      fc.assert(
        fc.property(document, (original) => {
          for (const text of scalarsOf(original, resultOf(slug, original.json)))
            assert.doesNotMatch(text, /(?<!\[)@|https|example\.|\.40/);
        }),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
    'there and back, and nothing is left to find': () => {
      const address = fc.oneof(
        fc.constantFrom(
          'http://a.de/x.y',
          'HTTPS://u:p@b.example.com:80?q=a.de',
          'www.c.de/d.de#http://e.de',
          'ftp://10.0.0.1',
          'c.de',
          'd@e.co.uk',
        ),
        fc.ipV4(),
        fc.ipV6().filter((text) => /\d/.test(text)),
      );
      const around = fc.constantFrom(' ', ', ', '\n', ' (', '. ', ' "', ' – ');
      fc.assert(
        fc.property(fc.array(fc.tuple(around, address)), (parts) => {
          const text = parts.flat().join('');
          const harmless = resultOf(slug, text);
          assert.equal(resultOf(slug, harmless, back), text);
          assert.equal(resultOf(slug, harmless), harmless);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'time is linear': () => {
      for (const part of [
        '.',
        '@',
        '[',
        'a [dot] b',
        ' [at] ',
        'hxxp',
        '[:',
        'http://',
        'a [at] b-',
        '[.]',
        'hxxp[://]',
        'hxxp[://]a.',
        'www[.]',
        'http://a[.]',
        'hxxp[://]a[.]b,',
      ]) {
        for (const config of [{}, back]) assertLinear(part, (text) => resultOf(slug, text, config));
      }
    },
    'checks the limit while it builds its output': () => assertAsksForItsSize(slug, '::1 a.de x', {}),
  },
} satisfies ToolCases;
