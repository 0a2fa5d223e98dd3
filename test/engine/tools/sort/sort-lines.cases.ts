import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { shellOracle } from '../../../support/shell-oracle.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const modes = ['alphabetical', 'codepoint', 'natural', 'numeric', 'length', 'ip', 'hex', 'version', 'size', 'date'];
const nines = '9'.repeat(400);
const table = 'name\tqty\nb\t10\na\t9\nc\t10\n';

const piece = fc.constantFrom(
  'a',
  'B',
  'é',
  ' ',
  '\t',
  '0',
  '1',
  '10',
  '-',
  '.',
  ':',
  'f',
  'x',
  '::',
  '1.2',
  '🚀',
  '\ue000',
  '\0',
);
const line = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const lines = fc.array(line, { maxLength: 12 });
const textOf = (all: readonly string[]) => all.map((text) => `${text}\n`).join('');
const sorted = (all: readonly string[], config: object) =>
  resultOf('sort-lines', textOf(all), config).split('\n').slice(0, -1);

/** Compares with a program on lists of lines made from one kind of line. */
function agreesWith(
  command: string,
  config: object,
  lineOf: fc.Arbitrary<string>,
): NonNullable<ToolCases['checks']>[string] {
  return (t) => {
    const texts = fc
      .sample(fc.array(lineOf, { maxLength: 30, size: 'max' }), { seed: 7, numRuns: sampleSize(100) })
      .map(textOf);
    shellOracle(t, command, texts)?.forEach((output, index) => {
      assert.equal(
        resultOf('sort-lines', texts[index] ?? '', config),
        output,
        `${command} ${JSON.stringify(texts[index])}`,
      );
    });
  };
}

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(3), fc.constantFrom('', '.5', '.55', '.25', '.05', '.123456789012345678901'))
  .map((parts) => parts.join(''));
const longDecimal = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom('9007199254740992', '9007199254740993', nines, `1${nines}`))
  .map((parts) => parts.join(''));

export default {
  slug: 'sort-lines',
  cases: [
    ['', ''],
    ['\n\n', '\n\n'],
    ['b\na', 'a\nb'],
    ['b\r\na\r\n', 'a\r\nb\r\n'],
    ['c\rb\na\r\n', 'a\rb\rc\r', {}, 'mixed line ends become the first one'],
    ['b\na\nb\na\n', 'a\na\nb\nb\n', {}, 'duplicates stay'],
    ['b\n\na', '\na\nb', {}, 'blank lines are lines'],
    ['__proto__\nvalueOf\n__proto__', '__proto__\n__proto__\nvalueOf'],
    ['a\nc\nb', 'c\nb\na', { order: 'desc' }],

    ['z\nÖ\no\nb\nB\na\n10\n9\n_', '_\n10\n9\na\nb\nB\no\nÖ\nz', {}, 'alphabetical'],
    ['b\nB\na\nA', 'a\nA\nb\nB', { caseSensitive: false }, 'alphabetical without case'],

    ['é\nz\na\nZ\n_', 'Z\n_\na\nz\né', { mode: 'codepoint' }, 'codepoint'],
    [
      '🚀\n\ue000\n\uffff\n\ud800\n\ud800a\n\udc00',
      '\ud800\n\ud800a\n\udc00\n\ue000\n\uffff\n🚀',
      { mode: 'codepoint' },
      'codepoint puts what needs two code units after what needs one',
    ],
    [
      '\ud83d\ude80\n\ud83d\ue000\n\ud83d\n\ud83db\n\ud83da',
      '\ud83d\n\ud83da\n\ud83db\n\ud83d\ue000\n🚀',
      { mode: 'codepoint' },
      'codepoint with lone surrogates beside pairs that begin alike',
    ],
    ['B\na\nb\nA\n_', '_\nA\na\nB\nb', { mode: 'codepoint', caseSensitive: false }, 'codepoint without case'],

    ['file10\nFile2\nfile2\nfile1\n', 'file1\nfile2\nFile2\nfile10\n', { mode: 'natural' }, 'natural'],
    [
      'a007b\na07b\na7b\na0\na00\na7a',
      'a0\na00\na7a\na7b\na07b\na007b',
      { mode: 'natural' },
      'natural: fewer leading zeros first',
    ],
    ['v1.10.2\nv1.9.10\nv1.9.9', 'v1.9.9\nv1.9.10\nv1.10.2', { mode: 'natural' }, 'natural: the first number decides'],
    [
      `a1${nines}\na2${nines.slice(1)}\na${nines}`,
      `a2${nines.slice(1)}\na${nines}\na1${nines}`,
      { mode: 'natural' },
      'natural: numbers of any length',
    ],
    ['a2\nA10\nA2\na1', 'a1\na2\nA2\nA10', { mode: 'natural', caseSensitive: false }, 'natural without case'],

    ['10\n9\n-1\n1.5\n+2\n.5\n-0.5\n007', '-1\n-0.5\n.5\n1.5\n+2\n007\n9\n10', { mode: 'numeric' }, 'numeric'],
    [
      'b\n10\n-\na\n.\n9',
      '10\n9\n-\n.\na\nb',
      { mode: 'numeric', order: 'desc' },
      'numeric: lines without a number come last in both directions',
    ],
    ['-1.5\n-1.55\n-1\n-1.500', '-1.55\n-1.5\n-1.500\n-1', { mode: 'numeric' }, 'numeric: negative fractions'],
    [
      '9007199254740993\n9007199254740992\n0.1\n0.10000000000000000001',
      '0.1\n0.10000000000000000001\n9007199254740992\n9007199254740993',
      { mode: 'numeric' },
      'numeric: no rounding',
    ],
    [
      '1e9\n2,5\n1.2.3\n0x10\n  3 kg',
      '0x10\n1.2.3\n2,5\n  3 kg\n1e9',
      { mode: 'numeric' },
      'numeric: what follows a number is not part of it',
    ],
    [
      '$1,200 rent\n$90\n-$40 c\n(50)\n1.5K\n7%\n1,00,000\n1.168 EUR\n１２\n(9) x\n- 5',
      '(50)\n-$40 c\n1.168 EUR\n7%\n１２\n$90\n$1,200 rent\n1.5K\n1,00,000\n- 5\n(9) x',
      { mode: 'numeric' },
      'numeric: amounts of money, brackets, percentages, thousands and digits of any script',
    ],
    [
      '1.168,81 EUR\n2,5\n1.5',
      '1.5\n2,5\n1.168,81 EUR',
      { mode: 'numeric', decimal: ',', thousands: '.' },
      'numeric: with a decimal comma',
    ],
    ['9,100\n10,5', '9,100\n10,5', { mode: 'numeric', thousands: '' }, 'numeric: a comma that separates columns'],
    ['1,024 KB\n2 KB\n1 MB\n9,9 MB', '9,9 MB\n2 KB\n1 MB\n1,024 KB', { mode: 'size' }, 'sizes with commas'],
    [
      '1e6000\n-1e6000\n1e-6000\n-1e-6000\n0\n-0.5\n-0.05\n0.05\n10\n9.99\n-10\n-9.99\n1e6001',
      '-1e6000\n-10\n-9.99\n-0.5\n-0.05\n-1e-6000\n0\n1e-6000\n0.05\n9.99\n10\n1e6000\n1e6001',
      { mode: 'numeric' },
      'numeric: every order of magnitude; an exponent beyond 6000 is no number',
    ],
    [
      '1.0 b\n1 b\n01 a\n-0\n0',
      '-0\n0\n01 a\n1 b\n1.0 b',
      { mode: 'numeric' },
      'numeric: equal numbers in the order of their text',
    ],

    ['ccc\nbb\n🚀\naa\n', '🚀\naa\nbb\nccc\n', { mode: 'length' }, 'length'],
    ['a\nccc\n\nbb', 'ccc\nbb\na\n', { mode: 'length', order: 'desc' }, 'length: longest first'],

    [
      'no address\n::1\n10.0.0.10\nfe80::1\n10.0.0.9\n2001:db8::ff\n9.255.255.255\n2001:DB8:0:0::1',
      '9.255.255.255\n10.0.0.9\n10.0.0.10\n::1\n2001:DB8:0:0::1\n2001:db8::ff\nfe80::1\nno address',
      { mode: 'ip' },
      'ip: IPv4, then IPv6, then the rest',
    ],
    [
      '10.0.0.0/24 b\n10.0.0.0/8\n10.0.0.0\n10.0.0.0:80\n[::2]:443\n[::1]\nfe80::2%eth0\n::ffff:1.2.3.4',
      '10.0.0.0\n10.0.0.0:80\n10.0.0.0/8\n10.0.0.0/24 b\n[::1]\n[::2]:443\n::ffff:1.2.3.4\nfe80::2%eth0',
      { mode: 'ip' },
      'ip: networks, ports, zones, text after',
    ],
    [
      '1.2.3\n1.2.3.4.5\n1.2.3.256\n01.2.3.4\n1.2.3.4x\n:::\n::1g\n1:2:3:4:5:6:7:8:9\n255.255.255.255',
      '255.255.255.255\n:::\n::1g\n01.2.3.4\n1:2:3:4:5:6:7:8:9\n1.2.3\n1.2.3.256\n1.2.3.4.5\n1.2.3.4x',
      { mode: 'ip' },
      'ip: what is none',
    ],
    [
      '1.1.1.1\nx\n::1\n2.2.2.2',
      '::1\n2.2.2.2\n1.1.1.1\nx',
      { mode: 'ip', order: 'desc' },
      'ip: descending, the rest still last',
    ],

    ['0x10\nff\n9\n#0A\n-0xf\n0XFE b', '-0xf\n9\n#0A\n0x10\n0XFE b\nff', { mode: 'hex' }, 'hex'],
    [
      'apple\n0x1g\ncafé\n0x\nfeed\nface_1\n10',
      '10\nfeed\n0x\n0x1g\napple\ncafé\nface_1',
      { mode: 'hex' },
      'hex: words are not numbers, whatever they start with',
    ],

    [
      '1.10\nv1.9\n1.2.0\n1.2\n1.2.1\n1.02.0.0\n2-rc.1\n2\n1.9.0.1\nnone',
      '1.2\n1.2.0\n1.02.0.0\n1.2.1\nv1.9\n1.9.0.1\n1.10\n2-rc.1\n2\nnone',
      { mode: 'version' },
      'version',
    ],
    [
      '1.0.0\n1.0.0-rc.1\n1.0.0-beta.11\n1.0.0-beta.2\n1.0.0-beta\n1.0.0-alpha.beta\n1.0.0-alpha.1\n1.0.0-alpha',
      '1.0.0-alpha\n1.0.0-alpha.1\n1.0.0-alpha.beta\n1.0.0-beta\n1.0.0-beta.2\n1.0.0-beta.11\n1.0.0-rc.1\n1.0.0',
      { mode: 'version' },
      'version: the example of semver.org, item 11',
    ],
    [
      '1.0+b\n1.0.1\n1.0-a+z\n1.0+a',
      '1.0-a+z\n1.0+a\n1.0+b\n1.0.1',
      { mode: 'version' },
      'version: build metadata does not count',
    ],
    [
      'nginx-1.10\nnginx-1.9\n1.0',
      '1.0\nnginx-1.9\nnginx-1.10',
      { mode: 'version' },
      'version: names with versions in them are in natural order',
    ],

    ['  b\nc\n\t a', '\t a\n  b\nc', { ignoreLeadingBlanks: true }, 'ignoreLeadingBlanks'],
    [
      ' a\na\n  a',
      ' a\na\n  a',
      { ignoreLeadingBlanks: true },
      'ignoreLeadingBlanks: lines in which the rest is the same keep their order',
    ],
    [
      table,
      'name\tqty\na\t9\nb\t10\nc\t10\n',
      { column: 2, mode: 'numeric', headerLines: 1 },
      'a column, the header stays',
    ],
    [
      table,
      'name\tqty\nb\t10\nc\t10\na\t9\n',
      { column: 2, mode: 'numeric', order: 'desc', headerLines: 1 },
      'the same in the column: order kept, descending too',
    ],
    ['b;2\na\nc;1\n;', 'a\n;\nc;1\nb;2', { column: 2, delimiter: ';' }, 'a column that is missing is empty'],
    ['x, b, 1\nx, a, 2', 'x, a, 2\nx, b, 1', { column: 2, delimiter: ', ' }, 'a delimiter of several characters'],
    ['  x \t b\ny  a\nz', 'z\ny  a\n  x \t b', { column: 2, delimiter: '' }, 'columns between any white space'],
    [
      'x,  b\ny,a',
      'y,a\nx,  b',
      { column: 2, delimiter: ',', ignoreLeadingBlanks: true },
      'a column without leading blanks',
    ],
    ['b\na\n', 'b\na\n', { headerLines: 100 }, 'more header lines than lines'],

    ['a', { error: `steps[0].config.mode must be one of: ${modes.join(', ')}` }, { mode: 'text' }],
    ['a', { error: 'steps[0].config.order must be one of: asc, desc' }, { order: 'ASC' }],
    ['a', { error: 'steps[0].config.column must be at least 0' }, { column: -1 }],
    ['a', { error: 'steps[0].config.column must be at most 1000' }, { column: 1001 }],
    ['a', { error: 'steps[0].config.column must be an integer' }, { column: 1.5 }],
    ['a', { error: 'steps[0].config.headerLines must be at most 100' }, { headerLines: 101 }],
    ['a', { error: 'steps[0].config.headerLines must be at least 0' }, { headerLines: -1 }],
    ['a', { error: 'steps[0].config.delimiter must be at most 10 characters long' }, { delimiter: '12345678901' }],
    ['a', { error: 'steps[0].config.caseSensitive must be a boolean' }, { caseSensitive: null }],
    ['a', { error: 'steps[0].config.ignoreLeadingBlanks must be a boolean' }, { ignoreLeadingBlanks: 1 }],
    ['a', { error: 'Unknown option for sort-lines: colum. Did you mean column?' }, { colum: 1 }],
    [
      '1M\n1KiB\n1KB\n1k\n1001\n999 B\n1.5 GB\n1.5GiB\n0.9KB\n-1T',
      '-1T\n0.9KB\n999 B\n1KB\n1001\n1k\n1KiB\n1M\n1.5 GB\n1.5GiB',
      { mode: 'size' },
      'size: K and KiB are 1,024 bytes, KB is 1,000, and no unit is bytes',
    ],
    [
      '1.2.3\n3 Kelvin\n2 pears\n5Mx\n1 mb left',
      '2 pears\n3 Kelvin\n1 mb left\n1.2.3\n5Mx',
      { mode: 'size' },
      'size: a word that starts with the letter of a unit is none, and a version is not a size',
    ],
    [
      '1Q\n1267650600228229401496703205377\n1267650600228229401496703205375',
      '1267650600228229401496703205375\n1Q\n1267650600228229401496703205377',
      { mode: 'size' },
      'size: the largest units are exact',
    ],
    [
      '4.0K\ta\n1.1M\tb\n512\tc',
      '1.1M\tb\n4.0K\ta\n512\tc',
      { mode: 'size', column: 1, order: 'desc' },
      'size: a column as du writes it',
    ],
    [
      '2026-11-21T10:30:00.000000002Z\n2026-11-21 11:30:00.000000001 +0100\n2026-11-21T10:30Z end\n[2026-11-21] x\n20261120T235959\n2026-11\n2026\n1969-12-31\n0099-01-01',
      '0099-01-01\n1969-12-31\n2026\n2026-11\n20261120T235959\n[2026-11-21] x\n2026-11-21T10:30Z end\n2026-11-21 11:30:00.000000001 +0100\n2026-11-21T10:30:00.000000002Z',
      { mode: 'date' },
      'date: ISO 8601 from years to nanoseconds, with offsets',
    ],
    [
      '2026-02-30\n2026-13-01\n20260\nsoon\n2026-01-01\n2026-01-02 10 pears\n2026-01-02T25:00',
      '2026-01-02 10 pears\n2026-01-01\n2026-01-02T25:00\n2026-02-30\n2026-13-01\n20260\nsoon',
      { mode: 'date', order: 'desc' },
      'date: what is not a date comes last in both directions',
    ],
    [
      '2026-01-01T01:00+01:00\n2026-01-01T00:00Z\n2026-01-01',
      '2026-01-01\n2026-01-01T00:00Z\n2026-01-01T01:00+01:00',
      { mode: 'date' },
      'date: the same instants are in alphabetical order',
    ],
    [
      '[21/Nov/2026:10:30:00 +0100] a\n[21/Nov/2026:09:29:59 +0000] b\n[1/Nov/2026] c',
      '[21/Nov/2026:09:29:59 +0000] b\n[21/Nov/2026:10:30:00 +0100] a\n[1/Nov/2026] c',
      { mode: 'date', dateFormat: 'dd/MMM/yyyy:HH:mm:ss ZZZ' },
      'date: tokens, with a time and an offset as web servers log them',
    ],
    [
      'b,12.01.2026\na,1.2.2025',
      'a,1.2.2025\nb,12.01.2026',
      { mode: 'date', dateFormat: 'd.M.yyyy', column: 2, delimiter: ',' },
      'date: a column',
    ],
    ['1', { error: 'dateFormat: "YYYY" is not a date token here; write yyyy' }, { mode: 'date', dateFormat: 'YYYY' }],
  ],
  checks: {
    'codepoint agrees with sort': agreesWith('sort', { mode: 'codepoint' }, line),
    'codepoint descending agrees with sort -r': agreesWith('sort -r', { mode: 'codepoint', order: 'desc' }, line),
    'a column agrees with sort -k': agreesWith(
      "sort -s -t '.' -k 2,2",
      { mode: 'codepoint', column: 2, delimiter: '.' },
      fc.array(fc.constantFrom('a', 'b', '.', 'é'), { maxLength: 6 }).map((pieces) => pieces.join('')),
    ),
    'numeric agrees with sort -n': agreesWith(
      'sort -n',
      { mode: 'numeric' },
      fc.oneof({ weight: 5, arbitrary: decimal }, { weight: 1, arbitrary: longDecimal }),
    ),
    'version agrees with sort -V on dotted numbers': agreesWith(
      'sort -V',
      { mode: 'version' },
      fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.')),
    ),
    'natural is the collator’s numeric order'() {
      const collator = new Intl.Collator('en', { numeric: true });
      const text = fc.array(fc.constantFrom('a', 'B', 'b', 'é', '-', '.', ' ', '1', '2', '10', '99', '100'), {
        maxLength: 6,
      });
      fc.assert(
        fc.property(text, text, (a, b) => {
          const pair = [a.join(''), b.join('')] as const;
          const order = collator.compare(...pair);
          if (order !== 0) assert.deepEqual(sorted(pair, { mode: 'natural' }), order < 0 ? pair : pair.toReversed());
        }),
        { seed: 3, numRuns: sampleSize(2000) },
      );
    },
    'hex agrees with BigInt'() {
      fc.assert(
        fc.property(fc.uniqueArray(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })), (numbers) => {
          const written = (value: bigint) =>
            value < 0n ? `-0x${(-value).toString(16)}` : value.toString(16).toUpperCase();
          const expected = numbers.toSorted((a, b) => (a < b ? -1 : 1)).map(written);
          assert.deepEqual(sorted(numbers.map(written), { mode: 'hex' }), expected);
        }),
        { seed: 4 },
      );
    },
    'ip agrees with the numbers that addresses stand for'() {
      fc.assert(
        fc.property(fc.uniqueArray(fc.ipV6()), (addresses) => {
          const value = (address: string) => {
            const { hostname } = new URL(`http://[${address}]/`);
            const [head = [], tail = []] = hostname
              .slice(1, -1)
              .split('::')
              .map((half) => half.split(':').filter(Boolean));
            const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
            return BigInt(`0x${groups.map((group: string) => group.padStart(4, '0')).join('')}`);
          };
          const order = sorted(addresses, { mode: 'ip' }).map(value);
          assert.deepEqual(
            order,
            order.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
          );
        }),
        { seed: 5, numRuns: sampleSize(300) },
      );
    },
    'every mode is idempotent, loses nothing, and does not depend on the order of the input'() {
      const permuted = lines.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );
      const options = fc.record({
        mode: fc.constantFrom(...modes),
        order: fc.constantFrom('asc', 'desc'),
        caseSensitive: fc.boolean(),
      });
      fc.assert(
        fc.property(permuted, options, ([all, shuffled], config) => {
          const once = sorted(all, config);
          assert.deepEqual(once.toSorted(), all.toSorted());
          assert.deepEqual(sorted(shuffled, config), once);
          assert.deepEqual(sorted(once, config), once);
        }),
        { seed: 6, numRuns: sampleSize(2000) },
      );
    },
    'hostile input is sorted in each mode'() {
      const hostile = [
        `${'a'.repeat(499_000)}g`,
        `-${'9'.repeat(499_000)}`,
        `${'1.'.repeat(249_000)}x`,
        `1-${'a.1'.repeat(160_000)}`,
      ];
      hostile.push(
        '\n'.repeat(50_000),
        `${' '.repeat(499_000)}x`,
        `a\n${'\u0301\u0323'.repeat(120_000)}\nb${'\u0301\u0323'.repeat(120_000)}`,
      );
      for (const mode of modes) {
        for (const input of hostile) assert.equal(resultOf('sort-lines', input, { mode }).length, input.length);
      }
    },
  },
} satisfies ToolCases;
