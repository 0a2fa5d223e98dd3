import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { assertLinear, assertTakesAtMost, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-yaml-converter';
const oneLine = { indent: 0 };
const toYaml = { direction: 'json-to-yaml' };
const tooLong = 'the output would be longer than 4000000 characters';

export default {
  slug,
  cases: [
    // Direction
    ['', 'null', {}, 'an empty text is an empty document'],
    ['# only a comment\n', 'null'],
    ['', '[]', { multiDocs: true }],
    ['', { error: 'invalid JSON (line 1, column 1: expected a value, found the end of the text)' }, toYaml],
    ['\ufeffa: 1', '{"a":1}', oneLine, 'a byte order mark is left out'],
    ['\ufeff [1]', '- 1', {}, 'and before JSON'],
    ['"a"', '"a"', {}, 'a plain JSON value is YAML for auto'],
    ['"a"', 'a', toYaml],
    ['{a: 1}', '{"a":1}', { direction: 'yaml-to-json', indent: 0 }],
    [
      '{a: 1}',
      {
        error:
          'invalid JSON (line 1, column 2: expected a property name in double quotes, found "a"); set direction to "yaml-to-json" if this is YAML',
      },
      {},
      'never guesses silently',
    ],
    ['a: 1', { error: 'invalid JSON (line 1, column 1: expected a value, found "a")' }, toYaml],

    // Reading YAML
    [
      '[~, null, true, False, yes, 12, -1.5, 0x1F, 0o17, +007, .5, 1., 1e3, 2020-01-01, "1", \'x\']',
      '[null,null,true,false,"yes",12,-1.5,31,15,7,0.5,1,1e3,"2020-01-01","1","x"]',
      { ...oneLine, direction: 'yaml-to-json' },
      'scalars of the core schema',
    ],
    [
      '- 12345678901234567890\n- 1.10\n- 1e400\n- -0\n- 0xFFFFFFFFFFFFFFFFFF',
      '[12345678901234567890,1.10,1e400,-0,4722366482869645213695]',
      oneLine,
      'numbers keep their digits',
    ],
    ['a: .inf', { error: 'line 1, column 4: JSON has no number for .inf; quote it to keep it as text' }],
    ['- .NaN', { error: 'line 1, column 3: JSON has no number for .NaN; quote it to keep it as text' }],
    [
      'a: |\n  x\n   y\n\nb: >-\n  x\n  y\n\n  z\nc: |+\n  x\n\n',
      '{"a":"x\\n y\\n","b":"x y\\nz","c":"x\\n\\n"}',
      oneLine,
      'block scalars',
    ],
    ['a: |\r\n  x\r\n  y\rb: 1\r', '{"a":"x\\ny\\n","b":1}', oneLine, 'CRLF and CR are line breaks'],
    [
      '1: a\n1.0: b\ntrue: c\n~: d\n"x": e\n: f',
      '{"1":"a","1.0":"b","true":"c","~":"d","x":"e","":"f"}',
      oneLine,
      'keys become text as they were written',
    ],
    ['b: 1\n2: x\n1: y', '{"b":1,"2":"x","1":"y"}', oneLine, 'keys keep their order'],
    [
      '__proto__: {a: 1}\nconstructor: 2',
      '{"__proto__":{"a":1},"constructor":2}',
      oneLine,
      '__proto__ is a name like any other',
    ],
    ['a:\n? b\n', '{"a":null,"b":null}', oneLine, 'a key without a value'],
    ['? [a]\n: 1', { error: 'line 1, column 3: a key must be text, and this is a collection' }],
    ['a: 1\nb: 2\na: 3', { error: 'line 3, column 1: the key "a" occurs twice in one mapping' }],
    [
      '1: a\n"1": b',
      { error: 'line 2, column 1: the key "1" occurs twice in one mapping' },
      {},
      'keys that JSON cannot distinguish',
    ],
    ['- !!str 12\n- !!int "12"\n- !!float 1.5\n- ! 12', '["12",12,1.5,"12"]', oneLine, 'standard tags'],
    [
      '- !!float 1\n- !!float -1\n- !!float +007\n- !!float 12345678901234567890\n- !!float "1"',
      '[1,-1,7,12345678901234567890,1]',
      { indent: 0 },
      'whole numbers with the tag of floating-point numbers',
    ],
    [
      '- !!int 0x1F\n- !!int 0o17\n- !!bool TRUE\n- !!null\n- !!null ""\n- !!null ~\n- !!str\n- !!float 1e3',
      '[31,15,true,null,null,null,"",1e3]',
      { indent: 0 },
    ],
    ['a: !!float -.inf', { error: 'line 1, column 12: JSON has no number for -.inf; quote it to keep it as text' }],
    ...['!!int 1.0', '!!float 0x1', '!!bool yes', '!!null x', '!!int [1]', '!!str [1]'].map(
      (value): ToolCase => [
        `a: ${value}`,
        { error: `line 1, column 4: the value does not fit its tag ${value.replace(/ .*/, '')}` },
      ],
    ),
    ['a: !Ref x', { error: 'line 1, column 4: the tag !Ref is not supported' }],
    ['a: !!binary aGk=', { error: 'line 1, column 4: the tag !!binary is not supported' }],
    ['%TAG ! tag:x,1:\n---\n- !a b', { error: 'line 3, column 3: the tag tag:x,1:a is not supported' }],
    ...['%YAML 1.2\n', '%YAML 1.2\n# a comment\n', '%TAG ! !a-\n', 'a: 1\n...\n%YAML 1.2\n'].map(
      (input): ToolCase => [
        input,
        {
          error: `line ${input.startsWith('a') ? 3 : 1}, column 1: a directive needs a document after it, which starts with ---`,
        },
        { multiDocs: true },
        `a directive without a document: ${JSON.stringify(input)}`,
      ],
    ),
    [
      '%YAML 1.2\n%YAML 1.2\n---\n',
      { error: 'line 2, column 1: a second directive %YAML for one document' },
      {},
      'a directive that occurs twice for one document',
    ],
    [
      '%TAG ! a\n%TAG !e! b\n%TAG ! c\n---\na',
      { error: 'line 3, column 1: a second directive %TAG ! for one document' },
    ],
    [
      '%FOO\n%FOO\n---\na\n...\n%YAML 1.2\n---\nb\n...\n%YAML 1.2\n---\nc',
      '["a","b","c"]',
      { multiDocs: true, indent: 0 },
      'directives that occur twice and may, or belong to different documents',
    ],
    ...[
      ['...\n', '[]'],
      ['# comment\n...\n', '[]'],
      ['a\n...\n# comment\n...\nb\n', '["a","b"]'],
      ['---\n...\n', '[null]'],
      ['&a\n...\n', '[null]'],
      ['!!str\n...\n', '[""]'],
    ].map(
      ([input = '', output = '']): ToolCase => [
        input,
        output,
        { multiDocs: true, indent: 0, direction: 'yaml-to-json' },
        `the end of a document without a document before it is none: ${JSON.stringify(input)}`,
      ],
    ),
    ['%YAML 1.1\n---\na: yes', '{"a":"yes"}', oneLine, 'a directive does not change the schema'],
    ['- 😀\n- "\\ud800"\n- \udc00', '["😀","\\ud800","\\udc00"]', oneLine, 'surrogate pairs and lone surrogates'],
    ['- "\\0\\x1b\\u2028"\n- "a\\tb"', '["\\u0000\\u001b\u2028","a\\tb"]', oneLine, 'control characters'],

    // Anchors and merge keys
    ['- &a [1]\n- *a\n- *a', '[[1],[1],[1]]', oneLine],
    [
      '[&a 1, *a, &a 2, *a]',
      '[1,1,2,2]',
      { ...oneLine, direction: 'yaml-to-json' },
      'an alias means the last anchor before it',
    ],
    ['- &a 1\n- &b [&a 2]\n- &a 3\n- *b\n- *a', '[1,[2],3,[2],3]', oneLine, 'and does not redefine those inside'],
    ['a: &k name\n*k : 1', '{"a":"name","name":1}', oneLine],
    ['- *a', { error: 'line 1, column 3: no anchor &a comes before the alias' }],
    [
      '&a 1\n---\n*a',
      { error: 'line 3, column 1: no anchor &a comes before the alias' },
      { multiDocs: true },
      'anchors end with their document',
    ],
    ['- &a [1, *a]', { error: 'line 1, column 10: the alias *a is inside the node that it refers to' }],
    [
      'a: &a {x: 1, y: 2}\nb:\n  y: 3\n  <<: *a\nc:\n  <<: *a\n  y: 4',
      '{"a":{"x":1,"y":2},"b":{"y":3,"x":1},"c":{"x":1,"y":4}}',
      oneLine,
      'merged members give way to those of the mapping',
    ],
    [
      'a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: [*a, *b]}',
      '{"a":{"x":1},"b":{"x":2,"z":3},"c":{"x":1,"z":3}}',
      oneLine,
      'and to those merged before',
    ],
    ['"<<": 1', '{"<<":1}', oneLine, 'a quoted << is a name'],
    ['<<: 3', { error: 'line 1, column 5: the merge key << needs a mapping or a list of mappings' }],

    // Syntax errors
    ['a: "b', { error: 'line 1, column 6: the quote that opens a text is never closed' }],
    [
      'a: b: c',
      {
        error:
          'line 1, column 4: a second ": " on this line; put a nested mapping on lines of its own, or text in quotes',
      },
    ],
    ['a\nb: 2', { error: 'line 1, column 1: a key must be on one line and be followed by a colon' }],
    ['a:\n\tb: 2', { error: 'line 2, column 1: tabs are not allowed as indentation' }],
    ['a: @x', { error: 'line 1, column 4: plain value cannot start with reserved character @' }],
    [
      'a: 1\r\nb: @x\r\n',
      { error: 'line 2, column 4: plain value cannot start with reserved character @' },
      {},
      'with the line in a text of CRLF',
    ],

    // Documents
    ['a\n---\nb', { error: 'line 2, column 1: a second document starts here; set multiDocs to true to read all' }],
    ['---\na: 1\n...\n---\n- 2\n---\n', '[{"a":1},[2],null]', { multiDocs: true, indent: 0 }],
    ['[{"a":1},[2],null,"x\\n\\ny\\n"]', 'a: 1\n---\n- 2\n---\nnull\n---\n|\n  x\n\n  y\n', { multiDocs: true }],
    ['[]', '', { multiDocs: true }],
    ['{}', { error: 'multiDocs needs a JSON array: each item becomes a document' }, { multiDocs: true }],

    // Writing YAML
    ['{}', '{}'],
    ['[]', '[]'],
    ['[[1,[2]],[],{}]', '- - 1\n  - - 2\n- []\n- {}'],
    ['[{"a":{"b":1},"c":[{"d":2,"e":3}]}]', '- a:\n    b: 1\n  c:\n    - d: 2\n      e: 3'],
    ['{"a":{"b":[1]}}', 'a:\n    b:\n        - 1', { indent: 4 }],
    ['{"a":{"b":[1]}}', 'a:\n b:\n  - 1', { indent: 1 }],
    ['{"a":1}', { error: 'indent must be 1 to 10 blanks to write YAML' }, oneLine],
    ['{"a":1}', { error: 'indent must be 1 to 10 blanks to write YAML' }, { indent: 'tab' }],
    ['a: 1', '{\n\t"a": 1\n}', { indent: 'tab' }],
    [
      '[12345678901234567890,1.10,1e400,-0,1E-7]',
      '- 12345678901234567890\n- 1.10\n- 1e400\n- -0\n- 1E-7',
      {},
      'numbers keep their text',
    ],
    [
      '["","null","True","yes","~","1","1.5","0x1","1_000","12:30","2020-01-01",".5","<<","=",".inf","- a","a: b","a #b","a:"," a","a ","#a","*a","&a","!a","%a","@a","\\"a","\'a","[a","{a","?","...","\\ta","a\\tb"]',
      '- ""\n- "null"\n- "True"\n- "yes"\n- "~"\n- "1"\n- "1.5"\n- "0x1"\n- "1_000"\n- "12:30"\n- "2020-01-01"\n- ".5"\n- "<<"\n- "="\n- ".inf"\n- "- a"\n- "a: b"\n- "a #b"\n- "a:"\n- " a"\n- "a "\n- "#a"\n- "*a"\n- "&a"\n- "!a"\n- "%a"\n- "@a"\n- "\\"a"\n- "\'a"\n- "[a"\n- "{a"\n- "?"\n- "..."\n- "\\ta"\n- "a\\tb"',
      {},
      'strings that would be something else are quoted',
    ],
    [
      '["a b","it\'s","a:b","a#b","http://x.org/?a=1&b=[2]","3 apples","é😀","no way","a, b"]',
      "- a b\n- it's\n- a:b\n- a#b\n- http://x.org/?a=1&b=[2]\n- 3 apples\n- é😀\n- no way\n- a, b",
      {},
      'others are not',
    ],
    [
      '{"a":"x\\n  y\\n\\nz","b":["p\\nq\\n"]}',
      'a: |-\n  x\n    y\n\n  z\nb:\n  - |\n    p\n    q\n',
      {},
      'literal blocks',
    ],
    [
      '["\\nx"," x\\ny","x\\n\\n","x\\n \\ny","x\\r\\ny","x\\n\\u0007"]',
      '- "\\nx"\n- " x\\ny"\n- "x\\n\\n"\n- "x\\n \\ny"\n- "x\\r\\ny"\n- "x\\n\\u0007"',
      {},
      'several lines that no literal block shows as they are',
    ],
    [
      '["\\u0000\\u007f\\u0085\\u2028\\ufeff","\\ud800"]',
      '- "\\u0000\\u007f\\u0085\\u2028\\ufeff"\n- "\\ud800"',
      {},
      'characters that YAML does not print',
    ],
    [
      '{"":1,"yes":2,"a b":3,"1":4,"a\\nb":5,"__proto__":6}',
      '"": 1\n"yes": 2\na b: 3\n"1": 4\n"a\\nb": 5\n__proto__: 6',
      {},
      'names are written by the same rules',
    ],
    [
      `{"a":{"${'x'.repeat(1001)}":[1],"b":2}}`,
      `a:\n  ? ${'x'.repeat(1001)}\n  :\n    - 1\n  b: 2`,
      {},
      'a name too long for a line with its value',
    ],
    ['{"b":{"d":1,"c":2},"a":3}', 'a: 3\nb:\n  c: 2\n  d: 1', { sortKeys: true }],
    ['b: {d: 1, c: 2}\na: 3', '{"a":3,"b":{"c":2,"d":1}}', { sortKeys: true, indent: 0 }],
    ['{"a":[{"b":1,"b":2}]}', { error: 'a[0].b: the object has this name twice' }],
    ['{"b c":{"\\u0061":1,"a":2}}', { error: '["b c"].a: the object has this name twice' }],

    // Bounds
    [
      '['.repeat(100_000),
      { error: 'line 1, column 101: nested deeper than 100 levels' },
      { direction: 'yaml-to-json' },
      'nested too deep, in flow style',
    ],
    ['- '.repeat(250_000), { error: 'line 1, column 201: nested deeper than 100 levels' }, {}, 'in block style'],
    ['? '.repeat(250_000), { error: 'line 1, column 201: nested deeper than 100 levels' }, {}, 'by keys'],
    [`${'- '.repeat(100)}a`, `${'['.repeat(100)}"a"${']'.repeat(100)}`, oneLine, '100 levels are not too many'],
    [`${'- '.repeat(101)}a`, { error: 'line 1, column 201: nested deeper than 100 levels' }],
    [
      Array.from({ length: 102 }, (_, i) => (i === 0 ? '- &a0 []' : `- &a${i} [*a${i - 1}]`)).join('\n'),
      { error: 'line 100, column 9: nested deeper than 100 levels' },
      {},
      'aliases do not go around the depth',
    ],
    [
      Array.from({ length: 40 }, (_, i) => (i === 0 ? '- &a0 x' : `- &a${i} [*a${i - 1}, *a${i - 1}]`)).join('\n'),
      { error: tooLong },
      {},
      'an alias bomb is refused while it is written',
    ],
    [
      Array.from({ length: 40 }, (_, i) => (i === 0 ? '- &a0 {b: 1}' : `- &a${i} {x: *a${i - 1}, y: *a${i - 1}}`)).join(
        '\n',
      ),
      { error: tooLong },
      { sortKeys: true },
      'sorting does not unfold it',
    ],
    {
      long: [
        Array.from({ length: 10_000 }, (_, i) => `k${i}: &k${i} {${i === 0 ? '' : `<<: *k${i - 1}, `}n${i}: 1}`).join(
          '\n',
        ),
        { error: 'line 1415, column 20: merge keys (<<) add more than 1000000 members' },
        {},
        'mappings that merge one another in a chain',
      ],
    },
    [
      `${'{"a":'.repeat(400)}[${'1,'.repeat(20_000)}1]${'}'.repeat(400)}`,
      { error: tooLong },
      { indent: 8 },
      'indentation is counted',
    ],
    [
      `${'{"a":'.repeat(400)}"${'x\\n'.repeat(100_000)}"${'}'.repeat(400)}`,
      { error: tooLong },
      { indent: 8 },
      'and so are the lines of literal blocks',
    ],
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
        const result = runTool(slug, piece.repeat(40_000 / piece.length), { direction: 'yaml-to-json' });
        assert.ok(
          typeof result === 'string' ||
            /^Step 1 \(json-yaml-converter\) failed: line \d+, column \d+: /.test(result.error),
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
