import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'strip-html-tags';
const allowLinks = { allow: ['a'] };

export default {
  slug,
  cases: [
    { name: 'a byte order mark is not text before a block', input: '\ufeff<p>a</p>', output: 'a' },
    { input: '', output: '' },
    { input: 'no tags at all\r\n', output: 'no tags at all\r\n' },
    { name: 'white space stays', input: '  a\n\n <b> b </b>\t', output: '  a\n\n  b \t' },
    { name: 'what only looks like a tag stays', input: '1 < 2 > 1 <3 <- a<', output: '1 < 2 > 1 <3 <- a<' },
    { name: 'a tag that is cut off goes', input: 'a<b href="x', output: 'a' },
    { name: 'a > inside an attribute', input: '<a title="a>b">c</a>', output: 'c' },
    { name: 'comments, declarations and instructions', input: '<!doctype html>a<!--<b>-->b<?php c ?>d', output: 'abd' },
    { name: 'an open comment', input: 'a<!-- b', output: 'a' },
    { input: '<STYLE>p{}</STYLE><template><p>b</p></template><iframe>c</iframe>d', output: 'd' },
    { name: 'titles and form fields are text', input: '<title>a</title><textarea>b</textarea>', output: 'ab' },

    // Entities
    { input: '&lt;b&gt; &eacute; &#128512; &nbsp;| &copy &bogus;', output: '<b> é 😀 \u00a0| © &bogus;' },
    { input: '&lt;&eacute;', config: { decodeEntities: false }, output: '&lt;&eacute;' },

    // Breaks
    { input: '<h1>a</h1><div><p>b</p></div>c', output: 'a\nb\nc' },
    { name: 'the line end of the source is enough', input: '<p>a</p>\r\n<p>b</p>', output: 'a\r\nb' },
    { input: '<p>a</p> \n<p>b</p>', output: 'a \nb' },
    { input: 'a<br>\nb<br><br>c<br/>', output: 'a\nb\n\nc' },
    { name: 'table cells', input: '<tr><td>a<td>b<td><td>d<tr><th>e</table>', output: 'a\tb\t\td\ne' },
    { input: 'a<br><p>b</p><td>c', config: { blockBreaks: false }, output: 'abc' },

    // Allowed tags
    { input: '<a href="/">b</a><br/><i>c</i>', config: { allow: ['A', 'br'] }, output: '<a href="/">b</a><br>c' },
    { name: 'names match as a whole', input: '<abbr>b</abbr>', config: allowLinks, output: 'b' },
    {
      name: 'attributes are written so that they mean the same',
      input: `<a title='"&lt;&amp;' data-x=1 download>b</a>`,
      config: allowLinks,
      output: '<a title="&quot;<&amp;" data-x="1" download>b</a>',
    },
    {
      input: `<a title='"&lt;&amp;'>&lt;</a>`,
      config: { ...allowLinks, decodeEntities: false },
      output: '<a title="&quot;&lt;&amp;">&lt;</a>',
    },
    {
      name: 'decoded text makes no tags among those that stay',
      input: '&lt;a&gt;&eacute;<a>b',
      config: allowLinks,
      output: '&lt;a&gt;é<a>b</a>',
    },
    {
      name: 'blocks that stay make no break',
      input: '<p>a</p><p>b</p>',
      config: { allow: ['p'] },
      output: '<p>a</p><p>b</p>',
    },
    {
      name: 'a script that is allowed stays as it is',
      input: '<script>1<2 && "<b>"</script>',
      config: { allow: ['script'] },
      output: '<script>1<2 && "<b>"</script>',
    },
    { input: '<style><a></style>', config: allowLinks, output: '' },
    { name: 'elements that were left open', input: '<b>a', config: { allow: ['b'] }, output: '<b>a</b>' },
    {
      input: 'a',
      config: { allow: ['<b>'] },
      error: '"<b>" in allow is not the name of an element; write it without brackets, such as b',
    },

    { name: 'lone surrogates and NUL', input: '<b>\ud800\0</b>\udc00', output: '\ud800\0\udc00' },
    {
      input: '<b>'.repeat(600),
      error: 'line 1, column 1537: elements are nested deeper than 512 levels',
    },
  ],
  checks: {
    'restores escaped text from any tags around it': () => {
      const text = fc.string({ unit: 'binary' });
      const tag = fc.constantFrom(
        '<b>',
        '</b>',
        '<i class="a>b">',
        '<!-- <p> -->',
        '<script>x</script>',
        '</span>',
        '<br>',
        '<p>',
      );
      const encode = (piece: string) => piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      fc.assert(
        fc.property(fc.array(fc.tuple(text, tag)), (pieces) => {
          const html = pieces.map(([piece, markup]) => encode(piece) + markup).join('');
          assert.equal(resultOf(slug, html, { blockBreaks: false }), pieces.map(([piece]) => piece).join(''));
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'no tag survives twice where entities stay': () => {
      const piece = fc.constantFrom(
        '<',
        '>',
        'a',
        'b',
        ' ',
        '"',
        "'",
        '/',
        '!',
        '-',
        '--',
        '=',
        '?',
        'script',
        '&lt;',
        '\n',
      );
      const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
      fc.assert(
        fc.property(html, (text) => {
          const config = { decodeEntities: false, blockBreaks: false };
          const once = resultOf(slug, text, config);
          assert.doesNotMatch(resultOf(slug, `${once}>`, config), /<[a-z][^<]*>/);
        }),
        { seed: 2, numRuns: sampleSize(500) },
      );
    },
    'hostile texts take linear time': () => {
      // By a pattern such as /<[^>]*>/g each of these takes a minute.
      for (const text of ['<', '<!--', '<a ', '<a "', '</', '&', '<!', '<p>', ' \n']) {
        assertLinear(text, (text) => resultOf(slug, text));
      }
    },
  },
} satisfies ToolCases;
