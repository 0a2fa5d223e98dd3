import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-xml-converter';
const oneLine = { indent: 0 };
const toXml = { direction: 'json-to-xml', indent: 0 };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    ['{"a":{"b":{"c":1}}}', '<a>\n\t<b>\n\t\t<c>1</c>\n\t</b>\n</a>', { indent: 'tab' }],
    // Direction
    [
      '',
      { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text); XML would start with <' },
    ],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toXml],
    ['', { error: 'line 1, column 1: document must contain a root element' }, { direction: 'xml-to-json' }],
    ['\ufeff<?xml version="1.0"?><a/>', '{"a":""}', oneLine, 'a byte order mark is left out'],
    ['\ufeff{"a":1}', '<a>1</a>', {}, 'and before JSON'],
    ['\n <a/>\n', '{"a":""}', oneLine, 'blanks before XML'],
    ['"a"', '<root>a</root>'],

    // XML to JSON
    ['<a>x</a>', '{"a":"x"}', oneLine, 'an element without attributes and elements is its text'],
    ['<a b="1"/>', '{"a":{"@b":"1"}}', oneLine],
    ['<a b="1">x</a>', '{"a":{"@b":"1","#text":"x"}}', oneLine],
    ['<a b="1">x</a>', '{"a":{"b":"1","$":"x"}}', { attributePrefix: '', textKey: '$', indent: 0 }],
    [
      '<a><b/><c/><b>x</b><b><d/></b></a>',
      '{"a":{"b":["","x",{"d":""}],"c":""}}',
      oneLine,
      'elements of one name are an array where the first one stood',
    ],
    ['<a><b/><c/></a>', '{"a":[{"b":[""],"c":""}]}', { ...oneLine, arrayTags: ['b', 'a'] }],
    [
      '<a b="&lt;&#x1F600;">&amp;&#233;<![CDATA[<&]]>x</a>',
      '{"a":{"@b":"<😀","#text":"&é<&x"}}',
      oneLine,
      'references and CDATA are text',
    ],
    [
      '<?xml version="1.0"?><!-- c --><a>x<!-- d --><?php e ?>y</a><!-- f -->',
      '{"a":"xy"}',
      oneLine,
      'comments and instructions are left out',
    ],
    ['<p>one <b>two</b> three</p>', '{"p":{"b":"two","#text":"one  three"}}', oneLine, 'mixed content'],
    [
      '<a>\n  <b> x </b>\n</a>',
      '{"a":{"b":" x "}}',
      { ...oneLine, trim: false },
      'white space between elements is ignored',
    ],
    ['<a>\n  <b>\n x \n</b><c> </c></a>', '{"a":{"b":"x","c":""}}', oneLine],
    ['<a> <b/>x </a>', '{"a":{"b":"","#text":" x "}}', { ...oneLine, trim: false }],
    [
      '<a b="x\r\ny\tz">p\r\nq\rr</a>',
      '{"a":{"@b":"x y z","#text":"p\\nq\\nr"}}',
      oneLine,
      'line ends are line feeds, in attributes blanks',
    ],
    [
      '<x:a xmlns:x="u" x:b="1"><c xmlns="v"/></x:a>',
      '{"x:a":{"@xmlns:x":"u","@x:b":"1","c":{"@xmlns":"v"}}}',
      oneLine,
      'prefixes stay',
    ],
    [
      '<__proto__ constructor="1"><__proto__/><toString/></__proto__>',
      '{"__proto__":{"@constructor":"1","__proto__":"","toString":""}}',
      oneLine,
      'names like properties of objects',
    ],
    [
      '<a n="1.50"><b>12</b><b>007</b><b>true</b><b>null</b><b/><b>-0.5</b><b>12345678901234567890</b></a>',
      '{"a":{"@n":1.50,"b":[12,"007",true,null,"",-0.5,"12345678901234567890"]}}',
      { ...oneLine, parseTypes: true },
      'types',
    ],
    [
      '<a>\n<c b="1"><b/></c></a>',
      { error: 'line 2, column 10: two things get the name "b" here; set another attributePrefix' },
      { attributePrefix: '' },
      'a name from an attribute and from an element',
    ],
    [
      '<a>\n<b text="1">x</b></a>',
      { error: 'line 2, column 1: two things get the name "text" here; set another textKey' },
      { attributePrefix: '', textKey: 'text' },
    ],

    // What is not well-formed
    ['<a></b>', { error: 'line 1, column 4: the end tag does not match <a>, which is open' }],
    ['<abc>\r\n</ab>', { error: 'line 2, column 1: the end tag does not match <abc>, which is open' }],
    ['<ab></abc>', { error: 'line 1, column 5: the end tag does not match <ab>, which is open' }],
    ['<a>\n <b></a>', { error: 'line 2, column 5: the end tag does not match <b>, which is open' }],
    ['<a>\n<b>', { error: 'line 2, column 1: <b> is never closed' }],
    ['<a', { error: 'line 1, column 1: the tag that starts here is never closed' }],
    ['<a/><b/>', { error: 'line 1, column 5: documents may contain only one root' }],
    ['<a b="1" b="2"/>', { error: 'line 1, column 1: duplicate attribute: b' }],
    ['<a identity="1" identity="2"/>', { error: 'line 1, column 1: duplicate attribute: identity' }],
    [
      `<a ${'b'.repeat(1000)}="1" ${'b'.repeat(1000)}="2"/>`,
      { error: `line 1, column 1: duplicate attribute: ${'b'.repeat(60)}…` },
      {},
      'a long name is cut off in an error',
    ],
    ['<a b=1/>', { error: 'line 1, column 6: unquoted attribute value' }],
    ['<a b="<"/>', { error: 'line 1, column 7: "<" is not allowed here' }],
    ['<a>&nbsp;</a>', { error: 'line 1, column 4: &nbsp; is not defined in XML; write &amp; for the character &' }],
    [
      '<a>&constructor;</a>',
      { error: 'line 1, column 4: &constructor; is not defined in XML; write &amp; for the character &' },
      {},
      'nor do properties of objects',
    ],
    [
      '<a>R & D</a>',
      { error: 'line 1, column 6: & starts a reference that has no ";"; write &amp; for the character itself' },
    ],
    ['<a>&#0;</a>', { error: 'line 1, column 4: &#0; is not defined in XML; write &amp; for the character &' }],
    ['<a>\0</a>', { error: 'line 1, column 4: U+0000 is not allowed here' }],
    ['<a>\ud800</a>', { error: 'line 1, column 4: XML cannot contain U+D800' }],
    [
      ' <?xml version="1.0"?><a/>',
      { error: 'line 1, column 7: an XML declaration must be at the start of the document' },
    ],
    [
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>\n<a>&y;</a>',
      { error: 'line 2, column 1: a document type declaration (<!DOCTYPE) is not allowed; remove it' },
      {},
      'no document type, so no entity is ever expanded or fetched',
    ],
    ['<a>'.repeat(500) + '</a>'.repeat(500), `${'{"a":'.repeat(500)}""${'}'.repeat(500)}`, oneLine, '500 levels'],
    [
      '<a>'.repeat(501) + '</a>'.repeat(501),
      { error: 'line 1, column 1501: nested deeper than 500 levels' },
      {},
      '501 levels',
    ],
    ['<a>'.repeat(166_000), { error: 'line 1, column 1501: nested deeper than 500 levels' }, {}, 'very many levels'],

    // JSON to XML
    ['{"a":{"b":[1,2],"c":null,"d":""}}', '<a><b>1</b><b>2</b><c/><d/></a>', oneLine, 'the only member is the root'],
    ['{"a":1,"b":2}', '<root><a>1</a><b>2</b></root>', oneLine, 'several are not'],
    ['{"a":[1,2]}', '<r><a>1</a><a>2</a></r>', { ...oneLine, rootName: 'r' }],
    ['{"a":[{"b":1}]}', '<a><b>1</b></a>', oneLine],
    ['{"@a":1}', '<root a="1"/>'],
    ['{"#text":"x"}', '<root>x</root>'],
    ['{}', '<root/>'],
    ['{"a":[]}', '<root/>'],
    [
      '{"a":[[1,2],[],[[3]]]}',
      '<root><a><item>1</item><item>2</item></a><a/><a><item><item>3</item></item></a></root>',
      oneLine,
      'arrays in arrays have items',
    ],
    ['{"a":{"b":{"c":1,"d":[]},"e":{}}}', '<a>\n    <b>\n        <c>1</c>\n    </b>\n    <e/>\n</a>', { indent: 4 }],
    [
      '{"p":{"@x":"1","#text":"a ","b":{"c":"d"}}}',
      '<p x="1">a <b><c>d</c></b></p>',
      {},
      'beside text nothing is indented',
    ],
    [
      '[12345678901234567890,1e400,1.0,true]',
      '<root><item>12345678901234567890</item><item>1e400</item><item>1.0</item><item>true</item></root>',
      oneLine,
      'numbers stay as they were written',
    ],
    [
      '{"a":{"@b":"<\\"\\t\\n&\'>","#text":"]]>\\r\\n<&\\"😀"}}',
      '<a b="&lt;&quot;&#9;&#10;&amp;\'>">]]&gt;&#13;\n&lt;&amp;"😀</a>',
      {},
      'characters are escaped',
    ],
    [
      '{"a":{"@b":1}}',
      { error: 'a["@b"]: "@b" cannot be the name of an XML element' },
      { attributePrefix: '', indent: 0 },
    ],
    ['{"a":{"$b":1,"c":2}}', '<a b="1"><c>2</c></a>', { attributePrefix: '$', indent: 0 }],
    ['{"a b":1}', { error: '["a b"]: "a b" cannot be the name of an XML element' }],
    ['{"a":[{"1":2}]}', { error: 'a.1: "1" cannot be the name of an XML element' }],
    ['{"a":{"@ ":1}}', { error: 'a["@ "]: " " cannot be the name of an XML attribute' }],
    ['[1]', { error: 'the top level: "a>" cannot be the name of an XML element' }, { rootName: 'a>' }],
    ['{"a":{"@b":[1]}}', { error: 'a["@b"]: this must be plain text, and is an array' }],
    ['{"a":{"#text":{}}}', { error: 'a["#text"]: this must be plain text, and is an object' }],
    ['{"a":{"b":["x","\\u0000"]}}', { error: 'a.b[1]: XML cannot contain U+0000' }],
    ['{"a":"\\ud800"}', { error: 'a: XML cannot contain U+D800' }],
    ['{"a":1,"a":2}', { error: 'a: the object has this name twice' }],
    [
      `{"${'n'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      { error: tooLong },
      {},
      'a long name for very many items',
    ],
    [
      `${'{"a":'.repeat(490)}[${'1,'.repeat(20_000)}1]${'}'.repeat(490)}`,
      { error: tooLong },
      { indent: 8 },
      'indentation is counted',
    ],
    ['[]', { error: 'steps[0].config.attributePrefix must be at most 3 characters long' }, { attributePrefix: '@@@@' }],
  ],
  checks: {
    'XML survives a round trip through JSON, except its layout': () => {
      const name = fc.constantFrom('a', 'b', 'x:c', '__proto__', 'é', 'toString');
      const text = fc.string({
        unit: fc.constantFrom('a', ' ', '\n', '\t', '<', '&', '"', ']', '>', '😀', '1'),
        minLength: 1,
        maxLength: 5,
      });
      type Element = string | { [name: string]: unknown };
      const { element } = fc.letrec<{ element: Element }>((tie) => ({
        element: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          text,
          fc.constant(''),
          fc
            .record({
              attributes: fc.dictionary(name, text, { maxKeys: 2 }),
              children: fc.dictionary(name, fc.array(tie('element'), { minLength: 1, maxLength: 3 }), {
                minKeys: 1,
                maxKeys: 3,
              }),
            })
            .map(({ attributes, children }) => objectOf(attributes, children)),
        ),
      }));
      fc.assert(
        fc.property(element, fc.integer({ min: 0, max: 8 }), (value, indent) => {
          const json = JSON.stringify({ root: value });
          const xml = resultOf(slug, json, { direction: 'json-to-xml', indent });
          assert.equal(resultOf(slug, xml, { trim: false, indent: 0 }), json);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'hostile texts give a result or an error': () => {
      const pieces = [
        '<a/>',
        '<',
        '</a>',
        '<a b="',
        '&',
        '&lt;',
        ']]>',
        '<!--',
        '<![CDATA[',
        '<?',
        '<a>x</a>',
        '\ud800',
        '<!DOCTYPE ',
      ];
      for (const piece of pieces) {
        const text = `<r>${piece.repeat(499_990 / piece.length)}`;
        const result = runTool(slug, text, { direction: 'xml-to-json' });
        assert.ok(
          typeof result !== 'string' &&
            /^Step 1 \(json-xml-converter\) failed: line 1, column \d+: /.test(result.error),
          piece,
        );
      }
    },
    'many empty elements, and many attributes, are read in linear time': () => {
      const elements = (length: number) => `<r>${filled('<b/>', length)}</r>`;
      const attributes = (length: number) =>
        `<r ${Array.from({ length: length / 10 }, (_, i) => `a${i}=""`).join(' ')}/>`;
      for (const xml of [elements, attributes]) assertLinear(xml, (text) => resultOf(slug, text, oneLine));
    },
  },
} satisfies ToolCases;

/** Attributes with their prefix; an array of one element is that element, as reading XML gives it. */
function objectOf(
  attributes: Record<string, string>,
  children: Record<string, unknown[]>,
): { [name: string]: unknown } {
  const entries: [string, unknown][] = Object.entries(attributes).map(([key, value]) => [`@${key}`, value]);
  for (const [key, items] of Object.entries(children)) entries.push([key, items.length === 1 ? items[0] : items]);
  return Object.fromEntries(entries);
}
