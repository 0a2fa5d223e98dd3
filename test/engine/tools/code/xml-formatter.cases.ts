import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'xml-formatter';
const exact = { collapseText: false };

export default {
  slug,
  cases: [
    { input: '', error: 'line 1, column 1: document must contain a root element' },
    { input: '<a/>', output: '<a/>' },
    {
      name: 'a byte order mark and blanks around the root are left out',
      input: '\ufeff<a></a >\r\n',
      output: '<a></a>',
    },
    { input: '<a>\r\n<b>\r<c/></b></a>', output: '<a>\r\n  <b>\r\n    <c/>\r\n  </b>\r\n</a>' },
    { input: '<a><b/></a>', config: { indent: 8 }, output: '<a>\n        <b/>\n</a>' },
    { input: '<a><b/></a>', config: { indent: 'tab' }, output: '<a>\n\t<b/>\n</a>' },
    { input: '<a>\n <b/>\n</a>\n', config: { indent: 0 }, output: '<a><b/></a>' },
    { input: '<a/>', config: { indent: 9 }, error: 'steps[0].config.indent must be at most 8' },
    {
      name: 'tags are tidied, values stay',
      input: '<a\n b = "x  \n>"\tc=\'"\'  ></a>',
      output: '<a b="x  \n>" c=\'"\'></a>',
    },
    {
      name: 'references stay as they are written',
      input: '<a b="&#233;&lt;">&#x1F600;&amp;</a>',
      output: '<a b="&#233;&lt;">&#x1F600;&amp;</a>',
    },
    {
      name: 'comments and instructions',
      input: '<!-- a\n b --><?x y?><a><!--c--><?z?></a><!--d-->',
      output: '<!-- a\n b -->\n<?x y?>\n<a>\n  <!--c-->\n  <?z?>\n</a>\n<!--d-->',
    },
    {
      name: 'what looks like tags in comments and CDATA',
      input: '<a><!-- <b> --><c><![CDATA[ <d>\n ]]></c></a>',
      output: '<a>\n  <!-- <b> -->\n  <c><![CDATA[ <d>\n ]]></c>\n</a>',
    },

    // Text
    { input: '<a><b>\n  x \t y\r\n</b><c> </c></a>', output: '<a>\n  <b>x y</b>\n  <c></c>\n</a>' },
    {
      input: '<a><b>\n  x \t y\n</b><c> </c></a>',
      config: exact,
      output: '<a>\n  <b>\n  x \t y\n</b>\n  <c> </c>\n</a>',
    },
    { name: 'white space is that of XML', input: '<a>\u00a0x\u2003</a>', output: '<a>\u00a0x\u2003</a>' },
    {
      name: 'mixed content stays on one line',
      input: '<p>one <b>two</b>\n <i><u>x</u> </i> three\n <!-- c --></p>',
      output: '<p>one <b>two</b> <i><u>x</u> </i> three <!-- c --></p>',
    },
    {
      name: 'also with text as it is',
      input: '<p>one\n<b>two</b></p>',
      config: exact,
      output: '<p>one\n<b>two</b></p>',
    },
    { name: 'blanks beside CDATA stay', input: '<a> x <![CDATA[ y ]]> z </a>', output: '<a>x <![CDATA[ y ]]> z</a>' },
    {
      name: 'xml:space',
      input: `<a><b xml:space='preserve'> <c> <d/></c>\n<e xml:space="default"> <f/> </e></b> <g/></a>`,
      output: `<a>\n  <b xml:space='preserve'> <c> <d/></c>\n<e xml:space="default"> <f/> </e></b>\n  <g/>\n</a>`,
    },
    {
      name: 'which is no other attribute',
      input: '<a b=" xml:space=\'preserve\'"><c/></a>',
      output: '<a b=" xml:space=\'preserve\'">\n  <c/>\n</a>',
    },
    { name: 'astral characters and names', input: '<é>😀</é>', output: '<é>😀</é>' },

    // Refusals
    { input: '<a><b></a>', error: 'line 1, column 7: the end tag does not match <b>, which is open' },
    { input: '<a>\ud800</a>', error: 'line 1, column 4: XML cannot contain U+D800' },
    {
      input: '<!DOCTYPE html><a/>',
      error: 'line 1, column 1: a document type declaration (<!DOCTYPE) is not allowed; remove it',
    },
    { input: '<a>'.repeat(501), error: 'line 1, column 1501: nested deeper than 500 levels' },
    {
      name: 'indentation is counted',
      input: `${'<a>'.repeat(499)}${'<b/>'.repeat(100_000)}${'</a>'.repeat(499)}`,
      config: { indent: 8 },
      error: 'the output would be longer than 4000000 characters',
    },
  ],
  checks: {
    'is idempotent, and keeps the meaning': () => {
      const text = fc.constantFrom('x', ' ', '\n', ' y ', '&amp;', '😀');
      const { element } = fc.letrec<{ element: string }>((tie) => ({
        element: fc
          .tuple(
            fc.constantFrom('a', 'b'),
            fc.array(
              fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('element'), fc.constant('<!--c-->')),
              { maxLength: 4 },
            ),
          )
          .map(([name, content]) => `<${name}>${content.join('')}</${name}>`),
      }));
      fc.assert(
        fc.property(element, fc.boolean(), fc.constantFrom(0, 2, 'tab'), (xml, collapseText, indent) => {
          const once = resultOf(slug, xml, { collapseText, indent });
          assert.equal(resultOf(slug, once, { collapseText, indent }), once);
          const meaning = (document: string) =>
            resultOf('json-xml-converter', document.replace(/\s+/g, ' '), { trim: true });
          assert.equal(meaning(once), meaning(xml));
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'with collapseText off the text of every element is exactly as it was': () => {
      const piece = fc.constantFrom('x', ' ', '\n', '<b> y</b>', '<b/>');
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
          const xml = `<r><a>${pieces.join('')}</a></r>`;
          const read = (document: string) => resultOf('json-xml-converter', document, { trim: false });
          assert.equal(read(resultOf(slug, xml, exact)), read(xml));
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'hostile documents take linear time': () => {
      for (const piece of ['<b/>', '<b></b>', ' ', '<!---->', '&lt;', 'x<b/>', '<b c="">x</b>']) {
        assertLinear(
          (length) => `<a>${filled(piece, length)}</a>`,
          (text) => runTool(slug, text),
        );
      }
      const spaces = (length: number) => `<a ${' '.repeat(length)}b="c"/>`;
      const value = (length: number) => `<a b="${' '.repeat(length)}"/>`;
      const attributes = (length: number) =>
        `<a ${Array.from({ length: length / 10 }, (_, i) => `a${i}=""`).join(' ')}/>`;
      for (const document of [spaces, value, attributes]) assertLinear(document, (text) => runTool(slug, text));
    },
  },
} satisfies ToolCases;
