import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'base64-decode';
const strict = { strict: true };
const notAtTheEnd = '"=" may only stand at the end of a group of four characters';

/** RFC 4648 section 10. */
const vectors: [base64: string, text: string][] = [
  ['', ''],
  ['Zg==', 'f'],
  ['Zm8=', 'fo'],
  ['Zm9v', 'foo'],
  ['Zm9vYg==', 'foob'],
  ['Zm9vYmE=', 'fooba'],
  ['Zm9vYmFy', 'foobar'],
];

export default {
  slug,
  cases: [
    ...vectors.map(([input, output]): ToolCase => [input, output, {}, `RFC 4648: ${input}`]),
    ...vectors.map(([input, output]): ToolCase => [input, output, strict, `RFC 4648, strictly: ${input}`]),
    ['w7/Dvj8w', 'ÿþ?0', {}, 'the standard alphabet'],
    ['w7_Dvj8w', 'ÿþ?0', {}, 'the URL alphabet'],
    ['w7_Dvj8w', 'ÿþ?0', strict],
    ['+/-_', 'ûÿ¿', { charset: 'latin1' }, 'and both mixed'],
    [
      '+/-_',
      { error: 'line 1, column 3: "-" and "/" belong to different alphabets' },
      { charset: 'latin1', strict: true },
    ],
    [' Zm\t9v\r\nYm\rFy\n\u00a0\u3000', 'foobar', {}, 'white space anywhere, line ends of every kind'],
    ['Zm9v\nYmFy', { error: 'line 1, column 5: U+000A is not a Base64 character' }, strict, 'but not strictly'],
    ['Zm9v\n', { error: 'line 1, column 5: U+000A is not a Base64 character' }, strict],
    ['Zm8', 'fo', {}, 'padding may be missing'],
    ['Zg', 'f'],
    ['Zg=', 'f', {}, 'or half of it'],
    ['Zm8', { error: 'line 1, column 4: the padding with "=" is missing' }, strict],
    ['Zg=', { error: 'line 1, column 4: the padding with "=" is missing' }, strict],
    ['Zg==\nZm8=Zm9v', 'ffofoo', {}, 'Base64 may follow padding, as perLine of base64-encode writes it'],
    ['Zg==Zg==', { error: 'line 1, column 5: nothing may follow the padding' }, strict],
    ['Zg=v', { error: 'line 1, column 4: a second "=" is missing before this character' }],
    ['=', { error: `line 1, column 1: ${notAtTheEnd}` }],
    ['Z===', { error: `line 1, column 2: ${notAtTheEnd}` }],
    ['Zg===', { error: `line 1, column 5: ${notAtTheEnd}` }],
    ['Zm9v=', { error: `line 1, column 5: ${notAtTheEnd}` }],
    [
      'Zm9vY',
      { error: 'line 1, column 6: the Base64 is cut off: one character is left over, which is not a whole byte' },
    ],
    [
      'Zm9vY',
      { error: 'line 1, column 6: the Base64 is cut off: one character is left over, which is not a whole byte' },
      strict,
    ],
    ['Zh==', 'f', {}, 'bits left over do no harm'],
    ['Zm9=', 'fo'],
    [
      'Zh==',
      { error: 'line 1, column 2: the character before the padding has bits left over that are not zero' },
      strict,
    ],
    [
      'Zm9=',
      { error: 'line 1, column 3: the character before the padding has bits left over that are not zero' },
      strict,
    ],
    [
      'Zm9v\nYm%y',
      { error: 'line 2, column 3: "%" is not a Base64 character' },
      {},
      'other characters are errors with their place',
    ],
    ['data:text/plain;base64,Zm9v', { error: 'line 1, column 5: ":" is not a Base64 character' }],
    ['Zm9v😀', { error: 'line 1, column 5: "😀" is not a Base64 character' }],
    ['Zm9v\ud800', { error: 'line 1, column 5: U+D800 is not a Base64 character' }],
    ['Zm9v\u200bYmFy', { error: 'line 1, column 5: U+200B is not a Base64 character' }],
    [
      'Zm9\u0176',
      { error: 'line 1, column 4: "Ŷ" is not a Base64 character' },
      {},
      'a letter beyond ASCII that ends in the same byte',
    ],

    ['5ryi8J+YgA==', '漢😀'],
    ['77u/YQ==', '\ufeffa', {}, 'a byte order mark stays'],
    ['77+9', '\ufffd', {}, 'U+FFFD in the data is not an error'],
    [
      'iVBORw0KGgo=',
      {
        error:
          'Step 1 (base64-decode) failed: the decoded data is not UTF-8 text (byte 0x89 at offset 0): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
      },
      {},
      'binary data is an error with a hint',
    ],
    [
      '4piD7aCA',
      {
        error:
          'the decoded data is not UTF-8 text (byte 0xED at offset 3): it may be binary, or text in another charset; set charset to latin1 or utf-16le, or invalid to replace',
      },
      {},
      'a surrogate in UTF-8 is not text',
    ],
    ['YYlixCc=', "a\ufffdb\ufffd'", { invalid: 'replace' }],
    ['iVBORw0KGgo=', '\x89PNG\r\n\x1a\n', { charset: 'latin1' }],
    ['PdgA3gDY', '😀\ud800', { charset: 'utf-16le' }],
    ['YQBi', { error: 'the decoded data has 3 bytes, and UTF-16 takes two for each unit' }, { charset: 'utf-16le' }],
    ['', '', { charset: 'utf-16le' }],
    ['YQ==', { error: 'steps[0].config.charset must be one of: utf-8, latin1, utf-16le' }, { charset: 'utf8' }],
    ['YQ==', { error: 'steps[0].config.invalid must be one of: error, replace' }, { invalid: 'ignore' }],
    ['YQ==', { error: 'Unknown option for base64-decode: strct. Did you mean strict?' }, { strct: true }],
  ],
  checks: {
    'accepts what Buffer accepts, and gives the same bytes': () => {
      const bytes = fc.uint8Array({ maxLength: 100 });
      fc.assert(
        fc.property(bytes, fc.constantFrom('base64' as const, 'base64url' as const), (data, encoding) => {
          const text = Buffer.from(data).toString(encoding);
          assert.equal(resultOf(slug, text, { charset: 'latin1' }), Buffer.from(data).toString('latin1'));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'strict accepts only the encoding of its result': () => {
      const text = fc.string({ unit: fc.constantFrom(...'AQgw/_+-= Zm9v\n'), maxLength: 12 });
      fc.assert(
        fc.property(text, (base64) => {
          const result = runTool(slug, base64, { strict: true, charset: 'latin1' });
          const bytes = Buffer.from(base64, 'base64');
          const padded = bytes.toString('base64url').padEnd(Math.ceil(bytes.length / 3) * 4, '=');
          const canonical = base64 === bytes.toString('base64') || base64 === padded;
          assert.equal(typeof result === 'string', canonical, JSON.stringify(result));
        }),
        { seed: 2, numRuns: sampleSize(5000) },
      );
    },
    'agrees with base64 -d': (t) => {
      const text = fc.string({ unit: 'binary' }).map((plain) => Buffer.from(plain).toString('base64'));
      const pieces = fc.array(text, { minLength: 1, maxLength: 3 }).map((texts) => texts.join('\n'));
      const texts = fc.sample(pieces, { seed: 3, numRuns: 40 });
      const expected = shellOracle(t, 'base64 -d', texts);
      expected?.forEach((output, i) => {
        assert.equal(resultOf(slug, texts[i] ?? ''), output);
      });
    },
    'bytes that are not UTF-8 are never treated as text': () => {
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      const byte = fc.oneof(
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0x80, 0xf0, 0x9f),
      );
      fc.assert(
        fc.property(fc.array(byte, { maxLength: 6 }), (bytes) => {
          const data = Uint8Array.from(bytes);
          let text: string | undefined;
          try {
            text = decoder.decode(data);
          } catch {}
          const result = runTool(slug, Buffer.from(data).toString('base64'));
          assert.equal(typeof result === 'string' ? result : undefined, text);
        }),
        { seed: 4, numRuns: sampleSize(3000) },
      );
    },
    'hostile texts give a result or an error': () => {
      for (const piece of ['=', 'A', 'A=', 'AA==', '/', ' ', '\n', '\u3000', '\ud800']) {
        const text = piece.repeat(500_000 / piece.length);
        assert.doesNotThrow(() => runTool(slug, text), piece);
      }
    },
  },
} satisfies ToolCases;
