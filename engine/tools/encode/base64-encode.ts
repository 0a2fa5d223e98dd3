import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { base64Length } from '../../text/encoding/base64.js';
import { lineEndsOf } from '../../text/lines/lines.js';
import { replaceWithin } from '../../text/replacement.js';
import { TextWriter } from '../../text/text-writer.js';

export default defineTool({
  slug: 'base64-encode',
  title: 'Base64 encode',
  description:
    'Writes the UTF-8 bytes of the text in Base64 (RFC 4648). A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object({
    urlSafe: Type.Boolean({ default: false, description: 'Uses - and _ instead of + and /' }),
    padding: Type.Boolean({ default: true, description: 'Fills the last group up to four characters with =' }),
    wrap: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 1000,
      description: 'Breaks the Base64 into lines of this many characters (e-mail uses 76); 0 for no line breaks',
    }),
    perLine: Type.Boolean({ default: false, description: 'Encodes each line separately and keeps the line ends' }),
  }),
  examples: [
    { input: 'Hello, world', output: 'SGVsbG8sIHdvcmxk' },
    { input: 'ÿþ?', config: { urlSafe: true, padding: false }, output: 'w7_Dvj8' },
    { input: 'one\ntwo\n', config: { perLine: true }, output: 'b25l\ndHdv\n' },
    { input: 'Hello, world', config: { wrap: 10 }, output: 'SGVsbG8sIH\ndvcmxk' },
    { input: '', output: '' },
  ],
  costClasses: { perLine: ({ perLine }) => perLine },
  // Wrapped lines end like the first line of the text.
  lineByLine: ({ perLine, wrap }) => perLine && wrap === 0,
  keepsLines: [{ perLine: { enum: [true] }, wrap: { enum: [0] } }],
  run(input, { urlSafe, padding, wrap, perLine }, limit) {
    const { lineEnd } = lineEndsOf(perLine ? input : '');
    const encode = (text: string): string => {
      const length = base64Length(Buffer.byteLength(text), padding);
      const breaks = wrap === 0 || length === 0 ? 0 : Math.ceil(length / wrap) - 1;
      limit.check(length + breaks * lineEnd.length);
      let base64 = Buffer.from(text, 'utf8').toString(urlSafe ? 'base64url' : 'base64');
      if (urlSafe && padding) base64 = base64.padEnd(length, '=');
      if (!urlSafe && !padding) base64 = base64.replace(/={1,2}$/, '');
      return wrap === 0 ? base64 : wrapped(base64, wrap, lineEnd);
    };
    return perLine ? replaceWithin(limit, input, /[^\r\n]+/g, encode) : encode(input);
  },
});

function wrapped(text: string, width: number, lineEnd: string): string {
  if (text.length <= width) return text;
  const lines = new TextWriter();
  for (let start = 0; start < text.length; start += width) {
    lines.write((start === 0 ? '' : lineEnd) + text.slice(start, start + width));
  }
  return lines.toString();
}
