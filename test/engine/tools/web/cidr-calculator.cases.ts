import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'cidr-calculator';
const list = { output: 'list' };
const networksOnly = { output: 'networks' };
const address = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
const notANetwork =
  'not a network; write an address and a prefix length or mask, as in 10.0.0.0/8, 10.0.0.0 255.0.0.0 or 2001:db8::/32';

/** The facts of a network that are no repetition. */
const networks: Record<string, Record<string, unknown>> = {
  '10.1.2.3/8': {
    network: '10.0.0.0/8',
    netmask: '255.0.0.0',
    wildcardMask: '0.255.255.255',
    firstAddress: '10.0.0.0',
    lastAddress: '10.255.255.255',
    addresses: 16_777_216,
    broadcast: '10.255.255.255',
    firstHost: '10.0.0.1',
    lastHost: '10.255.255.254',
    hosts: 16_777_214,
  },
  '0.0.0.0/0': { network: '0.0.0.0/0', netmask: '0.0.0.0', wildcardMask: '255.255.255.255', addresses: 4_294_967_296 },
  '10.0.0.5/30': { firstHost: '10.0.0.5', lastHost: '10.0.0.6', hosts: 2, broadcast: '10.0.0.7' },
  '10.0.0.5/31': { firstHost: '10.0.0.4', lastHost: '10.0.0.5', hosts: 2, addresses: 2, broadcast: null },
  '10.0.0.5/32': { network: '10.0.0.5/32', firstHost: '10.0.0.5', lastHost: '10.0.0.5', hosts: 1, broadcast: null },
  '10.0.0.5': { network: '10.0.0.5/32' },
  '10.0.0.0 255.255.240.0': { network: '10.0.0.0/20', prefixLength: 20 },
  '10.0.0.0/255.255.240.0': { network: '10.0.0.0/20' },
  '10.0.0.0 / 20': { network: '10.0.0.0/20' },
  '10.0.0.0 0.0.0.0': { network: '0.0.0.0/0' },
  '2001:DB8:0:0::1/64': {
    address: '2001:DB8:0:0::1',
    network: '2001:db8::/64',
    version: 6,
    firstAddress: '2001:db8::',
    lastAddress: '2001:db8::ffff:ffff:ffff:ffff',
    firstHost: '2001:db8::',
  },
  '::ffff:10.0.0.1/120': { network: '::ffff:a00:0/120', addresses: 256, hosts: 256 },
  '::1': { network: '::1/128', addresses: 1 },
};

const invalid = [
  'x',
  '10.0.0',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/0x8',
  '10.0.0.0/8/8',
  '10.0.0.0/8 8',
  '10.0.0.0 255.0.255.0',
  '10.0.0.0/255.255.255',
  '010.0.0.0/8',
  '256.0.0.0/8',
  '::/129',
  ':: 255.0.0.0',
  'fe80::1%eth0/64',
  '1::2::3/64',
  '\ud800',
];

export default {
  slug,
  cases: [
    ['', ''],
    ['', '', list],
    [
      '::/0',
      '{"address":"::","network":"::/0","version":6,"prefixLength":0,"firstAddress":"::","lastAddress":"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff","addresses":340282366920938463463374607431768211456,"firstHost":"::","lastHost":"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff","hosts":340282366920938463463374607431768211456}',
      {},
      'every count has all its digits',
    ],
    ...invalid.map((input): ToolCase => [`::1\n${input}`, { error: `line 2: ${notANetwork}` }]),
    ...invalid.map((input): ToolCase => [`::1\n${input}`, { error: `line 2: ${notANetwork}` }, networksOnly]),
    ...['10.0.0.2-10.0.0.1', '10.0.0.1-::1', '10.0.0.1-', '-10.0.0.1', '10.0.0.1-2', '::1-::2-::3'].map(
      (input): ToolCase => [input, { error: `line 1: ${notANetwork}` }, list],
    ),
    ['::1\n10.0.0.1-10.0.0.2', { error: 'line 2: a range is more than one network; set output to list or networks' }],
    ['10.0.0.254-10.0.1.1', '10.0.0.254\n10.0.0.255\n10.0.1.0\n10.0.1.1', list],
    ['', '', networksOnly],
    ['0.0.0.0 - 255.255.255.255', '0.0.0.0/0', networksOnly],
    [
      '::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff\r\n255.255.255.255\r\n',
      '255.255.255.255/32\r\n::/0\r\n',
      networksOnly,
      'IPv4 comes first, the line end stays',
    ],
    [
      '0.0.0.1-255.255.255.254',
      [
        ...Array.from({ length: 31 }, (_, i) => `${address(2 ** i)}/${32 - i}`),
        ...Array.from({ length: 31 }, (_, i) => `${address(2 ** 32 - 2 ** (31 - i))}/${i + 2}`),
      ].join('\n'),
      networksOnly,
      'a range without its two ends takes many networks',
    ],
    {
      long: [
        Array.from(
          { length: 9_000 },
          (_, i) => `${i.toString(16)}::1-${i.toString(16)}:ffff:ffff:ffff:ffff:ffff:ffff:fffe`,
        ).join('\n'),
        { error: 'the output would be longer than 4000000 characters' },
        networksOnly,
        'many ranges of many networks',
      ],
    },
    ['10.0.0.0/30', '10.0.0.0\n10.0.0.1\n10.0.0.2\n10.0.0.3', list],
    [
      ' 10.0.0.0/31 \r\n\r\n::f/127\r\n',
      '10.0.0.0\r\n10.0.0.1\r\n::e\r\n::f\r\n',
      list,
      'blank lines are dropped, CRLF and a final line end kept',
    ],
    ['255.255.255.255/32', '255.255.255.255', list],
    [
      '10.0.0.0/22',
      { error: 'line 1: the list would have 1024 addresses; limit allows 1023' },
      { ...list, limit: 1023 },
    ],
    ['10.0.0.0/22\n::1', { error: 'line 2: the list would have 1025 addresses; limit allows 1024' }, list],
    ['0.0.0.0/0', { error: 'line 1: the list would have 4294967296 addresses; limit allows 1024' }, list],
    [
      '::/0',
      { error: 'line 1: the list would have 340282366920938463463374607431768211456 addresses; limit allows 65536' },
      { ...list, limit: 65_536 },
    ],
    ['', { error: 'steps[0].config.limit must be at least 1' }, { limit: 0 }],
    ['', { error: 'steps[0].config.limit must be at most 65536' }, { limit: 65_537 }],
    ['', { error: 'steps[0].config.output must be one of: json, list, networks' }, { output: 'csv' }],
    {
      long: [
        '10.0.0.0\n'.repeat(50_000),
        { error: 'the output would be longer than 4000000 characters' },
        {},
        'many networks',
      ],
    },
  ],
  checks: {
    'the facts of a network': () => {
      for (const [input, expected] of Object.entries(networks)) {
        const facts = JSON.parse(resultOf(slug, input)) as Record<string, unknown>;
        for (const [name, value] of Object.entries(expected)) assert.equal(facts[name], value, `${input} ${name}`);
      }
    },
    'a list has as many addresses as it may': () => {
      assert.equal(resultOf(slug, '10.0.0.0/16', { ...list, limit: 65_536 }).split('\n').length, 65_536);
    },
    'agrees with the block lists of Node about what is in a network': () => {
      const network = fc.oneof(
        fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.constant('ipv4' as const)),
        fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.constant('ipv6' as const)),
      );
      fc.assert(
        fc.property(network, ([address, prefixLength, version]) => {
          const { firstAddress, lastAddress } = JSON.parse(resultOf(slug, `${address}/${prefixLength}`)) as Record<
            string,
            string
          >;
          assert.ok(firstAddress !== undefined && lastAddress !== undefined);
          const within = new BlockList();
          within.addSubnet(address, prefixLength, version);
          const all = new BlockList();
          all.addRange(firstAddress, lastAddress, version);
          for (const each of [firstAddress, lastAddress, address]) {
            assert.ok(within.check(each, version), `${each} in ${address}/${prefixLength}`);
            assert.ok(all.check(each, version));
          }
          const size = 2n ** BigInt((version === 'ipv4' ? 32 : 128) - prefixLength);
          assert.ok(resultOf(slug, `${address}/${prefixLength}`).includes(`"addresses":${size},`));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'the networks have the addresses of all lines, and none of them can be joined': () => {
      const part = fc.oneof(
        fc.tuple(fc.nat(255), fc.integer({ min: 26, max: 32 })).map(([last, length]) => `10.0.0.${last}/${length}`),
        fc.tuple(fc.nat(255), fc.nat(255)).map(([a, b]) => `10.0.0.${Math.min(a, b)}-10.0.0.${Math.max(a, b)}`),
      );
      fc.assert(
        fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (lines) => {
          const networks = resultOf(slug, lines.join('\n'), networksOnly);
          const options = { ...list, limit: 65_536 };
          const listed = (text: string) => new Set(resultOf(slug, text, options).split('\n'));
          const written = resultOf(slug, networks, options).split('\n');
          assert.deepEqual(new Set(written), listed(lines.join('\n')));
          assert.equal(new Set(written).size, written.length);
          assert.equal(resultOf(slug, networks, networksOnly), networks);
          const all = networks.split('\n');
          for (let i = 1; i < all.length; i++) {
            const [one = '', two = ''] = [all[i - 1], all[i]];
            const wider = one.replace(/\d+$/, (length) => `${Number(length) - 1}`);
            assert.notDeepEqual(listed(wider), listed(`${one}\n${two}`));
          }
        }),
        { seed: 3, numRuns: sampleSize(100) },
      );
    },
    'the addresses of a list are in order and end with the last': () => {
      const network = fc.oneof(
        fc.tuple(fc.ipV4(), fc.integer({ min: 24, max: 32 })),
        fc.tuple(fc.ipV6(), fc.integer({ min: 120, max: 128 })),
      );
      fc.assert(
        fc.property(network, ([address, prefixLength]) => {
          const input = `${address}/${prefixLength}`;
          const addresses = resultOf(slug, input, list).split('\n');
          const facts = JSON.parse(resultOf(slug, input)) as Record<string, unknown>;
          assert.equal(addresses.length, facts.addresses);
          assert.equal(addresses[0], facts.firstAddress);
          assert.equal(addresses.at(-1), facts.lastAddress);
          assert.equal(new Set(addresses).size, addresses.length);
        }),
        { seed: 2, numRuns: sampleSize(100) },
      );
    },
  },
} satisfies ToolCases;
