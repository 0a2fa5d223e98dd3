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
    { input: '{"a":{"b":{"c":1}}}', config: { indent: 'tab' }, output: '<a>\n\t<b>\n\t\t<c>1</c>\n\t</b>\n</a>' },
    // Direction
    {
      input: '',
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text); XML would start with <',
    },
    { input: '', config: toXml, error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' },
    {
      input: '',
      config: { direction: 'xml-to-json' },
      error: 'line 1, column 1: document must contain a root element',
    },
    {
      name: 'a byte order mark is left out',
      input: '\ufeff<?xml version="1.0"?><a/>',
      config: oneLine,
      output: '{"a":""}',
    },
    { name: 'and before JSON', input: '\ufeff{"a":1}', output: '<a>1</a>' },
    { name: 'blanks before XML', input: '\n <a/>\n', config: oneLine, output: '{"a":""}' },
    { input: '"a"', output: '<root>a</root>' },

    // XML to JSON
    {
      name: 'an element without attributes and elements is its text',
      input: '<a>x</a>',
      config: oneLine,
      output: '{"a":"x"}',
    },
    { input: '<a b="1"/>', config: oneLine, output: '{"a":{"@b":"1"}}' },
    { input: '<a b="1">x</a>', config: oneLine, output: '{"a":{"@b":"1","#text":"x"}}' },
    {
      input: '<a b="1">x</a>',
      config: { attributePrefix: '', textKey: '$', indent: 0 },
      output: '{"a":{"b":"1","$":"x"}}',
    },
    {
      name: 'elements of one name are an array where the first one stood',
      input: '<a><b/><c/><b>x</b><b><d/></b></a>',
      config: oneLine,
      output: '{"a":{"b":["","x",{"d":""}],"c":""}}',
    },
    { input: '<a><b/><c/></a>', config: { ...oneLine, arrayTags: ['b', 'a'] }, output: '{"a":[{"b":[""],"c":""}]}' },
    {
      name: 'references and CDATA are text',
      input: '<a b="&lt;&#x1F600;">&amp;&#233;<![CDATA[<&]]>x</a>',
      config: oneLine,
      output: '{"a":{"@b":"<😀","#text":"&é<&x"}}',
    },
    {
      name: 'comments and instructions are left out',
      input: '<?xml version="1.0"?><!-- c --><a>x<!-- d --><?php e ?>y</a><!-- f -->',
      config: oneLine,
      output: '{"a":"xy"}',
    },
    {
      name: 'mixed content',
      input: '<p>one <b>two</b> three</p>',
      config: oneLine,
      output: '{"p":{"b":"two","#text":"one  three"}}',
    },
    {
      name: 'white space between elements is ignored',
      input: '<a>\n  <b> x </b>\n</a>',
      config: { ...oneLine, trim: false },
      output: '{"a":{"b":" x "}}',
    },
    { input: '<a>\n  <b>\n x \n</b><c> </c></a>', config: oneLine, output: '{"a":{"b":"x","c":""}}' },
    { input: '<a> <b/>x </a>', config: { ...oneLine, trim: false }, output: '{"a":{"b":"","#text":" x "}}' },
    {
      name: 'line ends are line feeds, in attributes blanks',
      input: '<a b="x\r\ny\tz">p\r\nq\rr</a>',
      config: oneLine,
      output: '{"a":{"@b":"x y z","#text":"p\\nq\\nr"}}',
    },
    {
      name: 'prefixes stay',
      input: '<x:a xmlns:x="u" x:b="1"><c xmlns="v"/></x:a>',
      config: oneLine,
      output: '{"x:a":{"@xmlns:x":"u","@x:b":"1","c":{"@xmlns":"v"}}}',
    },
    {
      name: 'names like properties of objects',
      input: '<__proto__ constructor="1"><__proto__/><toString/></__proto__>',
      config: oneLine,
      output: '{"__proto__":{"@constructor":"1","__proto__":"","toString":""}}',
    },
    {
      name: 'types',
      input: '<a n="1.50"><b>12</b><b>007</b><b>true</b><b>null</b><b/><b>-0.5</b><b>12345678901234567890</b></a>',
      config: { ...oneLine, parseTypes: true },
      output: '{"a":{"@n":1.50,"b":[12,"007",true,null,"",-0.5,"12345678901234567890"]}}',
    },
    {
      name: 'a name from an attribute and from an element',
      input: '<a>\n<c b="1"><b/></c></a>',
      config: { attributePrefix: '' },
      error: 'line 2, column 10: two things get the name "b" here; set another attributePrefix',
    },
    {
      input: '<a>\n<b text="1">x</b></a>',
      config: { attributePrefix: '', textKey: 'text' },
      error: 'line 2, column 1: two things get the name "text" here; set another textKey',
    },

    // What is not well-formed
    { input: '<a></b>', error: 'line 1, column 4: the end tag does not match <a>, which is open' },
    { input: '<abc>\r\n</ab>', error: 'line 2, column 1: the end tag does not match <abc>, which is open' },
    { input: '<ab></abc>', error: 'line 1, column 5: the end tag does not match <ab>, which is open' },
    { input: '<a>\n <b></a>', error: 'line 2, column 5: the end tag does not match <b>, which is open' },
    { input: '<a>\n<b>', error: 'line 2, column 1: <b> is never closed' },
    { input: '<a', error: 'line 1, column 1: the tag that starts here is never closed' },
    { input: '<a/><b/>', error: 'line 1, column 5: documents may contain only one root' },
    { input: '<a b="1" b="2"/>', error: 'line 1, column 1: duplicate attribute: b' },
    { input: '<a identity="1" identity="2"/>', error: 'line 1, column 1: duplicate attribute: identity' },
    {
      name: 'a long name is cut off in an error',
      input: `<a ${'b'.repeat(1000)}="1" ${'b'.repeat(1000)}="2"/>`,
      error: `line 1, column 1: duplicate attribute: ${'b'.repeat(60)}…`,
    },
    { input: '<a b=1/>', error: 'line 1, column 6: unquoted attribute value' },
    { input: '<a b="<"/>', error: 'line 1, column 7: "<" is not allowed here' },
    {
      input: '<a>&nbsp;</a>',
      error: 'line 1, column 4: &nbsp; is not defined in XML; write &amp; for the character &',
    },
    {
      name: 'nor do properties of objects',
      input: '<a>&constructor;</a>',
      error: 'line 1, column 4: &constructor; is not defined in XML; write &amp; for the character &',
    },
    {
      input: '<a>R & D</a>',
      error: 'line 1, column 6: & starts a reference that has no ";"; write &amp; for the character itself',
    },
    {
      input: '<a>&#0;</a>',
      error: 'line 1, column 4: &#0; is not defined in XML; write &amp; for the character &',
    },
    { input: '<a>\0</a>', error: 'line 1, column 4: U+0000 is not allowed here' },
    { input: '<a>\ud800</a>', error: 'line 1, column 4: XML cannot contain U+D800' },
    {
      input: ' <?xml version="1.0"?><a/>',
      error: 'line 1, column 7: an XML declaration must be at the start of the document',
    },
    {
      name: 'no document type, so no entity is ever expanded or fetched',
      input:
        '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "&x;&x;">]>\n<a>&y;</a>',
      error: 'line 2, column 1: a document type declaration (<!DOCTYPE) is not allowed; remove it',
    },
    {
      name: '500 levels',
      input: '<a>'.repeat(500) + '</a>'.repeat(500),
      config: oneLine,
      output: `${'{"a":'.repeat(500)}""${'}'.repeat(500)}`,
    },
    {
      name: '501 levels',
      input: '<a>'.repeat(501) + '</a>'.repeat(501),
      error: 'line 1, column 1501: nested deeper than 500 levels',
    },
    {
      name: 'very many levels',
      input: '<a>'.repeat(166_000),
      error: 'line 1, column 1501: nested deeper than 500 levels',
    },

    // JSON to XML
    {
      name: 'the only member is the root',
      input: '{"a":{"b":[1,2],"c":null,"d":""}}',
      config: oneLine,
      output: '<a><b>1</b><b>2</b><c/><d/></a>',
    },
    { name: 'several are not', input: '{"a":1,"b":2}', config: oneLine, output: '<root><a>1</a><b>2</b></root>' },
    { input: '{"a":[1,2]}', config: { ...oneLine, rootName: 'r' }, output: '<r><a>1</a><a>2</a></r>' },
    { input: '{"a":[{"b":1}]}', config: oneLine, output: '<a><b>1</b></a>' },
    { input: '{"@a":1}', output: '<root a="1"/>' },
    { input: '{"#text":"x"}', output: '<root>x</root>' },
    { input: '{}', output: '<root/>' },
    { input: '{"a":[]}', output: '<root/>' },
    {
      name: 'arrays in arrays have items',
      input: '{"a":[[1,2],[],[[3]]]}',
      config: oneLine,
      output: '<root><a><item>1</item><item>2</item></a><a/><a><item><item>3</item></item></a></root>',
    },
    {
      input: '{"a":{"b":{"c":1,"d":[]},"e":{}}}',
      config: { indent: 4 },
      output: '<a>\n    <b>\n        <c>1</c>\n    </b>\n    <e/>\n</a>',
    },
    {
      name: 'beside text nothing is indented',
      input: '{"p":{"@x":"1","#text":"a ","b":{"c":"d"}}}',
      output: '<p x="1">a <b><c>d</c></b></p>',
    },
    {
      name: 'numbers stay as they were written',
      input: '[12345678901234567890,1e400,1.0,true]',
      config: oneLine,
      output: '<root><item>12345678901234567890</item><item>1e400</item><item>1.0</item><item>true</item></root>',
    },
    {
      name: 'characters are escaped',
      input: '{"a":{"@b":"<\\"\\t\\n&\'>","#text":"]]>\\r\\n<&\\"😀"}}',
      output: '<a b="&lt;&quot;&#9;&#10;&amp;\'>">]]&gt;&#13;\n&lt;&amp;"😀</a>',
    },
    {
      input: '{"a":{"@b":1}}',
      config: { attributePrefix: '', indent: 0 },
      error: 'a["@b"]: "@b" cannot be the name of an XML element',
    },
    { input: '{"a":{"$b":1,"c":2}}', config: { attributePrefix: '$', indent: 0 }, output: '<a b="1"><c>2</c></a>' },
    { input: '{"a b":1}', error: '["a b"]: "a b" cannot be the name of an XML element' },
    { input: '{"a":[{"1":2}]}', error: 'a.1: "1" cannot be the name of an XML element' },
    { input: '{"a":{"@ ":1}}', error: 'a["@ "]: " " cannot be the name of an XML attribute' },
    { input: '[1]', config: { rootName: 'a>' }, error: 'the top level: "a>" cannot be the name of an XML element' },
    { input: '{"a":{"@b":[1]}}', error: 'a["@b"]: this must be plain text, and is an array' },
    { input: '{"a":{"#text":{}}}', error: 'a["#text"]: this must be plain text, and is an object' },
    { input: '{"a":{"b":["x","\\u0000"]}}', error: 'a.b[1]: XML cannot contain U+0000' },
    { input: '{"a":"\\ud800"}', error: 'a: XML cannot contain U+D800' },
    { input: '{"a":1,"a":2}', error: 'a: the object has this name twice' },
    {
      name: 'a long name for very many items',
      input: `{"${'n'.repeat(200_000)}":[${'1,'.repeat(100_000)}1]}`,
      error: tooLong,
    },
    {
      name: 'indentation is counted',
      input: `${'{"a":'.repeat(490)}[${'1,'.repeat(20_000)}1]${'}'.repeat(490)}`,
      config: { indent: 8 },
      error: tooLong,
    },
    {
      input: '[]',
      config: { attributePrefix: '@@@@' },
      error: 'steps[0].config.attributePrefix must be at most 3 characters long',
    },
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
        const answer = runTool(slug, text, { direction: 'xml-to-json' });
        assert.ok(
          typeof answer !== 'string' &&
            /^Step 1 \(json-xml-converter\) failed: line 1, column \d+: /.test(answer.error),
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
