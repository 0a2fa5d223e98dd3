import { domainToASCII, domainToUnicode } from 'node:url';
import { invalidLinesStay } from '../../line-keeping.js';
import { Type } from '../../schema.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { longestUrlHost } from '../../text/urls/whatwg-url.js';
import { defineTool } from '../../tool.js';

type Direction = 'auto' | 'to-ascii' | 'to-unicode';

export default defineTool({
  slug: 'punycode-converter',
  title: 'Punycode converter',
  description:
    'Converts internationalised host names, one on each line, between their own letters and the xn-- form in ASCII of the domain name system (Punycode), as browsers do (UTS 46): capitals become small, and names that look like others are not told apart.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'to-ascii', 'to-unicode'], {
      default: 'auto',
      description: 'auto: a line in ASCII with an xn-- label goes to Unicode, any other to ASCII',
    }),
    invalid: invalidLines('is no valid host name'),
  }),
  examples: [
    { input: 'Bücher.example\nxn--fiqs8s', output: 'xn--bcher-kva.example\n中国' },
    { input: '☃.example\nexample.com\n', config: { direction: 'to-ascii' }, output: 'xn--n3h.example\nexample.com\n' },
    { input: 'www.xn--e1afmkfd.xn--p1ai', config: { direction: 'to-unicode' }, output: 'www.пример.рф' },
    {
      input: 'faß.de\nhttps://faß.de/',
      config: { invalid: 'mark' },
      output: 'xn--fa-hia.de\ninvalid: https://faß.de/',
    },
  ],
  heavy: true,
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { direction, invalid }, limit) {
    const convert = (line: string) => convertHost(line, direction) ?? new LineProblem(reason);
    return convertLines(input, { convert, invalid }, limit);
  },
});

const reason =
  'not a valid host name; it has labels of 1 to 63 characters (in the xn-- form) with dots between, 253 in all, without a protocol, port or path';

/** What a URL has around a host or writes in one, and what its parser would strip or decode. */
const notInHost = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;

function convertHost(host: string, direction: Direction): string | undefined {
  // The tables of UTS 46 are slow on long labels, so what is far too long is not given to them.
  if (host.length > longestUrlHost || notInHost.test(host)) return undefined;
  const ascii = domainToASCII(host);
  const labels = (ascii.endsWith('.') ? ascii.slice(0, -1) : ascii).split('.');
  if (labels.join('.').length > 253) return undefined;
  if (labels.some((label) => label === '' || label.length > 63)) return undefined;
  // A URL's parser reads other numbers, such as 1 or 0x7f.1, as addresses too.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(ascii) && ascii !== host) return undefined;
  return toUnicode(host, direction) ? domainToUnicode(ascii) : ascii;
}

function toUnicode(host: string, direction: Direction): boolean {
  if (direction !== 'auto') return direction === 'to-unicode';
  return /^[\0-\x7f]*$/.test(host) && /(?:^|\.)xn--/i.test(host);
}
