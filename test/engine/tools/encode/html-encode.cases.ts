import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHtml } from '../../../../engine/text/markup/html.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-encode';
const anyConfig = fc.record({ mode: fc.constantFrom('minimal', 'named', 'decimal', 'hex'), nonAscii: fc.boolean() });

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '&<>"\'', output: '&amp;&lt;&gt;&quot;&#39;' },
    { input: '&<>"\'', config: { mode: 'decimal' }, output: '&#38;&#60;&#62;&#34;&#39;' },
    { input: '&<>"\'', config: { mode: 'hex' }, output: '&#x26;&#x3C;&#x3E;&#x22;&#x27;' },
    { name: 'everything else stays', input: 'a/`=\u00a0é\r\n\t\0\u007f', output: 'a/`=\u00a0é\r\n\t\0\u007f' },
    { name: 'encoded text is encoded again', input: '&lt;', output: '&amp;lt;' },
    { input: '\u00a0é€→𝔄', config: { mode: 'named', nonAscii: true }, output: '&nbsp;&eacute;&euro;&rarr;&Afr;' },
    {
      name: 'names where there are some',
      input: 'ж漢ﬀ😀e\u0301',
      config: { mode: 'named', nonAscii: true },
      output: '&zhcy;&#28450;&fflig;&#128512;e&#769;',
    },
    { input: 'é😀', config: { nonAscii: true, mode: 'decimal' }, output: '&#233;&#128512;' },
    { input: 'é😀', config: { nonAscii: true, mode: 'hex' }, output: '&#xE9;&#x1F600;' },
    { name: 'each character by itself', input: '<\u20d2', config: { nonAscii: true }, output: '&lt;&#8402;' },
    {
      name: 'characters that no reference stands for',
      input: '\u0080\u009f\ud800a\udc00',
      config: { nonAscii: true },
      output: '\u0080\u009f\ud800a\udc00',
    },
    {
      input: 'a',
      config: { mode: 'none' },
      error: 'steps[0].config.mode must be one of: minimal, named, decimal, hex',
    },
    {
      name: 'minimal has no names but those of XML',
      input: '<é😀>',
      config: { nonAscii: true },
      output: '&lt;&#233;&#128512;&gt;',
    },
    {
      name: 'an output that is too long: 22 characters for one',
      input: '\u25ab'.repeat(480_000),
      config: { mode: 'named', nonAscii: true },
      error: 'the output would be longer than 4000000 characters',
    },
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
