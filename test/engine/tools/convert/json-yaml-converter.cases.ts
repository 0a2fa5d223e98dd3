import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-yaml-converter';
const oneLine = { indent: 0 };
const toYaml = { direction: 'json-to-yaml' };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    // Direction
    { name: 'an empty text is an empty document', input: '', output: 'null' },
    { input: '# only a comment\n', output: 'null' },
    { input: '', config: { multiDocs: true }, output: '[]' },
    {
      input: '',
      config: toYaml,
      error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)',
    },
    { name: 'a byte order mark is left out', input: '\ufeffa: 1', config: oneLine, output: '{"a":1}' },
    { name: 'and before JSON', input: '\ufeff [1]', output: '- 1' },
    { name: 'a plain JSON value is YAML for auto', input: '"a"', output: '"a"' },
    { input: '"a"', config: toYaml, output: 'a' },
    { input: '{a: 1}', config: { direction: 'yaml-to-json', indent: 0 }, output: '{"a":1}' },
    {
      name: 'never guesses silently',
      input: '{a: 1}',
      error:
        'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "yaml-to-json" if this is YAML',
    },
    {
      input: 'a: 1',
      config: toYaml,
      error: 'invalid JSON (line 1, column 1: expected a value, found "a")',
    },

    // Reading YAML
    {
      name: 'scalars of the core schema',
      input: '[~, null, true, False, yes, 12, -1.5, 0x1F, 0o17, +007, .5, 1., 1e3, 2020-01-01, "1", \'x\']',
      config: { ...oneLine, direction: 'yaml-to-json' },
      output: '[null,null,true,false,"yes",12,-1.5,31,15,7,0.5,1,1e3,"2020-01-01","1","x"]',
    },
    {
      name: 'numbers keep their digits',
      input: '- 12345678901234567890\n- 1.10\n- 1e400\n- -0\n- 0xFFFFFFFFFFFFFFFFFF',
      config: oneLine,
      output: '[12345678901234567890,1.10,1e400,-0,4722366482869645213695]',
    },
    { input: 'a: .inf', error: 'line 1, column 4: JSON has no number for .inf; quote it to keep it as text' },
    { input: '- .NaN', error: 'line 1, column 3: JSON has no number for .NaN; quote it to keep it as text' },
    {
      name: 'block scalars',
      input: 'a: |\n  x\n   y\n\nb: >-\n  x\n  y\n\n  z\nc: |+\n  x\n\n',
      config: oneLine,
      output: '{"a":"x\\n y\\n","b":"x y\\nz","c":"x\\n\\n"}',
    },
    {
      name: 'CRLF and CR are line breaks',
      input: 'a: |\r\n  x\r\n  y\rb: 1\r',
      config: oneLine,
      output: '{"a":"x\\ny\\n","b":1}',
    },
    {
      name: 'keys become text as they were written',
      input: '1: a\n1.0: b\ntrue: c\n~: d\n"x": e\n: f',
      config: oneLine,
      output: '{"1":"a","1.0":"b","true":"c","~":"d","x":"e","":"f"}',
    },
    { name: 'keys keep their order', input: 'b: 1\n2: x\n1: y', config: oneLine, output: '{"b":1,"2":"x","1":"y"}' },
    {
      name: '__proto__ is a name like any other',
      input: '__proto__: {a: 1}\nconstructor: 2',
      config: oneLine,
      output: '{"__proto__":{"a":1},"constructor":2}',
    },
    { name: 'a key without a value', input: 'a:\n? b\n', config: oneLine, output: '{"a":null,"b":null}' },
    { input: '? [a]\n: 1', error: 'line 1, column 3: a key must be text, and this is a collection' },
    { input: 'a: 1\nb: 2\na: 3', error: 'line 3, column 1: the key "a" occurs twice in one mapping' },
    {
      name: 'keys that JSON cannot distinguish',
      input: '1: a\n"1": b',
      error: 'line 2, column 1: the key "1" occurs twice in one mapping',
    },
    {
      name: 'standard tags',
      input: '- !!str 12\n- !!int "12"\n- !!float 1.5\n- ! 12',
      config: oneLine,
      output: '["12",12,1.5,"12"]',
    },
    {
      name: 'whole numbers with the tag of floating-point numbers',
      input: '- !!float 1\n- !!float -1\n- !!float +007\n- !!float 12345678901234567890\n- !!float "1"',
      config: { indent: 0 },
      output: '[1,-1,7,12345678901234567890,1]',
    },
    {
      input: '- !!int 0x1F\n- !!int 0o17\n- !!bool TRUE\n- !!null\n- !!null ""\n- !!null ~\n- !!str\n- !!float 1e3',
      config: { indent: 0 },
      output: '[31,15,true,null,null,null,"",1e3]',
    },
    {
      input: 'a: !!float -.inf',
      error: 'line 1, column 12: JSON has no number for -.inf; quote it to keep it as text',
    },
    ...['!!int 1.0', '!!float 0x1', '!!bool yes', '!!null x', '!!int [1]', '!!str [1]'].map((value) => ({
      input: `a: ${value}`,
      error: `line 1, column 4: the value does not fit its tag ${value.replace(/ .*/, '')}`,
    })),
    { input: 'a: !Ref x', error: 'line 1, column 4: the tag !Ref is not supported' },
    { input: 'a: !!binary aGk=', error: 'line 1, column 4: the tag !!binary is not supported' },
    { input: '%TAG ! tag:x,1:\n---\n- !a b', error: 'line 3, column 3: the tag tag:x,1:a is not supported' },
    ...['%YAML 1.2\n', '%YAML 1.2\n# a comment\n', '%TAG ! !a-\n', 'a: 1\n...\n%YAML 1.2\n'].map((input) => ({
      name: `a directive without a document: ${JSON.stringify(input)}`,
      input,
      config: { multiDocs: true },
      error: `line ${input.startsWith('a') ? 3 : 1}, column 1: a directive needs a document after it, which starts with ---`,
    })),
    {
      name: 'a directive that occurs twice for one document',
      input: '%YAML 1.2\n%YAML 1.2\n---\n',
      error: 'line 2, column 1: a second directive %YAML for one document',
    },
    {
      input: '%TAG ! a\n%TAG !e! b\n%TAG ! c\n---\na',
      error: 'line 3, column 1: a second directive %TAG ! for one document',
    },
    {
      name: 'directives that occur twice and may, or belong to different documents',
      input: '%FOO\n%FOO\n---\na\n...\n%YAML 1.2\n---\nb\n...\n%YAML 1.2\n---\nc',
      config: { multiDocs: true, indent: 0 },
      output: '["a","b","c"]',
    },
    ...[
      ['...\n', '[]'],
      ['# comment\n...\n', '[]'],
      ['a\n...\n# comment\n...\nb\n', '["a","b"]'],
      ['---\n...\n', '[null]'],
      ['&a\n...\n', '[null]'],
      ['!!str\n...\n', '[""]'],
    ].map(([input = '', output = '']) => ({
      name: `the end of a document without a document before it is none: ${JSON.stringify(input)}`,
      input,
      config: { multiDocs: true, indent: 0, direction: 'yaml-to-json' },
      output,
    })),
    {
      name: 'a directive does not change the schema',
      input: '%YAML 1.1\n---\na: yes',
      config: oneLine,
      output: '{"a":"yes"}',
    },
    {
      name: 'surrogate pairs and lone surrogates',
      input: '- 😀\n- "\\ud800"\n- \udc00',
      config: oneLine,
      output: '["😀","\\ud800","\\udc00"]',
    },
    {
      name: 'control characters',
      input: '- "\\0\\x1b\\u2028"\n- "a\\tb"',
      config: oneLine,
      output: '["\\u0000\\u001b\u2028","a\\tb"]',
    },

    // Anchors and merge keys
    { input: '- &a [1]\n- *a\n- *a', config: oneLine, output: '[[1],[1],[1]]' },
    {
      name: 'an alias means the last anchor before it',
      input: '[&a 1, *a, &a 2, *a]',
      config: { ...oneLine, direction: 'yaml-to-json' },
      output: '[1,1,2,2]',
    },
    {
      name: 'and does not redefine those inside',
      input: '- &a 1\n- &b [&a 2]\n- &a 3\n- *b\n- *a',
      config: oneLine,
      output: '[1,[2],3,[2],3]',
    },
    { input: 'a: &k name\n*k : 1', config: oneLine, output: '{"a":"name","name":1}' },
    { input: '- *a', error: 'line 1, column 3: no anchor &a comes before the alias' },
    {
      name: 'anchors end with their document',
      input: '&a 1\n---\n*a',
      config: { multiDocs: true },
      error: 'line 3, column 1: no anchor &a comes before the alias',
    },
    { input: '- &a [1, *a]', error: 'line 1, column 10: the alias *a is inside the node that it refers to' },
    {
      name: 'merged members give way to those of the mapping',
      input: 'a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\nc:\n  <<: *a\n  y: 4',
      config: oneLine,
      output: '{"a":{"x":1,"y":2},"b":{"y":3,"x":1},"c":{"x":1,"y":4}}',
    },
    {
      name: 'and to those merged before',
      input: 'a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: [*a, *b]}',
      config: oneLine,
      output: '{"a":{"x":1},"b":{"x":2,"z":3},"c":{"x":1,"z":3}}',
    },
    { name: 'a quoted << is a name', input: '"<<": 1', config: oneLine, output: '{"<<":1}' },
    { input: '<<: 3', error: 'line 1, column 5: the merge key << needs a mapping or a list of mappings' },

    // Syntax errors
    { input: 'a: "b', error: 'line 1, column 6: the quote that opens a text is never closed' },
    {
      input: 'a: b: c',
      error:
        'line 1, column 4: a second ": " on this line; put a nested mapping on lines of its own, or text in quotes',
    },
    { input: 'a\nb: 2', error: 'line 1, column 1: a key must be on one line and be followed by a colon' },
    { input: 'a:\n\tb: 2', error: 'line 2, column 1: tabs are not allowed as indentation' },
    { input: 'a: @x', error: 'line 1, column 4: plain value cannot start with reserved character @' },
    {
      name: 'with the line in a text of CRLF',
      input: 'a: 1\r\nb: @x\r\n',
      error: 'line 2, column 4: plain value cannot start with reserved character @',
    },

    // Documents
    { input: 'a\n---\nb', error: 'line 2, column 1: a second document starts here; set multiDocs to true to read all' },
    { input: '---\na: 1\n...\n---\n- 2\n---\n', config: { multiDocs: true, indent: 0 }, output: '[{"a":1},[2],null]' },
    {
      input: '[{"a":1},[2],null,"x\\n\\ny\\n"]',
      config: { multiDocs: true },
      output: 'a: 1\n---\n- 2\n---\nnull\n---\n|\n  x\n\n  y\n',
    },
    { input: '[]', config: { multiDocs: true }, output: '' },
    { input: '{}', config: { multiDocs: true }, error: 'multiDocs needs a JSON array: each item becomes a document' },

    // Writing YAML
    { input: '{}', output: '{}' },
    { input: '[]', output: '[]' },
    { input: '[[1,[2]],[],{}]', output: '- - 1\n  - - 2\n- []\n- {}' },
    { input: '[{"a":{"b":1},"c":[{"d":2,"e":3}]}]', output: '- a:\n    b: 1\n  c:\n    - d: 2\n      e: 3' },
    { input: '{"a":{"b":[1]}}', config: { indent: 4 }, output: 'a:\n    b:\n        - 1' },
    { input: '{"a":{"b":[1]}}', config: { indent: 1 }, output: 'a:\n b:\n  - 1' },
    { input: '{"a":1}', config: oneLine, error: 'indent must be 1 to 10 blanks to write YAML' },
    { input: '{"a":1}', config: { indent: 'tab' }, error: 'indent must be 1 to 10 blanks to write YAML' },
    { input: 'a: 1', config: { indent: 'tab' }, output: '{\n\t"a": 1\n}' },
    {
      name: 'numbers keep their text',
      input: '[12345678901234567890,1.10,1e400,-0,1E-7]',
      output: '- 12345678901234567890\n- 1.10\n- 1e400\n- -0\n- 1E-7',
    },
    {
      name: 'strings that would be something else are quoted',
      input:
        '["","null","True","yes","~","1","1.5","0x1","1_000","12:30","2020-01-01",".5","<<","=",".inf","- a","a: b","a #b","a:"," a","a ","#a","*a","&a","!a","%a","@a","\\"a","\'a","[a","{a","?","...","\\ta","a\\tb"]',
      output:
        '- ""\n- "null"\n- "True"\n- "yes"\n- "~"\n- "1"\n- "1.5"\n- "0x1"\n- "1_000"\n- "12:30"\n- "2020-01-01"\n- ".5"\n- "<<"\n- "="\n- ".inf"\n- "- a"\n- "a: b"\n- "a #b"\n- "a:"\n- " a"\n- "a "\n- "#a"\n- "*a"\n- "&a"\n- "!a"\n- "%a"\n- "@a"\n- "\\"a"\n- "\'a"\n- "[a"\n- "{a"\n- "?"\n- "..."\n- "\\ta"\n- "a\\tb"',
    },
    {
      name: 'others are not',
      input: '["a b","it\'s","a:b","a#b","http://x.org/?a=1&b=[2]","3 apples","é😀","no way","a, b"]',
      output: "- a b\n- it's\n- a:b\n- a#b\n- http://x.org/?a=1&b=[2]\n- 3 apples\n- é😀\n- no way\n- a, b",
    },
    {
      name: 'literal blocks',
      input: '{"a":"x\\n  y\\n\\nz","b":["p\\nq\\n"]}',
      output: 'a: |-\n  x\n    y\n\n  z\nb:\n  - |\n    p\n    q\n',
    },
    {
      name: 'several lines that no literal block shows as they are',
      input: '["\\nx"," x\\ny","x\\n\\n","x\\n \\ny","x\\r\\ny","x\\n\\u0007"]',
      output: '- "\\nx"\n- " x\\ny"\n- "x\\n\\n"\n- "x\\n \\ny"\n- "x\\r\\ny"\n- "x\\n\\u0007"',
    },
    {
      name: 'characters that YAML does not print',
      input: '["\\u0000\\u007f\\u0085\\u2028\\ufeff","\\ud800"]',
      output: '- "\\u0000\\u007f\\u0085\\u2028\\ufeff"\n- "\\ud800"',
    },
    {
      name: 'names are written by the same rules',
      input: '{"":1,"yes":2,"a b":3,"1":4,"a\\nb":5,"__proto__":6}',
      output: '"": 1\n"yes": 2\na b: 3\n"1": 4\n"a\\nb": 5\n__proto__: 6',
    },
    {
      name: 'a name too long for a line with its value',
      input: `{"a":{"${'x'.repeat(1001)}":[1],"b":2}}`,
      output: `a:\n  ? ${'x'.repeat(1001)}\n  :\n    - 1\n  b: 2`,
    },
    { input: '{"b":{"d":1,"c":2},"a":3}', config: { sortKeys: true }, output: 'a: 3\nb:\n  c: 2\n  d: 1' },
    { input: 'b: {d: 1, c: 2}\na: 3', config: { sortKeys: true, indent: 0 }, output: '{"a":3,"b":{"c":2,"d":1}}' },
    { input: '{"a":[{"b":1,"b":2}]}', error: 'a[0].b: the object has this name twice' },
    { input: '{"b c":{"\\u0061":1,"a":2}}', error: '["b c"].a: the object has this name twice' },

    // Bounds
    {
      name: 'nested too deep, in flow style',
      input: '['.repeat(100_000),
      config: { direction: 'yaml-to-json' },
      error: 'line 1, column 101: nested deeper than 100 levels',
    },
    { name: 'in block style', input: '- '.repeat(250_000), error: 'line 1, column 201: nested deeper than 100 levels' },
    { name: 'by keys', input: '? '.repeat(250_000), error: 'line 1, column 201: nested deeper than 100 levels' },
    {
      name: '100 levels are not too many',
      input: `${'- '.repeat(100)}a`,
      config: oneLine,
      output: `${'['.repeat(100)}"a"${']'.repeat(100)}`,
    },
    { input: `${'- '.repeat(101)}a`, error: 'line 1, column 201: nested deeper than 100 levels' },
    {
      name: 'aliases do not go around the depth',
      input: Array.from({ length: 102 }, (_, i) => (i === 0 ? '- &a0 []' : `- &a${i} [*a${i - 1}]`)).join('\n'),
      error: 'line 100, column 9: nested deeper than 100 levels',
    },
    {
      name: 'an alias bomb is refused while it is written',
      input: Array.from({ length: 40 }, (_, i) => (i === 0 ? '- &a0 x' : `- &a${i} [*a${i - 1}, *a${i - 1}]`)).join(
        '\n',
      ),
      error: tooLong,
    },
    {
      name: 'sorting does not unfold it',
      input: Array.from({ length: 40 }, (_, i) =>
        i === 0 ? '- &a0 {b: 1}' : `- &a${i} {x: *a${i - 1}, y: *a${i - 1}}`,
      ).join('\n'),
      config: { sortKeys: true },
      error: tooLong,
    },
    {
      name: 'mappings that merge one another in a chain',
      isLong: true,
      input: Array.from(
        { length: 10_000 },
        (_, i) => `k${i}: &k${i} {${i === 0 ? '' : `<<: *k${i - 1}, `}n${i}: 1}`,
      ).join('\n'),
      error: 'line 1415, column 20: merge keys (<<) add more than 1000000 members',
    },
    {
      name: 'indentation is counted',
      input: `${'{"a":'.repeat(400)}[${'1,'.repeat(20_000)}1]${'}'.repeat(400)}`,
      config: { indent: 8 },
      error: tooLong,
    },
    {
      name: 'and so are the lines of literal blocks',
      input: `${'{"a":'.repeat(400)}"${'x\\n'.repeat(100_000)}"${'}'.repeat(400)}`,
      config: { indent: 8 },
      error: tooLong,
    },
  ],
  checks: {
    'JSON survives a round trip through YAML, with all digits of numbers': () => {
      const hostileText = fc.string({
        unit: fc.constantFrom(
          'a',
          'é',
          '😀',
          ' ',
          '\n',
          '\r',
          '\t',
          ':',
          '#',
          '-',
          '"',
          "'",
          '\\',
          '|',
          '{',
          '[',
          ',',
          '~',
          '1',
          '.',
          '\u0085',
          '\u2028',
          '\ufeff',
          '\ud800',
          '\0',
        ),
        maxLength: 8,
      });
      const text = fc.oneof(
        hostileText,
        fc.string({ unit: 'binary' }),
        fc.constantFrom('yes', 'NULL', '1e3', '0o7', '2001-12-14 21:59:43.10 -5', '__proto__', '...', '---'),
      );
      const { json } = fc.letrec<{ json: unknown }>((tie) => ({
        json: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          text,
          fc.constantFrom(null, true, false, 0, -1.5, 1e21, 1e-7),
          fc.array(tie('json'), { maxLength: 4 }),
          fc.dictionary(text, tie('json'), { maxKeys: 4, noNullPrototype: true }),
        ),
      }));
      fc.assert(
        fc.property(json, fc.integer({ min: 1, max: 8 }), (value, indent) => {
          const written = JSON.stringify(value);
          const yaml = resultOf(slug, written, { ...toYaml, indent });
          assert.equal(resultOf(slug, yaml, { direction: 'yaml-to-json', indent: 0 }), written);
          const [document] = parseAllDocuments(yaml);
          assert.ok(document !== undefined && 'toJS' in document);
          assert.equal(JSON.stringify(document.toJS()), JSON.stringify(value), yaml);
        }),
        { seed: 1, numRuns: sampleSize(500) },
      );
    },
    'documents come back as they were': () => {
      fc.assert(
        fc.property(fc.array(fc.jsonValue()), (documents) => {
          const written = JSON.stringify(documents);
          const yaml = resultOf(slug, written, { multiDocs: true });
          assert.equal(resultOf(slug, yaml, { direction: 'yaml-to-json', multiDocs: true, indent: 0 }), written);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'hostile texts give a result or an error': () => {
      const pieces = [
        '[,',
        ': ',
        '&a ',
        '*a ',
        '!a ',
        '---\n',
        '%A\n',
        '"\\q',
        '? a\n',
        'a\n:',
        '{',
        '\0',
        '\ud800',
        '- a: b\n',
        '|\n',
        '>\n a\n',
      ];
      for (const piece of pieces) {
        const answer = runTool(slug, piece.repeat(40_000 / piece.length), { direction: 'yaml-to-json' });
        assert.ok(
          typeof answer === 'string' ||
            /^Step 1 \(json-yaml-converter\) failed: line \d+, column \d+: /.test(answer.error),
          piece,
        );
      }
    },
    'many problems of one text take no time for stack traces': () => {
      for (const piece of ['%a\n', '"', '&a ', '!x ', '*a ']) {
        // With traces and a warning for each directive, ten times as long.
        const input = filled(piece, 100_000);
        assertTakesAtMost(40, () => runTool(slug, input, { direction: 'yaml-to-json' }));
      }
    },
    'a mapping of very many keys is read in linear time': () => {
      assertLinear(
        (length) => Array.from({ length: length / 7 }, (_, i) => `${i.toString(36)}z:`).join('\n'),
        (text) => resultOf(slug, text, oneLine),
      );
    },
  },
} satisfies ToolCases;
