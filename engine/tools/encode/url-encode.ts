import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { PercentEncoding } from '../../text/urls/percent-encoding.js';

/**
 * The characters that each mode leaves alone, in addition to letters and digits: ECMA-262 section 19.2.6, RFC 3986
 * section 2.3, WHATWG URL section 5.2.
 */
const kept = {
  component: "-_.!~*'()",
  uri: "-_.!~*'();/?:@&=+$,#",
  form: '*-._',
  rfc3986: '-._~',
} as const;

export default defineTool({
  slug: 'url-encode',
  title: 'URL encode',
  description:
    'Percent-encodes the UTF-8 bytes of the text. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.',
  config: Type.Object({
    mode: Type.Enum(['component', 'uri', 'form', 'rfc3986'], {
      default: 'component',
      description:
        'component: a value inside a URL, like encodeURIComponent; uri: a whole URL, whose delimiters stay; form: a form field, with + for the space; rfc3986: everything except letters, digits and - . _ ~',
    }),
    perLine: Type.Boolean({ default: false, description: 'Encodes each line separately and keeps the line ends' }),
  }),
  examples: [
    { input: 'a b&c=é', output: 'a%20b%26c%3D%C3%A9' },
    { input: 'https://example.com/a b?q=é', config: { mode: 'uri' }, output: 'https://example.com/a%20b?q=%C3%A9' },
    { input: "it's a+b", config: { mode: 'form' }, output: 'it%27s+a%2Bb' },
    { input: '(a)*~', config: { mode: 'rfc3986' }, output: '%28a%29%2A~' },
    { input: 'a b\nc/d\n', config: { perLine: true }, output: 'a%20b\nc%2Fd\n' },
  ],
  lineByLine: ({ perLine }) => perLine,
  keepsLines: [{ perLine: { enum: [true] } }],
  run(input, { mode, perLine }, limit) {
    // The encoding of a line does not depend on its neighbours, so keeping the line ends encodes each line separately.
    const encoding = new PercentEncoding(kept[mode] + (perLine ? '\r\n' : ''), { spaceAsPlus: mode === 'form' });
    return encoding.encode(input, limit);
  },
});
