import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'string-unescape';
const js = { language: 'js' };
const java = { language: 'java' };
const python = { language: 'python' };
const c = { language: 'c' };

export default {
  slug,
  cases: [
    ['', ''],
    ['\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9', '"\\/\b\f\n\r\téé', {}, 'JSON'],
    ['\\ud83d\\ude00 \\ud800', '😀 \ud800', {}, 'JSON, surrogates'],
    ['a "b"\n\té\0', 'a "b"\n\té\0', {}, 'what needs no escape stays'],
    ['\\\\n', '\\n', {}, 'an escaped backslash escapes nothing'],
    [
      'a\n\\x41',
      { error: 'line 2, column 1: a backslash and "x" are not an escape of JSON: write \\u00 and the two digits' },
    ],
    ["\\'", { error: `line 1, column 1: a backslash and "'" are not an escape of JSON` }],
    [
      '\\u12',
      { error: 'line 1, column 1: a backslash and "u" are not an escape of JSON: \\u needs four hexadecimal digits' },
    ],
    [
      '\\U0041',
      {
        error: 'line 1, column 1: a backslash and "U" are not an escape of JSON: write \\u and four hexadecimal digits',
      },
    ],
    ['\\😀', { error: 'line 1, column 1: a backslash and "😀" are not an escape of JSON' }],
    ['a\\', { error: 'line 1, column 2: nothing follows the last backslash' }],

    [' "a\\"b"\n', 'a"b', { quotes: true }, 'in quotes'],
    ["'a'", { error: 'line 1, column 1: expected "' }, { quotes: true }],
    ['', { error: 'line 1, column 1: expected "' }, { quotes: true }],
    ['\n a', { error: 'line 2, column 2: expected " or \' or `' }, { ...js, quotes: true }],
    ['"a', { error: 'line 1, column 1: the string that starts here is not closed' }, { quotes: true }],
    ['"', { error: 'line 1, column 1: the string that starts here is not closed' }, { quotes: true }],
    ['"a\\"', { error: 'line 1, column 3: nothing follows the last backslash' }, { quotes: true }],
    ['"a" + "b"', { error: 'line 1, column 3: the string ends here, and more text follows' }, { quotes: true }],
    ['"\\n" "b"', { error: 'line 1, column 4: the string ends here, and more text follows' }, { quotes: true }],
    [`'a"b\`'`, 'a"b`', { ...js, quotes: true }, 'the other quotes stay'],

    ["\\'\\`\\v\\0\\x41\\u0042\\u{1F600}\\a\\\nb\\\r\nc\\😀", "'`\v\0AB😀abc😀", js, 'JavaScript'],
    ['\\u{0000000000041}', 'A', js],
    [
      '\\u{41',
      {
        error:
          'line 1, column 1: a backslash and "u" are not an escape of JavaScript: \\u needs four hexadecimal digits, or one to six in braces',
      },
      js,
    ],
    [
      '\\101',
      {
        error:
          'line 1, column 1: a backslash and "1" are not an escape of JavaScript: octal numbers are not supported; write \\x and two hexadecimal digits',
      },
      js,
    ],
    [
      '\\01',
      {
        error:
          'line 1, column 1: a backslash and "0" are not an escape of JavaScript: octal numbers are not supported; write \\x and two hexadecimal digits',
      },
      js,
    ],
    [
      '\\x4',
      {
        error:
          'line 1, column 1: a backslash and "x" are not an escape of JavaScript: \\x needs two hexadecimal digits',
      },
      js,
    ],
    ['é\\u{110000}', { error: 'line 1, column 2: "\\u{110000}" is beyond U+10FFFF' }, js],
    [`\\u{${'f'.repeat(5000)}}`, { error: 'line 1, column 1: "\\u{fffffffff…" is beyond U+10FFFF' }, js],

    ["\\uuu0041\\s\\'\\7\\101\\477\\0", "A '\x07A'7\0", java, 'Java'],
    ['a\\\nb', 'ab', java],
    ['\\v', { error: 'line 1, column 1: a backslash and "v" are not an escape of Java' }, java],

    ['\\a\\v\\x41\\u0042\\U0001F600\\101\\0\\400\\\nz', '\x07\vAB😀A\0Āz', python, 'Python'],
    ['\\d+\\.', '\\d+\\.', python, 'Python keeps the backslash of what is no escape'],
    [
      '\\N{BULLET}',
      {
        error:
          'line 1, column 1: a backslash and "N" are not an escape of Python: names of characters are not supported; write \\u and four, or \\U and eight hexadecimal digits',
      },
      python,
    ],
    ['\\U00110000', { error: 'line 1, column 1: "\\U00110000" is beyond U+10FFFF' }, python],

    ['\\a\\v\\?\\x41\\u00e9\\U0001F600\\101\\0018\\\nz', '\x07\v?Aé😀A\x018z', c, 'C'],
    ['\\xF0\\237\\x98\\200 \\303\\251', '😀 é', c, 'C, bytes of UTF-8'],
    ['a\n\\303\\251\\303 b', { error: 'line 2, column 1: the bytes that are escaped from here on are not UTF-8' }, c],
    ['\\x41g\\x41B', { error: 'line 1, column 6: "\\x41B" is more than a byte' }, c],
    ['\\400', { error: 'line 1, column 1: "\\400" is more than a byte' }, c],
    ['\\e', { error: 'line 1, column 1: a backslash and "e" are not an escape of C: write \\033' }, c],

    ["it''s\\n '", "it's\\n '", { language: 'sql' }],
    [" 'it''s' ", "it's", { language: 'sql', quotes: true }],
    [
      "'a' or 'b'",
      { error: 'line 1, column 3: the string ends here, and more text follows' },
      { language: 'sql', quotes: true },
    ],
    ['say ""hi""', 'say "hi"', { language: 'csv' }],
    ['"a\n""b"', 'a\n"b', { language: 'csv', quotes: true }],
    [
      'a',
      { error: 'steps[0].config.language must be one of: json, js, java, python, c, sql, csv' },
      { language: 'xml' },
    ],
  ],
  checks: {
    'JSON is read as JSON.parse reads it': () => {
      const body = fc.string({ unit: fc.constantFrom(...'\\\\\\"u0041dn/abé\n') });
      fc.assert(
        fc.property(body, (text) => {
          let expected: unknown;
          try {
            expected = JSON.parse(`"${text}"`);
          } catch {
            // Only the tool takes raw quotes and line feeds.
            if (/[\n"]/.test(text)) return;
          }
          const result = runTool(slug, text);
          assert.equal(typeof result === 'string' ? result : undefined, expected);
        }),
        { seed: 1, numRuns: sampleSize(3000) },
      );
    },
    'JavaScript is read as V8 reads it': () => {
      const body = fc.string({ unit: fc.constantFrom(...'\\\\\\ux{}0041dnvsé') });
      fc.assert(
        fc.property(body, (text) => {
          let expected: unknown;
          try {
            expected = runInNewContext(`'use strict'; '${text}'`);
          } catch {}
          const result = runTool(slug, text, js);
          assert.equal(typeof result === 'string' ? result : undefined, expected);
        }),
        { seed: 2, numRuns: sampleSize(2000) },
      );
    },
    'Python is read as Python reads it': (t) => {
      const body = fc.string({ unit: fc.constantFrom('\\x41', '\\101', '\\7', '\\n', '\\d', '\\\\', "\\'", 'a', '8') });
      const texts = fc.sample(body, { seed: 3, numRuns: 20 });
      const script = `import json\nprint(json.dumps([${texts.map((text) => `'${text}'`).join(', ')}]))\n`;
      for (const output of shellOracle(t, 'python3 -W ignore -', [script]) ?? []) {
        assert.deepEqual(
          texts.map((text) => resultOf(slug, text, python)),
          JSON.parse(output),
        );
      }
    },
    'hostile texts take linear time': () => {
      for (const piece of ['\\', '\\\\', '\\n', '\\u0041', '\\303\\251', '\\x', '\\u{', '\\7', '"', "''"]) {
        for (const language of ['json', 'js', 'java', 'python', 'c', 'sql', 'csv']) {
          assertLinear(piece, (text) => runTool(slug, text, { language }));
        }
      }
    },
  },
} satisfies ToolCases;
