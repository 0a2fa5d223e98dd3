import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

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
    ...vectors.map(([input, output]) => ({ name: `RFC 4648: ${input}`, input, output })),
    { input: 'ÿþ?', output: 'w7/Dvj8=' },
    { input: 'ÿþ?', config: { urlSafe: true }, output: 'w7_Dvj8=' },
    { input: 'ÿþ?', config: { padding: false }, output: 'w7/Dvj8' },
    { input: 'f', config: { urlSafe: true, padding: false }, output: 'Zg' },
    { input: 'f', config: { urlSafe: true, padding: true }, output: 'Zg==' },
    { input: '漢😀', output: '5ryi8J+YgA==' },
    { name: 'a lone surrogate is encoded as U+FFFD', input: 'a\ud800b\udc00', output: 'Ye+/vWLvv70=' },
    { name: 'a byte order mark stays', input: '\ufeffa', output: '77u/YQ==' },
    { name: 'line ends are characters like any other', input: 'a\r\nb\rc\n', output: 'YQ0KYg1jCg==' },
    { input: 'foobar', config: { wrap: 3 }, output: 'Zm9\nvYm\nFy' },
    { name: 'no line end after a last full line', input: 'foobar', config: { wrap: 4 }, output: 'Zm9v\nYmFy' },
    { input: 'foobar', config: { wrap: 8 }, output: 'Zm9vYmFy' },
    { input: '', config: { wrap: 1 }, output: '' },
    { input: 'foo\nfo', config: { perLine: true }, output: 'Zm9v\nZm8=' },
    {
      name: 'each line keeps its line end',
      input: 'f\r\no\no\r',
      config: { perLine: true },
      output: 'Zg==\r\nbw==\nbw==\r',
    },
    { name: 'empty lines stay empty', input: '\n\nf', config: { perLine: true }, output: '\n\nZg==' },
    { input: '', config: { perLine: true }, output: '' },
    {
      input: 'foob\r\nfoob\r\n',
      config: { perLine: true, wrap: 4, padding: false },
      output: 'Zm9v\r\nYg\r\nZm9v\r\nYg\r\n',
    },
    { input: 'a', config: { wrap: 1001 }, error: 'steps[0].config.wrap must be at most 1000' },
    { input: 'a', config: { wrap: -1 }, error: 'steps[0].config.wrap must be at least 0' },
    { input: 'a', config: { wrap: 1.5 }, error: 'steps[0].config.wrap must be an integer' },
    {
      input: 'a',
      config: { urlsafe: true },
      error: 'Unknown option for base64-encode: urlsafe. Did you mean urlSafe?',
    },
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
