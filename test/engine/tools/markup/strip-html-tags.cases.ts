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
    ['\ufeff<p>a</p>', 'a', {}, 'a byte order mark is not text before a block'],
    ['', ''],
    ['no tags at all\r\n', 'no tags at all\r\n'],
    ['  a\n\n <b> b </b>\t', '  a\n\n  b \t', {}, 'white space stays'],
    ['1 < 2 > 1 <3 <- a<', '1 < 2 > 1 <3 <- a<', {}, 'what only looks like a tag stays'],
    ['a<b href="x', 'a', {}, 'a tag that is cut off goes'],
    ['<a title="a>b">c</a>', 'c', {}, 'a > inside an attribute'],
    ['<!doctype html>a<!--<b>-->b<?php c ?>d', 'abd', {}, 'comments, declarations and instructions'],
    ['a<!-- b', 'a', {}, 'an open comment'],
    ['<STYLE>p{}</STYLE><template><p>b</p></template><iframe>c</iframe>d', 'd'],
    ['<title>a</title><textarea>b</textarea>', 'ab', {}, 'titles and form fields are text'],

    // Entities
    ['&lt;b&gt; &eacute; &#128512; &nbsp;| &copy &bogus;', '<b> é 😀 \u00a0| © &bogus;'],
    ['&lt;&eacute;', '&lt;&eacute;', { decodeEntities: false }],

    // Breaks
    ['<h1>a</h1><div><p>b</p></div>c', 'a\nb\nc'],
    ['<p>a</p>\r\n<p>b</p>', 'a\r\nb', {}, 'the line end of the source is enough'],
    ['<p>a</p> \n<p>b</p>', 'a \nb'],
    ['a<br>\nb<br><br>c<br/>', 'a\nb\n\nc'],
    ['<tr><td>a<td>b<td><td>d<tr><th>e</table>', 'a\tb\t\td\ne', {}, 'table cells'],
    ['a<br><p>b</p><td>c', 'abc', { blockBreaks: false }],

    // Allowed tags
    ['<a href="/">b</a><br/><i>c</i>', '<a href="/">b</a><br>c', { allow: ['A', 'br'] }],
    ['<abbr>b</abbr>', 'b', allowLinks, 'names match as a whole'],
    [
      `<a title='"&lt;&amp;' data-x=1 download>b</a>`,
      '<a title="&quot;<&amp;" data-x="1" download>b</a>',
      allowLinks,
      'attributes are written so that they mean the same',
    ],
    [`<a title='"&lt;&amp;'>&lt;</a>`, '<a title="&quot;&lt;&amp;">&lt;</a>', { ...allowLinks, decodeEntities: false }],
    ['&lt;a&gt;&eacute;<a>b', '&lt;a&gt;é<a>b</a>', allowLinks, 'decoded text makes no tags among those that stay'],
    ['<p>a</p><p>b</p>', '<p>a</p><p>b</p>', { allow: ['p'] }, 'blocks that stay make no break'],
    [
      '<script>1<2 && "<b>"</script>',
      '<script>1<2 && "<b>"</script>',
      { allow: ['script'] },
      'a script that is allowed stays as it is',
    ],
    ['<style><a></style>', '', allowLinks],
    ['<b>a', '<b>a</b>', { allow: ['b'] }, 'elements that were left open'],
    [
      'a',
      { error: '"<b>" in allow is not the name of an element; write it without brackets, such as b' },
      { allow: ['<b>'] },
    ],

    ['<b>\ud800\0</b>\udc00', '\ud800\0\udc00', {}, 'lone surrogates and NUL'],
    ['<b>'.repeat(600), { error: 'line 1, column 1537: elements are nested deeper than 512 levels' }],
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
