import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { CodingDirection } from '../../text/encoding/coding-direction.js';
import { readEscapes, writeEscapes } from './unicode-escape-converter/unicode-escapes.js';

export default defineTool({
  slug: 'unicode-escape-converter',
  title: 'Unicode escape converter',
  description:
    'Writes characters as numeric escapes in the style of a language, or turns such escapes back into characters. Other escapes, such as \\n, are left alone: string-unescape reads those.',
  config: Type.Object({
    direction: CodingDirection,
    style: Type.Enum(['js', 'json', 'css', 'python', 'html', 'codepoint', 'percent-u'], {
      default: 'js',
      description:
        'Style of the escapes, for é and 😀: js \\u00E9 \\u{1F600}, json \\u00E9 \\uD83D\\uDE00, css \\E9 \\1F600, python \\u00E9 \\U0001F600, html &#xE9; &#x1F600;, codepoint U+00E9 U+1F600, percent-u %u00E9 %uD83D%uDE00',
    }),
    nonAsciiOnly: Type.Boolean({
      default: true,
      description:
        'Encodes only non-ASCII characters, and text that looks like an escape; off encodes every character, including line ends',
    }),
  }),
  examples: [
    { input: 'café 😀', output: 'caf\\u00E9 \\u{1F600}' },
    { input: 'café 😀', config: { style: 'json' }, output: 'caf\\u00E9 \\uD83D\\uDE00' },
    { input: 'Hé', config: { style: 'codepoint', nonAsciiOnly: false }, output: 'U+0048 U+00E9' },
    { input: 'U+0048 U+00E9', config: { direction: 'decode', style: 'codepoint' }, output: 'Hé' },
    { input: 'caf&#233; &#x1F600;', config: { direction: 'decode', style: 'html' }, output: 'café 😀' },
  ],
  lineByLine: ({ direction, style, nonAsciiOnly }) => (direction === 'encode' ? nonAsciiOnly : style !== 'css'),
  keepsLines: [{ direction: { enum: ['encode'] }, nonAsciiOnly: { enum: [true] } }],
  run: (input, { direction, style, nonAsciiOnly }, limit) =>
    direction === 'encode' ? writeEscapes(input, style, nonAsciiOnly, limit) : readEscapes(input, style),
});
