// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of another language is what is tested
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['', ''],
    [' \n', ''],
    ['<p>a</p>\r\n<p>b</p>\r\n', '<p>a</p>\r\n<p>b</p>\r\n'],
    [
      '<!doctype html><html><head><title>a</title></head><body><p>b</p></body></html>',
      '<!doctype html>\n<html>\n\n<head>\n  <title>a</title>\n</head>\n\n<body>\n  <p>b</p>\n</body>\n\n</html>',
    ],
    ...[
      '<script type="text/python">\n  if a:\n    b\n</script>',
      '<script type=text/markdown>\n\n\n    a</script>',
      '<style type="text/less">\n  a{b:c}</style>',
      '<pre>  \n\n\n\n a</pre>',
      '<textarea>  \n&nbsp; a</textarea>',
      '<textarea>\n \n</textarea>',
    ].map(
      (input): ToolCase => [input, input, {}, `white space at the start of verbatim content: ${JSON.stringify(input)}`],
    ),
    [
      '<script type=module>\n\n  a()</script><script type="text/html">\n<b>a</b></script><style type="text/css">\na{}</style>',
      '<script type=module>\n  a()\n</script>\n<script type="text/html">\n  <b>a</b>\n</script>\n<style type="text/css">\n  a {}\n</style>',
      {},
      'scripts and styles in known languages are laid out',
    ],
    [
      '<b><hr>a</b>b<i><div>c</div></i>d<u><p>e</p><s>f</s></u>g',
      '<b>\n  <hr>a</b>b<i>\n  <div>c</div>\n</i>d<u>\n  <p>e</p><s>f</s></u>g',
      {},
      'no blank before the end of an inline element with a block inside',
    ],
    ['<p>a <b>b</b><i>c</i> d</p>', '<p>a <b>b</b><i>c</i> d</p>', {}, 'blanks that show stay'],
    ...['font', 'picture', 'slot', 'nobr', 'tt', 'big', 'strike', 'span', 'x-a'].map(
      (name): ToolCase => [
        `<p><b>x</b><${name}>y</${name}><b>z</b></p>`,
        `<p><b>x</b><${name}>y</${name}><b>z</b></p>`,
        {},
        `${name} is part of its line`,
      ],
    ),
    ['<textarea>\n a\n  b</textarea>', '<textarea>\n a\n  b</textarea>'],
    ['<!-- a --><div><!-- b --></div>', '<!-- a -->\n<div><!-- b --></div>'],
    ['<div><p>a<div>b</b>', '<div>\n  <p>a\n  <div>b</b>', {}, 'nothing is repaired'],
    ['<a  href = x   b>c</a>', '<a href=x b>c</a>'],
    ['<p>a\n\n\n\nb</p>', '<p>a\n\n  b</p>'],
    ['<p>aaa bbb ccc</p>', '<p>aaa\n bbb ccc\n</p>', { wrap: 8, indent: 1 }],
    [
      '<script>f([</script><script>b\nc</script><script>/* beautify preserve:start */a = [1,\n2]</script><script>a = [1,\n2]</script><style>a{b</style><style>c{}</style>',
      '<script>\n  f([\n</script>\n<script>\n  b\n  c\n</script>\n<script>\n  /* beautify preserve:start */a = [1,\n2]\n</script>\n<script>\n  a = [1,\n    2\n  ]\n</script>\n<style>\n  a {\n    b\n</style>\n<style>\n  c {}\n</style>',
      {},
      'a script or style leaves nothing behind for the next one',
    ],
    [
      '<style>a{b:"c\\</style>',
      '<style>\n  a {\n    b: "c\\\n</style>',
      {},
      'a style that ends with a backslash in a string',
    ],
    [
      '<script>a = b\n!c;d=`${ {e:1}.e }  "`</script>',
      '<script>\n  a = b\n  !c;\n  d = `${ {e:1}.e }  "`\n</script>',
      {},
      'line ends that insert semicolons in a script',
    ],
    [
      '<script>for(;;)break aaaaaaaaaaaaa;bbbbbbbbbbbbbbbb ++</script>',
      '<script>\n  for (;;)\n    break aaaaaaaaaaaaa;\n  bbbbbbbbbbbbbbbb++\n</script>',
      { wrap: 10 },
      'no line end where a semicolon would be inserted',
    ],
    ['a', { error: 'steps[0].config.wrap must be at least 0' }, { wrap: -1 }],
    ['<p>\ud800\0</p>', '<p>\ud800\0</p>', {}, 'lone surrogates and NUL'],
    { long: ['<div>'.repeat(20_000), { error: tooLong }, {}, 'a short text with a long output'] },
    { long: ['<title>'.repeat(60_000), { error: tooLong }] },
    [`<script>${'do '.repeat(20_000)}</script>`, { error: tooLong }, {}, 'a script in it with a long output'],
  ],
  checks: {
    'changes only white space, and never what the page shows': () => {
      const piece = fc.constantFrom(
        ...[
          '<div>',
          '</div>',
          '<p>',
          '</p>',
          '<b>',
          '</b>',
          '<ul>',
          '<li>',
          '</li>',
          '</ul>',
          '<br>',
          'a',
          'b ',
          ' c',
          '<a href="x">',
          '</a>',
          '<!-- d -->',
          '\n',
        ],
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          const html = pieces.join('');
          const formatted = resultOf(slug, html);
          assert.equal(formatted.replace(/\s+/g, ''), html.replace(/\s+/g, ''));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a well-formed page shows the same text': () => {
      const word = fc.constantFrom('a', 'b c', '<b>d</b>', ' <i>e</i> ', '<a href="x">f</a>', '&amp;');
      const block = fc
        .tuple(fc.constantFrom('p', 'div', 'h1', 'li', 'section'), fc.array(word, { maxLength: 5 }))
        .map(([name, words]) => `<${name}>${words.join('')}</${name}>`);
      fc.assert(
        fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
          const html = `<div>${blocks.join('')}</div>`;
          const formatted = resultOf(slug, html);
          assert.equal(resultOf('html-to-text', formatted), resultOf('html-to-text', html));
          assert.equal(resultOf(slug, formatted), formatted);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
  },
} satisfies ToolCases;
