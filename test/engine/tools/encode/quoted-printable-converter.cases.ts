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
    ['', ''],
    ['', '', decode],
    ['!"#$%&\'()*+,-./09:;<>?@AZ[\\]^_`az{|}~', '!"#$%&\'()*+,-./09:;<>?@AZ[\\]^_`az{|}~', {}, 'what stays'],
    ['=\0\x7f\u00a0é漢😀\ud800', '=3D=00=7F=C2=A0=C3=A9=E6=BC=A2=F0=9F=98=80=EF=BF=BD', {}, 'what does not'],
    [' a\tb \nc\t\n \n', ' a\tb=20\nc=09\n=20\n', {}, 'blanks at the end of a line only'],
    ['a\r\nb\r\n\r\nc\r\n', 'a\r\nb\r\n\r\nc\r\n', {}, 'line ends'],
    ['a\rb', 'a\rb'],
    ['a'.repeat(76), 'a'.repeat(76), {}, '76 characters'],
    [`${'a'.repeat(77)}\r\nb`, `${'a'.repeat(75)}=\r\naa\r\nb`, {}, '77'],
    [`${'a'.repeat(16)}éb`, `${'a'.repeat(16)}=\n=C3=A9b`, { wrap: 20 }, 'no break within a character'],
    [`${'a'.repeat(14)}é`, `${'a'.repeat(14)}=C3=A9`, { wrap: 20 }],
    ['😀😀', '=F0=9F=98=80=\n=F0=9F=98=80', { wrap: 20 }],
    [`${'a'.repeat(18)} b c`, `${'a'.repeat(18)} =\nb c`, { wrap: 20 }, 'a blank before a soft line break'],
    [`${'a'.repeat(18)} `, `${'a'.repeat(18)}=\n=20`, { wrap: 20 }, 'a blank at the end that must be escaped'],
    ['é', '=E9', { charset: 'latin1' }, 'Latin-1'],
    ['é\nx€', { error: 'line 2, column 2: Latin-1 does not have "€"' }, { charset: 'latin1' }],

    ['=c3=A9 =41=20', 'é A ', decode, 'escapes with digits of either case, and what needs none'],
    ['a=\nb=\r\n\r\nc=', 'ab\r\nc', decode, 'soft line breaks'],
    ['é\r\nb\n\rc\r', '=C3=A9\r\nb\n\rc\r', {}, 'mixed line ends are encoded'],
    ['=C3=A9\r\nb\n\rc\r', 'é\r\nb\n\rc\r', decode, 'mixed line ends are decoded'],
    ['a= \t\nb', 'ab', decode, 'with blanks after them'],
    ['=E2=\n=82=  \n=AC', '€', decode, 'within a character'],
    ['a \t\r\n \r\nb=20 \r\n', 'a\r\n\r\nb \r\n', decode, 'blanks at line ends are dropped'],
    ['é=C3=A9\ud800😀', 'éé\ud800😀', decode, 'characters beyond ASCII'],
    ['=EF=BB=BFa', '\ufeffa', decode, 'a byte order mark stays'],
    ['=0D=0A=00', '\r\n\0', decode],
    ['ab\nc=3', { error: `line 2, column 2: ${notAnEscape}` }, decode, 'no escape'],
    ['😀=xx', { error: `line 1, column 2: ${notAnEscape}` }, decode],
    ['==41', { error: `line 1, column 1: ${notAnEscape}` }, decode],
    ['a=b ==41=3', 'a=b =A=3', keep],
    ['a=C3=\n=A9=\nb=C3=A9=E9', { error: `line 3, column 8: "=E9" ${notUtf8}` }, decode, 'not UTF-8'],
    ['=C3a=A9', { error: `line 1, column 1: "=C3" ${notUtf8}` }, decode],
    ['=C3\n=A9', { error: `line 1, column 1: "=C3" ${notUtf8}` }, decode, 'a line end is between bytes'],
    ['a=c3=\n=A9=E9b=C3=A9', 'a=C3=A9=E9bé', keep, 'kept, with the escapes next to it'],
    ['=ED=A0=80', '=ED=A0=80', keep],
    ['=93=E9', '\x93é', { ...decode, charset: 'latin1' }],
    ['a', { error: 'steps[0].config.wrap must be at least 20' }, { wrap: 19 }],
    ['a', { error: 'steps[0].config.wrap must be at most 998' }, { wrap: 999 }],
    ['a', { error: 'steps[0].config.direction must be one of: encode, decode' }, { direction: 'auto' }],
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
