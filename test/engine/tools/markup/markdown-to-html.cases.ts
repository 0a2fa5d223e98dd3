import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { readHtml } from '#engine/text/markup/html.js';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'markdown-to-html';
const { tests: specification } = createRequire(import.meta.url)('commonmark-spec') as {
  tests: { markdown: string; html: string; section: string; number: number }[];
};

/** Examples of other sections whose result differs because they hold HTML, which is text here. */
const examplesWithHtml = new Set([21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643]);

export default {
  slug,
  cases: [
    [
      '(see https://example.org/b.)',
      '<p>(see <a href="https://example.org/b">https://example.org/b</a>.)</p>',
      { linkify: true },
    ],
    ['\ufeff# a', '<h1>a</h1>', {}, 'a byte order mark'],
    ['', ''],
    ['\n \n', ''],
    ['a\r\nb\rc\n', '<p>a\nb\nc</p>', {}, 'line ends of every kind'],
    ['~~a~~ ~b~', '<p><s>a</s> <s>b</s></p>'],
    ['```js\na<b\n```', '<pre><code class="language-js">a&lt;b\n</code></pre>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['![a *b*](c.png "d")', '<p><img src="c.png" alt="a b" title="d"></p>'],

    // Tables of GitHub Flavored Markdown, section 4.10
    [
      '| a | b |\n|:-|:-:|\n| `x\\|y` **\\|** | c |\n| d |\n| e | f | g |\n\nh',
      '<table>\n<thead>\n<tr>\n<th style="text-align:left">a</th>\n<th style="text-align:center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td style="text-align:left"><code>x|y</code> <strong>|</strong></td>\n<td style="text-align:center">c</td>\n</tr>\n<tr>\n<td style="text-align:left">d</td>\n<td style="text-align:center"></td>\n</tr>\n<tr>\n<td style="text-align:left">e</td>\n<td style="text-align:center">f</td>\n</tr>\n</tbody>\n</table>\n<p>h</p>',
      {},
      'cells with an escaped pipe, aligned columns, rows that are too short or too long',
    ],
    ['| a | b |\n|---|\n| c |', '<p>| a | b |\n|---|\n| c |</p>', {}, 'no table: another number of cells'],
    [
      '| a |\n| - |\n| b |\n> c',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n<blockquote>\n<p>c</p>\n</blockquote>',
      {},
      'a table ends where another block begins',
    ],
    ['| a |\n|---|', '<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>', {}, 'a table without rows'],

    // HTML in the text
    [
      '<script>alert(1)</script>\n\n<i>a</i> &lt;',
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;i&gt;a&lt;/i&gt; &lt;</p>',
    ],
    [
      '<div class=a>\n<b>c</b> &lt;d&gt;\n</div>\n\n*e* <i>f</i><!-- g --> `<h>`',
      '<p>c &lt;d&gt;</p>\n<p><em>e</em> f <code>&lt;h&gt;</code></p>',
      { html: 'strip' },
    ],
    ['a\n\n<script>\nalert(1)\n</script>\n\nb', '<p>a</p>\n<p>b</p>', { html: 'strip' }],
    ['a <script>b</script>', '<p>a b</p>', { html: 'strip' }],
    [
      'a<br>b<BR class="c" />d\n\n| e |\n|---|\n| f<br/>g<b>r</b> |',
      '<p>a<br>b<br>d</p>\n<table>\n<thead>\n<tr>\n<th>e</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>f<br>gr</td>\n</tr>\n</tbody>\n</table>',
      { html: 'strip' },
      'line breaks of HTML stay, without their attributes',
    ],
    [
      `a\n\n${'<div>'.repeat(600)}`,
      { error: 'the HTML that starts in line 3: line 1, column 2561: elements are nested deeper than 512 levels' },
      { html: 'strip' },
    ],

    // Links
    ...[
      'javascript:a()',
      'JAVASCRIPT:a()',
      'vbscript:a',
      'file:///etc/passwd',
      'data:text/html,a',
      '&#106;avascript:a',
      'java&#115;cript&colon;a',
    ].map((address): ToolCase => {
      const input = `[a](${address})`;
      const shown = input.replace('&#106;', 'j').replace('&#115;', 's').replace('&colon;', ':');
      return [input, `<p>${shown}</p>`, {}, `no link: ${address}`];
    }),
    ['<javascript:a>', '<p>&lt;javascript:a&gt;</p>'],
    ['[a]\n\n[a]: javascript:b', '<p>[a]</p>\n<p>[a]: javascript:b</p>'],
    [
      '![a](data:image/png;base64,AA) ![b](data:image/svg+xml,c)',
      '<p><img src="data:image/png;base64,AA" alt="a"> ![b](data:image/svg+xml,c)</p>',
    ],
    [
      '(https://a.example/x) https://a.example/y. ~~https://a.example/z~~ https://a.example/~u/~~',
      '<p>(<a href="https://a.example/x">https://a.example/x</a>) <a href="https://a.example/y">https://a.example/y</a>. <s><a href="https://a.example/z">https://a.example/z</a></s> <a href="https://a.example/~u/">https://a.example/~u/</a>~~</p>',
      { linkify: true },
      'what stands after a link is not part of it',
    ],
    [
      '~a~ ~~b~~ ~~~c~~~ H~2~O \\~d~ ~e~~ *f ~g*',
      '<p><s>a</s> <s>b</s> ~~~c~~~ H<s>2</s>O ~d~ ~e~~ <em>f ~g</em></p>',
      {},
      'one tilde strikes through, three do not, and only as many close',
    ],
    [
      '- [ ] a\n- [x] b *c*\n\n1. [X] d\n2. [x]e\n3. [ ]\n\n[x] f',
      '<ul>\n<li><input type="checkbox" disabled> a</li>\n<li><input type="checkbox" disabled checked> b <em>c</em></li>\n</ul>\n<ol>\n<li><input type="checkbox" disabled checked> d</li>\n<li>[x]e</li>\n<li>[ ]</li>\n</ol>\n<p>[x] f</p>',
      {},
      'task lists',
    ],
    ['- [ ] a', '<ul>\n<li>[ ] a</li>\n</ul>', { taskLists: false }],
    [
      'a[^1] b[^n], a[^1] [^none]\n\n[^N]: *n*\n[^1]: one\ngoes on\n\n    and on\n[^unused]: u\n\nc',
      '<p>a<sup><a href="#fn-1" id="fnref-1">1</a></sup> b<sup><a href="#fn-2" id="fnref-2">2</a></sup>, a<sup><a href="#fn-1" id="fnref-1-2">1</a></sup> [^none]</p>\n<p>c</p>\n<hr>\n<ol>\n<li id="fn-1">\n<p>one\ngoes on</p>\n<p>and on</p>\n<p><a href="#fnref-1">↩</a></p>\n</li>\n<li id="fn-2">\n<p><em>n</em></p>\n<p><a href="#fnref-2">↩</a></p>\n</li>\n</ol>',
      { footnotes: true },
      'footnotes',
    ],
    ['a[^1]\n\n[^1]: /b', '<p>a<a href="/b">^1</a></p>', {}, 'footnotes on request only'],
    ['https://a.example a@b.example', '<p>https://a.example a@b.example</p>'],
    [
      'https://a.example, a@b.example javascript://a.example',
      '<p><a href="https://a.example">https://a.example</a>, <a href="mailto:a@b.example">a@b.example</a> javascript://a.example</p>',
      { linkify: true },
    ],
    [
      '[__proto__] [constructor]\n\n[__proto__]: /a',
      '<p><a href="/a"><strong>proto</strong></a> [constructor]</p>',
      {},
      '__proto__ is a label',
    ],

    ['a\nb', '<p>a\nb</p>'],
    ['a\nb', '<p>a<br>\nb</p>', { breaks: true }],
    ['"a\'s" -- (c) ...', "<p>&quot;a's&quot; -- (c) ...</p>"],
    ['"a\'s" -- (c) ...', '<p>“a’s” – © …</p>', { typographer: true }],
    ['\ud800\0', '<p>\ud800\ufffd</p>', {}, 'lone surrogates stay, NUL is replaced'],

    [`${'> '.repeat(99)}a`, `${'<blockquote>\n'.repeat(99)}<p>a</p>\n${'</blockquote>\n'.repeat(98)}</blockquote>`],
    [`a\n\n${'> '.repeat(100)}a`, { error: 'line 3: quotes and lists are nested too deeply' }],
    {
      long: [
        `${'[a] '.repeat(100_000)}\n\n[a]: /${'b'.repeat(90_000)}`,
        { error: 'the output would be longer than 4000000 characters' },
        {},
        'a short text with a long output: a link that is used 100,000 times',
      ],
    },
  ],
  checks: {
    'the examples of the CommonMark specification': () => {
      const examples = specification.filter(
        ({ section, number }) => section !== 'HTML blocks' && section !== 'Raw HTML' && !examplesWithHtml.has(number),
      );
      assert.equal(examples.length, 573);
      for (const { markdown, html, number } of examples) {
        const result = resultOf(slug, markdown.replaceAll('→', '\t'));
        assert.equal(
          withoutSlashes(result),
          withoutSlashes(html.replaceAll('→', '\t').replace(/\n$/, '')),
          `${number}`,
        );
      }
    },
    'writes only known elements and attributes': () => {
      const piece = fc.constantFrom(
        ...[
          '<script>',
          '</script>',
          '<img src=x onerror=alert(1)>',
          '<a href="javascript:a()">',
          '<svg onload=a>',
          '"',
          "'",
          '`',
          '[a](',
          '![a](',
          ')',
          '](',
          '[',
          ']',
          '<',
          '>',
          '&quot;',
          '&#60;',
          '&lt;',
          'javascript:',
          'JavaScript&colon;',
          'data:text/html,',
          ' "onclick=a ',
          '\\',
          '*',
          '_',
          '~~',
          '\n',
          '\n\n',
          '- ',
          '> ',
          '| a |\n|---|\n',
          '```',
          '``` "><b onclick=a>\n',
          '    ',
          '[a]: ',
          '<a@b.c>',
          '<http://"onclick=a>',
          'http://a.example/"onclick="a',
          '\u0001',
          '\t',
          '<!--',
          '-->',
          '<?',
          ']]>',
          '- [x] ',
          '[^a]',
          '\n[^a]: ',
        ],
      );
      const markdown = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
      const options = fc.record({
        html: fc.constantFrom('escape', 'strip'),
        linkify: fc.boolean(),
        typographer: fc.boolean(),
        breaks: fc.boolean(),
        footnotes: fc.boolean(),
      });
      fc.assert(
        fc.property(markdown, options, (text, config) => assertHarmless(resultOf(slug, text, config))),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'the check of harmlessness finds harm': () => {
      for (const html of [
        '<script>',
        '<a onclick=b>',
        '<a href=" JavaScript:a">',
        '<img src="data:text/html,a">',
        '<p style="x">',
      ]) {
        assert.throws(() => assertHarmless(html), html);
      }
    },
    'hostile texts take linear time': () => {
      // Other libraries overflow the stack or run for more than ten seconds with these.
      const config = { linkify: true, typographer: true, footnotes: true };
      for (const text of [
        '> ',
        '- ',
        '[a](',
        '![',
        '*_',
        '|a|\n|-|\n',
        '~a~~',
        '[^a]: ',
        '[^a]\n\n[^a]: b\n',
        '- [ ] ',
      ]) {
        assertLinear(text, (text) => runTool(slug, text, config));
      }
    },
  },
} satisfies ToolCases;

/** Elements without content as HTML writes them, and line ends in empty quotes left out: matters of taste. */
function withoutSlashes(html: string): string {
  return html.replaceAll(' />', '>').replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>');
}

const elements = new Set(
  'a blockquote br code em h1 h2 h3 h4 h5 h6 hr img input li ol p pre s strong sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const attributes = new Map<string, RegExp>([
  ['href', /^(?!\s*(?:javascript|vbscript|data|file):)/i],
  ['src', /^(?!\s*(?:javascript|vbscript|data(?!:image\/(?:gif|png|jpeg|webp);)|file):)/i],
  ['alt', /^/],
  ['type', /^checkbox$/],
  ['disabled', /^$/],
  ['checked', /^$/],
  ['id', /^fn(?:ref)?-\d+(?:-\d+)?$/],
  ['title', /^/],
  ['class', /^language-/],
  ['start', /^\d+$/],
  ['style', /^text-align:(?:left|center|right)$/],
]);

function assertHarmless(html: string): void {
  readHtml(html, {
    open(name, given) {
      assert.ok(elements.has(name), name);
      for (const [attribute, value] of given) assert.match(value, attributes.get(attribute) ?? /^\b$/, attribute);
    },
    text() {},
    close() {},
  });
}
