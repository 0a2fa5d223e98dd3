import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { csso } from '#engine/tools/code/css-minifier/csso.js';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'css-minifier';
const css = (input: string, output: string, config = {}): ToolCase => [input, output, config];
const tooDeep = (column: number) => `line 1, column ${column}: nested deeper than 200 levels`;
const none = { keepComments: 'none' };

export default {
  slug,
  cases: [
    ['@layer a, b;\n@import "c";', '@layer a,b;@import "c";', {}, 'an import after a layer'],
    ['a {} @import "c";', 'a{}@import "c";', {}, 'an import after an empty rule, which has no effect'],
    [
      '<!-- @import "c"; @keyframes k { from { top: 0 } }',
      '<!-- @import "c";@keyframes k{from{top:0}}',
      { restructure: true },
      'an import after the start of a comment of HTML, behind which keyframes would be moved',
    ],
    [
      '@charset "utf-8";\n/* a */@import "a";\n@IMPORT "b" screen;\n@import "a";\nc { color: #ff0000 }',
      '@charset "utf-8";@import "a";@IMPORT "b"screen;@import "a";c{color:red}',
      {},
      'imports at the start',
    ],
    ...(
      [
        ['elements with different names', (i: number) => `a${i}{b:c}`, 3_000],
        ['equal rules', (i: number) => `.a${i}{b:c}`, 8_000],
        ['rules among media', (i: number) => `a${i}{b:c${i}}@media print{d${i}{e:f}}`, 2_000],
        ['groups of equal rules', (i: number) => `a${i}{b:c${i % 50}}`, 20_000],
      ] as const
    ).map(
      ([name, rule, count]): ToolCase => ({
        long: [
          Array.from({ length: count }, (_, i) => rule(i)).join(''),
          { error: 'there are too many rules to restructure: set restructure to false' },
          { restructure: true },
          `too many comparisons: ${name}`,
        ],
      }),
    ),
    {
      long: [
        'a{b:c}'.repeat(25_000),
        'a{b:c}',
        { restructure: true },
        'as many rules and declarations as can be restructured',
      ],
    },
    {
      long: [
        `${'a{b:c}'.repeat(24_999)}@media d{e{f:g}}`,
        { error: '50001 rules and declarations are too many to restructure (maximum 50000): set restructure to false' },
        { restructure: true },
        'more rules and declarations than can be restructured',
      ],
    },
    ['@media { a { b: c } }', '@media{a{b:c}}', {}, 'media without a query'],
    css('', ''),
    css(' \r\n /* a */ ', ''),
    css('a {\r\n  b : c ;\r}\n', 'a{b:c}'),
    css('a , b > c ~ d  e :hover { f : g }', 'a,b>c~d e :hover{f:g}'),
    css(
      'a { color: #AABBCC; width: 0.50px; margin: 0px; b: hsl(0,100%,50%) }',
      'a{color:#abc;width:.5px;margin:0;b:red}',
    ),
    css(
      'a { width: calc( 100% - 0px ); --x: 0px; transition: b 0s }',
      'a{width:calc(100% - 0px);--x:0px;transition:b 0s}',
    ),
    css(
      'a { padding-bottom: calc( env( safe-area-inset-bottom, 0px ) + 1rem ) }',
      'a{padding-bottom:calc(env(safe-area-inset-bottom,0px) + 1rem)}',
    ),
    css('a { width: MAX( env( x, 0.0px ), 1px ) }', 'a{width:MAX(env(x,0px),1px)}'),
    css(
      'a { width: hypot( 0px, 1px ); b: clamp( 0em, f( 0em ), 1px ) }',
      'a{width:hypot(0px,1px);b:clamp(0em,f(0em),1px)}',
    ),
    css('a { margin: calc( 1px - -0px ) 0px f( 0px ) }', 'a{margin:calc(1px - 0px)0 f(0)}'),
    css('a { flex-basis: 0%; margin: 0% }', 'a{flex-basis:0%;margin:0}'),
    css(
      'a { block-size: 0%; max-inline-size: 0%; HEIGHT: 0%; inset: 0% 0%; grid-template-rows: 0% 1fr; -webkit-flex: 1 1 0px }',
      'a{block-size:0%;max-inline-size:0%;HEIGHT:0%;inset:0% 0%;grid-template-rows:0% 1fr;-webkit-flex:1 1 0px}',
    ),
    css(
      '@property --a { syntax: "*"; inherits: false; initial-value: 0px } a { --b: 0%; --c: +0.50px }',
      '@property --a{syntax:"*";inherits:false;initial-value:0px}a{--b:0%;--c:+0.50px}',
    ),
    css('a { width: attr( b px, 0px ); margin: --c( 0px ) 0px }', 'a{width:attr(b px,0px);margin:--c(0px)0}'),
    [
      '.\\e9 f, .\\1f600 { content: "\\201C  \\f101"; b: url(\\e9 a) }',
      '.\\e9 f,.\\1f600 {content:"\\201c  \\f101";b:url(\\e9 a)}',
      {},
      'escapes stay ASCII, as the charset of the file may be unknown',
    ],
    css('.\\31  a, .\\31 a { b: U+26-FF ! important }', '.\\31  a,.\\31 a{b:U+26-FF!important}'),
    css('@keyframes a { from { b: c } 50.0% { b: d } 100% { b: e } }', '@keyframes a{0%{b:c}50%{b:d}to{b:e}}'),
    [
      '@keyframes a { entry 0% { b: c } cover 100%, entry-crossing 100.0% { b: d } 100% { b: e } }',
      '@keyframes a{entry 0%{b:c}cover 100%,entry-crossing 100%{b:d}to{b:e}}',
      {},
      'percentages of timeline ranges stay percentages',
    ],
    css(
      '@-webkit-keyframes a { contain 100% { b: c } exit 100% { b: c } }',
      '@-webkit-keyframes a{contain 100%,exit 100%{b:c}}',
      { restructure: true },
    ),
    ['@keyframes a{exit from{b:c}}', '@keyframes a{exit from{b:c}}', {}, 'a timeline range is not made valid'],
    css('@keyframes a { b: #ff0000 }', '@keyframes a{b:#ff0000}'),
    css('@keyframes a { @media b { c { d: e } } }', '@keyframes a{@media b{c{d:e}}}'),
    css('a {} @media print { b {} } c { d: e }', 'c{d:e}'),
    css('a { b: c', 'a{b:c}'),
    css('a{content:"\u00e9\u{1f600}\ud800"}', 'a{content:"\u00e9\u{1f600}\ud800"}'),
    css('.__proto__ { constructor : a }', '.__proto__{constructor:a}'),
    css('@layer a, b; @container (width > 400px) { a { b: c } }', '@layer a,b;@container (width > 400px){a{b:c}}'),
    css('a { color: red } b { color: red }', 'a{color:red}b{color:red}'),
    css('a { margin-top: 1px; color: red } b { color: red }', 'a{margin-top:1px}a,b{color:red}', { restructure: true }),

    css('/*! a */ b { c: d } /* e */', '/*! a */\nb{c:d}'),
    css('/*! a */ b { c: d } /* e */', 'b{c:d}', none),
    css('/*! a */ b { & c { d: e } } /* f */', '/*! a */ b{& c{d:e}}'),
    css('/*! a */ b { & c { d: e } } /* f */', 'b{& c{d:e}}', none),

    css('a{/*! (c) X */b:#ff0000;/* d */}', 'a{/*! (c) X */b:#ff0000}'),
    css('a{/*! (c) X */b:#ff0000}', 'a{b:red}', none),
    css('a /*! b */ , c { d : e /*! f */ ; }', 'a /*! b */,c{d :e /*! f */}'),
    css('@media /*! a */ print { /*! b */ c { d: e } }', '@media /*! a */ print{/*! b */ c{d:e}}'),
    css('/*! a */ @import /*! b */ "c"; d { e: f }', '/*! a */ @import /*! b */ "c";d{e:f}'),
    [
      'a { --b: var(--c, /*!*/ /*!*/); --d: /*!*/; e: #ff0000; f: "/*! g */" }',
      'a{--b:var(--c, /*!*/ /*!*/);--d:/*!*/;e:red;f:"/*! g */"}',
      {},
      'comments in custom properties are not lost',
    ],

    // The library would leave out what it cannot parse
    css('a { b: c; & d { e: 0px; } }', 'a{b:c;& d{e:0px}}'),
    css('a { &:hover { color : #ff0000 } }', 'a{&:hover{color :#ff0000}}'),
    css('@media (400px <= width <= 700px) { a { b: c } }', '@media (400px <= width <= 700px){a{b:c}}'),
    css('a { b } c { d: e }', 'a{b}c{d:e}'),
    css('a { b: c } } d { e: f }', 'a{b:c}}d{e:f}'),
    css('a{&b{}} c{width: calc( 1px + 2px ) }', 'a{&b{}}c{width:calc(1px + 2px)}'),
    css('@layer a {} b { c: d }', '@layer a{}b{c:d}'),
    css('@layer a { b {} }', '@layer a{b{}}'),
    css('@layer a { b { c: } }', '@layer a{b{c:}}'),
    [
      '@layer a {} @layer b { c { d: e } } @layer a { c { d: f } }',
      '@layer a{}@layer b{c{d:e}}@layer a{c{d:f}}',
      {},
      'an empty layer defines the order, though the layer has rules later',
    ],
    [
      '@keyframes a { from { b: c } } @keyframes a {}',
      '@keyframes a{from{b:c}}@keyframes a{}',
      {},
      'empty keyframes replace earlier ones',
    ],
    css('@-webkit-keyframes a { from {} }', '@-webkit-keyframes a{from{}}'),
    css('@media b { @keyframes a { to {} } }', '@media b{@keyframes a{to{}}}'),
    css('@position-try --a {} @view-transition {}', '@position-try --a{}@view-transition{}'),
    css('@layer a { @layer b; } c { d: #ff0000 }', '@layer a{@layer b;}c{d:red}'),
    [
      '@media a { @SUPPORTS (b: c) { d {} } } @font-face {} @page :first {} @property --a {} e { f: #ff0000 }',
      'e{f:red}',
      {},
      'empty at-rules that do nothing',
    ],
    css('@supports (b: c) { d { e: } }', ''),

    css('a{&{}} .b/**/.c /**/ .d /**/{}', 'a{&{}}.b/**/.c .d{}'),
    css('a{&{}} .b\\: .c , .d\\; .e{}', 'a{&{}}.b\\: .c,.d\\; .e{}'),
    css('a{&{}} :is( [ b = "c d" ] ) , e{}', 'a{&{}}:is([b = "c d"]),e{}'),
    ['a { b: "c\n } d\\\n {', 'a{b:"c\n}d\\\n{', {}, 'a broken string ends at its line'],
    ['@import "a" ; } @import "b" ;', '@import "a";}@import "b";', {}, 'a semicolon after which no block ends'],
    css('\u0000', '\u0000'),
    css('$a: 1; // b', '$a:1;// b'),

    [`${'a{'.repeat(200)}${'}'.repeat(200)}`, `${'a{'.repeat(200)}${'}'.repeat(200)}`, {}, '200 levels'],
    [`${'a{'.repeat(201)}`, { error: tooDeep(402) }, {}, '201 levels'],
    [`a{b:${'('.repeat(100_000)}`, { error: tooDeep(204) }, {}, 'deep brackets'],
    [`a${':not(b'.repeat(50_000)}`, { error: tooDeep(1203) }, {}, 'deep functions'],
    ['@media x{'.repeat(50_000), { error: tooDeep(1809) }, {}, 'deep at-rules'],
    [`a{--x:${'['.repeat(50_000)}`, { error: tooDeep(206) }, {}, 'deep custom properties'],
    [
      `a{b:"${'('.repeat(300)}"}/*${'{'.repeat(300)}*/`,
      `a{b:"${'('.repeat(300)}"}`,
      {},
      'what was opened in strings and comments is not counted',
    ],
  ],
  checks: {
    'no file is read for @import': () => {
      const directory = mkdtempSync(join(tmpdir(), 'css-'));
      const before = process.cwd();
      try {
        writeFileSync(join(directory, 'secret.css'), 'a{content:"secret"}');
        process.chdir(directory);
        assert.equal(
          resultOf(slug, '@import "secret.css"; @import url(secret.css);'),
          '@import "secret.css";@import url(secret.css);',
        );
      } finally {
        process.chdir(before);
        rmSync(directory, { recursive: true });
      }
    },
    'without the library, only white space, comments and last semicolons are removed': () => {
      const piece = fc.constantFrom(
        ...['a', '.b', '#c', ':', '::', ';', ',', '{', '}', '(', ')', '[', ']', '"d e"', "'f", '\\', '\\; ', '\\41 '],
        ...[
          ' ',
          '\n',
          '\r\n',
          '/* g */',
          '/**/',
          '/',
          '*',
          '>',
          '+',
          '-',
          '--x',
          '<!--',
          '-->',
          '1px',
          '.5',
          '%',
          '@i',
        ],
        ...['url(', 'url( j )', 'calc(', '!', '\u{1f600}', '\ud800', '\u0000', 'U+1?'],
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          // The library cannot parse a rule without a selector.
          const input = `{}${pieces.join('')}`;
          const output = resultOf(slug, input);
          assert.deepEqual(tokens(output), tokens(input), JSON.stringify([input, output]));
          assert.equal(resultOf(slug, output), output);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      const inputs = [
        'a{b:c:d;}',
        '"',
        "'\n",
        '\\',
        '/*',
        '/**/',
        'a ',
        'a,',
        '.a',
        ';',
        '@a;',
        'url(',
        'a{b:c}',
        'a{&b{}}',
        '@import "a";',
        'a{/*!*/b:c}',
        'a{--b:/*!*/}',
        '@layer a{b{}}',
        '@keyframes a{b 100%{c:d}}',
      ];
      const deep = (length: number) => '@media a{'.repeat(199) + filled('b{}', length);
      for (const piece of [...inputs, deep]) {
        assertLinear(piece, (text) => assert.equal(typeof runTool(slug, text), 'string', text.slice(0, 20)));
      }
    },
  },
} satisfies ToolCases;

/** The tokens that have a meaning; a semicolon before the end of a block has none. */
function tokens(text: string): string[] {
  const found: string[] = [];
  csso().syntax.tokenize(text, (_, start, end) => {
    const token = text.slice(start, end);
    if (token.trim() === '' || token.startsWith('/*')) return;
    if (token === '}' && found.at(-1) === ';') found.pop();
    found.push(token);
  });
  return found;
}
