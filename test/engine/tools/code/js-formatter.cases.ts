import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { threadMs } from '../../../support/processor-time.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'js-formatter';
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
    { input: 'a', config: { indent: 0 }, error: 'steps[0].config.indent must be at least 1' },
    { name: 'lone surrogates and NUL', input: '"\ud800\0"', output: '"\ud800\0"' },

    { name: 'a short text with a long output', input: '{'.repeat(5000), error: tooLong },
    { name: 'also without brackets', input: 'if(a)'.repeat(20_000), error: tooLong },
    { input: 'do '.repeat(100_000), error: tooLong },
    { input: '`${'.repeat(50_000), error: 'the code is nested too deeply' },
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
        { seed: 1, numRuns: 300 },
      );
    },
    'outputs of gigabytes are refused before they are built': () => {
      // Each of them ran out of memory or threw "Invalid string length".
      for (const text of ['{', '${', '{{', 'while(a)', 'var a,', 'do ']) {
        const start = threadMs();
        assert.deepEqual(runTool(slug, text.repeat(300_000 / text.length)), {
          error: `Step 1 (${slug}) failed: ${tooLong}`,
        });
        assert.ok(threadMs() - start < 5000, text);
      }
    },
  },
} satisfies ToolCases;

function withoutBlanks(code: string): string {
  return code.replace(/\s+/g, '');
}
