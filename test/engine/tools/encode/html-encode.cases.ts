import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHtml } from '#engine/text/markup/html.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-encode';
const anyConfig = fc.record({ mode: fc.constantFrom('minimal', 'named', 'decimal', 'hex'), nonAscii: fc.boolean() });

export default {
  slug,
  cases: [
    ['', ''],
    ['&<>"\'', '&amp;&lt;&gt;&quot;&#39;'],
    ['&<>"\'', '&#38;&#60;&#62;&#34;&#39;', { mode: 'decimal' }],
    ['&<>"\'', '&#x26;&#x3C;&#x3E;&#x22;&#x27;', { mode: 'hex' }],
    ['a/`=\u00a0é\r\n\t\0\u007f', 'a/`=\u00a0é\r\n\t\0\u007f', {}, 'everything else stays'],
    ['&lt;', '&amp;lt;', {}, 'encoded text is encoded again'],
    ['\u00a0é€→𝔄', '&nbsp;&eacute;&euro;&rarr;&Afr;', { mode: 'named', nonAscii: true }],
    [
      'ж漢ﬀ😀e\u0301',
      '&zhcy;&#28450;&fflig;&#128512;e&#769;',
      { mode: 'named', nonAscii: true },
      'names where there are some',
    ],
    ['é😀', '&#233;&#128512;', { nonAscii: true, mode: 'decimal' }],
    ['é😀', '&#xE9;&#x1F600;', { nonAscii: true, mode: 'hex' }],
    ['<\u20d2', '&lt;&#8402;', { nonAscii: true }, 'each character by itself'],
    [
      '\u0080\u009f\ud800a\udc00',
      '\u0080\u009f\ud800a\udc00',
      { nonAscii: true },
      'characters that no reference stands for',
    ],
    ['a', { error: 'steps[0].config.mode must be one of: minimal, named, decimal, hex' }, { mode: 'none' }],
    ['<é😀>', '&lt;&#233;&#128512;&gt;', { nonAscii: true }, 'minimal has no names but those of XML'],
    [
      '\u25ab'.repeat(480_000),
      { error: 'the output would be longer than 4000000 characters' },
      { mode: 'named', nonAscii: true },
      'an output that is too long: 22 characters for one',
    ],
  ],
  checks: {
    'reserves its size': () => assertAsksForItsSize(slug, '<é∳😀>', { nonAscii: true }),
    'html-decode gives the text back': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), anyConfig, fc.boolean(), (text, config, attributeMode) => {
          assert.equal(resultOf('html-decode', resultOf(slug, text, config), { attributeMode }), text);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'HTML reads the text as itself, between tags and in attributes': () => {
      const text = fc.string({
        unit: fc.constantFrom('<', '>', '&', '"', "'", ';', '#', 'a', 'l', 't', '/', '!', '-', ' ', 'é'),
      });
      fc.assert(
        fc.property(text, anyConfig, (plain, config) => {
          const encoded = resultOf(slug, plain, config);
          const read: string[] = [];
          readHtml(`<p a="${encoded}" b='${encoded}'>${encoded}</p>`, {
            open: (name, attributes) => read.push(name, attributes.get('a') ?? '', attributes.get('b') ?? ''),
            text: (piece) => read.push(piece),
            close: (name) => read.push(name),
          });
          assert.deepEqual(read, ['p', plain, plain, ...(plain === '' ? [] : [plain]), 'p']);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'with nonAscii only ASCII comes out': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme' }), anyConfig, (text, config) => {
          assert.match(resultOf(slug, text, { ...config, nonAscii: true }), /^[\0-\u009f]*$/);
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
