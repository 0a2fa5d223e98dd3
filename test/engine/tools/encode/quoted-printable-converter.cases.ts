import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'quoted-printable-converter';
const decode = { direction: 'decode' };
const keep = { ...decode, invalid: 'keep' };
const notAnEscape =
  '"=" must be followed by two hexadecimal digits or the end of the line; write =3D for the character itself';
const notUtf8 = 'is not UTF-8: set charset to latin1 if the text is in a Western encoding, or invalid to keep';

/** Line ends of one kind, since only the first is written. */
const text = fc
  .string({
    unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...'aé€😀= \t\n\n.~')),
    maxLength: 80,
  })
  .map((sample) => sample.replaceAll('\r', '').toWellFormed());

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '', config: decode, output: '' },
    {
      name: 'what stays',
      input: '!"#$%&\'()*+,-./09:;<>?@AZ[\\]^_`az{|}~',
      output: '!"#$%&\'()*+,-./09:;<>?@AZ[\\]^_`az{|}~',
    },
    {
      name: 'what does not',
      input: '=\0\x7f\u00a0é漢😀\ud800',
      output: '=3D=00=7F=C2=A0=C3=A9=E6=BC=A2=F0=9F=98=80=EF=BF=BD',
    },
    { name: 'blanks at the end of a line only', input: ' a\tb \nc\t\n \n', output: ' a\tb=20\nc=09\n=20\n' },
    { name: 'line ends', input: 'a\r\nb\r\n\r\nc\r\n', output: 'a\r\nb\r\n\r\nc\r\n' },
    { input: 'a\rb', output: 'a\rb' },
    { name: '76 characters', input: 'a'.repeat(76), output: 'a'.repeat(76) },
    { name: '77', input: `${'a'.repeat(77)}\r\nb`, output: `${'a'.repeat(75)}=\r\naa\r\nb` },
    {
      name: 'no break within a character',
      input: `${'a'.repeat(16)}éb`,
      config: { wrap: 20 },
      output: `${'a'.repeat(16)}=\n=C3=A9b`,
    },
    { input: `${'a'.repeat(14)}é`, config: { wrap: 20 }, output: `${'a'.repeat(14)}=C3=A9` },
    { input: '😀😀', config: { wrap: 20 }, output: '=F0=9F=98=80=\n=F0=9F=98=80' },
    {
      name: 'a blank before a soft line break',
      input: `${'a'.repeat(18)} b c`,
      config: { wrap: 20 },
      output: `${'a'.repeat(18)} =\nb c`,
    },
    {
      name: 'a blank at the end that must be escaped',
      input: `${'a'.repeat(18)} `,
      config: { wrap: 20 },
      output: `${'a'.repeat(18)}=\n=20`,
    },
    { name: 'Latin-1', input: 'é', config: { charset: 'latin1' }, output: '=E9' },
    { input: 'é\nx€', config: { charset: 'latin1' }, error: 'line 2, column 2: Latin-1 does not have "€"' },

    {
      name: 'escapes with digits of either case, and what needs none',
      input: '=c3=A9 =41=20',
      config: decode,
      output: 'é A ',
    },
    { name: 'soft line breaks', input: 'a=\nb=\r\n\r\nc=', config: decode, output: 'ab\r\nc' },
    { name: 'mixed line ends are encoded', input: 'é\r\nb\n\rc\r', output: '=C3=A9\r\nb\n\rc\r' },
    { name: 'mixed line ends are decoded', input: '=C3=A9\r\nb\n\rc\r', config: decode, output: 'é\r\nb\n\rc\r' },
    { name: 'with blanks after them', input: 'a= \t\nb', config: decode, output: 'ab' },
    { name: 'within a character', input: '=E2=\n=82=  \n=AC', config: decode, output: '€' },
    {
      name: 'blanks at line ends are dropped',
      input: 'a \t\r\n \r\nb=20 \r\n',
      config: decode,
      output: 'a\r\n\r\nb \r\n',
    },
    { name: 'characters beyond ASCII', input: 'é=C3=A9\ud800😀', config: decode, output: 'éé\ud800😀' },
    { name: 'a byte order mark stays', input: '=EF=BB=BFa', config: decode, output: '\ufeffa' },
    { input: '=0D=0A=00', config: decode, output: '\r\n\0' },
    { name: 'no escape', input: 'ab\nc=3', config: decode, error: `line 2, column 2: ${notAnEscape}` },
    { input: '😀=xx', config: decode, error: `line 1, column 2: ${notAnEscape}` },
    { input: '==41', config: decode, error: `line 1, column 1: ${notAnEscape}` },
    { input: 'a=b ==41=3', config: keep, output: 'a=b =A=3' },
    {
      name: 'not UTF-8',
      input: 'a=C3=\n=A9=\nb=C3=A9=E9',
      config: decode,
      error: `line 3, column 8: "=E9" ${notUtf8}`,
    },
    { input: '=C3a=A9', config: decode, error: `line 1, column 1: "=C3" ${notUtf8}` },
    {
      name: 'a line end is between bytes',
      input: '=C3\n=A9',
      config: decode,
      error: `line 1, column 1: "=C3" ${notUtf8}`,
    },
    { name: 'kept, with the escapes next to it', input: 'a=c3=\n=A9=E9b=C3=A9', config: keep, output: 'a=C3=A9=E9bé' },
    { input: '=ED=A0=80', config: keep, output: '=ED=A0=80' },
    { input: '=93=E9', config: { ...decode, charset: 'latin1' }, output: '\x93é' },
    { input: 'a', config: { wrap: 19 }, error: 'steps[0].config.wrap must be at least 20' },
    { input: 'a', config: { wrap: 999 }, error: 'steps[0].config.wrap must be at most 998' },
    { input: 'a', config: { direction: 'auto' }, error: 'steps[0].config.direction must be one of: encode, decode' },
  ],
  checks: {
    'there and back': () => {
      const lengths = fc.integer({ min: 20, max: 100 });
      fc.assert(
        fc.property(text, lengths, (input, wrap) => {
          const encoded = resultOf(slug, input, { wrap });
          for (const line of encoded.split('\n')) assert.match(line, /^[\t -~]*$/);
          for (const line of encoded.split('\n')) assert.ok(line.length <= wrap && !/[ \t]$/.test(line));
          assert.equal(resultOf(slug, encoded, decode), input);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'there and back in Latin-1': () => {
      const bytes = fc.uint8Array({ maxLength: 200 }).map((data) => Buffer.from(data).toString('latin1'));
      fc.assert(
        fc.property(bytes, (input) => {
          const charset = 'latin1';
          assert.equal(resultOf(slug, resultOf(slug, input, { charset }), { ...decode, charset }), input);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'Perl decodes its output': (t) => {
      const texts = fc.sample(text, { seed: 3, numRuns: 40 });
      const encoded = texts.map((sample) => resultOf(slug, sample, { wrap: 30 }));
      const decoded = shellOracle(t, "perl -MMIME::QuotedPrint -0777 -ne 'print decode_qp($_)'", encoded);
      decoded?.forEach((output, i) => {
        assert.equal(output, texts[i]);
      });
    },
    'decoding in parts agrees with decoding all bytes together': () => {
      const sample = fc.string({ unit: fc.constantFrom('=C3', '=A9', '=E2', '=82', '=AC', 'a', '=\n', '\n', '=3D') });
      fc.assert(
        fc.property(sample, (input) => {
          const bytes = input
            .replace(/=\n/g, '')
            .replace(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
          let expected: string | undefined;
          try {
            expected = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'));
          } catch {}
          const result = runTool(slug, input, decode);
          assert.equal(typeof result === 'string' ? result : undefined, expected);
        }),
        { seed: 4, numRuns: sampleSize(1000) },
      );
    },
    'checks the limit while it builds its output': () => {
      fc.assert(
        fc.property(text, (input) => assertAsksForItsSize(slug, input, { wrap: 20 })),
        { seed: 5, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of ['=', '=\n', ' ', ' \n', '=4', '=C3', '=C3=A9', 'é', '\ud800', '\n', '\t', 'a']) {
        for (const config of [{}, { wrap: 998 }, decode, keep]) {
          assertLinear(piece, (text) => runTool(slug, text, config));
        }
      }
    },
  },
} satisfies ToolCases;
