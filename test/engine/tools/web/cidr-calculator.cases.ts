import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'cidr-calculator';
const list = { output: 'list' };
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
    { input: '', output: '' },
    { input: '', config: list, output: '' },
    {
      name: 'every count has all its digits',
      input: '::/0',
      output:
        '{"address":"::","network":"::/0","version":6,"prefixLength":0,"firstAddress":"::","lastAddress":"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff","addresses":340282366920938463463374607431768211456,"firstHost":"::","lastHost":"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff","hosts":340282366920938463463374607431768211456}',
    },
    ...invalid.map((input) => ({ input: `::1\n${input}`, error: `line 2: ${notANetwork}` })),
    { input: '10.0.0.0/30', config: list, output: '10.0.0.0\n10.0.0.1\n10.0.0.2\n10.0.0.3' },
    {
      name: 'blank lines are dropped, CRLF and a final line end kept',
      input: ' 10.0.0.0/31 \r\n\r\n::f/127\r\n',
      config: list,
      output: '10.0.0.0\r\n10.0.0.1\r\n::e\r\n::f\r\n',
    },
    { input: '255.255.255.255/32', config: list, output: '255.255.255.255' },
    {
      input: '10.0.0.0/22',
      config: { ...list, limit: 1023 },
      error: 'line 1: the list would have 1024 addresses; limit allows 1023',
    },
    { input: '10.0.0.0/22\n::1', config: list, error: 'line 2: the list would have 1025 addresses; limit allows 1024' },
    { input: '0.0.0.0/0', config: list, error: 'line 1: the list would have 4294967296 addresses; limit allows 1024' },
    {
      input: '::/0',
      config: { ...list, limit: 65_536 },
      error: 'line 1: the list would have 340282366920938463463374607431768211456 addresses; limit allows 65536',
    },
    { input: '', config: { limit: 0 }, error: 'steps[0].config.limit must be at least 1' },
    { input: '', config: { limit: 65_537 }, error: 'steps[0].config.limit must be at most 65536' },
    { input: '', config: { output: 'csv' }, error: 'steps[0].config.output must be one of: json, list' },
    {
      name: 'many networks',
      input: '10.0.0.0\n'.repeat(50_000),
      error: 'the output would be longer than 4000000 characters',
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
        { seed: 1, numRuns: 300 },
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
        { seed: 2, numRuns: 100 },
      );
    },
  },
} satisfies ToolCases;
