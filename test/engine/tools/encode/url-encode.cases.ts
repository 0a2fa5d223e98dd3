import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'url-encode';
const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
const text = fc.string({ unit: 'binary' });

export default {
  slug,
  cases: [
    ['', ''],
    [
      printable,
      "%20!%22%23%24%25%26'()*%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~",
      {},
      'component: every printable ASCII character',
    ],
    [
      printable,
      "%20!%22#$%25&'()*+,-./0123456789:;%3C=%3E?@ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~",
      { mode: 'uri' },
      'uri',
    ],
    [
      printable,
      '+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D%7E',
      { mode: 'form' },
      'form',
    ],
    [
      printable,
      '%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F0123456789%3A%3B%3C%3D%3E%3F%40ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz%7B%7C%7D~',
      { mode: 'rfc3986' },
      'rfc3986',
    ],
    ['é漢😀', '%C3%A9%E6%BC%A2%F0%9F%98%80'],
    ['\0\x7f\x80', '%00%7F%C2%80'],
    ['\ud800a\udc00', '%EF%BF%BDa%EF%BF%BD', {}, 'a lone surrogate is encoded as U+FFFD'],
    ['a\r\nb\rc\n', 'a%0D%0Ab%0Dc%0A', {}, 'line ends are encoded'],
    ['a b\r\n\nc\r', 'a%20b\r\n\nc\r', { perLine: true }, 'perLine keeps that of each line'],
    ['a b\n c', 'a+b\n+c', { perLine: true, mode: 'form' }],
    ['', '', { perLine: true }],
    ['a\u2028b', 'a%E2%80%A8b', { perLine: true }, 'U+2028 does not end a line'],
    ['%20', '%2520', {}, 'encoded text is encoded again'],
    ['a', { error: 'steps[0].config.mode must be one of: component, uri, form, rfc3986' }, { mode: 'url' }],
    ['a', { error: 'Unknown option for url-encode: perline. Did you mean perLine?' }, { perline: true }],
  ],
  checks: {
    'component and uri are the functions of JavaScript': () => {
      fc.assert(
        fc.property(text, (input) => {
          assert.equal(resultOf(slug, input), encodeURIComponent(input.toWellFormed()));
          assert.equal(resultOf(slug, input, { mode: 'uri' }), encodeURI(input.toWellFormed()));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'form is what URLSearchParams writes': () => {
      fc.assert(
        fc.property(text, (input) => {
          assert.equal(`a=${resultOf(slug, input, { mode: 'form' })}`, new URLSearchParams({ a: input }).toString());
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'url-decode gives the text again': () => {
      fc.assert(
        fc.property(text, fc.constantFrom('component', 'form', 'rfc3986'), (input, mode) => {
          const decoded = resultOf('url-decode', resultOf(slug, input, { mode }), { plusAsSpace: mode === 'form' });
          assert.equal(decoded, input.toWellFormed());
        }),
        { seed: 3, numRuns: sampleSize(300) },
      );
    },
    'checks the limit before it builds its output': () => {
      const modes = fc.constantFrom('component', 'uri', 'form', 'rfc3986');
      fc.assert(
        fc.property(text, modes, fc.boolean(), (input, mode, perLine) =>
          assertAsksForItsSize(slug, input, { mode, perLine }),
        ),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
