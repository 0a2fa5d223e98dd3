import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth } from '#engine/text/csv/display-width.js';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-to-text';
const tooLong = 'the output would be longer than 4000000 characters';
const inline = { links: 'inline' };
const aligned = { tables: 'aligned' };
const footnotes = { links: 'footnotes' };

export default {
  slug,
  cases: [
    ['', ''],
    ['plain', 'plain'],

    // White space
    [' a \r\n\t b\f<b> c </b> d ', 'a b c d'],
    ['<p>a&nbsp; b\u3000\u3000c', 'a\u00a0 b\u3000\u3000c', {}, 'a no-break space is not collapsed'],
    ['a <br> b<br><br>c<br>', 'a\nb\n\nc'],
    ['<pre>\n  a\r\n\tb <b>c</b>\n\n</pre>d', '  a\n\tb c\n\nd', {}, 'preformatted text stays'],
    ['<textarea> a\n b</textarea>c', ' a\n b\nc'],

    // Blocks
    ['<h1>a</h1><p>b<p>c<div>d</div><div>e</div>', 'a\n\nb\n\nc\n\nd\ne'],
    ['<div><div><p>a</p></div></div><section>b</section>', 'a\n\nb'],
    ['<p>a</p><p> </p><ul><li></li></ul><p>b</p>', 'a\n\nb', {}, 'empty elements leave no lines'],
    ['a<hr>b', 'a\n\n---\n\nb'],
    ['<dl><dt>a<dd>b<dt>c<dd>d</dl>', 'a\nb\nc\nd'],
    ['<blockquote><p>a<br>b</p><p>c</p><blockquote>d</blockquote></blockquote>e', '> a\n> b\n>\n> c\n>\n> > d\n\ne'],
    ['<select><option>a<option>b</select>', 'a\nb'],

    // Empty lines of mails
    ['<div>a</div><div><br></div><div>b</div>', 'a\n\nb'],
    ['<div>a</div><div><br></div><div>&nbsp;</div><div>b</div>', 'a\n\n\nb', {}, 'each is one line'],
    ['<div>a</div><br><div><b><br></b>b</div>c<br><br><div>d</div>', 'a\n\n\nb\nc\n\nd'],
    ['<p>a</p><p><br></p><br><p>&nbsp;</p>b', 'a\n\n\n\nb', {}, 'a margin is one of them'],
    ['<div><br></div>a<blockquote>b<div><br></div>c</blockquote><br>', 'a\n\n> b\n>\n> c'],
    ['<table><tr><td><br></td></tr><tr><td>a<td><br></table><pre>\n\n</pre>b', 'a\t\n\nb'],

    // Quotations and superscripts
    ['<q>a <q>b</q></q> <a href=/c><q>c</q></a>', '\u201ca \u2018b\u2019\u201d \u201cc\u201d (/c)', inline],
    ['10<sup>6</sup> m<sup>-2</sup> x<sup>n+1</sup> y<sup><i>k</i></sup> e<sup>2x</sup>', '10⁶ m⁻² xⁿ⁺¹ y^k e^(2x)'],
    [
      '1<sup>st</sup> 2<sup>a</sup> A<sup>TM</sup> b<sup>[1]</sup> c<sup>*</sup> <sup>3</sup>d',
      '1st 2a ATM b[1] c* ³d',
    ],
    ['a<sup><a href=/n>1</a></sup> <b>10</b><sup>3</sup>', 'a¹ (/n) 10³', inline],
    ['a<sup>1<br>2</sup><sup>3<p>4</sup>5', 'a¹\n²³\n\n⁴\n\n5'],

    // Scripts
    ...(
      [
        ['H<sub>2</sub>O, SO<sub>4</sub><sup>2-</sup>, <sup>14</sup>C', 'H₂O, SO₄²⁻, ¹⁴C'],
        ['x<sub>i</sub> a<sub>ij</sub> v<sub>max</sub> x<sub>n+1</sub> x<sub>i,j</sub>', 'x_i a_ij v_max xₙ₊₁ x_(i,j)'],
        ['log<sub>10</sub> x<sub>0</sub> f<sub>1.5</sub> x<sub>1</sub><sup>2</sup>', 'log₁₀ x₀ f_1.5 x₁²'],
        ['2<sup>Ω</sup> 2<sup>k</sup> 2<sup>x</sup> e<sup>iπ</sup> e<sup>ix</sup>', '2^Ω 2^k 2^x e^(iπ) e^(ix)'],
        [
          'x<sup>∞</sup> 10<sup>–3</sup> |x|<sup>2</sup> a<sup>1/2</sup> x<sup>i,j</sup>',
          'x^∞ 10⁻³ |x|² a^(1/2) x^(i,j)',
        ],
        ['x<sup><em>n</em></sup> x<em><sup>2</sup></em> <b>10<sup>6</sup></b> y<sub><i>i</i></sub>', 'xⁿ x² 10⁶ y_i'],
        ['2<sup>2<sup>n</sup></sup> x<sub>y<sub>1</sub></sub> x<sup>y<sub>i</sub></sup>', '2^(2ⁿ) x_(y₁) x^(y_i)'],
        [
          'XIX<sup>e</sup> 1<sup>er</sup> M<sup>me</sup> n<sup>o</sup> 1<sup>ος</sup> 2<sup>η</sup>',
          'XIXe 1er Mme no 1ος 2η',
        ],
        ['a<sup>®</sup> b<sup>†</sup> end.<sup>3</sup> a<sup>1,2</sup>', 'a® b† end.³ a^(1,2)'],
        ['<sup>1</sup>/<sub>2</sub> <sub>Made by hand</sub> <sup>Note</sup>', '¹/₂ Made by hand Note'],
        ['word<sup>see below</sup> a<sub> </sub>b', 'word^(see below) a b'],
        ['x<span style="vertical-align:super">2</span> y<span style="color:red;VERTICAL-ALIGN: sub">3</span>', 'x² y₃'],
        ['<span>x<span style="vertical-align:sub">1</span></span>y<span>2</span>', 'x₁y2'],
        [`x<sup>${'long '.repeat(20)}</sup>`, `x${'long '.repeat(20).trim()}`],
      ] as const
    ).flatMap(([html, text]): ToolCase[] => [[html, text]]),
    ['<pre>x<sup>2</sup>\n  y</pre>', 'x²\n  y'],

    // Form fields
    [
      'Name<textarea>a\nb</textarea><button>OK</button>next<button>No</button>',
      'Name\na\nb\nOK next No',
      {},
      'fields are apart from the words beside them',
    ],
    ['A<select><option>a<option>b</select>B<input value=" v ">C<input type=submit value=Send>', 'A\na\nb\nB v C Send'],
    ['a<input type=hidden value=x><input type=PASSWORD value=y><input type=checkbox value=z>b<input>', 'ab'],

    // Lists
    ['<ol start=9><li>a<li>b<ul><li>c</ul>d</ol>', '9. a\n10. b\n    - c\n    d'],
    [
      '<ol type=a><li>x<li>y</ol><ol type=A start=26><li>x<li>y</ol><ol type=I start=3><li>x<li value=9>y<li>z</ol><ol type=i start=0><li>x</ol><ol reversed start=2><li>x<li type=a>y</ol>',
      'a. x\nb. y\n\nZ. x\nAA. y\n\nIII. x\nIX. y\nX. z\n\n0. x\n\n2. x\na. y',
      {},
      'lists in letters and Roman numerals, values, counting down',
    ],
    ...[{}, { selector: 'ol' }, { tables: 'aligned' }].map(
      (config): ToolCase => [
        '<ol REVERSED type=i>\n<li>a<li>b<ul><li>x</ul><li value=9>c<li>d</ol>',
        'iv. a\niii. b\n     - x\nix. c\nviii. d',
        config,
        `a reversed list counts down from the number of its items, ${JSON.stringify(config)}`,
      ],
    ),
    ['<ol start=x><li>a</ol><li>b', '1. a\n\n- b'],
    ['<ul><li><p>a</p><p>b</p><li><p>c</p></ul>', '- a\n\n  b\n\n- c'],
    ['<ol><li>a<ul><li>b</ul></ol>', 'a\nb', { listMarks: false }],

    ['<ul><li>a</li><ul><li>b</li><ol><li>c</li></ol></ul><li>d</li></ul>', '- a\n  - b\n    1. c\n- d', {}, 'no li'],
    ['<ol start=10><li>a<li>b</li><ul><li>c</ul></ol><p>d', '10. a\n11. b\n    - c\n\nd'],
    ['<ul><ul><li>a</ul><li>b<ul><li>c</ul></ul>', '- a\n- b\n  - c'],

    // Tables
    ['<table><tr><td>a<td>b<tr><td><td>c</table>', 'a\tb\n\tc'],
    ['<table>\n<tr>\n <td> a </td>\n <td> b </td>\n</tr>\n</table>', 'a\tb'],
    ['<table><tr><td><p>a</p><p>b</p><td><p>c</p></table>', 'a\n\nb\n\nc', {}, 'cells that hold blocks'],
    [
      '<table><tr><td> <p>a <b>b</b></p> </td><td><div><p>c</p></div><tr><td><p></p><p>d</p><td><p>e</p>f<ul><li>g</ul></table>',
      'a b\tc\nd\te\n\nf\n\n- g',
      {},
      'a paragraph in each cell, as word processors write it',
    ],
    ['<table><caption>a</caption><thead><tr><th>b</thead><tbody><tr><td>c</table>', 'a\nb\nc'],

    // What is no text
    ['<head><title>a</title><style>b</style></head><body>c<script>d</script><template>e</template>', 'c'],
    ['a<!-- b --><noscript>c</noscript><object>d</object>', 'ac'],

    // Links and images
    ['<a href="https://a.example/">b</a>', 'b'],
    ['<a href=" https://a.example/\n ">b</a>.', 'b (https://a.example/).', inline],
    ['<a href="http://a.b">http://a.b</a>', 'http://a.b', inline, 'an address is not written twice'],
    ['<a href="/a"><img src=b></a>', '/a', inline],
    ['<a href=/a><img alt=x></a><a href=/b><img alt=y></a>', '[x] (/a)[y] (/b)', { ...inline, images: true }],
    ['x<a href=/a><img></a><a href=/b><img></a>y', 'x /a /b y', inline, 'addresses are not glued'],
    ['<a name=x>a</a><a href="#b">b</a><a href="JavaScript:c()">c</a>', 'abc', inline, 'links that lead nowhere'],
    [
      '<p><a href=/a>a</a> <a href=/b>b</a> <a href=/a>c</a>',
      'a [1] b [2] c [1]\n\n[1] /a\n[2] /b',
      footnotes,
      'a note is given once',
    ],
    ['a', 'a', footnotes],
    ['<img alt=" a "><img alt=""><img>', ''],
    ['x <img alt=" a "><img alt=""><img>', 'x [a]', { images: true }],

    // Selected elements
    [
      '<p>a</p><div class=x>b<p class=x>c</p></div><p class=x>d</p><span class=x>e</span><span class=x>f</span>',
      'b\n\nc\n\nd\n\ne\n\nf',
      { selector: '.x' },
    ],
    ['<pre>\n a\n  b</pre><ul><li>c</ul>', ' a\n  b\n\n- c', { selector: 'li, pre' }],
    ['<p>a', '', { selector: 'main' }],
    ['<script>a</script>', '', { selector: 'script' }],
    ['a', { error: 'selector cannot be used: Expected name, found the end' }, { selector: 'p[' }],

    // Absolute addresses
    [
      '<a href="../a?b#c">x</a> <a href="//h/">y</a> <a href="mailto:z@h">z</a> <a href="http://[">v</a>',
      'x (https://e.example/a?b#c) y (https://h/) z (mailto:z@h) v (http://[)',
      { ...inline, base: 'https://e.example/d/f' },
    ],
    [
      '<a href="/a">x</a> <a href="https://e.example/a">y</a>',
      'x [1] y [1]\n\n[1] https://e.example/a',
      { ...footnotes, base: 'https://e.example' },
      'two addresses of one page are one note',
    ],
    ['a', { error: 'base must be an absolute URL, such as https://example.com/docs/' }, { base: '/d' }],
    [
      '<a href=x>y</a>'.repeat(5000),
      { error: tooLong },
      { ...inline, base: `https://e.example/${'d'.repeat(1900)}/` },
      'a short text with a long output: a long base',
    ],

    ['<base href="https://e.example/d/"><a href=x>y</a>', 'y (https://e.example/d/x)', inline, 'a base of the page'],
    ['<base target=a><base href="/d/"><base href="https://h/"><a href=x>y</a>', 'y (x)', inline, 'the first counts'],
    ['<base href="/d/"><a href=x>y</a>', 'y (https://h/d/x)', { ...inline, base: 'https://h/' }],

    // Aligned tables
    [
      '<p>x<table><caption>c</caption><tr><th>Name<th>Age<th>é<tr><td>Ada<td><td>漢字<tr><td><td>3<td>z</table>y',
      'x\n\nc\n\nName  Age  é\nAda        漢字\n      3    z\n\ny',
      aligned,
    ],
    [
      '<table><tr><td>a<br>bb<td><ul><li>c<li>d<li>e</ul><td>f<tr><td colspan=3>ggg<tr><td><td><td>h</table>',
      'a    - c  f\nbb   - d\n     - e\nggg\n          h',
      aligned,
      'cells that have several lines',
    ],
    ['<table><tr><td rowspan=2>a<td>b<tr><td>c</table>', 'a  b\n   c', aligned, 'cells that span rows'],
    [
      '<blockquote>x y <table><tr><td><a href=/a>aa</a><td>bbb</table><a href=/b>c</a></blockquote>',
      '> x y\n>\n> aa [1]  bbb\n>\n> c\n> [2]\n\n[1] /a\n[2] /b',
      { ...aligned, ...footnotes, wrap: 5 },
      'a table in a quote, with notes and a wrapped text',
    ],
    [
      '<table><tr><td>a<td><table><tr><td>b<td>c<tr><td>dd<td>e</table><tr><td>f<td>g</table>',
      'a\t\n\nb   c\ndd  e\n\nf\tg',
      aligned,
      'a table for the layout of a page',
    ],
    ['<table>a<tr>b<td>c<td>d</table>', 'a\nb\n\nc  d', aligned, 'text outside of cells'],
    ['<table></table><table><tr></table>', '', aligned],
    ['<table><tr><td>a<td>b</table>', 'a  b', { ...aligned, selector: 'table' }],
    ['<table><tr><td>a<td>b</table>', 'a\n\nb', { ...aligned, selector: 'td' }],
    [
      `<table><tr><td>${'a'.repeat(100_000)}<td>b${'<tr><td><td>c'.repeat(1000)}</table>`,
      { error: tooLong },
      aligned,
      'a short text with a long output: a wide column beside many rows',
    ],
    [
      `<table><tr><td colspan=1000>${'<tr><td>a'.repeat(3000)}</table>`,
      { error: 'the table has more than 2000000 cells' },
      aligned,
    ],

    // Wrapping
    ['one two three', 'one two\nthree', { wrap: 7 }],
    ['a bbbbbbbb c', 'a\nbbbbbbbb\nc', { wrap: 3 }, 'a word that is too long stays whole'],
    ['<ul><li>one two three</ul>', '- one two\n  three', { wrap: 9 }, 'marks count'],
    ['😀😀 😀😀', '😀😀 😀😀', { wrap: 5 }, 'code points are counted'],
    ['<pre>one two</pre>', 'one two', { wrap: 3 }],
    ['a b<br>c d e', 'a b\nc d\ne', { wrap: 3 }],
    ['a', { error: 'steps[0].config.wrap must be at most 1000' }, { wrap: 1001 }],

    ['\ud800 \0 \udc00', '\ud800 \0 \udc00', {}, 'lone surrogates and NUL'],
    ['<div>'.repeat(600), { error: 'line 1, column 2561: elements are nested deeper than 512 levels' }],
    [
      `${'<blockquote>'.repeat(500)}<pre>${'a\n'.repeat(100_000)}`,
      { error: tooLong },
      {},
      'a short text with a long output: every line in 500 quotes',
    ],
  ],
  checks: {
    'words stay, in their order': () => {
      const word = fc.string({
        unit: fc.constantFrom('a', 'b', 'é', '😀', '&amp;', '&lt;'),
        minLength: 1,
        maxLength: 5,
      });
      const markup = fc.constantFrom(
        '<p>',
        '</p>',
        '<ul>',
        '<li>',
        '</ul>',
        '<b>',
        '</b>',
        '<br>',
        '<td>',
        '<table>',
        '<pre>',
        '\n',
        ' ',
      );
      const config = { wrap: 10, listMarks: false };
      fc.assert(
        fc.property(fc.array(fc.tuple(word, markup)), (pieces) => {
          const html = pieces.map(([text, tag]) => `${text} ${tag}`).join('');
          const words = pieces.map(([text]) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
          assert.deepEqual(resultOf(slug, html, config).split(/\s+/).filter(Boolean), words);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'aligned tables hold the text of all cells, and each column starts at one place': () => {
      const cell = fc.string({ unit: fc.constantFrom('a', 'b', '漢', '😀'), minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), (rows) => {
          const html = `<table>${rows.map((row) => `<tr><td>${row.join('<td>')}`).join('')}</table>`;
          const lines = resultOf(slug, html, aligned).split('\n');
          assert.deepEqual(
            lines.map((line) => line.split(/ +/)),
            rows,
          );
          const starts = lines.map((line) =>
            [...line.matchAll(/(?<= )[^ ]+/g)].map(({ index }) => displayWidth(line.slice(0, index))),
          );
          assert.equal(new Set(starts.map(String)).size, 1, lines.join('\n'));
        }),
        { seed: 3, numRuns: sampleSize(200) },
      );
    },
    'hostile tables take linear time': () => {
      for (const html of [
        (length: number) => `<table><tr>${'<td>a'.repeat(1000)}<td><pre>${'\n'.repeat(length)}b`,
        '<td>',
        (length: number) => `<table>${filled('<td>', length)}`,
        '<table><tr><td>a</table>',
        (length: number) => `${'<div>'.repeat(480)}${filled('<b>a</b>', length)}`,
      ]) {
        for (const selector of ['', 'td, b, pre']) {
          assertLinear(html, (text) => runTool(slug, text, { ...aligned, ...footnotes, selector }));
        }
      }
      const nested = '<table><tr><td>'.repeat(33_000).slice(0, 2500);
      for (const selector of ['', 'td, b, pre']) {
        assertTakesAtMost(100, () => runTool(slug, nested, { ...aligned, ...footnotes, selector }));
      }
    },
    'lines that can be wrapped are no longer than asked for': () => {
      const words = fc.array(fc.string({ unit: fc.constantFrom('a', '😀'), minLength: 1, maxLength: 8 }));
      fc.assert(
        fc.property(words, fc.integer({ min: 12, max: 40 }), (list, wrap) => {
          const text = resultOf(slug, `<blockquote><ul><li>${list.join(' ')}`, { wrap });
          for (const line of text.split('\n')) assert.ok([...line].length <= wrap, line);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'hostile texts take linear time': () => {
      for (const html of ['<li>a', '<td>', ' ', 'a ', '<br>', '<a href=x>y</a>', '<p> </p>', '&amp;']) {
        assertLinear(html, (text) => resultOf(slug, text, { wrap: 40, ...footnotes }));
      }
    },
  },
} satisfies ToolCases;
