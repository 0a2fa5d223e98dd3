import assert from 'node:assert/strict';
import { syntax } from 'csso';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'css-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', ''],
    ['\n', ''],
    ['a{b:c}\r\nd{e:f}\r\n', 'a {\r\n  b: c\r\n}\r\n\r\nd {\r\n  e: f\r\n}\r\n'],
    ['a{b:c;;d:e!important}', 'a {\n  b: c;\n  ;\n  d: e !important\n}'],
    ['a:hover::before,b:not(.c,d){e:f}', 'a:hover::before,\nb:not(.c, d) {\n  e: f\n}'],
    ['@import url("a.css");@font-face{a:b}', '@import url("a.css");\n\n@font-face {\n  a: b\n}'],
    [':root{--a:{b:c};--d: e}', ':root {\n  --a: {\n    b: c\n  }\n\n  ;\n  --d: e\n}'],
    ['a{b:calc(1px + 2px)}', 'a {\n  b: calc(1px + 2px)\n}'],
    ['.a{&:hover{b:c}.d{e:f}}', '.a {\n  &:hover {\n    b: c\n  }\n\n  .d {\n    e: f\n  }\n}', {}, 'nested rules'],
    ['a{/* b */c:d}// e\nf{}', 'a {\n  /* b */\n  c: d\n}\n\n// e\nf {}', {}, 'comments stay'],
    [
      '.a/* x */.b:/**/hover,a/**/b{c:d}.e{&/* y\n */.f{g:h}}',
      '.a/* x */.b:/**/hover,\na/**/b {\n  c: d\n}\n\n.e {\n  &/* y\n */.f {\n    g: h\n  }\n}',
      {},
      'comments inside compound selectors',
    ],
    [
      '@media/* x */print{.a/* y */ .b{c:d /* z */ e}}',
      '@media\n\n/* x */\nprint {\n  .a\n\n  /* y */\n  .b {\n    c: d\n      /* z */\n      e\n  }\n}',
      {},
      'comments beside white space and after at-keywords',
    ],
    [
      'a{b:"c/**/d";e:url( f/**/g )}',
      'a {\n  b: "c/**/d";\n  e: url(f/**/g )\n}',
      {},
      'no comment in strings and URLs',
    ],
    [
      '.\\31  a,.\\31 b,.\\{,.\\31 /**/:hover{c:d}',
      '.\\31  a,\n.\\31 b,\n.\\{,\n.\\31 /**/:hover {\n  c: d\n}',
      {},
      'a blank after an escape is part of it',
    ],
    [
      'a\n:hover,b\n\t::before,c{d\n:e}',
      'a :hover,\nb ::before,\nc {\n  d: e\n}',
      {},
      'a line end before a pseudo-class is a combinator',
    ],
    ['<!--a{b:c}-->', '<!--a {\n  b: c\n}\n\n-->'],
    ['a/**/b{c:d}/* e', 'a/**/b {\n  c: d\n}\n\n/* e', {}, 'a comment that is never closed'],
    ['a{b:"c\\', 'a {\n  b: "c\\', {}, 'a string that ends with a backslash'],
    ['a{b:url(null\\', 'a {\n  b: url(null\\', {}, 'a URL that ends with a backslash'],
    ['a{b:"c\\null', 'a {\n  b: "c\\null', {}, 'a string that ends with an escape'],
    ['  a{b:c}', 'a {\n        b: c\n}', { indent: 8 }],
    ['a{b:c}}d{', 'a {\n  b: c\n}\n}\n\nd {', {}, 'with errors'],
    ['a', { error: 'steps[0].config.indent must be at most 8' }, { indent: 9 }],
    ['a{b:"\ud800\0"}', 'a {\n  b: "\ud800\0"\n}', {}, 'lone surrogates and NUL'],
    [
      `${'a{'.repeat(500)}${'b:c;'.repeat(12_000)}`,
      { error: tooLong },
      { indent: 8 },
      'a short text with a long output',
    ],
    ['a{'.repeat(250_000), { error: 'line 1, column 1002: blocks are nested deeper than 500 levels' }],
    ['a{}'.repeat(501), 'a {}\n\n'.repeat(501).trim(), {}, 'blocks that were closed do not count'],
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
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'csso reads the same selectors': () => {
      const part = fc.constantFrom(
        ...[
          'a',
          '.b',
          '#c',
          ':hover',
          '::before',
          ':not(.d)',
          ':is( .e , f )',
          '[g]',
          '[h = "i"]',
          '*',
          ' ',
          '\n',
          ' > ',
        ],
        ...['+', '~ ', ',', '/* x */', '/**/', '\\31 ', '\\31  ', '\\:', '.l\\/m', ':nth-child( 2n + 1 )'],
      );
      const read = (source: string): string => {
        let refused = false;
        const sheet = syntax.parse(source, { onParseError: () => (refused = true) });
        return refused ? '' : syntax.generate(sheet);
      };
      fc.assert(
        fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
          const css = `${parts.join('')}{j:k}`;
          const selector = read(css);
          if (selector !== '') assert.equal(read(resultOf(slug, css)), selector, css);
        }),
        { seed: 3, numRuns: sampleSize(1000) },
      );
    },
    'a large minified style sheet is laid out in linear time': () => {
      const rule = '.a,.b>c{margin:0 auto;color:red}';
      assertLinear(rule, (text) => {
        assert.equal(resultOf(slug, text).split('\n').length, 6 * (text.length / rule.length) - 1);
      });
    },
    'hostile texts take linear time': () => {
      for (const part of ['a/**/', '/**/', '\\31 ', '\\', '<!--', 'url(', '"', 'a\n:b{}', '@']) {
        assertLinear(part, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
