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
    ['', ''],
    [' \r\n ', ''],
    ['a();\r\nb();\r\n', 'a();\r\nb();\r\n', {}, 'line ends of the text, the final one too'],
    ['a();b()', 'a();\nb()'],
    ['a();\n\n\n\nb();\n\nc()', 'a();\n\nb();\n\nc()', {}, 'one empty line stays'],
    ['    a();\n    b()', 'a();\nb()', {}, 'blanks in front'],
    ['a?.b??c', 'a?.b ?? c'],
    ['class A{#b=1;async*c(){}}', 'class A {\n  #b = 1;\n  async * c() {}\n}'],
    ['x=/[/"]{/.test("}")', 'x = /[/"]{/.test("}")'],
    ['"\\x41\\u0042"', '"\\x41\\u0042"', {}, 'escapes stay'],
    ['#!/usr/bin/env node\na()', '#!/usr/bin/env node\n\na()'],
    ['{"a":[1,{"__proto__":2}]}', '{\n  "a": [1, {\n    "__proto__": 2\n  }]\n}'],
    ['if(a){', 'if (a) {', { indent: 1 }],
    [')}]a', ')\n}] a', {}, 'code with errors'],
    ["x='a' as const", "x = 'a' as const", {}, 'the name of a TypeScript assertion'],
    ['a\n+b\n&&c', 'a\n  + b\n  && c'],
    [
      'class A\n{\nf()\n{\nif(a)\n{b()}\nelse\n{c()}\n}\n}\nfunction* g()\n{}\ntry\n{}\nfinally\n{}',
      'class A {\n  f() {\n    if (a) {\n      b()\n    } else {\n      c()\n    }\n  }\n}\n\nfunction* g() {}\ntry {} finally {}',
      {},
      'braces on lines of their own',
    ],
    ['x=`${fn({b:`${c}`})} d  e`;y', 'x = `${fn({b:`${c}`})} d  e`;\ny', {}, 'templates in templates'],
    ['`${ {a:1}.a }  "`;b', '`${ {a:1}.a }  "`;\nb'],
    ['a()\n`b\u2028\r\nc`', 'a()\n`b\u2028\r\nc`', {}, 'line ends in a template'],
    ['i++ /2;b="c  /d"', 'i++ / 2;\nb = "c  /d"', {}, 'a division after ++'],
    ['if(a)/b  "/.test(c)', 'if (a) /b  "/.test(c)'],
    ['a=/[[b  /]"]/v', 'a = /[[b  /]"]/v', {}, 'a regular expression of sets'],
    ['a();\n<!-- b  c\n--> d  e\nf()', 'a();\n<!-- b  c\n--> d  e\nf()', {}, 'HTML-like comments'],
    [
      'class A{#include=1;b=2}',
      'class A {\n  #include = 1;\n  b = 2\n}',
      {},
      'a private name like a line of ExtendScript',
    ],
    ['if(a<!--b){\nc  ()}', 'if(a<!--b){\nc  ()}', {}, 'a comment or operators'],
    ['a  ();/*  b', 'a(); /*  b', {}, 'a comment without an end'],
    ['a', { error: 'steps[0].config.indent must be at least 1' }, { indent: 0 }],
    ['"\ud800\0"', '"\ud800\0"', {}, 'lone surrogates and NUL'],

    ['{'.repeat(5000), { error: tooLong }, {}, 'a short text with a long output'],
    ['if(a)'.repeat(20_000), { error: tooLong }, {}, 'also without brackets'],
    { long: ['do '.repeat(100_000), { error: tooLong }] },
    ['`${'.repeat(50_000), '`${'.repeat(50_000), {}, 'nested templates without an end'],
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
        assertTakesAtMost(500, () =>
          assert.deepEqual(runTool(slug, text.repeat(300_000 / text.length)), {
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
