// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of another language is what is tested
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'html-formatter';
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    { input: '', output: '' },
    { input: ' \n', output: '' },
    { input: '<p>a</p>\r\n<p>b</p>\r\n', output: '<p>a</p>\r\n<p>b</p>\r\n' },
    {
      input: '<!doctype html><html><head><title>a</title></head><body><p>b</p></body></html>',
      output:
        '<!doctype html>\n<html>\n\n<head>\n  <title>a</title>\n</head>\n\n<body>\n  <p>b</p>\n</body>\n\n</html>',
    },
    ...[
      '<script type="text/python">\n  if a:\n    b\n</script>',
      '<script type=text/markdown>\n\n\n    a</script>',
      '<style type="text/less">\n  a{b:c}</style>',
      '<pre>  \n\n\n\n a</pre>',
      '<textarea>  \n&nbsp; a</textarea>',
      '<textarea>\n \n</textarea>',
    ].map((input) => ({
      name: `white space at the start of verbatim content: ${JSON.stringify(input)}`,
      input,
      output: input,
    })),
    {
      name: 'scripts and styles in known languages are laid out',
      input:
        '<script type=module>\n\n  a()</script><script type="text/html">\n<b>a</b></script><style type="text/css">\na{}</style>',
      output:
        '<script type=module>\n  a()\n</script>\n<script type="text/html">\n  <b>a</b>\n</script>\n<style type="text/css">\n  a {}\n</style>',
    },
    {
      name: 'no blank before the end of an inline element with a block inside',
      input: '<b><hr>a</b>b<i><div>c</div></i>d<u><p>e</p><s>f</s></u>g',
      output: '<b>\n  <hr>a</b>b<i>\n  <div>c</div>\n</i>d<u>\n  <p>e</p><s>f</s></u>g',
    },
    { name: 'blanks that show stay', input: '<p>a <b>b</b><i>c</i> d</p>', output: '<p>a <b>b</b><i>c</i> d</p>' },
    ...['font', 'picture', 'slot', 'nobr', 'tt', 'big', 'strike', 'span', 'x-a'].map((name) => ({
      name: `${name} is part of its line`,
      input: `<p><b>x</b><${name}>y</${name}><b>z</b></p>`,
      output: `<p><b>x</b><${name}>y</${name}><b>z</b></p>`,
    })),
    { input: '<textarea>\n a\n  b</textarea>', output: '<textarea>\n a\n  b</textarea>' },
    { input: '<!-- a --><div><!-- b --></div>', output: '<!-- a -->\n<div><!-- b --></div>' },
    { name: 'nothing is repaired', input: '<div><p>a<div>b</b>', output: '<div>\n  <p>a\n  <div>b</b>' },
    { input: '<a  href = x   b>c</a>', output: '<a href=x b>c</a>' },
    { input: '<p>a\n\n\n\nb</p>', output: '<p>a\n\n  b</p>' },
    { input: '<p>aaa bbb ccc</p>', config: { wrap: 8, indent: 1 }, output: '<p>aaa\n bbb ccc\n</p>' },
    {
      name: 'a script or style leaves nothing behind for the next one',
      input:
        '<script>f([</script><script>b\nc</script><script>/* beautify preserve:start */a = [1,\n2]</script><script>a = [1,\n2]</script><style>a{b</style><style>c{}</style>',
      output:
        '<script>\n  f([\n</script>\n<script>\n  b\n  c\n</script>\n<script>\n  /* beautify preserve:start */a = [1,\n2]\n</script>\n<script>\n  a = [1,\n    2\n  ]\n</script>\n<style>\n  a {\n    b\n</style>\n<style>\n  c {}\n</style>',
    },
    {
      name: 'a style that ends with a backslash in a string',
      input: '<style>a{b:"c\\</style>',
      output: '<style>\n  a {\n    b: "c\\\n</style>',
    },
    {
      name: 'line ends that insert semicolons in a script',
      input: '<script>a = b\n!c;d=`${ {e:1}.e }  "`</script>',
      output: '<script>\n  a = b\n  !c;\n  d = `${ {e:1}.e }  "`\n</script>',
    },
    {
      name: 'no line end where a semicolon would be inserted',
      input: '<script>for(;;)break aaaaaaaaaaaaa;bbbbbbbbbbbbbbbb ++</script>',
      config: { wrap: 10 },
      output: '<script>\n  for (;;)\n    break aaaaaaaaaaaaa;\n  bbbbbbbbbbbbbbbb++\n</script>',
    },
    { input: 'a', config: { wrap: -1 }, error: 'steps[0].config.wrap must be at least 0' },
    { name: 'lone surrogates and NUL', input: '<p>\ud800\0</p>', output: '<p>\ud800\0</p>' },
    { name: 'a short text with a long output', isLong: true, input: '<div>'.repeat(20_000), error: tooLong },
    { isLong: true, input: '<title>'.repeat(60_000), error: tooLong },
    { name: 'a script in it with a long output', input: `<script>${'do '.repeat(20_000)}</script>`, error: tooLong },
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
