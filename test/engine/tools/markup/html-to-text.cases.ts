import assert from 'node:assert/strict';
import fc from 'fast-check';
import { displayWidth } from '../../../../engine/text/csv/display-width.js';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-to-text';
const tooLong = 'the output would be longer than 4000000 characters';
const inline = { links: 'inline' };
const aligned = { tables: 'aligned' };
const footnotes = { links: 'footnotes' };

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: 'plain', output: 'plain' },

    // White space
    { input: ' a \r\n\t b\f<b> c </b> d ', output: 'a b c d' },
    { name: 'a no-break space is not collapsed', input: '<p>a&nbsp; b\u3000\u3000c', output: 'a\u00a0 b\u3000\u3000c' },
    { input: 'a <br> b<br><br>c<br>', output: 'a\nb\n\nc' },
    { name: 'preformatted text stays', input: '<pre>\n  a\r\n\tb <b>c</b>\n\n</pre>d', output: '  a\n\tb c\n\nd' },
    { input: '<textarea> a\n b</textarea>c', output: ' a\n b\nc' },

    // Blocks
    { input: '<h1>a</h1><p>b<p>c<div>d</div><div>e</div>', output: 'a\n\nb\n\nc\n\nd\ne' },
    { input: '<div><div><p>a</p></div></div><section>b</section>', output: 'a\n\nb' },
    { name: 'empty elements leave no lines', input: '<p>a</p><p> </p><ul><li></li></ul><p>b</p>', output: 'a\n\nb' },
    { input: 'a<hr>b', output: 'a\n\n---\n\nb' },
    { input: '<dl><dt>a<dd>b<dt>c<dd>d</dl>', output: 'a\nb\nc\nd' },
    {
      input: '<blockquote><p>a<br>b</p><p>c</p><blockquote>d</blockquote></blockquote>e',
      output: '> a\n> b\n>\n> c\n>\n> > d\n\ne',
    },
    { input: '<select><option>a<option>b</select>', output: 'a\nb' },

    // Lists
    { input: '<ol start=9><li>a<li>b<ul><li>c</ul>d</ol>', output: '9. a\n10. b\n    - c\n    d' },
    {
      name: 'lists in letters and Roman numerals, values, counting down',
      input:
        '<ol type=a><li>x<li>y</ol><ol type=A start=26><li>x<li>y</ol><ol type=I start=3><li>x<li value=9>y<li>z</ol><ol type=i start=0><li>x</ol><ol reversed start=2><li>x<li type=a>y</ol>',
      output: 'a. x\nb. y\n\nZ. x\nAA. y\n\nIII. x\nIX. y\nX. z\n\n0. x\n\n2. x\na. y',
    },
    ...[{}, { selector: 'ol' }, { tables: 'aligned' }].map((config) => ({
      name: `a reversed list counts down from the number of its items, ${JSON.stringify(config)}`,
      input: '<ol REVERSED type=i>\n<li>a<li>b<ul><li>x</ul><li value=9>c<li>d</ol>',
      config,
      output: 'iv. a\niii. b\n     - x\nix. c\nviii. d',
    })),
    { input: '<ol start=x><li>a</ol><li>b', output: '1. a\n\n- b' },
    { input: '<ul><li><p>a</p><p>b</p><li><p>c</p></ul>', output: '- a\n\n  b\n\n- c' },
    { input: '<ol><li>a<ul><li>b</ul></ol>', config: { listMarks: false }, output: 'a\nb' },

    // Tables
    { input: '<table><tr><td>a<td>b<tr><td><td>c</table>', output: 'a\tb\n\tc' },
    { input: '<table>\n<tr>\n <td> a </td>\n <td> b </td>\n</tr>\n</table>', output: 'a\tb' },
    { name: 'cells that hold blocks', input: '<table><tr><td><p>a</p><td><p>b</p></table>', output: 'a\n\nb' },
    { input: '<table><caption>a</caption><thead><tr><th>b</thead><tbody><tr><td>c</table>', output: 'a\nb\nc' },

    // What is no text
    {
      input: '<head><title>a</title><style>b</style></head><body>c<script>d</script><template>e</template>',
      output: 'c',
    },
    { input: 'a<!-- b --><noscript>c</noscript><object>d</object>', output: 'ac' },

    // Links and images
    { input: '<a href="https://a.example/">b</a>', output: 'b' },
    { input: '<a href=" https://a.example/\n ">b</a>.', config: inline, output: 'b (https://a.example/).' },
    {
      name: 'an address is not written twice',
      input: '<a href="http://a.b">http://a.b</a>',
      config: inline,
      output: 'http://a.b',
    },
    { input: '<a href="/a"><img src=b></a>', config: inline, output: '/a' },
    {
      name: 'links that lead nowhere',
      input: '<a name=x>a</a><a href="#b">b</a><a href="JavaScript:c()">c</a>',
      config: inline,
      output: 'abc',
    },
    {
      name: 'a note is given once',
      input: '<p><a href=/a>a</a> <a href=/b>b</a> <a href=/a>c</a>',
      config: footnotes,
      output: 'a [1] b [2] c [1]\n\n[1] /a\n[2] /b',
    },
    { input: 'a', config: footnotes, output: 'a' },
    { input: '<img alt=" a "><img alt=""><img>', output: '' },
    { input: 'x <img alt=" a "><img alt=""><img>', config: { images: true }, output: 'x [a]' },

    // Selected elements
    {
      input: '<p>a</p><div class=x>b<p class=x>c</p></div><p class=x>d</p><span class=x>e</span><span class=x>f</span>',
      config: { selector: '.x' },
      output: 'b\n\nc\n\nd\n\ne\n\nf',
    },
    { input: '<pre>\n a\n  b</pre><ul><li>c</ul>', config: { selector: 'li, pre' }, output: ' a\n  b\n\n- c' },
    { input: '<p>a', config: { selector: 'main' }, output: '' },
    { input: '<script>a</script>', config: { selector: 'script' }, output: '' },
    {
      input: 'a',
      config: { selector: 'p[' },
      error: 'selector cannot be used: Expected name, found the end',
    },

    // Absolute addresses
    {
      input: '<a href="../a?b#c">x</a> <a href="//h/">y</a> <a href="mailto:z@h">z</a> <a href="http://[">v</a>',
      config: { ...inline, base: 'https://e.example/d/f' },
      output: 'x (https://e.example/a?b#c) y (https://h/) z (mailto:z@h) v (http://[)',
    },
    {
      name: 'two addresses of one page are one note',
      input: '<a href="/a">x</a> <a href="https://e.example/a">y</a>',
      config: { ...footnotes, base: 'https://e.example' },
      output: 'x [1] y [1]\n\n[1] https://e.example/a',
    },
    { input: 'a', config: { base: '/d' }, error: 'base must be an absolute URL, such as https://example.com/docs/' },
    {
      name: 'a short text with a long output: a long base',
      input: '<a href=x>y</a>'.repeat(5000),
      config: { ...inline, base: `https://e.example/${'d'.repeat(1900)}/` },
      error: tooLong,
    },

    // Aligned tables
    {
      input:
        '<p>x<table><caption>c</caption><tr><th>Name<th>Age<th>é<tr><td>Ada<td><td>漢字<tr><td><td>3<td>z</table>y',
      config: aligned,
      output: 'x\n\nc\n\nName  Age  é\nAda        漢字\n      3    z\n\ny',
    },
    {
      name: 'cells that have several lines',
      input: '<table><tr><td>a<br>bb<td><ul><li>c<li>d<li>e</ul><td>f<tr><td colspan=3>ggg<tr><td><td><td>h</table>',
      config: aligned,
      output: 'a    - c  f\nbb   - d\n     - e\nggg\n          h',
    },
    {
      name: 'cells that span rows',
      input: '<table><tr><td rowspan=2>a<td>b<tr><td>c</table>',
      config: aligned,
      output: 'a  b\n   c',
    },
    {
      name: 'a table in a quote, with notes and a wrapped text',
      input: '<blockquote>x y <table><tr><td><a href=/a>aa</a><td>bbb</table><a href=/b>c</a></blockquote>',
      config: { ...aligned, ...footnotes, wrap: 5 },
      output: '> x y\n>\n> aa [1]  bbb\n>\n> c\n> [2]\n\n[1] /a\n[2] /b',
    },
    {
      name: 'a table for the layout of a page',
      input: '<table><tr><td>a<td><table><tr><td>b<td>c<tr><td>dd<td>e</table><tr><td>f<td>g</table>',
      config: aligned,
      output: 'a\t\n\nb   c\ndd  e\n\nf\tg',
    },
    {
      name: 'text outside of cells',
      input: '<table>a<tr>b<td>c<td>d</table>',
      config: aligned,
      output: 'a\nb\n\nc  d',
    },
    { input: '<table></table><table><tr></table>', config: aligned, output: '' },
    { input: '<table><tr><td>a<td>b</table>', config: { ...aligned, selector: 'table' }, output: 'a  b' },
    { input: '<table><tr><td>a<td>b</table>', config: { ...aligned, selector: 'td' }, output: 'a\n\nb' },
    {
      name: 'a short text with a long output: a wide column beside many rows',
      input: `<table><tr><td>${'a'.repeat(100_000)}<td>b${'<tr><td><td>c'.repeat(1000)}</table>`,
      config: aligned,
      error: tooLong,
    },
    {
      input: `<table><tr><td colspan=1000>${'<tr><td>a'.repeat(3000)}</table>`,
      config: aligned,
      error: 'the table has more than 2000000 cells',
    },

    // Wrapping
    { input: 'one two three', config: { wrap: 7 }, output: 'one two\nthree' },
    {
      name: 'a word that is too long stays whole',
      input: 'a bbbbbbbb c',
      config: { wrap: 3 },
      output: 'a\nbbbbbbbb\nc',
    },
    { name: 'marks count', input: '<ul><li>one two three</ul>', config: { wrap: 9 }, output: '- one two\n  three' },
    { name: 'code points are counted', input: '😀😀 😀😀', config: { wrap: 5 }, output: '😀😀 😀😀' },
    { input: '<pre>one two</pre>', config: { wrap: 3 }, output: 'one two' },
    { input: 'a b<br>c d e', config: { wrap: 3 }, output: 'a b\nc d\ne' },
    { input: 'a', config: { wrap: 1001 }, error: 'steps[0].config.wrap must be at most 1000' },

    { name: 'lone surrogates and NUL', input: '\ud800 \0 \udc00', output: '\ud800 \0 \udc00' },
    { input: '<div>'.repeat(600), error: 'line 1, column 2561: elements are nested deeper than 512 levels' },
    {
      name: 'a short text with a long output: every line in 500 quotes',
      input: `${'<blockquote>'.repeat(500)}<pre>${'a\n'.repeat(100_000)}`,
      error: tooLong,
    },
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
