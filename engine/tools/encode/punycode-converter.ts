import { isIPv4 } from 'node:net';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { asciiHost, unicodeHost } from '../../text/urls/international-host.js';
import { longestUrlHost } from '../../text/urls/whatwg-url.js';

type Direction = 'auto' | 'to-ascii' | 'to-unicode';

export default defineTool({
  slug: 'punycode-converter',
  title: 'Punycode converter',
  description:
    'Converts internationalised host names, one per line, between their own letters and the xn-- form in ASCII of the domain name system (Punycode), as browsers do (UTS 46): capitals become small, and names that look like others are not detected.',
  config: Type.Object({
    direction: Type.Enum(['auto', 'to-ascii', 'to-unicode'], {
      default: 'auto',
      description: 'auto: a line in ASCII with an xn-- label goes to Unicode, any other to ASCII',
    }),
    invalid: invalidLines('is not a valid host name'),
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
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { direction, invalid }, limit) {
    const convert = (line: string) => convertHost(line, direction) ?? new LineProblem(reason);
    return convertLines(input, { convert, invalid }, limit);
  },
});

const reason =
  'not a valid host name; it has labels of 1 to 63 characters (in the xn-- form) with dots between, 253 in all, without a protocol, port or path';

/** Characters that a URL has around a host or in its notation, and those that its parser would strip or decode. */
const notInHost = /[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/;

function convertHost(host: string, direction: Direction): string | undefined {
  if (host.length > longestUrlHost || notInHost.test(host) || hasLongLabel(host)) return undefined;
  const ascii = asciiHost(host);
  // A character such as a wide solidus becomes one that no host contains.
  if (ascii === undefined || notInHost.test(ascii)) return undefined;
  const labels = (ascii.endsWith('.') ? ascii.slice(0, -1) : ascii).split('.');
  if (labels.join('.').length > 253) return undefined;
  if (labels.some((label) => label === '' || label.length > longestLabel)) return undefined;
  // A URL parser also reads other numbers, such as 1 or 0x7f.1, as addresses.
  if (/^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '') && !(ascii === host && isIPv4(ascii))) return undefined;
  return toUnicode(host, direction) ? unicodeHost(ascii) : ascii;
}

const longestLabel = 63;

/**
 * Tests whether a label is too long before its Punycode is known, which has at least one character for each of the
 * label's. The tables of UTS 46 are slow on such labels.
 */
function hasLongLabel(host: string): boolean {
  if (host.length <= longestLabel && isAscii.test(host)) return false;
  const mapped = host.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return mapped.split(/[.。]/).some((label) => label.length > longestLabel && [...label].length > longestLabel);
}

const isAscii = /^[\0-\x7f]*$/;

function toUnicode(host: string, direction: Direction): boolean {
  if (direction !== 'auto') return direction === 'to-unicode';
  return isAscii.test(host) && /(?:^|\.)xn--/i.test(host);
}
