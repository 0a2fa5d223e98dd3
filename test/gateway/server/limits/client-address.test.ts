import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parseNetwork } from '#gateway/core/ip-address.js';
import { ClientAddresses } from '#gateway/server/limits/client-address.js';

const proxies = ['10.0.0.0/8', '192.0.2.10', '2001:db8:ffff::/48'];

/** Name, peer, header, counted address. The proxies above are trusted. */
const table: readonly (readonly [string, string, string | undefined, string])[] = [
  ['IPv4', '203.0.113.7', undefined, '203.0.113.7'],
  ['IPv6 by its /64', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
  ['the same /64', '2001:db8:1:2:ffff::1', undefined, '2001:db8:1:2::/64'],
  ['another /64', '2001:db8:1:3::1', undefined, '2001:db8:1:3::/64'],
  ['upper case and zeros', '2001:0DB8:0001:0002::0001', undefined, '2001:db8:1:2::/64'],
  ['loopback', '::1', undefined, '0:0:0:0::/64'],
  ['without the interface', 'fe80::1%eth0.100', undefined, 'fe80:0:0:0::/64'],
  ['IPv4-mapped', '::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['IPv4-mapped in hexadecimal', '0:0:0:0:0:FFFF:cb00:7107', undefined, '203.0.113.7'],
  ['a Unix socket', '', undefined, 'unknown'],
  ['no address', 'localhost', undefined, 'unknown'],
  ['no address, with a header', 'localhost', '203.0.113.7', 'unknown'],

  ['a header from an untrusted client is ignored', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['even if it names a trusted proxy', '203.0.113.7', '198.51.100.1, 10.0.0.1', '203.0.113.7'],
  ['behind a proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['behind a proxy with an IPv4-mapped address', '::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['behind a single trusted address', '192.0.2.10', '203.0.113.7', '203.0.113.7'],
  ['the next address is not trusted', '192.0.2.11', '203.0.113.7', '192.0.2.11'],
  ['behind an IPv6 proxy', '2001:db8:ffff:1::1', '203.0.113.7', '203.0.113.7'],
  ['behind two proxies', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['spoofed by the client on the left', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['spoofed as a trusted proxy', '10.0.0.1', '198.51.100.1, 10.0.0.9, 203.0.113.7', '203.0.113.7'],
  ['spoofed and two proxies', '10.0.0.1', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['a client within the trusted network: the first of them', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['a header of blanks and commas', '10.0.0.1', ' , ,\t,', '10.0.0.1'],
  ['empty elements are skipped', '10.0.0.1', '203.0.113.7,, ,10.0.0.2,', '203.0.113.7'],
  ['no blanks', '10.0.0.1', '198.51.100.1,203.0.113.7', '203.0.113.7'],
  ['tabs', '10.0.0.1', '\t203.0.113.7\t', '203.0.113.7'],
  ['IPv6 client by its /64', '10.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['IPv6 client in brackets', '10.0.0.1', '[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['IPv6 client with a port', '10.0.0.1', '[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['IPv4 client with a port', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
  ['IPv4-mapped client', '10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
  ['IPv4-mapped proxy', '10.0.0.1', '203.0.113.7, ::ffff:10.0.0.2', '203.0.113.7'],
  ['garbage: the proxy', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['garbage: the last valid address', '10.0.0.1', '203.0.113.7, unknown, 10.0.0.2', '10.0.0.2'],
  ['garbage to the left of the client is ignored', '10.0.0.1', '<script>, 203.0.113.7', '203.0.113.7'],
  ['an octal number is garbage', '10.0.0.1', '0177.0.0.1', '10.0.0.1'],
  ['a short form is garbage', '10.0.0.1', '127.1', '10.0.0.1'],
  ['a number is garbage', '10.0.0.1', '2130706433', '10.0.0.1'],
  ['a network is garbage', '10.0.0.1', '203.0.113.0/24', '10.0.0.1'],
  ['half a bracket is garbage', '10.0.0.1', '[2001:db8::1', '10.0.0.1'],
  ['a port without an address is garbage', '10.0.0.1', ':4711', '10.0.0.1'],
  ['a name for a port is garbage', '10.0.0.1', '203.0.113.7:http', '10.0.0.1'],
  ['a very long element is garbage', '10.0.0.1', `${'1'.repeat(100_000)}`, '10.0.0.1'],
  ['thousands of elements', '10.0.0.1', `203.0.113.7${', 10.0.0.2'.repeat(2_000)}`, '203.0.113.7'],
];

const behindProxies = new ClientAddresses(proxies.map(parseNetwork));

describe('the address that limits count by', () => {
  for (const [name, peer, header, expected] of table) {
    test(name, () => {
      assert.equal(behindProxies.clientId(peer, header), expected);
      assert.equal(behindProxies.clientId(peer, header), expected, 'the second time, from the cache');
    });
  }

  test('the bytes of a socket address count like its text', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc
        .uint8Array({ minLength: 4, maxLength: 4 })
        .map((v4) => Uint8Array.of(...new Array(10).fill(0), 255, 255, ...v4)),
    );
    fc.assert(
      fc.property(bytes, (address) => {
        assert.equal(behindProxies.clientId(address), behindProxies.clientId(textOf(address)));
      }),
      { seed: 19 },
    );
    for (const length of [0, 3, 5, 15, 17]) assert.equal(behindProxies.clientId(new Uint8Array(length)), 'unknown');
  });

  test('no header changes the address of an untrusted client', () => {
    const part = fc.oneof(fc.constantFrom('10.0.0.1', '::1', ',', ' ', '[', ']', ':', '%', '203.0.113.9'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        assert.equal(behindProxies.clientId('203.0.113.7', parts.join('')), '203.0.113.7');
        assert.equal(behindProxies.clientId('10.0.0.1', `${parts.join('')}, 203.0.113.7`), '203.0.113.7');
      }),
      { seed: 20, numRuns: 500 },
    );
  });

  test('a stored address does not keep its header in memory', () => {
    setFlagsFromString('--expose_gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heapBytes = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const addresses = new ClientAddresses(proxies.map(parseNetwork));
    const padding = 'x'.repeat(15_000);
    const before = heapBytes();
    for (let i = 0; i < 9_000; i++) {
      // From bytes, as a server creates it: a concatenated string would be in memory in parts.
      const header = Buffer.from(`${padding}, 2001:db8:1:${i.toString(16)}::9`).toString('latin1');
      assert.equal(addresses.clientId('10.0.0.1', header), `2001:db8:1:${i.toString(16)}::/64`);
    }
    const grown = (heapBytes() - before) / 1e6;
    assert.ok(grown < 15, `${grown} MB for 9,000 addresses`);
    assert.equal(addresses.clientId('10.0.0.1'), '10.0.0.1');
  });

  test('accepts exactly the texts that Node accepts as addresses', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      '.',
      '0',
      '1',
      'ffff',
      'FFFF',
      '255',
      '256',
      '01',
      '1.2.3.4',
      '%',
      'eth-0.1',
      'g',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(behindProxies.clientId(text) !== 'unknown', isIP(text) !== 0, text);
      }),
      { seed: 21, numRuns: 20_000 },
    );
  });
});

describe('networks', () => {
  const isTrusted = (network: string, peer: string) =>
    new ClientAddresses([parseNetwork(network)]).clientId(peer, '198.51.100.1') === '198.51.100.1';

  for (const [network, inside, outside] of [
    ['192.0.2.7', '192.0.2.7', '192.0.2.6'],
    ['192.0.2.7/32', '192.0.2.7', '192.0.2.6'],
    ['192.0.2.8/29', '192.0.2.15', '192.0.2.16'],
    ['172.16.0.0/12', '172.31.255.255', '172.32.0.0'],
    ['172.20.30.40/12', '172.16.0.1', '172.15.255.255'],
    ['0.0.0.0/0', '255.255.255.255', '::1'],
    ['::/0', '::1', '127.0.0.1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['::1', '::1', '::2'],
    ['::ffff:192.0.2.0/120', '192.0.2.255', '192.0.3.0'],
  ] as const) {
    test(`${network} contains ${inside} and not ${outside}`, () => {
      assert.deepEqual([isTrusted(network, inside), isTrusted(network, outside)], [true, false]);
    });
  }

  for (const [text, sentence] of [
    ['', ' is not an IP address or a network such as 10.0.0.0/8'],
    ['localhost', 'localhost is not an IP address or a network such as 10.0.0.0/8'],
    ['10.0.0/8', '10.0.0/8 is not an IP address or a network such as 10.0.0.0/8'],
    ['10.0.0.0/', '10.0.0.0/ is not an IP address or a network such as 10.0.0.0/8'],
    ['10.0.0.0/a', '10.0.0.0/a is not an IP address or a network such as 10.0.0.0/8'],
    ['10.0.0.0/33', '10.0.0.0/33 has a prefix length that its address cannot have'],
    ['::1/129', '::1/129 has a prefix length that its address cannot have'],
    ['::ffff:10.0.0.0/95', '::ffff:10.0.0.0/95 has a prefix length that its address cannot have'],
  ] as const) {
    test(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parseNetwork(text), { message: sentence }));
  }
});

function textOf(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = [];
  for (let i = 0; i < 16; i += 2) groups.push((((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)).toString(16));
  return groups.join(':');
}
