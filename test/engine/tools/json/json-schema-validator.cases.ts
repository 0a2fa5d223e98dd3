import assert from 'node:assert/strict';
import { runEndlessTool, runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-schema-validator';
const draft = (name: string) => `http://json-schema.org/${name}/schema#`;
const failed = (reason: string) => ({ error: `Step 1 (${slug}) failed: ${reason}` });

export default {
  slug,
  cases: [
    {
      name: 'too few and too many items that match contains',
      input: '[["a"],["a","b","c","d"],["a","b"]]',
      config: { schema: { items: { contains: { type: 'string' }, minContains: 2, maxContains: 3 } } },
      output: '/0: must contain at least 2 valid items\n/1: must contain at least 2 and at most 3 valid items',
    },
    {
      name: 'none that matches contains',
      input: '[1]',
      config: { schema: { contains: { type: 'string' } } },
      output: '(root): must contain at least 1 valid item',
    },
    {
      input: '{',
      config: { schema: {} },
      error: 'line 1, column 2: expected a property name in double quotes, found the end of the text',
    },
    { name: 'a byte order mark', input: '\ufeff1', config: { schema: { const: 1 } }, output: 'Valid' },
    {
      input: '{"a":{"b":[1,"x"]}}',
      config: { schema: { properties: { a: { properties: { b: { items: { type: 'number' } } } } } } },
      output: '/a/b/1: must be number',
    },
    {
      name: 'an escaped name',
      input: '{"a/b":{"~ %":1}}',
      config: { schema: { additionalProperties: { additionalProperties: { type: 'null' } } } },
      output: '/a~1b/~0 %: must be null',
    },
    {
      name: 'a name that every object inherits is not there',
      input: '{"a":{}}',
      config: { schema: { properties: { a: { required: ['toString'], dependentRequired: { valueOf: ['b'] } } } } },
      output: '/a: must have required properties toString',
    },
    { input: '"ab"', config: { schema: { pattern: '^b' } }, output: '(root): must match pattern "^b"' },
    {
      input: '{"x-1":1}',
      config: { schema: { patternProperties: { '^x-': { type: 'string' } } } },
      output: '/x-1: must be string',
    },
    { input: '"no"', config: { schema: { format: 'email' } }, output: '(root): must match format "email"' },
    {
      input: '{"a":{"a":{"a":1}}}',
      config: { schema: { properties: { a: { $ref: '#' } }, type: 'object' } },
      output: '/a/a/a: must be object',
    },
    {
      input: '5',
      config: { schema: { $schema: draft('draft-04'), maximum: 5, exclusiveMaximum: true } },
      output: '(root): must be < 5',
    },
    {
      input: '[1,"a"]',
      config: { schema: { $schema: draft('draft-07'), items: [{ type: 'number' }, { type: 'number' }] } },
      output: '/1: must be number',
    },
    {
      input: '[1,"a"]',
      config: { schema: { prefixItems: [{ type: 'number' }], items: { type: 'number' } } },
      output: '/1: must be number',
    },
    { input: '1', config: { schema: { type: 'number' }, failOnInvalid: true }, output: '1' },
    {
      name: 'a long error is cut off',
      input: `{"${'a'.repeat(1000)}":1}`,
      config: { schema: { additionalProperties: false }, failOnInvalid: true },
      error: `/${'a'.repeat(499)}…`,
    },
    {
      input: '1',
      config: { schema: { type: 'string' }, failOnInvalid: true },
      error: '(root): must be string',
    },
    {
      name: 'names of properties',
      input: '{"__proto__":1}',
      config: { schema: { required: ['constructor'], additionalProperties: false } },
      output: '(root): must have required properties constructor\n/__proto__: is not allowed here',
    },
    {
      input: '1',
      config: { schema: { type: 'strin' } },
      error: 'schema/type: must be equal to one of the allowed values',
    },
    {
      input: '1',
      config: { schema: { $schema: draft('draft-07'), required: 'a' } },
      error: 'schema/required: must be array',
    },
    {
      input: '1',
      config: { schema: { $ref: 'https://schemas.example/a.json' } },
      error: 'schema: cannot resolve https://schemas.example/a.json (other documents are not loaded)',
    },
    {
      input: '1',
      config: { schema: { $ref: '#/$defs/a' } },
      error: 'schema: cannot resolve #/$defs/a (other documents are not loaded)',
    },
    { input: '1', config: { schema: { $ref: '#' } }, error: 'schema: it refers to itself endlessly' },
    ...[
      { allOf: [{ $ref: '#' }] },
      { anyOf: [true, { $ref: '#' }] },
      { type: 'string', $ref: '#' },
      { $ref: '#/$defs/a', $defs: { a: { oneOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      { $id: 'http://x.example/a', $ref: 'a' },
      JSON.parse('{"if":true,"then":{"$ref":"#"}}'),
      { $dynamicAnchor: 'a', $dynamicRef: '#a' },
    ].map((schema) => ({ input: '1', config: { schema }, error: 'schema: it refers to itself endlessly' })),
    {
      name: 'what refers to itself endlessly is allowed where no value reaches it',
      input: '{"b":1}',
      config: { schema: { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } } },
      output: 'Valid',
    },
    {
      name: 'a schema may refer to itself for the values inside',
      input: '{"a":{"a":1}}',
      config: { schema: { type: 'object', properties: { a: { allOf: [{ $ref: '#' }] } } } },
      output: '/a/a: must be object',
    },
    ...['?', '//a', '//a#', 'http://y.example/a', 'http://x.example/a?b'].map(($ref) => ({
      name: `another document, although the path may be that of the schema: ${$ref}`,
      input: '1',
      config: { schema: { $id: 'http://x.example/a', $ref } },
      error: `schema: cannot resolve ${$ref} (other documents are not loaded)`,
    })),
    {
      name: 'another document, for a schema without $id',
      input: '1',
      config: { schema: { $ref: '?' } },
      error: 'schema: cannot resolve ? (other documents are not loaded)',
    },
    {
      name: 'a reference of a property whose name is that of a keyword',
      input: '{"default":1}',
      config: { schema: { properties: { default: { $ref: 'a.json' } } } },
      error: 'schema: cannot resolve a.json (other documents are not loaded)',
    },
    {
      name: 'an invalid reference in a keyword that is unknown',
      input: '1',
      config: { schema: { x: { $ref: '//' } } },
      output: 'Valid',
    },
    {
      name: 'an id without a path',
      input: '1',
      config: { schema: { $ref: 'http://x.example', $defs: { a: { $id: 'http://x.example', type: 'string' } } } },
      output: '(root): must be string',
    },
    {
      input: '1',
      config: { schema: { $id: 'http://x.example/a', $defs: { a: { $id: 'http://y.example/a' } } } },
      error: 'schema/$defs/a/$id: ids with the same path are not supported: http://y.example/a, http://x.example/a',
    },
    ...['draft-06', 'draft-07'].flatMap((name) => [
      {
        name: `${name}: names of methods in a list of values`,
        input: '{"toString":1}',
        config: { schema: { $schema: draft(name), enum: [{}, { toString: 1 }, { valueOf: 1 }] } },
        output: 'Valid',
      },
      {
        name: `${name}: and in a list with duplicates`,
        input: '1',
        config: { schema: { $schema: draft(name), enum: [{ toString: 1 }, { toString: 1 }] } },
        error: 'schema/enum: must not have duplicate items',
      },
    ]),
    {
      input: '1',
      config: { schema: { pattern: '(?=a)' } },
      error: 'schema: pattern, character 1: look-ahead and look-behind are not supported',
    },
    {
      input: '1',
      config: { schema: { patternProperties: { '(': {} } } },
      error: 'schema: patternProperties: missing closing ): (',
    },
    {
      input: '1',
      config: { schema: { description: 'a'.repeat(100_000) } },
      error: 'schema: more than 100000 characters',
    },
    {
      name: 'a repeated $id',
      input: '1',
      config: { schema: { $id: 'https://a.example/b', $defs: { c: { $id: '/b' } } } },
      error: 'schema/$defs/c/$id: duplicate id /b',
    },
    {
      name: 'an $id that is data of an enum, or in an unknown keyword, is not repeated',
      input: '1',
      config: { schema: { $id: 'a', unknown: { $id: 'a' }, enum: [{ $id: 'a' }, 1] } },
      output: 'Valid',
    },
    {
      name: 'an $id that is not an address',
      input: '1',
      config: { schema: { $id: 'https://[' } },
      error: 'schema/$id: https://[ is not a valid URI',
    },
    {
      name: 'a $ref that is not an address',
      input: '1',
      config: { schema: { items: { $ref: 'https://[' } } },
      error: 'schema/items/$ref: https://[ is not a valid URI',
    },
    {
      name: 'a $ref that is not percent-encoded',
      input: '1',
      config: { schema: { $ref: '#/%' } },
      error: 'schema/$ref: #/% is not a valid URI',
    },
    {
      name: 'a schema that draft 4 does not allow',
      input: '1',
      config: { schema: { $schema: draft('draft-04'), minimum: 'a' } },
      error: 'schema/minimum: must be number',
    },
    {
      name: 'duplicates beside another violation',
      input: '[1,"a",1]',
      config: { schema: { items: { type: 'number' }, uniqueItems: true }, format: 'json' },
      output:
        '{"valid":false,"errors":[{"pointer":"/1","keyword":"type","message":"must be number"},{"pointer":"","keyword":"uniqueItems","message":"must not have duplicate items"}]}',
    },
    {
      name: 'items that differ past the digits of a double were duplicates',
      input: '{"a":[[1234567890123456789,{"b":1}],[1234567890123456788,{"b":1.0}]]}',
      config: { schema: { properties: { a: { uniqueItems: true } } } },
      output: 'Valid',
    },
    {
      name: 'and items that are the same with all digits are duplicates',
      input: '[{"a":1e400,"b":1},{"b":1.0,"a":10e399}]',
      config: { schema: { uniqueItems: true }, format: 'json' },
      output: JSON.stringify({
        valid: false,
        errors: [{ pointer: '', keyword: 'uniqueItems', message: 'must not have duplicate items' }],
      }),
    },
    {
      name: 'numbers that are rounded were not mentioned',
      input: '9007199254740993',
      config: { schema: { const: 9007199254740992 } },
      output:
        'Valid\nnote: numbers above 9007199254740991 in the schema are rounded to doubles, and so is what is compared with them: 9007199254740992',
    },
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
    ).map(([input, schema, output]) => ({
      name: `numbers that do not fit a double are checked with all their digits: ${JSON.stringify(schema)}`,
      input,
      config: { schema },
      output,
    })),
    ...(
      [
        ['[19.99,0.07,-237.6,6493998.5]', 0.01, 'Valid'],
        ['[6493998.5,2026224.3,0]', 1.1, '/1: must be multiple of 1.1'],
        ['[0.00000034011]', 1e-10, '/0: must be multiple of 1e-10'],
        ['[2026224.3,1e300]', 0.3, '/1: must be multiple of 0.3'],
        ['[1e22,7e30,-14]', 7, '/0: must be multiple of 7'],
      ] as const
    ).map(([input, multipleOf, output]) => ({
      name: `multiples of a decimal number are exact: ${multipleOf}`,
      input,
      config: { schema: { items: { multipleOf } } },
      output,
    })),
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
    ).map(([schema, output]) => ({
      name: `what then and else lack is named: ${schema}`,
      input: '{"a":1}',
      config: { schema: JSON.parse(schema) as object },
      output,
    })),
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
    ).map(([schema, output]) => ({
      name: `properties that no keyword covers are named: ${schema}`,
      input: '{"a":1,"b/":2}',
      config: { schema: JSON.parse(schema) as object },
      output,
    })),
    ...(
      [
        ['[[1]]', '{"unevaluatedProperties":false}'],
        ['[1]', '{"properties":{"a":true},"unevaluatedProperties":{"type":"string"},"unevaluatedItems":true}'],
        ['[1]', '{"not":{"not":{"unevaluatedProperties":false}}}'],
      ] as const
    ).map(([input, schema]) => ({
      name: `unevaluatedProperties is not about the items of an array: ${schema}`,
      input,
      config: { schema: JSON.parse(schema) as object },
      output: 'Valid',
    })),
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
    ).map(([name, input, schema, ignored]) => ({
      name: `keywords that ${name} does not have are ignored`,
      input,
      config: { schema: { ...schema, $schema: draft(name) } },
      output: [
        'Valid',
        ...ignored.map((keyword) => `note: ${keyword} is ignored: the draft of this $schema does not have it`),
      ].join('\n'),
    })),
    {
      name: 'items that no keyword covers are named',
      input: '[1,2]',
      config: { schema: { prefixItems: [true], unevaluatedItems: false } },
      output: '/1: is not allowed here (unevaluatedItems)',
    },
    {
      name: 'numbers of 17 digits that are those of a double',
      input: '[0.10000000000000001,0.1,1e23,12345678901234567000,1.50,-0,1E5,"12345678901234567890"]',
      config: { schema: true },
      output: 'Valid',
    },
    {
      name: 'a $dynamicRef leads to the outermost schema that has its anchor',
      input: '["a",1]',
      config: {
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
      output: '/1: must be string',
    },
    {
      name: 'a $dynamicRef that leads nowhere',
      input: '1',
      config: { schema: { $dynamicRef: '#a' } },
      error: 'schema: cannot resolve #a (other documents are not loaded)',
    },
    {
      name: 'a reference that leads nowhere counts only where a value comes',
      input: '1',
      config: { schema: { properties: { a: { $ref: '#/$defs/b' } } } },
      output: 'Valid',
    },
    {
      name: 'a reference to what is not a schema',
      input: '1',
      config: { schema: { required: ['a'], $ref: '#/required' } },
      error: 'schema: cannot resolve #/required (other documents are not loaded)',
    },
    {
      name: 'a reference to a name of every object',
      input: '1',
      config: { schema: { $ref: '#/__proto__' } },
      error: 'schema: cannot resolve #/__proto__ (other documents are not loaded)',
    },
    {
      name: 'keywords beside a $ref count since 2019-09',
      input: '[1,2]',
      config: { schema: { maxItems: 1, $ref: '#/$defs/a', $defs: { a: { type: 'array' } } } },
      output: '(root): must not have more than 1 items',
    },
    {
      name: 'keywords beside a $ref do not count in draft 7',
      input: '[1,2]',
      config: {
        schema: {
          $schema: draft('draft-07'),
          maxItems: 1,
          $ref: '#/definitions/a',
          definitions: { a: { type: 'array' } },
        },
      },
      output: 'Valid',
    },
    {
      name: 'the $id beside a $ref does not count in draft 7',
      input: '"a"',
      config: {
        schema: {
          $schema: draft('draft-07'),
          $id: 'https://a.example/b',
          allOf: [{ $id: '/c/', $ref: 'd' }],
          definitions: { d: { $id: 'd', type: 'number' } },
        },
      },
      output: '(root): must be number',
    },
    {
      name: 'an $anchor and a nested $id',
      input: '{"a":1}',
      config: {
        schema: {
          properties: { a: { $ref: 'b#c' } },
          $defs: { b: { $id: 'b', $defs: { d: { $anchor: 'c', type: 'string' } } } },
        },
      },
      output: '/a: must be string',
    },
    {
      name: 'the schema of a draft',
      input: '{"type":"strin"}',
      config: { schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' } },
      output: '/type: must be equal to one of the allowed values\n/type: must be array',
    },
    {
      name: 'boolean schemas',
      input: '[1,2]',
      config: { schema: { prefixItems: [true, false] } },
      output: '/1: is not allowed here',
    },
    {
      name: 'an unknown $schema was read as the latest draft without a word',
      input: '[1]',
      config: { schema: { $schema: 'https://a.example/own', prefixItems: [false] } },
      output: '/0: is not allowed here\nnote: $schema "https://a.example/own" is unknown: checked as 2020-12',
    },
    {
      name: 'a value that two schemas of oneOf allow, beside one that none allows',
      input: '[1,"a"]',
      config: { schema: { items: { oneOf: [{ type: 'number' }, { type: 'integer' }] } } },
      output: '/0: must match exactly one schema in oneOf\n/1: must be number\n/1: must be integer',
    },
    {
      name: 'a pattern as data is none',
      input: '1',
      config: { schema: { default: { pattern: '(' }, unknown: { pattern: '(' } } },
      output: 'Valid',
    },
    {
      name: 'an international host name',
      input: '"ä_.de"',
      config: { schema: { format: 'idn-hostname' } },
      output: '(root): must match format "idn-hostname"',
    },
    {
      name: 'an unpaired surrogate in a name',
      input: '{"\\ud800":1}',
      config: { schema: { additionalProperties: false } },
      output: '/\ud800: is not allowed here',
    },
    { input: '1', config: {}, error: 'steps[0].config.schema is required' },
    { name: 'the schema true was refused', input: '1', config: { schema: true }, output: 'Valid' },
    { input: '1', config: { schema: false }, output: '(root): is not allowed here' },
    {
      input: '1',
      config: { schema: false, format: 'json' },
      output: '{"valid":false,"errors":[{"pointer":"","keyword":"boolean","message":"is not allowed here"}]}',
    },
    { input: '1', config: { schema: 1 }, error: 'steps[0].config.schema must be an object or a boolean' },
    {
      name: 'formats that are not checked were not mentioned',
      input: '["a","b"]',
      config: { schema: { prefixItems: [{ format: 'colour' }, { format: 'uri' }], items: { format: 'colour' } } },
      output: '/1: must match format "uri"\nnote: format "colour" is not checked',
    },
    {
      name: 'many formats that are not checked',
      input: '1',
      config: {
        schema: { allOf: Array.from({ length: 22 }, (_, i) => ({ format: `f${i}` })) },
        format: 'json',
      },
      output: JSON.stringify({
        valid: true,
        errors: [],
        notes: [
          ...Array.from({ length: 20 }, (_, i) => `format "f${i}" is not checked`),
          '2 other formats are not checked',
        ],
      }),
    },
    {
      name: 'formats as annotations',
      input: '["a"]',
      config: { schema: { items: { anyOf: [{ format: 'uri' }], format: 'colour' } }, checkFormats: false },
      output: 'Valid',
    },
    {
      input: '"a"',
      config: { schema: { $schema: 'https://json-schema.org/schema', format: 'uri' } },
      output: '(root): must match format "uri"',
    },
    {
      name: 'white space and categories in patterns were those of RE2',
      input: '["\u00a0","\ufeff\u2029","\u3000x","é","\u09ea"]',
      config: {
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
      output: '/2: must match pattern "^\\S+$"',
    },
    {
      name: 'addresses and host names by the book',
      input: JSON.stringify([
        ...['http://a/[x]', 'https://a.example/b<>.txt', '//a/b', 'http://ä.example/', 'http://a/%z'],
        ...['a\\b', '#a#b', '1:2', 'host_name', '-a', 'a.', `${'a'.repeat(64)}.b`, 'xn--X'],
      ]),
      config: {
        schema: {
          prefixItems: [
            ...Array.from({ length: 5 }, () => ({ format: 'uri' })),
            ...Array.from({ length: 3 }, () => ({ format: 'uri-reference' })),
            ...Array.from({ length: 5 }, () => ({ format: 'hostname' })),
          ],
        },
      },
      output: Array.from(
        { length: 13 },
        (_, i) => `/${i}: must match format "${i < 5 ? 'uri' : i < 8 ? 'uri-reference' : 'hostname'}"`,
      ).join('\n'),
    },
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
