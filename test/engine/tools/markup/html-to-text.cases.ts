import assert from 'node:assert/strict';
import fc from 'fast-check';
import { threadMs } from '../../../support/processor-time.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-to-text';
const tooLong = 'the output would be longer than 4000000 characters';
const inline = { links: 'inline' };
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
        { seed: 1, numRuns: 300 },
      );
    },
    'lines that can be wrapped are no longer than asked for': () => {
      const words = fc.array(fc.string({ unit: fc.constantFrom('a', '😀'), minLength: 1, maxLength: 8 }));
      fc.assert(
        fc.property(words, fc.integer({ min: 12, max: 40 }), (list, wrap) => {
          const text = resultOf(slug, `<blockquote><ul><li>${list.join(' ')}`, { wrap });
          for (const line of text.split('\n')) assert.ok([...line].length <= wrap, line);
        }),
        { seed: 2, numRuns: 200 },
      );
    },
    '500,000 hostile characters take no longer than others': () => {
      const start = threadMs();
      for (const html of ['<li>a', '<td>', ' ', 'a ', '<br>', '<a href=x>y</a>', '<p> </p>', '&amp;']) {
        resultOf(slug, html.repeat(500_000 / html.length), { wrap: 40, ...footnotes });
      }
      assert.ok(threadMs() - start < 5000);
    },
  },
} satisfies ToolCases;
