import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'extract-ip-addresses';

/** A text, and what is found in it. */
const found: Record<string, readonly string[]> = {
  '': [],
  'no address here': [],
  '10.0.0.1': ['10.0.0.1'],
  '0.0.0.0 255.255.255.255': ['0.0.0.0', '255.255.255.255'],
  '(10.0.0.1), "10.0.0.2"; <10.0.0.3>': ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
  '10.0.0.1. 10.0.0.2... 10.0.0.3,10.0.0.4': ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'],
  '10.0.0.1\r\n10.0.0.2\r10.0.0.3\n': ['10.0.0.1', '10.0.0.2', '10.0.0.3'],
  '10.0.0.1:80 10.0.0.2/24 http://10.0.0.3/x 10.0.0.4-10.0.0.5': [
    '10.0.0.1',
    '10.0.0.2',
    '10.0.0.3',
    '10.0.0.4',
    '10.0.0.5',
  ],
  'ip=10.0.0.1&x ada@10.0.0.2 addr:10.0.0.3 node:10.0.0.4': ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'],
  '10.0.0.1\ud800 \u000010.0.0.2': ['10.0.0.1', '10.0.0.2'],
  '10.0.0.1.example.com': ['10.0.0.1'],
  '256.0.0.1 10.0.0.999 10.0.0 10.0.0.1.2 010.0.0.1 1110.0.0.1': [],
  'v10.0.0.1 Version10.0.0.1 10.0.0.1a x.10.0.0.1 10.0.0.1.2': [],
  'ID10.0.0.1 _10.0.0.2 10.0.0.3_ é10.0.0.4é lev10.0.0.5': ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'],
  'IP2001:db8::1 IP_fe80::2 Foo::1 Class1::2 Item12::3': ['2001:db8::1', 'fe80::2'],
  '2001:db8::1': ['2001:db8::1'],
  '2001:DB8:0:0:0:0:0:1': ['2001:DB8:0:0:0:0:0:1'],
  '::1 fe80:: 1::': ['::1', 'fe80::', '1::'],
  '::ffff:10.0.0.1': ['::ffff:10.0.0.1'],
  'abcd:ef01:abcd:ef01:abcd:efab:abcd:10.0.0.1x': [],
  '[2001:db8::1]:443 2001:db8::2/64 fe80::3%eth0': ['2001:db8::1', '2001:db8::2', 'fe80::3'],
  '2001:db8::1. 2001:db8::2: 2001:db8::3,': ['2001:db8::1', '2001:db8::2', '2001:db8::3'],
  'addr:2001:db8::1 node:2001:db8::2 (:2001:db8::3)': ['2001:db8::1', '2001:db8::2', '2001:db8::3'],
  '2001:db8::1x x::1 _::1': [],
  ':: std::abort dead::beef Foo::Bar': [],
  '1::2::3 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 12345::1 ::g': [],
  '00:1a:2b:3c:4d:5e 00:1a:2b:ff:fe:3c:4d:5e 10:30:00': [],
  [`${'1:'.repeat(7)}1`]: ['1:1:1:1:1:1:1:1'],
  '1111:2222:3333:4444:5555:6666:255.255.255.255': ['1111:2222:3333:4444:5555:6666:255.255.255.255'],
};

const notPublic = [
  '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.0.1 172.16.0.1 172.31.255.255 192.0.2.1 192.168.0.1 198.18.0.1',
  '198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::2 64:ff9b::10.0.0.1 64:ff9b::7f00:1 2002:a00:1::1 2002:c0a8:101::8.8.8.8 ::10.0.0.1 ::ffff:0:10.0.0.1',
  '::1 fe80::1 fc00::1 fd12::1 ff02::1 2001:db8::1 ::ffff:10.0.0.1 fec0::1 100::1',
].join(' ');

export default {
  slug,
  cases: [
    [
      'IP 10.0.0.1.52344 > 10.0.0.2.80: Flags IP6 fe80::1.546 > ff02::1:2.547: dhcp6 tcp4 0 0 10.0.0.3.53211 10.0.0.4.443 1.2.3.4.5 1.2.3.4.5.600',
      '10.0.0.1\n10.0.0.2\nfe80::1\nff02::1:2\n10.0.0.3\n10.0.0.4',
      {},
      'ports behind a dot, as tcpdump and netstat write them',
    ],
    ['ip=2001%3Adb8%3A%3A1&x=10%2E0%2E0%2E1 10.0.0.2', '2001:db8::1\n10.0.0.1\n10.0.0.2', {}, 'percent-encoded'],
    [String.raw`x\b10.0.0.1 "x\v10.0.0.2" 10.0.0\u200b.3 lib\v10.0.0.4`, '10.0.0.1\n10.0.0.2\n10.0.0.3'],
    ['IPは10.0.0.1です адрес2001:db8::1и v10.0.0.2', '10.0.0.1\n2001:db8::1', {}, 'beside letters of other scripts'],
    [String.raw`"a\n10.0.0.1\t::1\\n192.168.0.1\u000a8.8.8.8"`, '10.0.0.1\n::1\n192.168.0.1\n8.8.8.8'],
    [String.raw`allow 10\.0\.0\.1;`, '10.0.0.1', {}, 'a pattern'],
    ...Object.entries(found).map(([input, addresses]): ToolCase => [input, addresses.join('\n')]),
    ['10.0.0.1 ::1', '10.0.0.1', { version: '4' }],
    ['10.0.0.1 ::1', '::1', { version: '6' }],
    [notPublic, '', { excludePrivate: true }, 'what is not public'],
    [
      '172.32.0.1 8.8.8.8 2606:4700::1 ::ffff:8.8.8.8 2002:808:808::1 64:ff9b::8.8.8.8 ::8.8.8.8',
      '172.32.0.1 8.8.8.8 2606:4700::1 ::ffff:8.8.8.8 2002:808:808::1 64:ff9b::8.8.8.8 ::8.8.8.8',
      { excludePrivate: true, separator: ' ' },
      'what is public',
    ],
    ['2001:DB8::1 2001:db8:0::1', '2001:DB8::1', { unique: true }, 'one address however it is written'],
    ['::10.0.0.1 ::ffff:10.0.0.1 ::a00:1', '::10.0.0.1\n::ffff:10.0.0.1', { unique: true }],
    ['10.0.0.1 10.0.0.1', '10.0.0.1\n10.0.0.1', {}, 'every one, to count them'],
    [
      '2001:db8::1 10.0.0.10 ::2 10.0.0.9 9.9.9.9',
      '9.9.9.9\n10.0.0.9\n10.0.0.10\n::2\n2001:db8::1',
      { sort: true },
      'sorted by number',
    ],
    ['10.0.0.3 10.0.0.2 10.0.0.1', '10.0.0.1,10.0.0.2', { sort: true, limit: 2, separator: ',' }],
    ['', { error: 'steps[0].config.version must be one of: 4, 6, both' }, { version: '5' }],
    ['', { error: 'steps[0].config.limit must be at least 0' }, { limit: -1 }],
  ],
  checks: {
    'finds every address that is put into a text': () => {
      const address = fc.oneof(
        fc.ipV4(),
        fc.ipV6().filter((text) => (text.includes('::') ? /\d/.test(text) : !/^(..:){7}..$/.test(text))),
      );
      const around = fc.constantFrom(
        ['', ' '],
        ['(', ') '],
        ['[', ']:80 '],
        ['ip=', '/24 '],
        ['\n', ', '],
        ['"', '". '],
      );
      fc.assert(
        fc.property(fc.array(fc.tuple(around, address)), (parts) => {
          const text = parts.map(([[before, after], each]) => before + each + after).join('');
          const expected = parts.map(([, each]) => each).join('\n');
          assert.equal(resultOf(slug, text, { unique: false }), expected);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'results are addresses of the text, in order': () => {
      const text = fc.string({
        unit: fc.constantFrom('1', '25', '0', 'a', 'f', 'z', ':', '::', '.', '.', ' ', '\ud800'),
      });
      fc.assert(
        fc.property(text, (input) => {
          let position = 0;
          for (const address of resultOf(slug, input, { unique: false }).split('\n')) {
            if (address !== '') assert.notEqual(isIP(address), 0, address);
            position = input.indexOf(address, position) + address.length;
            assert.ok(position >= address.length, address);
          }
        }),
        { seed: 2, numRuns: sampleSize(2000) },
      );
    },
    'time is linear': () => {
      for (const part of ['1', '1.', 'a:', 'z...', 'z1..', 'zaa', 'zabc:', '::', '1.2.3.4.']) {
        assertLinear(part, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
