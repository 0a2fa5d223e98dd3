import { isIPv4 } from 'node:net';
import { invalidLinesStay } from '../../core/line-keeping.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { convertLines, invalidLines, LineProblem } from '../../text/lines/line-conversion.js';
import { ipAddressValue, ipAddressWithValue, isIpAddress } from '../../text/urls/ip-addresses.js';

export default defineTool({
  slug: 'ip-converter',
  title: 'Convert IP addresses',
  description:
    'Converts the IPv4 or IPv6 address on each line to another form. Reads all the forms it writes; a decimal number below 2³² and a hexadecimal one of up to eight digits are IPv4.',
  config: Type.Object({
    to: Type.Enum(['decimal', 'hex', 'binary', 'dotted', 'expanded', 'compressed'], {
      default: 'decimal',
      description:
        'decimal 2130706433; hex 0x7f000001; binary, in groups; dotted 127.0.0.1, which only IPv4 and IPv4 inside IPv6 have; expanded and compressed: IPv6 in full or as short as possible, and IPv4 dotted',
    }),
    invalid: invalidLines('is not an IP address'),
  }),
  examples: [
    { input: '127.0.0.1\n::1\n', output: '2130706433\n1\n' },
    {
      input: '2130706433\n0x0A000001\n::ffff:10.0.0.1',
      config: { to: 'dotted' },
      output: '127.0.0.1\n10.0.0.1\n10.0.0.1',
    },
    {
      input: '2001:DB8::1\n10.0.0.1',
      config: { to: 'expanded' },
      output: '2001:0db8:0000:0000:0000:0000:0000:0001\n10.0.0.1',
    },
    {
      input: '10.0.0.1\n10.0.0.256',
      config: { to: 'binary', invalid: 'mark' },
      output: '00001010.00000000.00000000.00000001\ninvalid: 10.0.0.256',
    },
  ],
  keepsLines: [{ invalid: invalidLinesStay }],
  run(input, { to, invalid }, limit) {
    const convert = (line: string) => {
      const address = readAddress(line);
      return (address && writers[to](address)) ?? new LineProblem(reason);
    };
    const reason = 'not an IP address, or one that does not have this form';
    return convertLines(input, { convert, invalid }, limit);
  },
});

interface Address {
  readonly version: 4 | 6;
  readonly value: bigint;
}

function readAddress(text: string): Address | undefined {
  if (text.length > longestForm) return undefined;
  if (isIpAddress(text)) return { version: isIPv4(text) ? 4 : 6, value: ipAddressValue(text) };
  if (/^0x[\da-f]{1,32}$/i.test(text)) return { version: text.length <= 10 ? 4 : 6, value: BigInt(text) };
  if (/^\d{1,39}$/.test(text)) {
    const value = BigInt(text);
    if (value < 1n << 32n) return { version: 4, value };
    return value < 1n << 128n ? { version: 6, value } : undefined;
  }
  if (!/^[01]{8}(?:\.[01]{8}){3}$|^[01]{16}(?::[01]{16}){7}$/.test(text)) return undefined;
  return { version: text.includes('.') ? 4 : 6, value: BigInt(`0b${text.replace(/[.:]/g, '')}`) };
}

/** The length of IPv6 in binary: eight groups of sixteen digits. */
const longestForm = 135;

/** IPv4 inside IPv6: ::ffff:0:0/96 (RFC 4291, section 2.5.5.2). */
const mappedPrefix = 0xffffn << 32n;

/** How an address is written; undefined where it cannot be. */
const writers: Record<
  'decimal' | 'hex' | 'binary' | 'dotted' | 'expanded' | 'compressed',
  (address: Address) => string | undefined
> = {
  decimal: ({ value }) => `${value}`,
  hex: ({ value, version }) => `0x${digits(value, version, 16)}`,
  binary: ({ value, version }) => {
    const groups = digits(value, version, 2).match(version === 4 ? /.{8}/g : /.{16}/g) ?? [];
    return groups.join(version === 4 ? '.' : ':');
  },
  dotted: ({ value, version }) => {
    if (version === 4) return ipAddressWithValue(value, 4);
    return value >> 32n === 0xffffn ? ipAddressWithValue(value - mappedPrefix, 4) : undefined;
  },
  expanded: ({ value, version }) => {
    if (version === 4) return ipAddressWithValue(value, 4);
    return digits(value, 6, 16).match(/.{4}/g)?.join(':');
  },
  compressed: ({ value, version }) => ipAddressWithValue(value, version),
};

/** Returns all the digits of an address of this version, with leading zeros. */
function digits(value: bigint, version: 4 | 6, radix: 2 | 16): string {
  const bits = version === 4 ? 32 : 128;
  return value.toString(radix).padStart(radix === 2 ? bits : bits / 4, '0');
}
