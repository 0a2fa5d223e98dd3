import assert from 'node:assert/strict';
import fc from 'fast-check';
import { threadMs } from '../../../support/processor-time.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'css-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: '\n', output: '' },
    { input: 'a{b:c}\r\nd{e:f}\r\n', output: 'a {\r\n  b: c\r\n}\r\n\r\nd {\r\n  e: f\r\n}\r\n' },
    { input: 'a{b:c;;d:e!important}', output: 'a {\n  b: c;\n  ;\n  d: e !important\n}' },
    { input: 'a:hover::before,b:not(.c,d){e:f}', output: 'a:hover::before,\nb:not(.c, d) {\n  e: f\n}' },
    { input: '@import url("a.css");@font-face{a:b}', output: '@import url("a.css");\n\n@font-face {\n  a: b\n}' },
    { input: ':root{--a:{b:c};--d: e}', output: ':root {\n  --a: {\n    b: c\n  }\n\n  ;\n  --d: e\n}' },
    { input: 'a{b:calc(1px + 2px)}', output: 'a {\n  b: calc(1px + 2px)\n}' },
    {
      name: 'nested rules',
      input: '.a{&:hover{b:c}.d{e:f}}',
      output: '.a {\n  &:hover {\n    b: c\n  }\n\n  .d {\n    e: f\n  }\n}',
    },
    { name: 'comments stay', input: 'a{/* b */c:d}// e\nf{}', output: 'a {\n  /* b */\n  c: d\n}\n\n// e\nf {}' },
    { input: '  a{b:c}', config: { indent: 8 }, output: 'a {\n        b: c\n}' },
    { name: 'with errors', input: 'a{b:c}}d{', output: 'a {\n  b: c\n}\n}\n\nd {' },
    { input: 'a', config: { indent: 9 }, error: 'steps[0].config.indent must be at most 8' },
    { name: 'lone surrogates and NUL', input: 'a{b:"\ud800\0"}', output: 'a {\n  b: "\ud800\0"\n}' },
    {
      name: 'a short text with a long output',
      input: `${'a{'.repeat(500)}${'b:c;'.repeat(12_000)}`,
      config: { indent: 8 },
      error: tooLong,
    },
    { input: 'a{'.repeat(250_000), error: 'line 1, column 1002: blocks are nested deeper than 500 levels' },
    { name: 'blocks that were closed do not count', input: 'a{}'.repeat(501), output: 'a {}\n\n'.repeat(501).trim() },
  ],
  checks: {
    'changes only white space, and is idempotent': () => {
      const name = fc
        .string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 })
        .map((text) => `x${text}`);
      const value = fc.constantFrom(
        'red',
        '0 auto',
        '"a; }"',
        'url(a.png)',
        '1px',
        '#fff',
        'calc(1px + 2%)',
        'var(--a)',
      );
      const declaration = fc.tuple(name, value).map(([property, text]) => `${property}:${text};`);
      const selector = fc.constantFrom('a', '.b', '#c', 'a>b', 'a b', 'a,b', 'a:hover', 'a[b="c"]');
      const rule = fc
        .tuple(selector, fc.array(declaration, { maxLength: 4 }))
        .map(([text, declarations]) => `${text}{${declarations.join('')}}`);
      const sheet = fc.array(
        fc.oneof(
          rule,
          rule.map((text) => `@media (min-width:1px){${text}}`),
          fc.constant('/* comment */'),
        ),
        { maxLength: 5 },
      );
      fc.assert(
        fc.property(sheet, (rules) => {
          const css = rules.join('');
          const formatted = resultOf(slug, css);
          assert.equal(formatted.replace(/\s+/g, ''), css.replace(/\s+/g, ''));
          assert.equal(resultOf(slug, formatted), formatted);
        }),
        { seed: 1, numRuns: 200 },
      );
    },
    'a large minified style sheet is laid out in time': () => {
      const start = threadMs();
      const formatted = resultOf(slug, '.a,.b>c{margin:0 auto;color:red}'.repeat(10_000));
      assert.equal(formatted.split('\n').length, 60_000 - 1);
      assert.ok(threadMs() - start < 8000);
    },
  },
} satisfies ToolCases;
