import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'xml-minifier';

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: document must contain a root element' }],
    ['\ufeff<a></a >\r\n', '<a/>'],
    ['<a></a>', '<a></a>', { selfClose: false }],
    ['<a>\r\n\t<b/>\r <c>x</c>\n</a>', '<a><b/><c>x</c></a>'],
    ['<a\n b = "x  >"\tc=\'&lt;"\' />', '<a b="x  >" c=\'&lt;"\'/>', {}, 'tags are tidied, values and references stay'],
    [
      '<?xml version="1.0"?>\n<?x  y?>\n<a>\n<?z?>\n</a>',
      '<?xml version="1.0"?><?x  y?><a><?z?></a>',
      {},
      'the declaration and instructions stay',
    ],
    ['<!-- a -->\n<a><!-- <b> --></a>\n<!-- c -->', '<a/>'],
    ['<!-- a -->\n<a>\n<!-- b -->\n</a>', '<!-- a --><a><!-- b --></a>', { removeComments: false }],
    [
      '<a>\n<b>\n<![CDATA[x]]>\n</b>\n<c>y<!-- z -->\n</c>\n</a>',
      '<a><b>\n<![CDATA[x]]>\n</b><c>y\n</c></a>',
      {},
      'white space beside CDATA or beside text and a comment is text',
    ],
    ['<a> x\n <!-- c --> y </a>', '<a> x\n  y </a>', {}, 'text stays'],
    [
      '<a><b> </b><c>\n </c><d>\u00a0</d></a>',
      '<a><b> </b><c/><d>\u00a0</d></a>',
      {},
      'a blank that is all there is stays, a line break does not',
    ],
    ['<p>\n a <b>\n<i/>\n</b>\n</p>', '<p>\n a <b><i/></b>\n</p>', {}, 'white space beside text stays'],
    ['<a> <![CDATA[ x ]]> </a>', '<a> <![CDATA[ x ]]> </a>', {}, 'CDATA is text'],
    ['<a><![CDATA[]]></a>', '<a><![CDATA[]]></a>', {}, 'an empty CDATA section is content'],
    [
      '<a xml:space="preserve">\n<b>\n<c></c></b><d xml:space="default">\n<e/></d></a>',
      '<a xml:space="preserve">\n<b>\n<c/></b><d xml:space="default"><e/></d></a>',
    ],
    ['<é>😀</é>', '<é>😀</é>', {}, 'astral characters'],
    ['<a>\n</b>', { error: 'line 2, column 1: the end tag does not match <a>, which is open' }],
    [
      '<!DOCTYPE a>\n<a/>',
      { error: 'line 1, column 1: a document type declaration (<!DOCTYPE) is not allowed; remove it' },
    ],
    ['<a>'.repeat(501), { error: 'line 1, column 1501: nested deeper than 500 levels' }],
    ['<a>\0</a>', { error: 'line 1, column 4: U+0000 is not allowed here' }],
  ],
  checks: {
    'keeps the meaning, is idempotent, and gives the same result for indented input': () => {
      const { element } = fc.letrec<{ element: string }>((tie) => ({
        element: fc
          .tuple(
            fc.constantFrom('a', 'b'),
            fc.oneof(
              { depthSize: 'small', withCrossShrink: true },
              fc.constantFrom('', 'x', ' y z '),
              fc.array(tie('element'), { maxLength: 4 }).map((children) => children.join('')),
            ),
          )
          .map(([name, content]) => `<${name}>${content}</${name}>`),
      }));
      fc.assert(
        fc.property(element, (xml) => {
          const once = resultOf(slug, xml);
          assert.equal(resultOf(slug, once), once);
          assert.ok(once.length <= xml.length);
          const meaning = (document: string) => resultOf('json-xml-converter', document, { trim: false });
          assert.equal(meaning(once), meaning(xml));
          assert.equal(resultOf(slug, resultOf('xml-formatter', xml, { collapseText: false })), once);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'hostile documents take linear time': () => {
      for (const piece of ['<b/>', '<b></b>', ' ', '<!---->', 'x<b/>', '<b c = "">\n</b>']) {
        assertLinear(
          (length) => `<a>${filled(piece, length)}</a>`,
          (text) => runTool(slug, text),
        );
      }
    },
  },
} satisfies ToolCases;
