import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'collapse-whitespace';
const anyText = fc
  .array(fc.constantFrom('a', 'b', ' ', '  ', '\t', '\u00a0', '\u2028', '\ufeff', '\n', '\r', '\r\n', '\ud800'))
  .map((parts) => parts.join(''));

export default {
  slug,
  cases: [
    ['', ''],
    ['a\tb', 'a b'],
    ['a\u00a0b\u3000c\ufeffd', 'a b c d', {}, 'a no-break space becomes a space'],
    ['a\u200bb', 'a\u200bb', {}, 'a zero-width space is not white space'],
    [' a \r\n b\r\r c \n', 'a\r\nb\r\rc\n', {}, 'mixed line ends stay'],
    ['a\n \t \n\nb', 'a\n\n\nb', {}, 'blank lines stay, empty'],
    ['a \u2028 b\u2029\nc', 'a b\nc', {}, 'U+2028 and U+2029 end no line'],
    ['  a  \n  b  ', ' a \n b ', { trim: false }],
    [' a \r\n\r\n b\n', ' a b ', { keepLineBreaks: false, trim: false }],
    [' \n ', '', { keepLineBreaks: false }],
    ['\ud800  \udc00', '\ud800 \udc00', {}, 'lone surrogates survive'],
    ['a', { error: 'steps[0].config.keepLineBreaks must be a boolean' }, { keepLineBreaks: 'no' }],
    ['a', { error: 'steps[0].config.trim must be a boolean' }, { trim: null }],
    [
      'a',
      { error: 'Unknown option for collapse-whitespace: keepLinebreaks. Did you mean keepLineBreaks?' },
      { keepLinebreaks: true },
    ],
  ],
  checks: {
    'without line breaks: the words with single spaces between them': () => {
      fc.assert(
        fc.property(anyText, (input) => {
          const words = input.split(/\s+/).filter((word) => word !== '');
          assert.equal(resultOf(slug, input, { keepLineBreaks: false }), words.join(' '));
        }),
        { seed: 6, numRuns: sampleSize(500) },
      );
    },
    'with line breaks: the same within each line, between the same line ends': () => {
      fc.assert(
        fc.property(anyText, fc.boolean(), (input, trim) => {
          const parts = input.split(/(\r\n|\n|\r)/).map((part) => {
            if (/^[\r\n]/.test(part)) return part;
            const collapsed = part.replace(/\s+/g, ' ');
            return trim ? collapsed.trim() : collapsed;
          });
          assert.equal(resultOf(slug, input, { trim }), parts.join(''));
        }),
        { seed: 7, numRuns: sampleSize(500) },
      );
    },
  },
} satisfies ToolCases;
