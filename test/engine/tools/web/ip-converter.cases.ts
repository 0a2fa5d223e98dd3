import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'ip-converter';
const notAnAddress = 'not an IP address, or one that does not have this form';
const forms = ['decimal', 'hex', 'binary', 'expanded', 'compressed'];

/** An address in all its forms. */
const addresses: Record<string, Record<string, string>> = {
  '192.168.1.10': {
    decimal: '3232235786',
    hex: '0xc0a8010a',
    binary: '11000000.10101000.00000001.00001010',
    dotted: '192.168.1.10',
    expanded: '192.168.1.10',
    compressed: '192.168.1.10',
  },
  '0.0.0.0': { decimal: '0', hex: '0x00000000', dotted: '0.0.0.0', binary: '00000000.00000000.00000000.00000000' },
  '255.255.255.255': { decimal: '4294967295', hex: '0xffffffff' },
  '2001:DB8:0:0:8::A': {
    decimal: '42540766411282592856906236751467511818',
    hex: '0x20010db800000000000800000000000a',
    expanded: '2001:0db8:0000:0000:0008:0000:0000:000a',
    compressed: '2001:db8::8:0:0:a',
  },
  '::': { decimal: '0', hex: `0x${'0'.repeat(32)}`, compressed: '::', expanded: `${'0000:'.repeat(7)}0000` },
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff': {
    decimal: '340282366920938463463374607431768211455',
    binary: `${'1'.repeat(16)}:`.repeat(8).slice(0, -1),
  },
  '::ffff:10.0.0.1': { dotted: '10.0.0.1', compressed: '::ffff:a00:1', hex: '0x00000000000000000000ffff0a000001' },
  '::10.0.0.1': { compressed: '::a00:1', decimal: '167772161' },
  // Other forms
  '3232235786': { dotted: '192.168.1.10' },
  '0XC0A8010A': { dotted: '192.168.1.10' },
  '0x1': { dotted: '0.0.0.1' },
  '0x000000001': { compressed: '::1' },
  '4294967296': { compressed: '::1:0:0' },
  '11000000.10101000.00000001.00001010': { dotted: '192.168.1.10' },
};

const invalid = [
  'x',
  '10.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '1::2::3',
  'fe80::1%eth0',
  '-1',
  '1.5',
  '0x',
  '0xg',
  `0x${'0'.repeat(33)}`,
  '340282366920938463463374607431768211456',
  '9'.repeat(200),
  '0b1',
  '10.0.0.1/8',
  '\ud800',
];

export default {
  slug,
  cases: [
    ['', ''],
    ...Object.entries(addresses).flatMap(([input, written]) =>
      Object.entries(written).map(([to, output]): ToolCase => [input, output, { to }]),
    ),
    ...invalid.map((input): ToolCase => [`::1\n${input}`, { error: `line 2: ${notAnAddress}` }]),
    ['::1', { error: `line 1: ${notAnAddress}` }, { to: 'dotted' }],
    ['::1\n10.0.0.1', '::1\n10.0.0.1', { to: 'dotted', invalid: 'keep' }],
    [' ::1 \r\n\r\nx\r\n', '1\r\n\r\nx\r\n', { invalid: 'keep' }],
    ['x\n\n::1\n', '1\n', { invalid: 'drop' }],
    ['x\n\n::1', 'invalid: x\n\n1', { invalid: 'mark' }],
    [
      '',
      { error: 'steps[0].config.to must be one of: decimal, hex, binary, dotted, expanded, compressed' },
      { to: 'octal' },
    ],
    {
      long: [
        '::\n'.repeat(160_000),
        { error: 'the output would be longer than 4000000 characters' },
        { to: 'binary' },
        'many long forms',
      ],
    },
  ],
  checks: {
    'every form is read as the address that it was written for': () => {
      const large = fc.ipV6().filter((address) => BigInt(resultOf(slug, address)) >= 1n << 32n);
      fc.assert(
        fc.property(
          fc.oneof(fc.ipV4(), large),
          fc.constantFrom(...forms),
          fc.constantFrom(...forms),
          (address, a, b) => {
            const direct = resultOf(slug, address, { to: b });
            assert.equal(resultOf(slug, resultOf(slug, address, { to: a }), { to: b }), direct);
          },
        ),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'compressed is what URLs have': () => {
      fc.assert(
        fc.property(fc.ipV6(), (address) => {
          assert.equal(`[${resultOf(slug, address, { to: 'compressed' })}]`, new URL(`http://[${address}]`).hostname);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
