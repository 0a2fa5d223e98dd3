import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { assertLinear, assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'js-minifier';
const tooDeep = 'the code is nested too deeply';
const wrong = (input: string, error: string, config = {}): ToolCase => [input, { error }, config];
const comments = '/*! a */ b; /* c */ d; // @license e\n/** @preserve f */ g';

export default {
  slug,
  cases: [
    ['', ''],
    [' \r\n// nothing\r\n', ''],
    ['let a = 1;\r\nlet b = 2;\rlet c = 3\n', 'let a=1;let b=2;let c=3;'],
    ['#!/usr/bin/env node\nf ( )', '#!/usr/bin/env node\nf();'],
    ['a = "\u00e9\u{1f600}" + \'"\'', 'a="\u00e9\u{1f600}"+\'"\';'],
    ['a = "\ud800\u0000"', 'a="\\ud800\\0";', {}, 'a lone surrogate and NUL are escaped'],
    ['var __proto__ = { __proto__ : 1 , constructor : 2 }', 'var __proto__={__proto__:1,constructor:2};'],
    ['x = a / b / c; y = /[/"(]/ . test ( z )', 'x=a/b/c;y=/[/"(]/.test(z);'],
    ['class A { #b = 1 ; static c ( ) { return this ?. d ?? 2n } }', 'class A{#b=1;static c(){return this?.d??2n}}'],
    ['import a from "b"; export default a', 'import a from"b";export default a;'],

    [comments, '/*! a */b;d;// @license e\n/** @preserve f */g;'],
    [comments, 'b;d;g;', { keepComments: 'none' }],
    ['function f(long) { return long * (2 + 3); g() }', 'function f(n){return n*(2+3);g()}', { mangle: true }],
    ['function f(long) { return long * (2 + 3); g() }', 'function f(long){return long*(2+3)}', { compress: true }],
    ['let long = f()', 'let long=f();', { mangle: true, compress: true }, 'names at the top level stay'],
    ['let long = f(); g(long, long)', 'let e=f();g(e,e);', { mangle: true, module: true }],
    ['a = { b : b , c : function ( ) { } }', 'a={b,c:function(){}};', { compress: true }],
    ['a = { b : b , c : function ( ) { } }', 'a={b:b,c:function(){}};', { compress: true, ecma: 5 }],
    ['a = { b : b }', 'a={b};', { compress: true, ecma: 2015 }],
    ['await f()', 'await f();', { module: true }],

    wrong('await f()', 'line 1, column 7: unexpected "f"'),
    wrong('with (a) {}', 'line 1, column 1: strict mode may not include a with statement', { module: true }),
    wrong('a;\r\n\r\n  b c', 'line 3, column 5: unexpected "c"'),
    wrong('let x = ;', 'line 1, column 9: unexpected ";"'),
    wrong('a = {b: 1 c: 2}', 'line 1, column 11: expected ",", found "c"'),
    wrong('""""', 'line 1, column 3: unexpected ""'),
    wrong('f(', 'line 1, column 3: the code ends too early'),
    wrong('"abc', 'line 1, column 1: unterminated string constant'),
    wrong('`abc', 'line 1, column 1: unterminated template'),
    wrong('return 1', "line 1, column 1: 'return' outside of function"),
    wrong('x: number = 1 as y', 'line 1, column 15: unexpected "as"'),
    wrong('x = <b/>', 'line 1, column 5: unexpected "<"'),
    [
      `a ${'b'.repeat(1000)}`,
      { error: `line 1, column 3: unexpected "${'b'.repeat(50)}"` },
      {},
      'a long word is not quoted at length',
    ],
    [
      'a'.repeat(200_001),
      { error: 'the code has 200001 characters, more than 200000' },
      {},
      'more than 200,000 characters',
    ],
    [`a${' '.repeat(199_999)}`, 'a;', {}, 'exactly 200,000'],
    [`a="${'('.repeat(199_000)}"`, `a="${'('.repeat(199_000)}";`, {}, 'a string of 199,000 characters'],
    [
      `${'['.repeat(200)}${']'.repeat(200)}`,
      `${'['.repeat(200)}${']'.repeat(200)};`,
      {},
      'brackets as deep as allowed',
    ],
    ...['(', '[', '{', '`${', 'f(', '(a=>{'].map(
      (text): ToolCase => [text.repeat(201), { error: tooDeep }, {}, `many times ${text}`],
    ),
    ...['a=>', '!', 'a+', 'a?b:', 'a.', 'if(a)', 'new '].map(
      (text): ToolCase => [`${text.repeat(30_000)}b`, { error: tooDeep }, {}, `no brackets, but ${text}`],
    ),
    [
      `let a;\nb(${'0'.repeat(2_501)}x)`,
      { error: 'line 2, column 3: a number has more than 2500 digits' },
      {},
      'a number that would take quadratic time',
    ],
    [
      `a("${'0'.repeat(20_000)}",b${'1'.repeat(20_000)})`,
      `a("${'0'.repeat(20_000)}",b${'1'.repeat(20_000)});`,
      { mangle: false },
      'long strings of digits and long names are no numbers',
    ],
  ],
  checks: {
    'constants are not calculated, which could take minutes': () => {
      assertTakesAtMost(300, () => {
        assert.equal(resultOf(slug, 'a = 1n << 60000000n;', { compress: true }), 'a=1n<<60000000n;');
        const doubled = Array.from({ length: 30 }, (_, i) => `const s${i + 1} = s${i} + s${i};`).join('\n');
        resultOf(slug, `const s0 = "${'a'.repeat(100)}";\n${doubled}\nuse(s30);`, { compress: true });
      });
    },
    'what was too deep leaves nothing behind': () => {
      const input = 'const long = `x`; (function (name) { return name + long })(1)';
      const config = { mangle: true, compress: true };
      const before = resultOf(slug, input, config);
      runTool(slug, `${'a=>'.repeat(30_000)}b`, config);
      runTool(slug, `f(\`${'a+'.repeat(30_000)}b`, config);
      assert.equal(resultOf(slug, input, config), before);
    },
    'minified code computes the same values': () => {
      const name = fc.constantFrom('a', 'b', 'c');
      const { expression } = fc.letrec<{ expression: string }>((tie) => ({
        expression: fc.oneof(
          { depthSize: 'small' },
          fc.oneof(
            name,
            fc.integer({ min: -9, max: 9 }).map((n) => `(${n})`),
            fc.constantFrom('"x  y"', "'/*'", '`//`', 'null', '/[/]/.source'),
          ),
          fc
            .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '<', '&&', '||', '===', ','), tie('expression'))
            .map(([a, operator, b]) => `( ${a} ${operator} ${b} )`),
          fc
            .tuple(tie('expression'), tie('expression'), tie('expression'))
            .map(([a, b, c]) => `( ${a} ? ${b} : ${c} )`),
          tie('expression').map(
            (a) => `( function ( b ) { if ( b ) { return ${a} ; } else { /* no */ return b } } ) ( c )`,
          ),
          tie('expression').map((a) => `- - ${a}`),
        ),
      }));
      const run = (code: string): unknown => runInContext(code, createContext({ a: 1, b: 'b', c: 3 }));
      fc.assert(
        fc.property(expression, fc.record({ mangle: fc.boolean(), compress: fc.boolean() }), (text, config) => {
          const code = `result = String ( ${text} ) ; // end\n`;
          const minified = resultOf(slug, code, config);
          assert.equal(run(minified), run(code), minified);
          assert.ok(minified.length <= code.length + 1);
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'minifies a library, and is idempotent': () => {
      const library = readFileSync(new URL('../../../../node_modules/big.js/big.js', import.meta.url), 'utf8');
      const minified = resultOf(slug, library);
      assert.ok(minified.length < library.length / 2);
      assert.equal(resultOf(slug, minified), minified);
      const module = { exports: {} as { Big?: (text: string) => { plus(other: number): unknown } } };
      runInContext(minified, createContext({ module }));
      assert.equal(String(module.exports.Big?.('0.1').plus(0.2)), '0.3');
    },
    'refuses code of one repeated character in time': () => {
      for (const text of ['"', "'", '\\', '`', '/*', '//', '"\\"', '"\n\'', '<!--', '${', '/', '@']) {
        assertLinear(text, (text) => runTool(slug, text));
      }
    },
  },
} satisfies ToolCases;
