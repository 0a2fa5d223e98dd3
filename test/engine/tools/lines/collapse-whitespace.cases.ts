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
    { input: '', output: '' },
    { input: 'a\tb', output: 'a b' },
    { name: 'a no-break space becomes a space', input: 'a\u00a0b\u3000c\ufeffd', output: 'a b c d' },
    { name: 'a zero-width space is not white space', input: 'a\u200bb', output: 'a\u200bb' },
    { name: 'mixed line ends stay', input: ' a \r\n b\r\r c \n', output: 'a\r\nb\r\rc\n' },
    { name: 'blank lines stay, empty', input: 'a\n \t \n\nb', output: 'a\n\n\nb' },
    { name: 'U+2028 and U+2029 end no line', input: 'a \u2028 b\u2029\nc', output: 'a b\nc' },
    { input: '  a  \n  b  ', config: { trim: false }, output: ' a \n b ' },
    { input: ' a \r\n\r\n b\n', config: { keepLineBreaks: false, trim: false }, output: ' a b ' },
    { input: ' \n ', config: { keepLineBreaks: false }, output: '' },
    { name: 'lone surrogates survive', input: '\ud800  \udc00', output: '\ud800 \udc00' },
    { input: 'a', config: { keepLineBreaks: 'no' }, error: 'steps[0].config.keepLineBreaks must be a boolean' },
    { input: 'a', config: { trim: null }, error: 'steps[0].config.trim must be a boolean' },
    {
      input: 'a',
      config: { keepLinebreaks: true },
      error: 'Unknown option for collapse-whitespace: keepLinebreaks. Did you mean keepLineBreaks?',
    },
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
