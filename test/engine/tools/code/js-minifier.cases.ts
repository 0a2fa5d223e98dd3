import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'js-minifier';
const all = { mangle: true, compress: true };
const tooDeep = 'the code is nested too deeply, or has too long a chain of operators or calls';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' \r\n// a\r\n/* b */', output: '' },
    { input: 'a()\r\nb()\r\n', output: 'a();b();' },
    { input: 'a\n++b', output: 'a;++b;' },
    { input: 'return_ = a\n(b)', output: 'return_=a(b);' },
    { input: '#!/usr/bin/env node\na ( )', output: '#!/usr/bin/env node\na();' },
    { input: '\ufeff a ( )', output: 'a();' },
    { input: 'x = / [/"] {/ .test( "a  b" )', output: 'x=/ [/"] {/.test("a  b");' },
    { input: 'a = b / c / d', output: 'a=b/c/d;' },
    { input: `a ?. b ?? \`c \${ d }\``, output: `a?.b??\`c \${d}\`;` },
    { input: 'class A { #b = 1; static { } async * c ( ) { } }', output: 'class A{#b=1;static{}async*c(){}}' },
    { input: 'a = true, b = 1000000, c = 0.5', output: 'a=true,b=1e6,c=.5;' },
    { name: 'names are ordinary', input: 'a = { "__proto__": 1, "b": 2 }', output: 'a={__proto__:1,b:2};' },
    { input: 'with (a) { b = 010 }', output: 'with(a){b=8}' },
    { input: 'import a from "b"; export default a', output: 'import a from"b";export default a;' },
    { name: 'only a module may wait at its top level', input: 'a = await b', output: 'a=await b;' },
    { name: 'licences stay', input: '/*! a */ b() /* @license c */', output: '/*! a */b()/* @license c */;' },
    { name: 'what would end a script of HTML', input: 'a = "</script>"', output: 'a="<\\/script>";' },
    { name: 'lone surrogates and NUL', input: '"\ud800\0😀"', output: '"\\ud800\\0😀";' },

    { input: 'function f(long) { return long }', output: 'function f(long){return long}' },
    { input: 'function f(long) { return long }', config: { mangle: true }, output: 'function f(n){return n}' },
    { input: 'let long = 1; f(long)', config: all, output: 'let long=1;f(long);' },
    { input: 'let a = 1; await f(a)', config: all, output: 'let a=1;await f(a);' },
    { input: 'if (a) { b() } else c(); debugger', config: { compress: true }, output: 'a?b():c();' },
    { input: 'a = { b: b }', config: { ecma: 2015 }, output: 'a={b};' },
    { input: 'a = { b: b }', config: { ecma: 5 }, output: 'a={b:b};' },
    { input: 'a = () => 1', config: { ecma: 5 }, output: 'a=()=>1;' },
    { input: 'a', config: { ecma: 6 }, error: 'steps[0].config.ecma must be one of: 5, 2015, 2020' },

    { input: 'a()\r\nb()\r\n  let c = ;', error: 'line 3, column 11: unexpected ";"' },
    { input: 'let 变量 = "😀" name', error: 'line 1, column 14: unexpected "name"' },
    { input: '"a" "b"', error: `line 1, column 5: unexpected '"'` },
    { input: 'if (a) {', error: 'line 1, column 9: unexpected end of the code' },
    { input: '\ufefflet = = 3', error: 'line 1, column 6: name expected' },
    { input: 'a\nb\n"c', error: 'line 3, column 1: unterminated string constant' },
    { input: 'return 1', error: "line 1, column 1: 'return' outside of function" },
    { input: 'let a: number', error: 'line 1, column 6: unexpected ":"' },
    { input: 'a = <b/>', error: 'line 1, column 5: unexpected "<"' },
    { input: '\u0000', error: 'line 1, column 1: unexpected U+0000' },
    { name: 'the error that is further on', input: 'await a\nlet b = ;', error: 'line 2, column 9: unexpected ";"' },
    {
      name: 'messages do not repeat long code',
      input: `${'1'.repeat(1000)}.e`,
      error: 'line 1, column 1: invalid syntax',
    },

    { name: 'the longest code', input: `${'a'.repeat(199_999)};`, output: `${'a'.repeat(199_999)};` },
    {
      name: 'longer code',
      input: 'a'.repeat(200_001),
      error: 'the code has 200001 characters; at most 200000 can be minified',
    },
    {
      name: 'deep brackets',
      input: `${'['.repeat(500)}${']'.repeat(500)}`,
      output: `${'['.repeat(500)}${']'.repeat(500)};`,
    },
    { input: 'a(\n'.repeat(60_000), error: 'line 501, column 2: brackets are nested deeper than 500 levels' },
    { name: 'brackets that were closed do not count', input: '({});'.repeat(600), output: '({});'.repeat(600) },
    { input: '!'.repeat(199_000), error: tooDeep },
    { input: `a${'+a'.repeat(90_000)}`, config: all, error: tooDeep },
  ],
  checks: {
    'programs do the same when they are minified': () => {
      const name = fc.constantFrom('first', 'second', 'third');
      const { expression } = fc.letrec<{ expression: string }>((tie) => ({
        expression: fc.oneof(
          { maxDepth: 4, depthSize: 'small' },
          fc.oneof(
            name,
            fc.constantFrom('0', '1', '2.50', '"a  b"', 'true', 'null', `\`c \${first}\``, '/[/"]/.source'),
          ),
          fc
            .tuple(tie('expression'), fc.constantFrom('+', '-', ' *', '/ ', '&&', '||', '===', '<'), tie('expression'))
            .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
          fc.tuple(fc.constantFrom('!', '- ', 'typeof '), tie('expression')).map(([sign, a]) => `${sign}(${a})`),
          fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} ? ${b}\n: ${c})`),
          tie('expression').map((a) => `((first) => { return first })(${a})`),
        ),
      }));
      const { statement } = fc.letrec<{ statement: string }>((tie) => ({
        statement: fc.oneof(
          { maxDepth: 3, depthSize: 'small' },
          fc.tuple(name, expression).map(([variable, value]) => `${variable} = ${value}\n`),
          fc.tuple(expression, tie('statement')).map(([a, b]) => `if (${a}) { ${b} }\n`),
          fc
            .tuple(expression, tie('statement'), tie('statement'))
            .map(([a, b, c]) => `if (${a}) { ${b} } else { ${c} }`),
          tie('statement').map((a) => `for (let i = 0; i < 3; i++) { ${a} } // loop\n`),
          expression.map((a) => `if (${a}) return second; /* early */`),
        ),
      }));
      fc.assert(
        fc.property(
          fc.array(statement, { maxLength: 6 }),
          fc.boolean(),
          fc.boolean(),
          (statements, mangle, compress) => {
            const code = `result = (function (first, second, third) {\n${statements.join(';\n')};\nreturn [first, second, third] })(1, "2", 3)`;
            const minified = resultOf(slug, code, { mangle, compress });
            assert.ok(minified.length <= code.length);
            assert.deepEqual(resultAfter(minified), resultAfter(code), minified);
          },
        ),
        { seed: 1, numRuns: 200 },
      );
    },
    'every text is minified or refused with a sentence': () => {
      const piece = fc.constantFrom(
        ...'a|1|"b c"|`|$|{|}|(|)|[|]|;|,|.|:|?|=|=>|+|/| |\n|if|else|for|var|let|function|class|async|await|yield|return|case|new|super|import|export|/* g */|// h\n|!|...|*|#a|@|get|of|in|<!--|\ud800'.split(
          '|',
        ),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
          const result = runTool(slug, pieces.join(''), all);
          if (typeof result !== 'string')
            assert.match(result.error, /failed: line \d+, column \d+: (?!.*(?:token|undefined))./);
        }),
        { seed: 2, numRuns: 500 },
      );
    },
    'constant expressions that would take minutes or gigabytes are left as they are': () => {
      const start = performance.now();
      assert.equal(resultOf(slug, 'a = 1n << 1000000000n', all), 'a=1n<<1000000000n;');
      const doubled = Array.from({ length: 40 }, (_, i) => `const s${i + 1} = s${i} + s${i};`).join('');
      assert.ok(resultOf(slug, `(() => { const s0 = "twenty characters"; ${doubled} f(s40) })()`, all).length < 500);
      assert.ok(performance.now() - start < 5000);
    },
  },
} satisfies ToolCases;

/** What a program leaves in the variable `result`. */
function resultAfter(code: string): unknown {
  return runInNewContext(`${code};JSON.stringify(result)`, {}, { timeout: 1000 });
}
