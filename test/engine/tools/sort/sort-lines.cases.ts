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
    { input: '', output: '' },
    { input: '\n\n', output: '\n\n' },
    { input: 'b\na', output: 'a\nb' },
    { input: 'b\r\na\r\n', output: 'a\r\nb\r\n' },
    { name: 'mixed line ends become the first one', input: 'c\rb\na\r\n', output: 'a\rb\rc\r' },
    { name: 'duplicates stay', input: 'b\na\nb\na\n', output: 'a\na\nb\nb\n' },
    { name: 'blank lines are lines', input: 'b\n\na', output: '\na\nb' },
    { input: '__proto__\nvalueOf\n__proto__', output: '__proto__\n__proto__\nvalueOf' },
    { input: 'a\nc\nb', config: { order: 'desc' }, output: 'c\nb\na' },

    { name: 'alphabetical', input: 'z\nÖ\no\nb\nB\na\n10\n9\n_', output: '_\n10\n9\na\nb\nB\no\nÖ\nz' },
    { name: 'alphabetical without case', input: 'b\nB\na\nA', config: { caseSensitive: false }, output: 'a\nA\nb\nB' },

    { name: 'codepoint', input: 'é\nz\na\nZ\n_', config: { mode: 'codepoint' }, output: 'Z\n_\na\nz\né' },
    {
      name: 'codepoint puts what needs two code units after what needs one',
      input: '🚀\n\ue000\n\uffff\n\ud800\n\ud800a\n\udc00',
      config: { mode: 'codepoint' },
      output: '\ud800\n\ud800a\n\udc00\n\ue000\n\uffff\n🚀',
    },
    {
      name: 'codepoint with lone surrogates beside pairs that begin alike',
      input: '\ud83d\ude80\n\ud83d\ue000\n\ud83d\n\ud83db\n\ud83da',
      config: { mode: 'codepoint' },
      output: '\ud83d\n\ud83da\n\ud83db\n\ud83d\ue000\n🚀',
    },
    {
      name: 'codepoint without case',
      input: 'B\na\nb\nA\n_',
      config: { mode: 'codepoint', caseSensitive: false },
      output: '_\nA\na\nB\nb',
    },

    {
      name: 'natural',
      input: 'file10\nFile2\nfile2\nfile1\n',
      config: { mode: 'natural' },
      output: 'file1\nfile2\nFile2\nfile10\n',
    },
    {
      name: 'natural: fewer leading zeros first',
      input: 'a007b\na07b\na7b\na0\na00\na7a',
      config: { mode: 'natural' },
      output: 'a0\na00\na7a\na7b\na07b\na007b',
    },
    {
      name: 'natural: the first number decides',
      input: 'v1.10.2\nv1.9.10\nv1.9.9',
      config: { mode: 'natural' },
      output: 'v1.9.9\nv1.9.10\nv1.10.2',
    },
    {
      name: 'natural: numbers of any length',
      input: `a1${nines}\na2${nines.slice(1)}\na${nines}`,
      config: { mode: 'natural' },
      output: `a2${nines.slice(1)}\na${nines}\na1${nines}`,
    },
    {
      name: 'natural without case',
      input: 'a2\nA10\nA2\na1',
      config: { mode: 'natural', caseSensitive: false },
      output: 'a1\na2\nA2\nA10',
    },

    {
      name: 'numeric',
      input: '10\n9\n-1\n1.5\n+2\n.5\n-0.5\n007',
      config: { mode: 'numeric' },
      output: '-1\n-0.5\n.5\n1.5\n+2\n007\n9\n10',
    },
    {
      name: 'numeric: lines without a number come last in both directions',
      input: 'b\n10\n-\na\n.\n9',
      config: { mode: 'numeric', order: 'desc' },
      output: '10\n9\n-\n.\na\nb',
    },
    {
      name: 'numeric: negative fractions',
      input: '-1.5\n-1.55\n-1\n-1.500',
      config: { mode: 'numeric' },
      output: '-1.55\n-1.5\n-1.500\n-1',
    },
    {
      name: 'numeric: no rounding',
      input: '9007199254740993\n9007199254740992\n0.1\n0.10000000000000000001',
      config: { mode: 'numeric' },
      output: '0.1\n0.10000000000000000001\n9007199254740992\n9007199254740993',
    },
    {
      name: 'numeric: what follows a number is not part of it',
      input: '1e9\n2,5\n1.2.3\n0x10\n  3 kg',
      config: { mode: 'numeric' },
      output: '0x10\n1e9\n1.2.3\n2,5\n  3 kg',
    },
    {
      name: 'numeric: equal numbers in the order of their text',
      input: '1.0 b\n1 b\n01 a\n-0\n0',
      config: { mode: 'numeric' },
      output: '-0\n0\n01 a\n1 b\n1.0 b',
    },

    { name: 'length', input: 'ccc\nbb\n🚀\naa\n', config: { mode: 'length' }, output: '🚀\naa\nbb\nccc\n' },
    {
      name: 'length: longest first',
      input: 'a\nccc\n\nbb',
      config: { mode: 'length', order: 'desc' },
      output: 'ccc\nbb\na\n',
    },

    {
      name: 'ip: IPv4, then IPv6, then the rest',
      input: 'no address\n::1\n10.0.0.10\nfe80::1\n10.0.0.9\n2001:db8::ff\n9.255.255.255\n2001:DB8:0:0::1',
      config: { mode: 'ip' },
      output: '9.255.255.255\n10.0.0.9\n10.0.0.10\n::1\n2001:DB8:0:0::1\n2001:db8::ff\nfe80::1\nno address',
    },
    {
      name: 'ip: networks, ports, zones, text after',
      input: '10.0.0.0/24 b\n10.0.0.0/8\n10.0.0.0\n10.0.0.0:80\n[::2]:443\n[::1]\nfe80::2%eth0\n::ffff:1.2.3.4',
      config: { mode: 'ip' },
      output: '10.0.0.0\n10.0.0.0:80\n10.0.0.0/8\n10.0.0.0/24 b\n[::1]\n[::2]:443\n::ffff:1.2.3.4\nfe80::2%eth0',
    },
    {
      name: 'ip: what is none',
      input: '1.2.3\n1.2.3.4.5\n1.2.3.256\n01.2.3.4\n1.2.3.4x\n:::\n::1g\n1:2:3:4:5:6:7:8:9\n255.255.255.255',
      config: { mode: 'ip' },
      output: '255.255.255.255\n:::\n::1g\n01.2.3.4\n1:2:3:4:5:6:7:8:9\n1.2.3\n1.2.3.256\n1.2.3.4.5\n1.2.3.4x',
    },
    {
      name: 'ip: descending, the rest still last',
      input: '1.1.1.1\nx\n::1\n2.2.2.2',
      config: { mode: 'ip', order: 'desc' },
      output: '::1\n2.2.2.2\n1.1.1.1\nx',
    },

    {
      name: 'hex',
      input: '0x10\nff\n9\n#0A\n-0xf\n0XFE b',
      config: { mode: 'hex' },
      output: '-0xf\n9\n#0A\n0x10\n0XFE b\nff',
    },
    {
      name: 'hex: words are not numbers, whatever they start with',
      input: 'apple\n0x1g\ncafé\n0x\nfeed\nface_1\n10',
      config: { mode: 'hex' },
      output: '10\nfeed\n0x\n0x1g\napple\ncafé\nface_1',
    },

    {
      name: 'version',
      input: '1.10\nv1.9\n1.2.0\n1.2\n1.2.1\n1.02.0.0\n2-rc.1\n2\n1.9.0.1\nnone',
      config: { mode: 'version' },
      output: '1.2\n1.2.0\n1.02.0.0\n1.2.1\nv1.9\n1.9.0.1\n1.10\n2-rc.1\n2\nnone',
    },
    {
      name: 'version: the example of semver.org, item 11',
      input: '1.0.0\n1.0.0-rc.1\n1.0.0-beta.11\n1.0.0-beta.2\n1.0.0-beta\n1.0.0-alpha.beta\n1.0.0-alpha.1\n1.0.0-alpha',
      config: { mode: 'version' },
      output:
        '1.0.0-alpha\n1.0.0-alpha.1\n1.0.0-alpha.beta\n1.0.0-beta\n1.0.0-beta.2\n1.0.0-beta.11\n1.0.0-rc.1\n1.0.0',
    },
    {
      name: 'version: build metadata does not count',
      input: '1.0+b\n1.0.1\n1.0-a+z\n1.0+a',
      config: { mode: 'version' },
      output: '1.0-a+z\n1.0+a\n1.0+b\n1.0.1',
    },
    {
      name: 'version: names with versions in them are in natural order',
      input: 'nginx-1.10\nnginx-1.9\n1.0',
      config: { mode: 'version' },
      output: '1.0\nnginx-1.9\nnginx-1.10',
    },

    {
      name: 'ignoreLeadingBlanks',
      input: '  b\nc\n\t a',
      config: { ignoreLeadingBlanks: true },
      output: '\t a\n  b\nc',
    },
    {
      name: 'ignoreLeadingBlanks: lines in which the rest is the same keep their order',
      input: ' a\na\n  a',
      config: { ignoreLeadingBlanks: true },
      output: ' a\na\n  a',
    },
    {
      name: 'a column, the header stays',
      input: table,
      config: { column: 2, mode: 'numeric', headerLines: 1 },
      output: 'name\tqty\na\t9\nb\t10\nc\t10\n',
    },
    {
      name: 'the same in the column: order kept, descending too',
      input: table,
      config: { column: 2, mode: 'numeric', order: 'desc', headerLines: 1 },
      output: 'name\tqty\nb\t10\nc\t10\na\t9\n',
    },
    {
      name: 'a column that is missing is empty',
      input: 'b;2\na\nc;1\n;',
      config: { column: 2, delimiter: ';' },
      output: 'a\n;\nc;1\nb;2',
    },
    {
      name: 'a delimiter of several characters',
      input: 'x, b, 1\nx, a, 2',
      config: { column: 2, delimiter: ', ' },
      output: 'x, a, 2\nx, b, 1',
    },
    {
      name: 'columns between any white space',
      input: '  x \t b\ny  a\nz',
      config: { column: 2, delimiter: '' },
      output: 'z\ny  a\n  x \t b',
    },
    {
      name: 'a column without leading blanks',
      input: 'x,  b\ny,a',
      config: { column: 2, delimiter: ',', ignoreLeadingBlanks: true },
      output: 'y,a\nx,  b',
    },
    { name: 'more header lines than lines', input: 'b\na\n', config: { headerLines: 100 }, output: 'b\na\n' },

    { input: 'a', config: { mode: 'text' }, error: `steps[0].config.mode must be one of: ${modes.join(', ')}` },
    { input: 'a', config: { order: 'ASC' }, error: 'steps[0].config.order must be one of: asc, desc' },
    { input: 'a', config: { column: -1 }, error: 'steps[0].config.column must be at least 0' },
    { input: 'a', config: { column: 1001 }, error: 'steps[0].config.column must be at most 1000' },
    { input: 'a', config: { column: 1.5 }, error: 'steps[0].config.column must be an integer' },
    { input: 'a', config: { headerLines: 101 }, error: 'steps[0].config.headerLines must be at most 100' },
    { input: 'a', config: { headerLines: -1 }, error: 'steps[0].config.headerLines must be at least 0' },
    {
      input: 'a',
      config: { delimiter: '12345678901' },
      error: 'steps[0].config.delimiter must be at most 10 characters long',
    },
    { input: 'a', config: { caseSensitive: null }, error: 'steps[0].config.caseSensitive must be a boolean' },
    { input: 'a', config: { ignoreLeadingBlanks: 1 }, error: 'steps[0].config.ignoreLeadingBlanks must be a boolean' },
    { input: 'a', config: { colum: 1 }, error: 'Unknown option for sort-lines: colum. Did you mean column?' },
    {
      name: 'size: K and KiB are 1,024 bytes, KB is 1,000, and no unit is bytes',
      input: '1M\n1KiB\n1KB\n1k\n1001\n999 B\n1.5 GB\n1.5GiB\n0.9KB\n-1T',
      config: { mode: 'size' },
      output: '-1T\n0.9KB\n999 B\n1KB\n1001\n1k\n1KiB\n1M\n1.5 GB\n1.5GiB',
    },
    {
      name: 'size: a word that starts with the letter of a unit is none, and a version is not a size',
      input: '1.2.3\n3 Kelvin\n2 pears\n5Mx\n1 mb left',
      config: { mode: 'size' },
      output: '2 pears\n3 Kelvin\n1 mb left\n1.2.3\n5Mx',
    },
    {
      name: 'size: the largest units are exact',
      input: '1Q\n1267650600228229401496703205377\n1267650600228229401496703205375',
      config: { mode: 'size' },
      output: '1267650600228229401496703205375\n1Q\n1267650600228229401496703205377',
    },
    {
      name: 'size: a column as du writes it',
      input: '4.0K\ta\n1.1M\tb\n512\tc',
      config: { mode: 'size', column: 1, order: 'desc' },
      output: '1.1M\tb\n4.0K\ta\n512\tc',
    },
    {
      name: 'date: ISO 8601 from years to nanoseconds, with offsets',
      input:
        '2026-11-21T10:30:00.000000002Z\n2026-11-21 11:30:00.000000001 +0100\n2026-11-21T10:30Z end\n[2026-11-21] x\n20261120T235959\n2026-11\n2026\n1969-12-31\n0099-01-01',
      config: { mode: 'date' },
      output:
        '0099-01-01\n1969-12-31\n2026\n2026-11\n20261120T235959\n[2026-11-21] x\n2026-11-21T10:30Z end\n2026-11-21 11:30:00.000000001 +0100\n2026-11-21T10:30:00.000000002Z',
    },
    {
      name: 'date: what is not a date comes last in both directions',
      input: '2026-02-30\n2026-13-01\n20260\nsoon\n2026-01-01\n2026-01-02 10 pears\n2026-01-02T25:00',
      config: { mode: 'date', order: 'desc' },
      output: '2026-01-02 10 pears\n2026-01-01\n2026-01-02T25:00\n2026-02-30\n2026-13-01\n20260\nsoon',
    },
    {
      name: 'date: the same instants are in alphabetical order',
      input: '2026-01-01T01:00+01:00\n2026-01-01T00:00Z\n2026-01-01',
      config: { mode: 'date' },
      output: '2026-01-01\n2026-01-01T00:00Z\n2026-01-01T01:00+01:00',
    },
    {
      name: 'date: tokens, with a time and an offset as web servers log them',
      input: '[21/Nov/2026:10:30:00 +0100] a\n[21/Nov/2026:09:29:59 +0000] b\n[1/Nov/2026] c',
      config: { mode: 'date', dateFormat: 'dd/MMM/yyyy:HH:mm:ss ZZZ' },
      output: '[21/Nov/2026:09:29:59 +0000] b\n[21/Nov/2026:10:30:00 +0100] a\n[1/Nov/2026] c',
    },
    {
      name: 'date: a column',
      input: 'b,12.01.2026\na,1.2.2025',
      config: { mode: 'date', dateFormat: 'd.M.yyyy', column: 2, delimiter: ',' },
      output: 'a,1.2.2025\nb,12.01.2026',
    },
    {
      input: '1',
      config: { mode: 'date', dateFormat: 'YYYY' },
      error: 'dateFormat: "YYYY" is not a date token here; write yyyy',
    },
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
