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
    { input: '', output: '' },
    { input: text, output: 'a\\u00E9\\u6F22\\u{1F600}\\uD800' },
    { input: text, config: { style: 'json' }, output: 'a\\u00E9\\u6F22\\uD83D\\uDE00\\uD800' },
    { input: text, config: { style: 'css' }, output: 'a\\E9 \\6F22 \\1F600 \\D800 ' },
    { input: text, config: { style: 'python' }, output: 'a\\u00E9\\u6F22\\U0001F600\\uD800' },
    { input: text, config: { style: 'html' }, output: 'a&#xE9;&#x6F22;&#x1F600;&#xD800;' },
    { input: text, config: { style: 'percent-u' }, output: 'a%u00E9%u6F22%uD83D%uDE00%uD800' },
    { input: text, config: { style: 'codepoint' }, output: 'aU+00E9 U+6F22 U+1F600 U+D800' },
    {
      name: 'a code before a digit has six',
      input: 'éa ég 漢1',
      config: { style: 'codepoint' },
      output: 'U+0000E9a U+00E9g U+006F221',
    },
    {
      name: 'a space between codes has one',
      input: 'é é  é a',
      config: { style: 'codepoint' },
      output: 'U+00E9 U+0020 U+00E9  U+00E9 a',
    },
    { name: 'plain text stays', input: 'C:\\users\\x &#; 100% U+\n', output: 'C:\\users\\x &#; 100% U+\n' },
    {
      name: 'what looks like an escape is escaped',
      input: '\\u0041 \\u004 \\\\x41',
      output: '\\u005Cu0041 \\u004 \\\\u005Cx41',
    },
    { input: 'U+0041 u+0042', config: { style: 'codepoint' }, output: 'U+0055+0041 U+0075+0042' },
    { input: 'a\n', config: { nonAsciiOnly: false }, output: '\\u0061\\u000A' },
    { input: 'a 😀', config: { nonAsciiOnly: false, style: 'codepoint' }, output: 'U+0061 U+0020 U+1F600' },
    { input: 'ab', config: { nonAsciiOnly: false, style: 'css' }, output: '\\61 \\62 ' },

    {
      input: '\\u00e9\\u{1f600}\\xE9\\ud83d\\ude00\\n\\u12 \\U0041',
      config: decode('js'),
      output: 'é😀é😀\\n\\u12 \\U0041',
    },
    { input: '\\u00e9\\u{41}\\x41', config: decode('json'), output: 'é\\u{41}\\x41' },
    { input: '\\E9t\\e9 t\\0000e9t\\41\r\n\\zz', config: decode('css'), output: 'étététA\\zz' },
    { input: '\\xe9\\u00e9\\U0001f600\\N{DASH}', config: decode('python'), output: 'éé😀\\N{DASH}' },
    { input: '&#233;&#xe9;&#XE9;&eacute;&#;&#x;', config: decode('html'), output: 'ééé&eacute;&#;&#x;' },
    { input: 'u+0041 U+1F600  U+10FFFF,U+41', config: decode('codepoint'), output: 'A😀  \u{10ffff},U+41' },
    { input: '%u00e9%uD83D%uDE00%41%u', config: decode('percent-u'), output: 'é😀%41%u' },
    { input: 'a\n\\u{110000}', config: decode('js'), error: 'line 2, column 1: "\\u{110000}" is beyond U+10FFFF' },
    { input: '\\U00110000', config: decode('python'), error: 'line 1, column 1: "\\U00110000" is beyond U+10FFFF' },
    { input: '\\110000', config: decode('css'), error: 'line 1, column 1: "\\110000" is beyond U+10FFFF' },
    { input: 'U+110000', config: decode('codepoint'), error: 'line 1, column 1: "U+110000" is beyond U+10FFFF' },
    {
      input: `&#${'9'.repeat(400_000)};`,
      config: decode('html'),
      error: 'line 1, column 1: "&#999999999999…" is beyond U+10FFFF',
    },
    {
      name: 'four million characters are the most',
      isLong: true,
      input: 'é'.repeat(500_000),
      config: { style: 'js' },
      output: '\\u00E9'.repeat(500_000),
    },
    { input: 'a', config: { style: 'c' }, error: `steps[0].config.style must be one of: ${styles.join(', ')}` },
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
