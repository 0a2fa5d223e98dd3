import assert from 'node:assert/strict';
import { runEndlessTool, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-schema-validator';
const draft = (name: string) => `http://json-schema.org/${name}/schema#`;
const failed = (reason: string) => ({ error: `Step 1 (${slug}) failed: ${reason}` });

export default {
  slug,
  cases: [
    [
      '[["a"],["a","b","c","d"],["a","b"]]',
      '/0: must contain at least 2 valid items\n/1: must contain at least 2 and at most 3 valid items',
      { schema: { items: { contains: { type: 'string' }, minContains: 2, maxContains: 3 } } },
      'too few and too many items that match contains',
    ],
    [
      '[1]',
      '(root): must contain at least 1 valid item',
      { schema: { contains: { type: 'string' } } },
      'none that matches contains',
    ],
    [
      '{',
      { error: 'line 1, column 2: expected a property name in double quotes, found the end of the text' },
      { schema: {} },
    ],
    ['\ufeff1', 'Valid', { schema: { const: 1 } }, 'a byte order mark'],
    [
      '{"a":{"b":[1,"x"]}}',
      '/a/b/1: must be number',
      { schema: { properties: { a: { properties: { b: { items: { type: 'number' } } } } } } },
    ],
    [
      '{"a/b":{"~ %":1}}',
      '/a~1b/~0 %: must be null',
      { schema: { additionalProperties: { additionalProperties: { type: 'null' } } } },
      'an escaped name',
    ],
    [
      '{"a":{}}',
      '/a: must have required properties toString',
      { schema: { properties: { a: { required: ['toString'], dependentRequired: { valueOf: ['b'] } } } } },
      'a name that every object inherits is not there',
    ],
    ['"ab"', '(root): must match pattern "^b"', { schema: { pattern: '^b' } }],
    ['{"x-1":1}', '/x-1: must be string', { schema: { patternProperties: { '^x-': { type: 'string' } } } }],
    ['"no"', '(root): must match format "email"', { schema: { format: 'email' } }],
    ['{"a":{"a":{"a":1}}}', '/a/a/a: must be object', { schema: { properties: { a: { $ref: '#' } }, type: 'object' } }],
    ['5', '(root): must be < 5', { schema: { $schema: draft('draft-04'), maximum: 5, exclusiveMaximum: true } }],
    [
      '[1,"a"]',
      '/1: must be number',
      { schema: { $schema: draft('draft-07'), items: [{ type: 'number' }, { type: 'number' }] } },
    ],
    ['[1,"a"]', '/1: must be number', { schema: { prefixItems: [{ type: 'number' }], items: { type: 'number' } } }],
    ['1', '1', { schema: { type: 'number' }, failOnInvalid: true }],
    [
      `{"${'a'.repeat(1000)}":1}`,
      { error: `/${'a'.repeat(499)}…` },
      { schema: { additionalProperties: false }, failOnInvalid: true },
      'a long error is cut off',
    ],
    ['1', { error: '(root): must be string' }, { schema: { type: 'string' }, failOnInvalid: true }],
    [
      '{"__proto__":1}',
      '(root): must have required properties constructor\n/__proto__: is not allowed here',
      { schema: { required: ['constructor'], additionalProperties: false } },
      'names of properties',
    ],
    ['1', { error: 'schema/type: must be equal to one of the allowed values' }, { schema: { type: 'strin' } }],
    ['1', { error: 'schema/required: must be array' }, { schema: { $schema: draft('draft-07'), required: 'a' } }],
    [
      '1',
      { error: 'schema: cannot resolve https://schemas.example/a.json (other documents are not loaded)' },
      { schema: { $ref: 'https://schemas.example/a.json' } },
    ],
    [
      '1',
      { error: 'schema: cannot resolve #/$defs/a (other documents are not loaded)' },
      { schema: { $ref: '#/$defs/a' } },
    ],
    ['1', { error: 'schema: it refers to itself endlessly' }, { schema: { $ref: '#' } }],
    ...[
      { allOf: [{ $ref: '#' }] },
      { anyOf: [true, { $ref: '#' }] },
      { type: 'string', $ref: '#' },
      { $ref: '#/$defs/a', $defs: { a: { oneOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      { $id: 'http://x.example/a', $ref: 'a' },
      JSON.parse('{"if":true,"then":{"$ref":"#"}}'),
      { $dynamicAnchor: 'a', $dynamicRef: '#a' },
    ].map((schema): ToolCase => ['1', { error: 'schema: it refers to itself endlessly' }, { schema }]),
    [
      '{"b":1}',
      'Valid',
      { schema: { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } } },
      'what refers to itself endlessly is allowed where no value reaches it',
    ],
    [
      '{"a":{"a":1}}',
      '/a/a: must be object',
      { schema: { type: 'object', properties: { a: { allOf: [{ $ref: '#' }] } } } },
      'a schema may refer to itself for the values inside',
    ],
    ...['?', '//a', '//a#', 'http://y.example/a', 'http://x.example/a?b'].map(
      ($ref): ToolCase => [
        '1',
        { error: `schema: cannot resolve ${$ref} (other documents are not loaded)` },
        { schema: { $id: 'http://x.example/a', $ref } },
        `another document, although the path may be that of the schema: ${$ref}`,
      ],
    ),
    [
      '1',
      { error: 'schema: cannot resolve ? (other documents are not loaded)' },
      { schema: { $ref: '?' } },
      'another document, for a schema without $id',
    ],
    [
      '{"default":1}',
      { error: 'schema: cannot resolve a.json (other documents are not loaded)' },
      { schema: { properties: { default: { $ref: 'a.json' } } } },
      'a reference of a property whose name is that of a keyword',
    ],
    ['1', 'Valid', { schema: { x: { $ref: '//' } } }, 'an invalid reference in a keyword that is unknown'],
    [
      '1',
      '(root): must be string',
      { schema: { $ref: 'http://x.example', $defs: { a: { $id: 'http://x.example', type: 'string' } } } },
      'an id without a path',
    ],
    [
      '1',
      { error: 'schema/$defs/a/$id: ids with the same path are not supported: http://y.example/a, http://x.example/a' },
      { schema: { $id: 'http://x.example/a', $defs: { a: { $id: 'http://y.example/a' } } } },
    ],
    ...['draft-06', 'draft-07'].flatMap((name): ToolCase[] => [
      [
        '{"toString":1}',
        'Valid',
        { schema: { $schema: draft(name), enum: [{}, { toString: 1 }, { valueOf: 1 }] } },
        `${name}: names of methods in a list of values`,
      ],
      [
        '1',
        { error: 'schema/enum: must not have duplicate items' },
        { schema: { $schema: draft(name), enum: [{ toString: 1 }, { toString: 1 }] } },
        `${name}: and in a list with duplicates`,
      ],
    ]),
    [
      '1',
      { error: 'schema: pattern, character 1: look-ahead and look-behind are not supported' },
      { schema: { pattern: '(?=a)' } },
    ],
    ['1', { error: 'schema: patternProperties: missing closing ): (' }, { schema: { patternProperties: { '(': {} } } }],
    ['1', { error: 'schema: more than 100000 characters' }, { schema: { description: 'a'.repeat(100_000) } }],
    [
      '1',
      { error: 'schema/$defs/c/$id: duplicate id /b' },
      { schema: { $id: 'https://a.example/b', $defs: { c: { $id: '/b' } } } },
      'a repeated $id',
    ],
    [
      '1',
      'Valid',
      { schema: { $id: 'a', unknown: { $id: 'a' }, enum: [{ $id: 'a' }, 1] } },
      'an $id that is data of an enum, or in an unknown keyword, is not repeated',
    ],
    [
      '1',
      { error: 'schema/$id: https://[ is not a valid URI' },
      { schema: { $id: 'https://[' } },
      'an $id that is not an address',
    ],
    [
      '1',
      { error: 'schema/items/$ref: https://[ is not a valid URI' },
      { schema: { items: { $ref: 'https://[' } } },
      'a $ref that is not an address',
    ],
    [
      '1',
      { error: 'schema/$ref: #/% is not a valid URI' },
      { schema: { $ref: '#/%' } },
      'a $ref that is not percent-encoded',
    ],
    [
      '1',
      { error: 'schema/minimum: must be number' },
      { schema: { $schema: draft('draft-04'), minimum: 'a' } },
      'a schema that draft 4 does not allow',
    ],
    [
      '[1,"a",1]',
      '{"valid":false,"errors":[{"pointer":"/1","keyword":"type","message":"must be number"},{"pointer":"","keyword":"uniqueItems","message":"must not have duplicate items"}]}',
      { schema: { items: { type: 'number' }, uniqueItems: true }, format: 'json' },
      'duplicates beside another violation',
    ],
    [
      '{"a":[[1234567890123456789,{"b":1}],[1234567890123456788,{"b":1.0}]]}',
      'Valid',
      { schema: { properties: { a: { uniqueItems: true } } } },
      'items that differ past the digits of a double were duplicates',
    ],
    [
      '[{"a":1e400,"b":1},{"b":1.0,"a":10e399}]',
      JSON.stringify({
        valid: false,
        errors: [{ pointer: '', keyword: 'uniqueItems', message: 'must not have duplicate items' }],
      }),
      { schema: { uniqueItems: true }, format: 'json' },
      'and items that are the same with all digits are duplicates',
    ],
    [
      '9007199254740993',
      'Valid\nnote: numbers above 9007199254740991 in the schema are rounded to doubles, and so is what is compared with them: 9007199254740992',
      { schema: { const: 9007199254740992 } },
      'numbers that are rounded were not mentioned',
    ],
    ...(
      [
        ['9007199254740993', { const: 9007199254740991 }, '(root): must be equal to constant'],
        ['9007199254740993', { enum: [1, 9007199254740991] }, '(root): must be equal to one of the allowed values'],
        ['9007199254740993', { maximum: 9007199254740991 }, '(root): must be <= 9007199254740991'],
        ['9007199254740993', { multipleOf: 2 }, '(root): must be multiple of 2'],
        ['9007199254740993', { minimum: 1, multipleOf: 3, not: { const: 1 } }, 'Valid'],
        ['1e400', { type: 'integer', maximum: 10 }, '(root): must be <= 10'],
        ['1e999999999', { multipleOf: 7 }, '(root): must be multiple of 7'],
        ['9007199254740993.5', { type: 'integer' }, '(root): must be integer'],
        ['1e-400', { exclusiveMinimum: 0 }, 'Valid'],
        ['-1e-400', { minimum: 0 }, '(root): must be >= 0'],
        ['0.1000000000000000000001', { const: 0.1 }, '(root): must be equal to constant'],
        [
          '{"a":[9007199254740993,{"b":1}]}',
          { const: { a: [9007199254740991, { b: 1 }] } },
          '(root): must be equal to constant',
        ],
        ['[9007199254740993,{"b":1}]', { contains: { const: { b: 1 } } }, 'Valid'],
        ['{"__proto__":9007199254740993}', { minProperties: 1, additionalProperties: { minimum: 1 } }, 'Valid'],
      ] as const
    ).map(
      ([input, schema, output]): ToolCase => [
        input,
        output,
        { schema },
        `numbers that do not fit a double are checked with all their digits: ${JSON.stringify(schema)}`,
      ],
    ),
    ...(
      [
        ['[19.99,0.07,-237.6,6493998.5]', 0.01, 'Valid'],
        ['[6493998.5,2026224.3,0]', 1.1, '/1: must be multiple of 1.1'],
        ['[0.00000034011]', 1e-10, '/0: must be multiple of 1e-10'],
        ['[2026224.3,1e300]', 0.3, '/1: must be multiple of 0.3'],
        ['[1e22,7e30,-14]', 7, '/0: must be multiple of 7'],
      ] as const
    ).map(
      ([input, multipleOf, output]): ToolCase => [
        input,
        output,
        { schema: { items: { multipleOf } } },
        `multiples of a decimal number are exact: ${multipleOf}`,
      ],
    ),
    ...(
      [
        ['{"if":{"required":["a"]},"then":{"required":["b"]}}', '(root): must have required properties b'],
        ['{"if":{"required":["b"]},"else":{"required":["c"]}}', '(root): must have required properties c'],
        ['{"if":true,"then":{"properties":{"a":{"type":"string"}}},"else":{"required":["c"]}}', '/a: must be string'],
        ['{"if":{"required":["b"]},"then":{},"else":{"required":["c"]}}', '(root): must have required properties c'],
        ['{"if":{"required":["b"]},"then":false}', 'Valid'],
        ['{"if":true,"then":{"$ref":"#/$defs/x"},"$defs":{"x":{"type":"array"}}}', '(root): must be array'],
        ['{"if":true,"then":{"type":"array"},"not":{"$ref":"#/then"}}', '(root): must match "then" schema'],
      ] as const
    ).map(
      ([schema, output]): ToolCase => [
        '{"a":1}',
        output,
        { schema: JSON.parse(schema) as object },
        `what then and else lack is named: ${schema}`,
      ],
    ),
    ...(
      [
        [
          '{"properties":{"a":true},"unevaluatedProperties":false}',
          '/b~1: is not allowed here (unevaluatedProperties)',
        ],
        [
          '{"allOf":[{"properties":{"a":{"type":"string"}}}],"unevaluatedProperties":{"type":"string"}}',
          '/a: must be string\n/b~1: is not allowed here (unevaluatedProperties)',
        ],
        ['{"if":{"properties":{"a":{}}},"then":{"properties":{"b/":{}}},"unevaluatedProperties":false}', 'Valid'],
        ['{"if":{"properties":{"b/":{}}},"then":{},"properties":{"a":{}},"unevaluatedProperties":false}', 'Valid'],
      ] as const
    ).map(
      ([schema, output]): ToolCase => [
        '{"a":1,"b/":2}',
        output,
        { schema: JSON.parse(schema) as object },
        `properties that no keyword covers are named: ${schema}`,
      ],
    ),
    ...(
      [
        ['[[1]]', '{"unevaluatedProperties":false}'],
        ['[1]', '{"properties":{"a":true},"unevaluatedProperties":{"type":"string"},"unevaluatedItems":true}'],
        ['[1]', '{"not":{"not":{"unevaluatedProperties":false}}}'],
      ] as const
    ).map(
      ([input, schema]): ToolCase => [
        input,
        'Valid',
        { schema: JSON.parse(schema) as object },
        `unevaluatedProperties is not about the items of an array: ${schema}`,
      ],
    ),
    ...(
      [
        [
          'draft-07',
          '[1]',
          { unevaluatedItems: false, contains: true, minContains: 2 },
          ['minContains', 'unevaluatedItems'],
        ],
        [
          'draft-07',
          '{"a":1}',
          { properties: { a: { dependentRequired: {} } }, dependentSchemas: { a: false } },
          ['dependentSchemas', 'dependentRequired'],
        ],
        ['draft-06', '1', { if: false, else: false, const: 1 }, ['else', 'if']],
        ['draft-04', '[1]', { const: 2, contains: false }, ['const', 'contains']],
        ['draft/2019-09', '[1]', { prefixItems: [false] }, ['prefixItems']],
      ] as const
    ).map(
      ([name, input, schema, ignored]): ToolCase => [
        input,
        [
          'Valid',
          ...ignored.map((keyword) => `note: ${keyword} is ignored: the draft of this $schema does not have it`),
        ].join('\n'),
        { schema: { ...schema, $schema: draft(name) } },
        `keywords that ${name} does not have are ignored`,
      ],
    ),
    [
      '[1,2]',
      '/1: is not allowed here (unevaluatedItems)',
      { schema: { prefixItems: [true], unevaluatedItems: false } },
      'items that no keyword covers are named',
    ],
    [
      '[0.10000000000000001,0.1,1e23,12345678901234567000,1.50,-0,1E5,"12345678901234567890"]',
      'Valid',
      { schema: true },
      'numbers of 17 digits that are those of a double',
    ],
    [
      '["a",1]',
      '/1: must be string',
      {
        schema: {
          $id: 'https://a.example/strings',
          $ref: 'list',
          $defs: {
            item: { $dynamicAnchor: 'item', type: 'string' },
            list: {
              $id: 'list',
              items: { $dynamicRef: '#item' },
              $defs: { any: { $dynamicAnchor: 'item' } },
            },
          },
        },
      },
      'a $dynamicRef leads to the outermost schema that has its anchor',
    ],
    [
      '1',
      { error: 'schema: cannot resolve #a (other documents are not loaded)' },
      { schema: { $dynamicRef: '#a' } },
      'a $dynamicRef that leads nowhere',
    ],
    [
      '1',
      'Valid',
      { schema: { properties: { a: { $ref: '#/$defs/b' } } } },
      'a reference that leads nowhere counts only where a value comes',
    ],
    [
      '1',
      { error: 'schema: cannot resolve #/required (other documents are not loaded)' },
      { schema: { required: ['a'], $ref: '#/required' } },
      'a reference to what is not a schema',
    ],
    [
      '1',
      { error: 'schema: cannot resolve #/__proto__ (other documents are not loaded)' },
      { schema: { $ref: '#/__proto__' } },
      'a reference to a name of every object',
    ],
    [
      '[1,2]',
      '(root): must not have more than 1 items',
      { schema: { maxItems: 1, $ref: '#/$defs/a', $defs: { a: { type: 'array' } } } },
      'keywords beside a $ref count since 2019-09',
    ],
    [
      '[1,2]',
      'Valid',
      {
        schema: {
          $schema: draft('draft-07'),
          maxItems: 1,
          $ref: '#/definitions/a',
          definitions: { a: { type: 'array' } },
        },
      },
      'keywords beside a $ref do not count in draft 7',
    ],
    [
      '"a"',
      '(root): must be number',
      {
        schema: {
          $schema: draft('draft-07'),
          $id: 'https://a.example/b',
          allOf: [{ $id: '/c/', $ref: 'd' }],
          definitions: { d: { $id: 'd', type: 'number' } },
        },
      },
      'the $id beside a $ref does not count in draft 7',
    ],
    [
      '{"a":1}',
      '/a: must be string',
      {
        schema: {
          properties: { a: { $ref: 'b#c' } },
          $defs: { b: { $id: 'b', $defs: { d: { $anchor: 'c', type: 'string' } } } },
        },
      },
      'an $anchor and a nested $id',
    ],
    [
      '{"type":"strin"}',
      '/type: must be equal to one of the allowed values\n/type: must be array',
      { schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
      'the schema of a draft',
    ],
    ['[1,2]', '/1: is not allowed here', { schema: { prefixItems: [true, false] } }, 'boolean schemas'],
    [
      '[1]',
      '/0: is not allowed here\nnote: $schema "https://a.example/own" is unknown: checked as 2020-12',
      { schema: { $schema: 'https://a.example/own', prefixItems: [false] } },
      'an unknown $schema was read as the latest draft without a word',
    ],
    [
      '[1,"a"]',
      '/0: must match exactly one schema in oneOf\n/1: must be number\n/1: must be integer',
      { schema: { items: { oneOf: [{ type: 'number' }, { type: 'integer' }] } } },
      'a value that two schemas of oneOf allow, beside one that none allows',
    ],
    ['1', 'Valid', { schema: { default: { pattern: '(' }, unknown: { pattern: '(' } } }, 'a pattern as data is none'],
    [
      '"ä_.de"',
      '(root): must match format "idn-hostname"',
      { schema: { format: 'idn-hostname' } },
      'an international host name',
    ],
    [
      '{"\\ud800":1}',
      '/\ud800: is not allowed here',
      { schema: { additionalProperties: false } },
      'an unpaired surrogate in a name',
    ],
    ['1', { error: 'steps[0].config.schema is required' }, {}],
    ['1', 'Valid', { schema: true }, 'the schema true was refused'],
    ['1', '(root): is not allowed here', { schema: false }],
    [
      '1',
      '{"valid":false,"errors":[{"pointer":"","keyword":"boolean","message":"is not allowed here"}]}',
      { schema: false, format: 'json' },
    ],
    ['1', { error: 'steps[0].config.schema must be an object or a boolean' }, { schema: 1 }],
    [
      '["a","b"]',
      '/1: must match format "uri"\nnote: format "colour" is not checked',
      { schema: { prefixItems: [{ format: 'colour' }, { format: 'uri' }], items: { format: 'colour' } } },
      'formats that are not checked were not mentioned',
    ],
    [
      '1',
      JSON.stringify({
        valid: true,
        errors: [],
        notes: [
          ...Array.from({ length: 20 }, (_, i) => `format "f${i}" is not checked`),
          '2 other formats are not checked',
        ],
      }),
      {
        schema: { allOf: Array.from({ length: 22 }, (_, i) => ({ format: `f${i}` })) },
        format: 'json',
      },
      'many formats that are not checked',
    ],
    [
      '["a"]',
      'Valid',
      { schema: { items: { anyOf: [{ format: 'uri' }], format: 'colour' } }, checkFormats: false },
      'formats as annotations',
    ],
    [
      '"a"',
      '(root): must match format "uri"',
      { schema: { $schema: 'https://json-schema.org/schema', format: 'uri' } },
    ],
    [
      '["\u00a0","\ufeff\u2029","\u3000x","é","\u09ea"]',
      '/2: must match pattern "^\\S+$"',
      {
        schema: {
          prefixItems: [
            { pattern: '^\\s$' },
            { pattern: '^[\\s-]+$' },
            { pattern: '^\\S+$' },
            { pattern: '^\\p{Letter}$' },
            { pattern: '^\\p{digit}$' },
          ],
        },
      },
      'white space and categories in patterns were those of RE2',
    ],
    [
      JSON.stringify([
        ...['http://a/[x]', 'https://a.example/b<>.txt', '//a/b', 'http://ä.example/', 'http://a/%z'],
        ...['a\\b', '#a#b', '1:2', 'host_name', '-a', 'a.', `${'a'.repeat(64)}.b`, 'xn--X'],
      ]),
      Array.from(
        { length: 13 },
        (_, i) => `/${i}: must match format "${i < 5 ? 'uri' : i < 8 ? 'uri-reference' : 'hostname'}"`,
      ).join('\n'),
      {
        schema: {
          prefixItems: [
            ...Array.from({ length: 5 }, () => ({ format: 'uri' })),
            ...Array.from({ length: 3 }, () => ({ format: 'uri-reference' })),
            ...Array.from({ length: 5 }, () => ({ format: 'hostname' })),
          ],
        },
      },
      'addresses and host names by the book',
    ],
  ],
  checks: {
    'a pattern that would keep RegExp busy is linear': () => {
      const result = runTool(slug, `"${'a'.repeat(400_000)}!"`, { schema: { pattern: '^(a+)+$' } });
      assert.equal(result, '(root): must match pattern "^(a+)+$"');
    },
    'a pattern for names that keeps RegExp busy is stopped': () => {
      const result = runEndlessTool(slug, `{"${'a'.repeat(50)}!":1}`, {
        schema: { patternProperties: { '^(a+)+$': true } },
      });
      assert.deepEqual(result, failed('took longer than 1000 ms'));
    },
    'a schema that is nested too deep is refused': () => {
      let schema: object = {};
      for (let depth = 0; depth < 900; depth++) schema = { not: schema };
      assert.deepEqual(runTool(slug, '1', { schema }), failed('schema: nested deeper than 100 levels'));
    },
    'many violations are counted': () => {
      const report = runTool(slug, JSON.stringify(new Array(5_000).fill('a')), { schema: { items: { type: 'null' } } });
      assert.match(report as string, /^\/0: .*\n\/1: [\s\S]*\nand 4000 more$/);
    },
    'violations are counted up to a bound': () => {
      const report = runTool(slug, JSON.stringify(new Array(25_000).fill(1)), { schema: { items: { type: 'null' } } });
      assert.match(report as string, /\nand at least 19000 more$/);
    },
    'a pattern for names that only RE2 has is refused': () => {
      const result = runTool(slug, '{"a":1}', { schema: { patternProperties: { '(?i)a': true } } });
      assert.match((result as { error: string }).error, /schema: patternProperties: Invalid regular expression/);
    },
    'many duplicates are found in linear time': () => {
      const result = runTool(slug, JSON.stringify(new Array(30_000).fill(1)), { schema: { uniqueItems: true } });
      assert.equal(result, '(root): must not have duplicate items');
    },
  },
} satisfies ToolCases;
