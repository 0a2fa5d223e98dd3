import assert from 'node:assert/strict';
import { runTool, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-schema-validator';
const draft = (name: string) => `http://json-schema.org/${name}/schema#`;
const failed = (reason: string) => ({ error: `Step 1 (${slug}) failed: ${reason}` });

export default {
  slug,
  cases: [
    {
      input: '{',
      config: { schema: {} },
      error: 'line 1, column 2: expected a property name in double quotes, found the end of the text',
    },
    { name: 'a byte order mark', input: '\ufeff1', config: { schema: { const: 1 } }, output: 'Valid' },
    {
      input: '{"a":{"b":[1,"x"]}}',
      config: { schema: { properties: { a: { properties: { b: { items: { type: 'number' } } } } } } },
      output: '/a/b/1: Instance type "string" is invalid. Expected "number"',
    },
    {
      name: 'an escaped name',
      input: '{"a/b":{"~ %":1}}',
      config: { schema: { additionalProperties: { additionalProperties: { type: 'null' } } } },
      output: '/a~1b/~0 %: Instance type "number" is invalid. Expected "null"',
    },
    { input: '"ab"', config: { schema: { pattern: '^b' } }, output: '(root): String does not match pattern' },
    {
      input: '{"x-1":1}',
      config: { schema: { patternProperties: { '^x-': { type: 'string' } } } },
      output: '/x-1: Instance type "number" is invalid. Expected "string"',
    },
    { input: '"no"', config: { schema: { format: 'email' } }, output: '(root): String does not match format "email"' },
    {
      input: '{"a":{"a":{"a":1}}}',
      config: { schema: { properties: { a: { $ref: '#' } }, type: 'object' } },
      output: '/a/a/a: Instance type "number" is invalid. Expected "object"',
    },
    {
      input: '5',
      config: { schema: { $schema: draft('draft-04'), maximum: 5, exclusiveMaximum: true } },
      output: '(root): 5 is greater than or equal to 5',
    },
    {
      input: '[1,"a"]',
      config: { schema: { $schema: draft('draft-07'), items: [{ type: 'number' }, { type: 'number' }] } },
      output: '/1: Instance type "string" is invalid. Expected "number"',
    },
    {
      input: '[1,"a"]',
      config: { schema: { prefixItems: [{ type: 'number' }], items: { type: 'number' } } },
      output: '/1: Instance type "string" is invalid. Expected "number"',
    },
    { input: '1', config: { schema: { type: 'number' }, failOnInvalid: true }, output: '1' },
    {
      name: 'a long error is cut off',
      input: `{"${'a'.repeat(1000)}":1}`,
      config: { schema: { additionalProperties: false }, failOnInvalid: true },
      error: `(root): Property "${'a'.repeat(482)}…`,
    },
    {
      input: '1',
      config: { schema: { type: 'string' }, failOnInvalid: true },
      error: '(root): Instance type "number" is invalid. Expected "string"',
    },
    {
      name: 'names of properties',
      input: '{"__proto__":1}',
      config: { schema: { required: ['constructor'], additionalProperties: false } },
      output:
        '(root): Instance does not have required property "constructor"\n(root): Property "__proto__" does not match additional properties schema\n/__proto__: False boolean schema',
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
      error: 'schema: there is no https://schemas.example/a.json in it, and other documents are not loaded',
    },
    {
      input: '1',
      config: { schema: { $ref: '#/$defs/a' } },
      error: 'schema: there is no #/$defs/a in it, and other documents are not loaded',
    },
    { input: '1', config: { schema: { $ref: '#' } }, error: 'schema: it refers to itself without end' },
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
    { input: '1', config: {}, error: 'steps[0].config.schema is required' },
    { input: '1', config: { schema: true }, error: 'steps[0].config.schema must be an object' },
  ],
  checks: {
    'a pattern that keeps RegExp busy is stopped': () => {
      const result = runTool(slug, `"${'a'.repeat(50)}!"`, { schema: { pattern: '^(a+)+$' } });
      assert.deepEqual(result, failed('took longer than 4000 ms'));
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
  },
} satisfies ToolCases;
