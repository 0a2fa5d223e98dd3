import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'url-decode';
const keep = { invalid: 'keep' };
const noDigits = '"%" must be followed by two hexadecimal digits; write %25 for the character itself';

export default {
  slug,
  cases: [
    ['', ''],
    ['%41%7a%7A', 'Azz'],
    ['%c3%A9%E6%BC%A2%F0%9F%98%80', 'é漢😀'],
    ['%00%0D%0A', '\0\r\n'],
    ['a+b%2B', 'a+b+', {}, 'a plus sign is a plus sign'],
    ['a+b%2B', 'a b+', { plusAsSpace: true }],
    ['%2541', '%41', {}, 'decoded once, not twice'],
    ['é\r\n\ud800\r%20\n', 'é\r\n\ud800\r \n', {}, 'all else stays: line ends, lone surrogates, letters'],
    ['%EF%BB%BFa', '\ufeffa', {}, 'a byte order mark stays'],
    ['100%', { error: `line 1, column 5: ${noDigits}`.replace('column 5', 'column 4') }],
    ['a\r\nb😀%zz', { error: `line 2, column 3: ${noDigits}` }],
    ['%4', { error: `line 1, column 1: ${noDigits}` }],
    ['%%41', { error: `line 1, column 1: ${noDigits}` }],
    ['%\uff14\uff11', { error: `line 1, column 1: ${noDigits}` }],
    [
      'caf%E9',
      { error: 'Step 1 (url-decode) failed: line 1, column 4: "%E9" starts no UTF-8 character' },
      {},
      'Latin-1 is not UTF-8',
    ],
    ['a%80', { error: 'line 1, column 2: "%80" starts no UTF-8 character' }],
    ['%C0%AF', { error: 'line 1, column 1: "%C0" starts no UTF-8 character' }, {}, 'overlong'],
    ['%E0%80%AF', { error: 'line 1, column 1: "%E0" starts no UTF-8 character' }],
    ['%ed%a0%80', { error: 'line 1, column 1: "%ed" starts no UTF-8 character' }, {}, 'a surrogate'],
    ['%F4%90%80%80', { error: 'line 1, column 1: "%F4" starts no UTF-8 character' }, {}, 'beyond U+10FFFF'],
    ['%41%E2%82', { error: 'line 1, column 4: "%E2" starts no UTF-8 character' }, {}, 'cut off'],
    ['%E2%82x', { error: 'line 1, column 1: "%E2" starts no UTF-8 character' }],
    [
      '100% %zz %E9 %C3%A9 %E2%82%41 %',
      '100% %zz %E9 é %E2%82A %',
      keep,
      'keep: what is malformed stays, what is not is decoded',
    ],
    ['%%41%', '%A%', keep],
    ['%ED%A0%80', '%ED%A0%80', keep],
    ['%F0%9F%98%80%F0%9F%98', '😀%F0%9F%98', keep],
    ['+%', ' %', { invalid: 'keep', plusAsSpace: true }],
    ['a', { error: 'steps[0].config.invalid must be one of: error, keep' }, { invalid: 'ignore' }],
    ['a', { error: 'Unknown option for url-decode: plusAsSpaces. Did you mean plusAsSpace?' }, { plusAsSpaces: true }],
  ],
  checks: {
    'accepts what decodeURIComponent accepts, and gives the same text': () => {
      fc.assert(
        fc.property(escapes, (text) => {
          let expected: string | undefined;
          try {
            expected = decodeURIComponent(text);
          } catch {}
          const result = runTool(slug, text);
          assert.equal(typeof result === 'string' ? result : undefined, expected);
          if (expected !== undefined) assert.equal(resultOf(slug, text, keep), expected);
        }),
        { seed: 1, numRuns: sampleSize(3000) },
      );
    },
    'keep loses nothing: the kept and decoded parts are the bytes of the input': () => {
      const bytesOf = (text: string) =>
        Buffer.from(
          text.replace(/%([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        );
      const wellFormed = fc.array(fc.constantFrom('%C3%A9', '%E2%82', '%F0%9F%98%80', '%80', '%FF', 'a', '%ED%A0%80'), {
        maxLength: 8,
      });
      fc.assert(
        fc.property(wellFormed, (pieces) => {
          const kept = resultOf(slug, pieces.join(''), keep);
          const again = kept.replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters));
          assert.deepEqual(bytesOf(again), bytesOf(pieces.join('')));
        }),
        { seed: 2, numRuns: sampleSize(1000) },
      );
    },
    'hostile texts give a result or an error': () => {
      for (const piece of ['%', '%4', '%41', '%FF', '%E2%82', '%F0%9F%98', '+', '\n']) {
        const text = piece.repeat(500_000 / piece.length);
        assert.equal(typeof runTool(slug, text, { invalid: 'keep', plusAsSpace: true }), 'string', piece);
      }
    },
  },
} satisfies ToolCases;

const escapes = fc
  .array(
    fc.oneof(
      fc.constantFrom('%C3', '%A9', '%E2', '%82', '%AC', '%F0', '%9F', '%98', '%80', '%ED', '%A0', '%25'),
      fc.constantFrom('%', '4', '1', 'a', '+', 'é', '\ud800'),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''));
