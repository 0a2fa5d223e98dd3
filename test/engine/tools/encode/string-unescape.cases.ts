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
    { input: '', output: '' },
    { name: 'JSON', input: '\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00E9', output: '"\\/\b\f\n\r\téé' },
    { name: 'JSON, surrogates', input: '\\ud83d\\ude00 \\ud800', output: '😀 \ud800' },
    { name: 'what needs no escape stays', input: 'a "b"\n\té\0', output: 'a "b"\n\té\0' },
    { name: 'an escaped backslash escapes nothing', input: '\\\\n', output: '\\n' },
    {
      input: 'a\n\\x41',
      error: 'line 2, column 1: a backslash and "x" are not an escape of JSON: write \\u00 and the two digits',
    },
    { input: "\\'", error: `line 1, column 1: a backslash and "'" are not an escape of JSON` },
    {
      input: '\\u12',
      error: 'line 1, column 1: a backslash and "u" are not an escape of JSON: \\u needs four hexadecimal digits',
    },
    {
      input: '\\U0041',
      error: 'line 1, column 1: a backslash and "U" are not an escape of JSON: write \\u and four hexadecimal digits',
    },
    { input: '\\😀', error: 'line 1, column 1: a backslash and "😀" are not an escape of JSON' },
    { input: 'a\\', error: 'line 1, column 2: nothing follows the last backslash' },

    { name: 'in quotes', input: ' "a\\"b"\n', config: { quotes: true }, output: 'a"b' },
    { input: "'a'", config: { quotes: true }, error: 'line 1, column 1: expected "' },
    { input: '', config: { quotes: true }, error: 'line 1, column 1: expected "' },
    { input: '\n a', config: { ...js, quotes: true }, error: 'line 2, column 2: expected " or \' or `' },
    { input: '"a', config: { quotes: true }, error: 'line 1, column 1: the string that starts here is not closed' },
    { input: '"', config: { quotes: true }, error: 'line 1, column 1: the string that starts here is not closed' },
    { input: '"a\\"', config: { quotes: true }, error: 'line 1, column 3: nothing follows the last backslash' },
    {
      input: '"a" + "b"',
      config: { quotes: true },
      error: 'line 1, column 3: the string ends here, and more text follows',
    },
    {
      input: '"\\n" "b"',
      config: { quotes: true },
      error: 'line 1, column 4: the string ends here, and more text follows',
    },
    { name: 'the other quotes stay', input: `'a"b\`'`, config: { ...js, quotes: true }, output: 'a"b`' },

    {
      name: 'JavaScript',
      input: "\\'\\`\\v\\0\\x41\\u0042\\u{1F600}\\a\\\nb\\\r\nc\\😀",
      config: js,
      output: "'`\v\0AB😀abc😀",
    },
    { input: '\\u{0000000000041}', config: js, output: 'A' },
    {
      input: '\\u{41',
      config: js,
      error:
        'line 1, column 1: a backslash and "u" are not an escape of JavaScript: \\u needs four hexadecimal digits, or one to six in braces',
    },
    {
      input: '\\101',
      config: js,
      error:
        'line 1, column 1: a backslash and "1" are not an escape of JavaScript: octal numbers are not supported; write \\x and two hexadecimal digits',
    },
    {
      input: '\\01',
      config: js,
      error:
        'line 1, column 1: a backslash and "0" are not an escape of JavaScript: octal numbers are not supported; write \\x and two hexadecimal digits',
    },
    {
      input: '\\x4',
      config: js,
      error: 'line 1, column 1: a backslash and "x" are not an escape of JavaScript: \\x needs two hexadecimal digits',
    },
    { input: 'é\\u{110000}', config: js, error: 'line 1, column 2: "\\u{110000}" is beyond U+10FFFF' },
    {
      input: `\\u{${'f'.repeat(5000)}}`,
      config: js,
      error: 'line 1, column 1: "\\u{fffffffff…" is beyond U+10FFFF',
    },

    { name: 'Java', input: "\\uuu0041\\s\\'\\7\\101\\477\\0", config: java, output: "A '\x07A'7\0" },
    { input: 'a\\\nb', config: java, output: 'ab' },
    { input: '\\v', config: java, error: 'line 1, column 1: a backslash and "v" are not an escape of Java' },

    {
      name: 'Python',
      input: '\\a\\v\\x41\\u0042\\U0001F600\\101\\0\\400\\\nz',
      config: python,
      output: '\x07\vAB😀A\0Āz',
    },
    { name: 'Python keeps the backslash of what is no escape', input: '\\d+\\.', config: python, output: '\\d+\\.' },
    {
      input: '\\N{BULLET}',
      config: python,
      error:
        'line 1, column 1: a backslash and "N" are not an escape of Python: names of characters are not supported; write \\u and four, or \\U and eight hexadecimal digits',
    },
    { input: '\\U00110000', config: python, error: 'line 1, column 1: "\\U00110000" is beyond U+10FFFF' },

    { name: 'C', input: '\\a\\v\\?\\x41\\u00e9\\U0001F600\\101\\0018\\\nz', config: c, output: '\x07\v?Aé😀A\x018z' },
    { name: 'C, bytes of UTF-8', input: '\\xF0\\237\\x98\\200 \\303\\251', config: c, output: '😀 é' },
    {
      input: 'a\n\\303\\251\\303 b',
      config: c,
      error: 'line 2, column 1: the bytes that are escaped from here on are not UTF-8',
    },
    { input: '\\x41g\\x41B', config: c, error: 'line 1, column 6: "\\x41B" is more than a byte' },
    { input: '\\400', config: c, error: 'line 1, column 1: "\\400" is more than a byte' },
    { input: '\\e', config: c, error: 'line 1, column 1: a backslash and "e" are not an escape of C: write \\033' },

    { input: "it''s\\n '", config: { language: 'sql' }, output: "it's\\n '" },
    { input: " 'it''s' ", config: { language: 'sql', quotes: true }, output: "it's" },
    {
      input: "'a' or 'b'",
      config: { language: 'sql', quotes: true },
      error: 'line 1, column 3: the string ends here, and more text follows',
    },
    { input: 'say ""hi""', config: { language: 'csv' }, output: 'say "hi"' },
    { input: '"a\n""b"', config: { language: 'csv', quotes: true }, output: 'a\n"b' },
    {
      input: 'a',
      config: { language: 'xml' },
      error: 'steps[0].config.language must be one of: json, js, java, python, c, sql, csv',
    },
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
