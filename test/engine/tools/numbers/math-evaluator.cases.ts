import assert from 'node:assert/strict';
import fc from 'fast-check';
import { constants } from '#engine/tools/numbers/math-evaluator/names.js';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { engine, resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'math-evaluator';
const variables = (values: object) => ({ variables: values });
const exact = (input: string, output: string, config: object = {}): ToolCase => [input, output, { ...config }];
const wrong = (input: string, reason: string, config: object = {}): ToolCase => [
  input,
  { error: `line 1, ${reason}` },
  { ...config },
];
const small = (zeros: number) => `0.${'0'.repeat(zeros - 1)}1`;
const tooLong = 'a number would have more than 10000 digits';
const badExponent = 'an exponent must be a whole number from -1000 to 1000';
const expected = 'expected a number, a name or "("';

export default {
  slug,
  cases: [
    [
      'acos(0.9999999)',
      '0.000447213599226737985634035879615',
      { precision: 30 },
      'the square root of 2d, times 1 + d/12 + 3d²/160 …, for d = 0.0000001',
    ],
    exact('', ''),
    [' 1+1 \r\n\r\n2\r\n', '2\r\n\r\n2\r\n', {}, 'blank lines and line ends stay'],

    // Precedence
    exact('1+2*3\n(1+2)*3\n10-4-3\n100/10/5\n7%4*2', '7\n9\n3\n2\n6'),
    exact('-2^2\n(-2)^2\n2^-1\n2^3^2\n(2^3)^2\n2^-1*6\n2^-1^5', '-4\n4\n0.5\n512\n64\n3\n0.5'),
    exact('--2\n+-+2\n3 - -2\n3*-2\n-3*-2', '2\n-2\n5\n-6\n6'),
    exact('3\u00d74\u00f72\u22121\n2**3**2\n\u22122', '5\n512\n-2'),
    exact('\t1\u00a0+\u30002', '3'),

    // Numbers
    exact('.5+5.\n1e3\n1.5E-3\n2e+2\n007\n-0', '5.5\n1000\n0.0015\n200\n7\n0'),
    exact('0.1+0.2\n1.005*1000\n9007199254740993+0', '0.3\n1005\n9007199254740993'),
    exact('2^200', '1606938044258990275541962092341162602522202993782792835301376'),
    exact('1/3*3\n2/3*3\n1/3+1/3+1/3\n(1/7)*7-1', '1\n2\n1\n0'),
    exact('7%3\n-7%3\n7%-3\n5.5%2\n2%5', '1\n-1\n1\n1.5\n2'),
    exact('0^0\n0^5\n1000^0', '1\n0\n1'),
    exact('2/3\n1/300\n200/3\n0.5', '0.667\n0.00333\n66.667\n0.5', { precision: 3 }),
    exact('2/3', `0.${'6'.repeat(99)}7`, { precision: 100 }),
    exact('pi\ne\nE1', '3.1\n2.7\n5', { precision: 1, ...variables({ E1: 5 }) }),
    exact('1000*(1+0.05/12)^360', '4467.7443', { precision: 4 }),
    exact('(0+1e-500)*1e500\n(1e-500-0)*1e500', '1\n1'),
    exact('1e-9999*1e9999\n1.5^1000/1.5^999', '1\n1.5'),

    // Functions
    exact('abs(-3)\nabs (3)\nceil(-1.5)\nceil(1.2)\nfloor(-1.5)\nfloor(1.9)\nfloor(2)', '3\n3\n-1\n2\n-2\n1\n2'),
    exact('max(1,3,2)\nmin(1, -3, 2)\nmax(7)\nmin(1,max(2,3))', '3\n-3\n7\n1'),
    exact('round(2.5)\nround(-2.5)\nround(-0.4)\nround(1.005, 2)\nround(1250, -2)', '3\n-3\n0\n1.01\n1300'),
    exact('sqrt(16)\nsqrt(0)\nsqrt(1.21)\nsqrt(2)^2\nsqrt(-0)\nsqrt(1e-10)', '4\n0\n1.1\n2\n0\n0.00001'),
    exact('sqrt(2)', '1.4142135623730950488'),

    exact('trunc(-1.7)\ntrunc(1.7)\nexp(0)\nln(1)\nexp(ln(2))\nln(e)', '-1\n1\n1\n0\n2\n1'),
    exact('log10(1000)\nfloor(log10(1000))\nlog(8, 2)\nlog2(0.125)\nlog(9, 1/3)', '3\n3\n3\n-3\n-2'),
    exact('sin(pi)\ncos(pi/2)\nsin(1000*pi)\nsin(pi/6)\ncos(pi)\ntan(pi/4)', '0\n0\n0\n0.5\n-1\n1'),
    exact('4*atan(1)-pi\nasin(1)*2-pi\nacos(-1)-pi\nacos(0)*2-pi\natan(0)', '0\n0\n0\n0\n0'),
    exact('exp(1)', '2.71828182845904523536'),
    exact(
      'ln(2)',
      '0.6931471805599453094172321214581765680755001343602552541206800094933936219696947156058633269964186875',
      { precision: 100 },
    ),
    exact('ln(1+1e-30)\nsin(1e-30)\nasin(1e-40)', `${small(30)}\n${small(30)}\n${small(40)}`),
    wrong('log(10)', 'column 1: log needs a base, as in log(x, 10); ln(x) is the natural logarithm'),
    wrong('log(2, 1)', 'column 1: the base of a logarithm must be positive and not 1'),
    wrong('ln(0)', 'column 1: only a positive number has a logarithm'),
    wrong('1+exp(1000.1)', 'column 3: exp takes numbers from -1000 to 1000'),
    wrong('tan(pi/2)', 'column 1: a right angle has no tangent'),
    wrong('sin(1e15)', 'column 1: angles must be below 1e15'),
    wrong('asin(1.1)', 'column 1: asin takes numbers from -1 to 1'),
    wrong('acos(-2)', 'column 1: acos takes numbers from -1 to 1'),
    ...['200*15%', '(15%)*200', '15% * 2', 'max(5%, 1)', '5%+1)'].map(
      (text): ToolCase =>
        wrong(
          text,
          `column ${text.indexOf('%') + 1}: % is the remainder of a division and needs a number after it; for 15 % write 15/100`,
        ),
    ),

    // Variables
    exact('a*b\n_x1 + \u00e4', '6\n3', variables({ a: 2, b: 3, _x1: 1, ä: 2 })),
    exact('x+y+z', '0.0000001', variables({ x: 1e-7, y: 0, z: -0 })),
    exact('pi + max(1, max)', '5', variables({ pi: 3, max: 2 })),
    exact('X', '1', variables({ X: 1, x: 2 })),
    [
      '__proto__ + constructor',
      '3',
      JSON.parse('{"variables": {"__proto__": 1, "constructor": 2}}') as Record<string, unknown>,
      'names of object members are ordinary names',
    ],
    wrong('__proto__', 'column 1: unknown name "__proto__"'),
    wrong('1+constructor', 'column 3: unknown name "constructor"'),
    wrong('toString(1)', 'column 1: unknown function "toString"'),
    ['', { error: 'variables: "2x" is not a name of letters, digits and underscores' }, variables({ '2x': 1 })],
    ['', { error: 'variables: "" is not a name of letters, digits and underscores' }, variables({ '': 1 })],

    // What is no expression
    ['1\n\n  1 +', { error: `line 3, column 6: ${expected}, found the end of the line` }],
    wrong('1 2', 'column 3: expected an operator, found "2"'),
    wrong('2(3)', 'column 2: expected an operator, found "("'),
    wrong('(1', 'column 3: expected ")", found the end of the line'),
    wrong('1)', 'column 2: expected an operator, found ")"'),
    wrong('()', `column 2: ${expected}, found ")"`),
    wrong('*1', `column 1: ${expected}, found "*"`),
    wrong('max()', `column 5: ${expected}, found ")"`),
    wrong('max(1', 'column 6: expected ")", found the end of the line'),
    wrong('1,5', 'column 2: expected an operator, found ","'),
    wrong('1.2.3', 'column 4: expected an operator, found "."'),
    wrong('2e', 'column 2: expected an operator, found "e"'),
    wrong('1=1', 'column 2: expected an operator, found "="'),
    wrong('\ud800', `column 1: ${expected}, found U+D800`),
    wrong('\u{1f600}+\u0000', `column 1: ${expected}, found "\u{1f600}"`),
    wrong('1+\u0000', `column 3: ${expected}, found U+0000`),
    wrong('foo', 'column 1: unknown name "foo"'),
    wrong('foo(1)', 'column 1: unknown function "foo"'),
    wrong('max', 'column 1: unknown name "max"'),
    wrong('x'.repeat(51), 'column 1: unknown name'),
    wrong(`${'x'.repeat(51)}(1)`, 'column 1: unknown function'),
    wrong('abs(1, 2)', 'column 1: too many values for "abs"'),
    wrong('1+round(1, 2, 3)', 'column 3: too many values for "round"'),
    ...['0.5', '101', '1e-400'].map((decimals) =>
      wrong(`round(1, ${decimals})`, 'column 1: round takes a whole number of decimals from -100 to 100'),
    ),

    // What has no value, or too long a one
    wrong('1/0', 'column 2: division by zero'),
    wrong('1 % (1-1)', 'column 3: division by zero'),
    wrong('0^-1', 'column 2: division by zero'),
    wrong('sqrt(-4)', 'column 1: a negative number has no square root'),
    wrong('9^9^9^9', `column 4: ${badExponent}`),
    wrong('2^0.5', `column 2: ${badExponent}`),
    wrong('2^1001', `column 2: ${badExponent}`),
    wrong('2^1e-400', `column 2: ${badExponent}`),
    wrong('1e11^1000', `column 5: ${tooLong}`),
    wrong('99999999999^999', `column 12: ${tooLong}`),
    wrong('1e9999*10', `column 7: ${tooLong}`),
    wrong('1e9999/1e-9999', `column 7: ${tooLong}`),
    wrong('1e9999%1e-9999', `column 7: ${tooLong}`),
    wrong('1e-9999/10', `column 8: ${tooLong}`),
    wrong('1e10000', `column 1: ${tooLong}`),
    wrong('1e-99999999999999999999', `column 1: ${tooLong}`),
    ['9'.repeat(10_001), { error: `line 1, column 1: ${tooLong}` }, {}, 'a number of 10,001 digits'],
    [`${'9'.repeat(10_000)}-1`, `${'9'.repeat(9999)}8`, {}, 'and one of 10,000'],
    [`${'('.repeat(99)}1${')'.repeat(99)}`, '1', {}, '99 brackets'],
    ...['(', '-', '2^', 'abs('].map(
      (text): ToolCase => [
        text.repeat(100_000),
        { error: `line 1, column ${100 * text.length + 1}: nested deeper than 100 levels` },
        {},
        `many times ${text}`,
      ],
    ),

    ['x\n 1+1 \n1/0', 'x\n2\n1/0', { invalid: 'keep' }],
    ['x\n1+1\n', '\n2\n', { invalid: 'blank' }],
    {
      long: [
        '1e9999\n'.repeat(2000),
        { error: 'the output would be longer than 4000000 characters' },
        {},
        'short numbers that are long when written out',
      ],
    },
  ],
  checks: {
    'functions agree with those of JavaScript': () => {
      const functions: readonly (readonly [name: string, call: (x: number) => number, from: number, to: number])[] = [
        ['exp', Math.exp, -300, 300],
        ['ln', Math.log, 1e-9, 1e9],
        ['log10', Math.log10, 1e-9, 1e9],
        ['log2', Math.log2, 1e-9, 1e9],
        ['sin', Math.sin, -1000, 1000],
        ['cos', Math.cos, -1000, 1000],
        ['tan', Math.tan, -1.5, 1.5],
        // Near 1 the digits that a double does not have decide: 0.999999999995896 is none.
        ['asin', Math.asin, -0.999, 0.999],
        ['acos', Math.acos, -0.999, 0.999],
        ['atan', Math.atan, -1000, 1000],
      ];
      for (const [name, call, min, max] of functions) {
        fc.assert(
          fc.property(fc.double({ min, max, noNaN: true }), (x) => {
            const result = Number(resultOf(slug, 'f(x)'.replace('f', name), variables({ x })));
            const wanted = call(x);
            assert.ok(Math.abs(result - wanted) <= 1e-11 * Math.max(1, Math.abs(wanted)), `${name}(${x}) ${result}`);
          }),
          { seed: 3, numRuns: sampleSize(60) },
        );
      }
    },
    'a name that another step has made very long is refused': () => {
      const steps = [{ toolSlug: 'repeat-text', config: { times: 3_999 } }, { toolSlug: slug }];
      const { status, body } = engine.execute('run', Buffer.from(JSON.stringify({ input: '漢'.repeat(1000), steps })));
      assert.equal(status, 400);
      assert.match(Buffer.from(body).toString(), /line 1, column 1: unknown name/);
    },
    'agrees with fractions of integers': () => {
      const { tree } = fc.letrec<{ tree: Tree; node: Tree; leaf: Tree }>((tie) => ({
        tree: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('node')),
        leaf: fc.integer({ min: 0, max: 999 }).map((value) => ({ text: String(value), value: [BigInt(value), 1n] })),
        node: fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree')).map(([a, operator, b]) => ({
          text: `(${a.text}) ${operator} (${b.text})`,
          value: a.value && b.value && fraction(a.value, operator, b.value),
        })),
      }));
      fc.assert(
        fc.property(tree, ({ text, value }) => {
          const result = runTool(slug, text, { precision: 30 });
          if (value === undefined) {
            assert.match(typeof result === 'string' ? result : result.error, /division by zero$/);
            return;
          }
          assert.equal(typeof result, 'string', text);
          const [integer = '', decimals = ''] = String(result).split('.');
          const denominator = 10n ** BigInt(decimals.length);
          const written: Fraction = [BigInt(integer + decimals), denominator];
          const [error, size] = fraction(written, '-', value) ?? assert.fail();
          // Half a unit of the last of at least thirty decimals.
          const distance = error < 0n === size < 0n ? error * 2n * 10n ** 30n : -error * 2n * 10n ** 30n;
          assert.ok(distance <= (size < 0n ? -size : size), `${text} = ${result}`);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'whole powers are those of BigInt': () => {
      fc.assert(
        fc.property(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 0, max: 1000 }), (base, exponent) => {
          assert.equal(resultOf(slug, `(${base})^${exponent}`), String(BigInt(base) ** BigInt(exponent)));
        }),
        { seed: 2, numRuns: sampleSize(100) },
      );
    },
    'the root of a square is the number, however long': () => {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.integer({ min: 0, max: 40 }), (root, decimals) => {
          const square = `${root}e-${decimals}`;
          assert.equal(resultOf(slug, `sqrt((${square})^2) - ${square}`), '0');
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'pi and e are what their series give': () => {
      const one = 10n ** 180n;
      const arctanOfInverse = (x: bigint) => {
        let sum = 0n;
        let sign = 1n;
        for (let power = one / x, n = 1n; power > 0n; power /= x * x, n += 2n, sign = -sign) sum += (sign * power) / n;
        return sum;
      };
      let e = 0n;
      for (let term = one, n = 1n; term > 0n; term /= n, n++) e += term;
      const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
      for (const [name, value] of Object.entries({ pi, e })) {
        assert.equal(String(value).slice(0, 161), constants.get(name)?.replace('.', ''), name);
      }
    },
    'half a megabyte of one kind is calculated or refused in time': () => {
      const inputs = [
        '1+1\n',
        '1.',
        '9',
        (length: number) => `${filled('1+', length)}1`,
        (length: number) => `1${' '.repeat(length)}1`,
      ];
      for (const input of inputs) assertLinear(input, (text) => runTool(slug, text, { precision: 100 }));
      // The dearest lines.
      for (const input of [`sqrt(${'9'.repeat(9999)})`, 'sqrt(2)\n'.repeat(100), '(1/3)^999\n'.repeat(50)]) {
        assertTakesAtMost(40, () => runTool(slug, input, { precision: 100 }));
      }
    },
  },
} satisfies ToolCases;

type Fraction = readonly [numerator: bigint, denominator: bigint];

interface Tree {
  readonly text: string;
  /** Undefined where something is divided by zero. */
  readonly value: Fraction | undefined;
}

function fraction([a, b]: Fraction, operator: string, [c, d]: Fraction): Fraction | undefined {
  switch (operator) {
    case '+':
      return [a * d + c * b, b * d];
    case '-':
      return [a * d - c * b, b * d];
    case '*':
      return [a * c, b * d];
    default:
      return c === 0n ? undefined : [a * d, b * c];
  }
}
