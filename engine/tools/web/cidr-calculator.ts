import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { joinLines, splitLines } from '../../text/lines/lines.js';
import { ipAddressWithValue } from '../../text/urls/ip-addresses.js';
import { type AddressRange, fewestNetworks, parseAddressRange } from './cidr-calculator/address-ranges.js';
import { type IpNetwork, ipNetworkJson, parseIpNetwork } from './cidr-calculator/ip-networks.js';

export default defineTool({
  slug: 'cidr-calculator',
  title: 'CIDR calculator',
  description:
    'Reads an IPv4 or IPv6 network on each line, such as 10.0.0.0/8 or 10.0.0.0 255.0.0.0, and writes its mask, range and number of addresses as a JSON object on one line, lists its addresses, or writes the fewest networks for all lines. Also accepts ranges such as 10.0.0.5-10.0.0.20 for lists and networks. Blank lines are dropped.',
  config: Type.Object({
    output: Type.Enum(['json', 'list', 'networks'], {
      default: 'json',
      description:
        'What to write: the facts about each network as JSON; all its addresses, one per line; or the smallest set of networks with exactly the addresses of all lines, in order, IPv4 first',
    }),
    limit: Type.Integer({
      default: 1024,
      minimum: 1,
      maximum: 65_536,
      description: 'list: the maximum number of addresses to write; a text whose networks have more is rejected',
    }),
  }),
  examples: [
    {
      input: '192.168.1.77/26',
      output:
        '{"address":"192.168.1.77","network":"192.168.1.64/26","version":4,"prefixLength":26,"netmask":"255.255.255.192","wildcardMask":"0.0.0.63","firstAddress":"192.168.1.64","lastAddress":"192.168.1.127","addresses":64,"broadcast":"192.168.1.127","firstHost":"192.168.1.65","lastHost":"192.168.1.126","hosts":62}',
    },
    {
      input: '2001:db8::/32\n',
      output:
        '{"address":"2001:db8::","network":"2001:db8::/32","version":6,"prefixLength":32,"firstAddress":"2001:db8::","lastAddress":"2001:db8:ffff:ffff:ffff:ffff:ffff:ffff","addresses":79228162514264337593543950336,"firstHost":"2001:db8::","lastHost":"2001:db8:ffff:ffff:ffff:ffff:ffff:ffff","hosts":79228162514264337593543950336}\n',
    },
    {
      input: '10.0.0.254 255.255.255.252\n::1',
      config: { output: 'list' },
      output: '10.0.0.252\n10.0.0.253\n10.0.0.254\n10.0.0.255\n::1',
    },
    {
      input: '10.0.1.0/24\n10.0.0.0/24\n10.0.0.7\n192.168.0.5 - 192.168.0.8\n2001:db8::/33\n2001:db8:8000::/33',
      config: { output: 'networks' },
      output: '10.0.0.0/23\n192.168.0.5/32\n192.168.0.6/31\n192.168.0.8/32\n2001:db8::/32',
    },
  ],
  run(input, { output, limit: most }, limit) {
    const { lines, ...form } = splitLines(input);
    switch (output) {
      case 'json':
        return joinLines(factLines(networksOf(lines), limit), form);
      case 'list':
        return joinLines(addressLines(rangesOf(lines), most), form);
      case 'networks':
        return joinLines(networkLines(rangesOf(lines), limit), form);
    }
  },
});

interface RangeLine {
  readonly range: AddressRange;
  /** Counted from 1. */
  readonly line: number;
}

function* networksOf(lines: readonly string[]): Generator<IpNetwork> {
  for (const { text, line } of nonBlankLines(lines)) {
    const network = parseIpNetwork(text);
    if (network !== undefined) yield network;
    else if (parseAddressRange(text) === undefined) throw ToolError.at({ line }, notANetwork);
    else throw ToolError.at({ line }, 'a range is more than one network; set output to list or networks');
  }
}

function* rangesOf(lines: readonly string[]): Generator<RangeLine> {
  for (const { text, line } of nonBlankLines(lines)) {
    const range = parseIpNetwork(text) ?? parseAddressRange(text);
    if (range === undefined) throw ToolError.at({ line }, notANetwork);
    yield { range, line };
  }
}

const notANetwork =
  'not a network; write an address and a prefix length or mask, as in 10.0.0.0/8, 10.0.0.0 255.0.0.0 or 2001:db8::/32';

function* nonBlankLines(lines: readonly string[]): Generator<{ text: string; line: number }> {
  for (const [i, untrimmed] of lines.entries()) {
    const text = untrimmed.trim();
    if (text !== '') yield { text, line: i + 1 };
  }
}

function factLines(networks: Iterable<IpNetwork>, limit: OutputLimit): string[] {
  const written: string[] = [];
  let length = 0;
  for (const network of networks) {
    const facts = ipNetworkJson(network);
    length += facts.length;
    limit.check(length);
    written.push(facts);
  }
  return written;
}

function networkLines(lines: Iterable<RangeLine>, limit: OutputLimit): string[] {
  const written: string[] = [];
  let length = 0;
  for (const network of fewestNetworks(Array.from(lines, ({ range }) => range))) {
    length += network.length + 1;
    // The last line may have no line end.
    limit.check(length - 1);
    written.push(network);
  }
  return written;
}

function addressLines(lines: Iterable<RangeLine>, most: number): string[] {
  const written: string[] = [];
  for (const { range, line } of lines) {
    const { version, first, last } = range;
    const addresses = BigInt(written.length) + last - first + 1n;
    if (addresses > BigInt(most)) {
      throw ToolError.at({ line }, `the list would have ${addresses} addresses; limit allows ${most}`);
    }
    for (let address = first; address <= last; address++) written.push(ipAddressWithValue(address, version));
  }
  return written;
}
