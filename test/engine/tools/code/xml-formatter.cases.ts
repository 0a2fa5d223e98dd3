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
    ['', { error: 'line 1, column 1: document must contain a root element' }],
    ['<a/>', '<a/>'],
    ['\ufeff<a></a >\r\n', '<a></a>', {}, 'a byte order mark and blanks around the root are left out'],
    ['<a>\r\n<b>\r<c/></b></a>', '<a>\r\n  <b>\r\n    <c/>\r\n  </b>\r\n</a>'],
    ['<a><b/></a>', '<a>\n        <b/>\n</a>', { indent: 8 }],
    ['<a><b/></a>', '<a>\n\t<b/>\n</a>', { indent: 'tab' }],
    ['<a>\n <b/>\n</a>\n', '<a><b/></a>', { indent: 0 }],
    ['<a/>', { error: 'steps[0].config.indent must be at most 8' }, { indent: 9 }],
    ['<a\n b = "x  \n>"\tc=\'"\'  ></a>', '<a b="x  \n>" c=\'"\'></a>', {}, 'tags are tidied, values stay'],
    [
      '<a b="&#233;&lt;">&#x1F600;&amp;</a>',
      '<a b="&#233;&lt;">&#x1F600;&amp;</a>',
      {},
      'references stay as they are written',
    ],
    [
      '<!-- a\n b --><?x y?><a><!--c--><?z?></a><!--d-->',
      '<!-- a\n b -->\n<?x y?>\n<a>\n  <!--c-->\n  <?z?>\n</a>\n<!--d-->',
      {},
      'comments and instructions',
    ],
    [
      '<a><!-- <b> --><c><![CDATA[ <d>\n ]]></c></a>',
      '<a>\n  <!-- <b> -->\n  <c><![CDATA[ <d>\n ]]></c>\n</a>',
      {},
      'what looks like tags in comments and CDATA',
    ],

    // Text
    ['<a><b>\n  x \t y\r\n</b><c> </c></a>', '<a>\n  <b>x y</b>\n  <c></c>\n</a>'],
    ['<a><b>\n  x \t y\n</b><c> </c></a>', '<a>\n  <b>\n  x \t y\n</b>\n  <c> </c>\n</a>', exact],
    ['<a>\u00a0x\u2003</a>', '<a>\u00a0x\u2003</a>', {}, 'white space is that of XML'],
    [
      '<p>one <b>two</b>\n <i><u>x</u> </i> three\n <!-- c --></p>',
      '<p>one <b>two</b> <i><u>x</u> </i> three <!-- c --></p>',
      {},
      'mixed content stays on one line',
    ],
    ['<p>one\n<b>two</b></p>', '<p>one\n<b>two</b></p>', exact, 'also with text as it is'],
    ['<a> x <![CDATA[ y ]]> z </a>', '<a>x <![CDATA[ y ]]> z</a>', {}, 'blanks beside CDATA stay'],
    [
      `<a><b xml:space='preserve'> <c> <d/></c>\n<e xml:space="default"> <f/> </e></b> <g/></a>`,
      `<a>\n  <b xml:space='preserve'> <c> <d/></c>\n<e xml:space="default"> <f/> </e></b>\n  <g/>\n</a>`,
      {},
      'xml:space',
    ],
    [
      '<a b=" xml:space=\'preserve\'"><c/></a>',
      '<a b=" xml:space=\'preserve\'">\n  <c/>\n</a>',
      {},
      'which is no other attribute',
    ],
    ['<é>😀</é>', '<é>😀</é>', {}, 'astral characters and names'],

    // Refusals
    ['<a><b></a>', { error: 'line 1, column 7: the end tag does not match <b>, which is open' }],
    ['<a>\ud800</a>', { error: 'line 1, column 4: XML cannot contain U+D800' }],
    [
      '<!DOCTYPE html><a/>',
      { error: 'line 1, column 1: a document type declaration (<!DOCTYPE) is not allowed; remove it' },
    ],
    ['<a>'.repeat(501), { error: 'line 1, column 1501: nested deeper than 500 levels' }],
    [
      `${'<a>'.repeat(499)}${'<b/>'.repeat(100_000)}${'</a>'.repeat(499)}`,
      { error: 'the output would be longer than 4000000 characters' },
      { indent: 8 },
      'indentation is counted',
    ],
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
