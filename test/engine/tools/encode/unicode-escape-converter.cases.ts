import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'unicode-escape-converter';
const styles = ['js', 'json', 'css', 'python', 'html', 'codepoint', 'percent-u'];
const decode = (style: string) => ({ direction: 'decode', style });
const text = 'aé漢😀\ud800';

export default {
  slug,
  cases: [
    ['', ''],
    [text, 'a\\u00E9\\u6F22\\u{1F600}\\uD800'],
    [text, 'a\\u00E9\\u6F22\\uD83D\\uDE00\\uD800', { style: 'json' }],
    [text, 'a\\E9 \\6F22 \\1F600 \\D800 ', { style: 'css' }],
    [text, 'a\\u00E9\\u6F22\\U0001F600\\uD800', { style: 'python' }],
    [text, 'a&#xE9;&#x6F22;&#x1F600;&#xD800;', { style: 'html' }],
    [text, 'a%u00E9%u6F22%uD83D%uDE00%uD800', { style: 'percent-u' }],
    [text, 'aU+00E9 U+6F22 U+1F600 U+D800', { style: 'codepoint' }],
    ['éa ég 漢1', 'U+0000E9a U+00E9g U+006F221', { style: 'codepoint' }, 'a code before a digit has six'],
    ['é é  é a', 'U+00E9 U+0020 U+00E9  U+00E9 a', { style: 'codepoint' }, 'a space between codes has one'],
    ['C:\\users\\x &#; 100% U+\n', 'C:\\users\\x &#; 100% U+\n', {}, 'plain text stays'],
    ['\\u0041 \\u004 \\\\x41', '\\u005Cu0041 \\u004 \\\\u005Cx41', {}, 'what looks like an escape is escaped'],
    ['U+0041 u+0042', 'U+0055+0041 U+0075+0042', { style: 'codepoint' }],
    ['a\n', '\\u0061\\u000A', { nonAsciiOnly: false }],
    ['a 😀', 'U+0061 U+0020 U+1F600', { nonAsciiOnly: false, style: 'codepoint' }],
    ['ab', '\\61 \\62 ', { nonAsciiOnly: false, style: 'css' }],

    ['\\u00e9\\u{1f600}\\xE9\\ud83d\\ude00\\n\\u12 \\U0041', 'é😀é😀\\n\\u12 \\U0041', decode('js')],
    ['\\u00e9\\u{41}\\x41', 'é\\u{41}\\x41', decode('json')],
    ['\\E9t\\e9 t\\0000e9t\\41\r\n\\zz', 'étététA\\zz', decode('css')],
    ['\\xe9\\u00e9\\U0001f600\\N{DASH}', 'éé😀\\N{DASH}', decode('python')],
    ['&#233;&#xe9;&#XE9;&eacute;&#;&#x;', 'ééé&eacute;&#;&#x;', decode('html')],
    ['u+0041 U+1F600  U+10FFFF,U+41', 'A😀  \u{10ffff},U+41', decode('codepoint')],
    ['%u00e9%uD83D%uDE00%41%u', 'é😀%41%u', decode('percent-u')],
    ['a\n\\u{110000}', { error: 'line 2, column 1: "\\u{110000}" is beyond U+10FFFF' }, decode('js')],
    ['\\U00110000', { error: 'line 1, column 1: "\\U00110000" is beyond U+10FFFF' }, decode('python')],
    ['\\110000', { error: 'line 1, column 1: "\\110000" is beyond U+10FFFF' }, decode('css')],
    ['U+110000', { error: 'line 1, column 1: "U+110000" is beyond U+10FFFF' }, decode('codepoint')],
    [`&#${'9'.repeat(400_000)};`, { error: 'line 1, column 1: "&#999999999999…" is beyond U+10FFFF' }, decode('html')],
    { long: ['é'.repeat(500_000), '\\u00E9'.repeat(500_000), { style: 'js' }, 'four million characters are the most'] },
    ['a', { error: `steps[0].config.style must be one of: ${styles.join(', ')}` }, { style: 'c' }],
  ],
  checks: {
    'decoding restores the text, whatever the text': () => {
      const unit = fc.oneof(
        fc.constantFrom(...'é漢😀\ud800 \n\\&#%;xuU+0041{}fg'),
        fc.constantFrom('\\u0041', '\\x41', '\\41 ', '&#x41;', '&#65;', 'U+0041', '%u0041', '\\U00000041', '\\u{41}'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      );
      fc.assert(
        fc.property(fc.string({ unit }), fc.constantFrom(...styles), fc.boolean(), (input, style, nonAsciiOnly) => {
          const escaped = resultOf(slug, input, { style, nonAsciiOnly });
          assert.match(escaped, /^[\0-\x7f]*$/);
          assert.equal(resultOf(slug, escaped, decode(style)), input);
        }),
        { seed: 1, numRuns: sampleSize(3000) },
      );
    },
    'JavaScript and JSON can read its output': () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (input) => {
          const js = resultOf(slug, input, { nonAsciiOnly: false });
          assert.equal(runInNewContext(`"${js}"`), input);
          assert.equal(JSON.parse(`"${resultOf(slug, input, { style: 'json', nonAsciiOnly: false })}"`), input);
          assert.equal(unescape(resultOf(slug, input, { style: 'percent-u', nonAsciiOnly: false })), input);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const piece of [
        'é',
        'é ',
        '\\',
        '\\u',
        '\\u{',
        '\\u{4',
        '&#',
        '&#x4',
        '&#4',
        'U+',
        'U+0041 ',
        '%u004',
        '4',
      ]) {
        for (const style of styles) {
          for (const config of [{ style }, decode(style)]) assertLinear(piece, (text) => runTool(slug, text, config));
        }
      }
      for (const style of styles) {
        assertLinear(
          (length) => `\\u{${'4'.repeat(length)}`,
          (text) => runTool(slug, text, decode(style)),
        );
      }
    },
  },
} satisfies ToolCases;
