import { isIPv4 } from 'node:net';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { withCoded } from '../../text/escapes/coded-text.js';
import { readableText } from '../../text/escapes/readable-text.js';
import { type FoundTextKind, foundTextOptions, listFoundTexts } from '../../text/lines/found-texts.js';
import { sortLines } from '../../text/order/line-order.js';
import { longestFinds } from '../../text/personal/redaction.js';
import type { Span } from '../../text/span.js';
import { canonicalIpAddress, ipAddressesInText, isPublicIpAddress } from '../../text/urls/ip-addresses.js';

export default defineTool({
  slug: 'extract-ip-addresses',
  title: 'Extract IP addresses',
  description:
    'Finds the IPv4 and IPv6 addresses in a text, without port, prefix length or zone. A version number of four parts, such as 1.2.3.4, looks like an address and is found as well. Reads \\n, \\/, %40, &#64; and such as they are meant, and ignores invisible marks.',
  config: Type.Object({
    version: Type.Enum(['4', '6', 'both'], { default: 'both', description: 'Version of IP to look for' }),
    excludePrivate: Type.Boolean({
      default: false,
      description:
        'Omits addresses that no host on the internet has: private, loopback, link-local, documentation and such',
    }),
    ...foundTextOptions('address', 'addresses', { unique: false }),
    sort: Type.Boolean({ default: false, description: 'Sorts the addresses by number, IPv4 before IPv6' }),
  }),
  examples: [
    { input: 'from 10.0.0.1:443 to [2001:db8::1]:80, via 8.8.8.8/32.', output: '10.0.0.1\n2001:db8::1\n8.8.8.8' },
    {
      input: '192.168.1.20 9.9.9.9 127.0.0.1 8.8.8.8',
      config: { excludePrivate: true, sort: true, separator: ', ' },
      output: '8.8.8.8, 9.9.9.9',
    },
    {
      input: '2001:DB8:0:0::1 = 2001:db8::1, 10.0.0.1',
      config: { version: '6', unique: true },
      output: '2001:DB8:0:0::1',
    },
    { input: '10:30:00, 1.2.3, 256.1.1.1, std::abort, 00:1a:2b:3c:4d:5e', output: '' },
  ],
  run(input, { version, excludePrivate, ...options }) {
    return listFoundTexts(addresses(readableText(input).text, version, excludePrivate), options, kind);
  },
});

const kind: FoundTextKind = {
  keyOf: canonicalIpAddress,
  sorted: (texts) => sortLines(texts, { mode: 'ip', direction: 'asc', caseSensitive: true }),
};

function* addressesIn(text: string): Generator<Span & { readonly address: string }> {
  for (const { start, end } of ipAddressesInText(text)) yield { start, end, address: text.slice(start, end) };
}

function* addresses(text: string, version: '4' | '6' | 'both', excludePrivate: boolean): Generator<string> {
  const found = withCoded(text, (each) => addressesIn(each));
  for (const { address } of longestFinds([...found], text)) {
    if (version !== 'both' && (version === '4') !== isIPv4(address)) continue;
    if (excludePrivate && !isPublicIpAddress(address)) continue;
    yield address;
  }
}
