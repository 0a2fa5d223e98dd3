// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of another language is what is tested
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { minify_sync as minify } from 'terser';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'js-formatter';
/** Texts in which a line end ends a statement, or begins one, by automatic semicolon insertion. */
const insertions = [
  'function f() {\n  return\n  !g()\n}',
  'function f() {\n  return\n  [1]\n}',
  'return\n{\n  a()\n  {}\n}',
  'function* a() {\n  yield\n  async function b() {}\n  /c  d/.test(e)\n}',
  'class A {\n  class() {\n    a\n    {\n      b\n    }\n  }\n}',
  'a = b\n!c',
  'a = b\n~c',
  'a\n++b',
  'a\n--\nb',
  'let x = 1\n{\n  a()\n}',
  'f()\n{\n  a\n}',
  'a: for (;;) {\n  break\n  a\n}',
  'a: for (;;) {\n  continue\n  a\n}',
  'for (;;) {\n  break\n  /a  b/.test(c)\n}',
  'let a\n/b  c/.test(d)',
  'let a, b\n/c  d/.test(e)',
  'async\n\nfunction f() {}',
  'function* f() {\n  yield\n  a\n}',
  'let a\n(b)',
  'let a\n[b]',
  'let a\n+b',
  'let a\n`b`',
  'x = () => {}\n(a)',
  "import 'a'\n(b)",
  "import 'a'\n/b  c/.test(d)",
  'debugger\n[a]',
  'class A {\n  get\n  *a() {}\n}',
  'class A {\n  x = {}\n  else = 1\n}',
  'static\n{\n  a\n}',
];

const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' \r\n ', output: '' },
    { name: 'line ends of the text, the final one too', input: 'a();\r\nb();\r\n', output: 'a();\r\nb();\r\n' },
    { input: 'a();b()', output: 'a();\nb()' },
    { name: 'one empty line stays', input: 'a();\n\n\n\nb();\n\nc()', output: 'a();\n\nb();\n\nc()' },
    { name: 'blanks in front', input: '    a();\n    b()', output: 'a();\nb()' },
    { input: 'a?.b??c', output: 'a?.b ?? c' },
    { input: 'class A{#b=1;async*c(){}}', output: 'class A {\n  #b = 1;\n  async * c() {}\n}' },
    { input: 'x=/[/"]{/.test("}")', output: 'x = /[/"]{/.test("}")' },
    { name: 'escapes stay', input: '"\\x41\\u0042"', output: '"\\x41\\u0042"' },
    { input: '#!/usr/bin/env node\na()', output: '#!/usr/bin/env node\n\na()' },
    { input: '{"a":[1,{"__proto__":2}]}', output: '{\n  "a": [1, {\n    "__proto__": 2\n  }]\n}' },
    { input: 'if(a){', config: { indent: 1 }, output: 'if (a) {' },
    { name: 'code with errors', input: ')}]a', output: ')\n}] a' },
    { name: 'the name of a TypeScript assertion', input: "x='a' as const", output: "x = 'a' as const" },
    { input: 'a\n+b\n&&c', output: 'a\n  + b\n  && c' },
    {
      name: 'braces on lines of their own',
      input: 'class A\n{\nf()\n{\nif(a)\n{b()}\nelse\n{c()}\n}\n}\nfunction* g()\n{}\ntry\n{}\nfinally\n{}',
      output:
        'class A {\n  f() {\n    if (a) {\n      b()\n    } else {\n      c()\n    }\n  }\n}\n\nfunction* g() {}\ntry {} finally {}',
    },
    {
      name: 'templates in templates',
      input: 'x=`${fn({b:`${c}`})} d  e`;y',
      output: 'x = `${fn({b:`${c}`})} d  e`;\ny',
    },
    { input: '`${ {a:1}.a }  "`;b', output: '`${ {a:1}.a }  "`;\nb' },
    { name: 'line ends in a template', input: 'a()\n`b\u2028\r\nc`', output: 'a()\n`b\u2028\r\nc`' },
    { name: 'a division after ++', input: 'i++ /2;b="c  /d"', output: 'i++ / 2;\nb = "c  /d"' },
    { input: 'if(a)/b  "/.test(c)', output: 'if (a) /b  "/.test(c)' },
    { name: 'a regular expression of sets', input: 'a=/[[b  /]"]/v', output: 'a = /[[b  /]"]/v' },
    { name: 'HTML-like comments', input: 'a();\n<!-- b  c\n--> d  e\nf()', output: 'a();\n<!-- b  c\n--> d  e\nf()' },
    {
      name: 'a private name like a line of ExtendScript',
      input: 'class A{#include=1;b=2}',
      output: 'class A {\n  #include = 1;\n  b = 2\n}',
    },
    { name: 'a comment or operators', input: 'if(a<!--b){\nc  ()}', output: 'if(a<!--b){\nc  ()}' },
    { name: 'a comment without an end', input: 'a  ();/*  b', output: 'a(); /*  b' },
    { input: 'a', config: { indent: 0 }, error: 'steps[0].config.indent must be at least 1' },
    { name: 'lone surrogates and NUL', input: '"\ud800\0"', output: '"\ud800\0"' },

    { name: 'a short text with a long output', input: '{'.repeat(5000), error: tooLong },
    { name: 'also without brackets', input: 'if(a)'.repeat(20_000), error: tooLong },
    { isLong: true, input: 'do '.repeat(100_000), error: tooLong },
    { name: 'nested templates without an end', input: '`${'.repeat(50_000), output: '`${'.repeat(50_000) },
  ],
  checks: {
    'changes only white space in the sources of this project, and is idempotent': () => {
      const folder = new URL('../../../../engine/text/', import.meta.url);
      for (const name of readdirSync(folder)
        .filter((file) => file.endsWith('.ts'))
        .slice(0, 20)) {
        const source = readFileSync(new URL(name, folder), 'utf8');
        const formatted = resultOf(slug, source);
        assert.equal(withoutBlanks(formatted), withoutBlanks(source), name);
        assert.equal(resultOf(slug, formatted), formatted, name);
      }
    },
    'changes only white space, whatever the text': () => {
      const piece = fc.constantFrom(
        ...'a|1|"b c"|`d e`|{|}|(|)|[|]|;|,|.|:|?|=|=>|+|-|/| |\n|if|else|for|do|var|function|class|return|case|/* g */|// h\n|!'.split(
          '|',
        ),
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
          const code = pieces.join('');
          assert.equal(withoutBlanks(resultOf(slug, code)), withoutBlanks(code));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'keeps the line ends that insert semicolons': () => {
      for (const code of insertions) {
        for (const lineEnd of ['\n', '\r\n', '\u2028']) {
          const formatted = resultOf(slug, code.replaceAll('\n', lineEnd));
          assert.deepEqual(
            formatted.split(/\s*\n\s*/).map(withoutBlanks),
            code.split(/\s*\n\s*/).map(withoutBlanks),
            code,
          );
          assert.equal(resultOf(slug, formatted), formatted, code);
        }
      }
    },
    'terser reads the same program, without and with semicolons': () => {
      const operand = fc.constantFrom(
        'a',
        '1',
        '`b  ${ {c:`}`}.c }`',
        '/d  "/g',
        '[e]',
        '(f)',
        '{}',
        '{ g: 1 }',
        '"h"',
        'i++',
      );
      const operator = fc.constantFrom('+', '-', '/', '*', '&&', '=', '.j', '?.k', '(', ')', '[', ']', '=>', ',', 'in');
      const start = fc.constantFrom(
        'return',
        'throw',
        'break',
        'let',
        '!',
        '++',
        '--',
        'async',
        'if (l)',
        'else',
        'do',
      );
      const part = fc.constantFrom(
        '{',
        '}',
        'class M {',
        'function n()',
        'while (o)',
        'for (;;)',
        'get',
        'static',
        '*',
      );
      const space = fc.constantFrom(' ', '\n', '\n', ';', ';\n', '/* p */', '// q\n', '');
      const piece = fc.oneof(operand, operator, start, part);
      const runs = sampleSize(8000);
      let valid = 0;
      fc.assert(
        fc.property(fc.array(fc.tuple(piece, space), { maxLength: 9 }), (pieces) => {
          const code = `function z() {\n${pieces.flat().join('')}\n}`;
          const program = programOf(code);
          if (program === undefined) return;
          valid++;
          assert.equal(programOf(resultOf(slug, code)), program, code);
          assert.equal(
            programOf(scriptOf(resultOf('html-formatter', `<script>${code}</script>`, { wrap: 9 }))),
            program,
            code,
          );
        }),
        { seed: 1, numRuns: runs },
      );
      assert.ok(valid > runs / 27, `${valid}`);
    },
    'outputs of gigabytes are refused before they are built': () => {
      // Each of them ran out of memory or threw "Invalid string length".
      for (const text of ['{', '${', '{{', 'while(a)', 'var a,', 'do ']) {
        assertTakesAtMost(100, () =>
          assert.deepEqual(runTool(slug, text.repeat(60_000 / text.length)), {
            error: `Step 1 (${slug}) failed: ${tooLong}`,
          }),
        );
      }
    },
  },
} satisfies ToolCases;

function withoutBlanks(code: string): string {
  return code.replace(/\s+/g, '');
}

/** The program as terser reads it; undefined if it has errors. */
function programOf(code: string): string | undefined {
  try {
    return minify(code, { compress: false, mangle: false }).code;
  } catch {
    return undefined;
  }
}

function scriptOf(html: string): string {
  return html.slice('<script>'.length, -'</script>'.length);
}
