import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'base64-encode';

/** RFC 4648 section 10. */
const vectors: [text: string, base64: string][] = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
];

export default {
  slug,
  cases: [
    ...vectors.map(([input, output]): ToolCase => [input, output, {}, `RFC 4648: ${input}`]),
    ['ÿþ?', 'w7/Dvj8='],
    ['ÿþ?', 'w7_Dvj8=', { urlSafe: true }],
    ['ÿþ?', 'w7/Dvj8', { padding: false }],
    ['f', 'Zg', { urlSafe: true, padding: false }],
    ['f', 'Zg==', { urlSafe: true, padding: true }],
    ['漢😀', '5ryi8J+YgA=='],
    ['a\ud800b\udc00', 'Ye+/vWLvv70=', {}, 'a lone surrogate is encoded as U+FFFD'],
    ['\ufeffa', '77u/YQ==', {}, 'a byte order mark stays'],
    ['a\r\nb\rc\n', 'YQ0KYg1jCg==', {}, 'line ends are characters like any other'],
    ['foobar', 'Zm9\nvYm\nFy', { wrap: 3 }],
    ['foobar', 'Zm9v\nYmFy', { wrap: 4 }, 'no line end after a last full line'],
    ['foobar', 'Zm9vYmFy', { wrap: 8 }],
    ['', '', { wrap: 1 }],
    ['foo\nfo', 'Zm9v\nZm8=', { perLine: true }],
    ['f\r\no\no\r', 'Zg==\r\nbw==\nbw==\r', { perLine: true }, 'each line keeps its line end'],
    ['\n\nf', '\n\nZg==', { perLine: true }, 'empty lines stay empty'],
    ['', '', { perLine: true }],
    ['foob\r\nfoob\r\n', 'Zm9v\r\nYg\r\nZm9v\r\nYg\r\n', { perLine: true, wrap: 4, padding: false }],
    ['a', { error: 'steps[0].config.wrap must be at most 1000' }, { wrap: 1001 }],
    ['a', { error: 'steps[0].config.wrap must be at least 0' }, { wrap: -1 }],
    ['a', { error: 'steps[0].config.wrap must be an integer' }, { wrap: 1.5 }],
    ['a', { error: 'Unknown option for base64-encode: urlsafe. Did you mean urlSafe?' }, { urlsafe: true }],
  ],
  checks: {
    'agrees with base64(1)': (t) => {
      const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 200 }), { seed: 1, numRuns: 40 });
      const expected = shellOracle(t, 'base64 -w 7', texts);
      expected?.forEach((output, i) => {
        const base64 = resultOf(slug, texts[i] ?? '', { wrap: 7 });
        assert.equal(base64 === '' ? '' : `${base64}\n`, output);
      });
    },
    'base64-decode restores the text, whatever the options': () => {
      const config = fc.record(
        { urlSafe: fc.boolean(), padding: fc.boolean(), wrap: fc.nat(20) },
        { noNullPrototype: true },
      );
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), config, (text, options) => {
          assert.equal(resultOf('base64-decode', resultOf(slug, text, options)), text.toWellFormed());
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'perLine is the encoding of each line': () => {
      const config = fc.record({ urlSafe: fc.boolean(), padding: fc.boolean() }, { noNullPrototype: true });
      fc.assert(
        fc.property(
          fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ') }), { minLength: 1 }),
          config,
          (lines, options) => {
            const expected = lines.map((line) => resultOf(slug, line, options)).join('\n');
            assert.equal(resultOf(slug, lines.join('\n'), { ...options, perLine: true }), expected);
          },
        ),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'checks the limit before it builds its output': () => {
      const config = fc.record(
        { urlSafe: fc.boolean(), padding: fc.boolean(), wrap: fc.nat(9), perLine: fc.boolean() },
        { noNullPrototype: true },
      );
      const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud800', '\n', '\r\n') });
      fc.assert(
        fc.property(text, config, (input, options) => assertAsksForItsSize(slug, input, options)),
        { seed: 4, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
