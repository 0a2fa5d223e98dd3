import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-remove-empty';
const oneLine = { indent: 0 };

export default {
  slug,
  cases: [
    { input: '', error: 'line 1, column 1: expected a value, found the end of the text' },
    { input: 'null', output: 'null' },
    { input: '[]', output: '[]' },
    { input: '[null,[null,[]]]', output: '[]' },
    { input: '{"a":1,"b":null}', output: '{\n  "a": 1\n}' },
    { input: '{"a":" ","b":"\\u0000","c":[""]}', config: oneLine, output: '{"a":" ","b":"\\u0000"}' },
    {
      name: 'kept values are written as in the input',
      input: '{"b":1.0,"b":1e400,"__proto__":12345678901234567890,"c":"\\u0041\ud800","":0}',
      config: oneLine,
      output: '{"b":1.0,"b":1e400,"__proto__":12345678901234567890,"c":"\\u0041\ud800","":0}',
    },
    { input: '{"a":[{"b":[[{}]]}],"c":1}', config: oneLine, output: '{"c":1}' },
    { input: '[null,"",[],{},0,false]', config: { remove: ['null'], indent: 0 }, output: '["",[],{},0,false]' },
    {
      input: '[null,"",[],{},0,false]',
      config: { remove: ['emptyString'], indent: 0 },
      output: '[null,[],{},0,false]',
    },
    { input: '[null,"",[],{},0,false]', config: { remove: ['emptyArray'], indent: 0 }, output: '[null,"",{},0,false]' },
    {
      input: '[null,"",[],{},0,false]',
      config: { remove: ['emptyObject'], indent: 0 },
      output: '[null,"",[],0,false]',
    },
    { input: '[null,"",[],{},0,false]', config: { remove: ['false'], indent: 0 }, output: '[null,"",[],{},0]' },
    {
      input: '[0,-0,0.00,0e9,-0E-5,1e-400,"0",10]',
      config: { remove: ['zero'], indent: 0 },
      output: '[1e-400,"0",10]',
    },
    {
      name: 'a kind that is not removed stays when it becomes empty',
      input: '{"a":{"b":null}}',
      config: { remove: ['null'], indent: 0 },
      output: '{"a":{}}',
    },
    { input: '[[],[null],{"a":null}]', config: { deep: false, indent: 0 }, output: '[[null],{"a":null}]' },
    { input: '[1,null]', config: { indent: 'tab' }, output: '[\n\t1\n]' },
    { input: '[]', config: { remove: [] }, error: 'steps[0].config.remove must have at least 1 item' },
    {
      input: '[]',
      config: { remove: ['true'] },
      error: 'steps[0].config.remove[0] must be one of: null, emptyString, emptyArray, emptyObject, false, zero',
    },
    { input: '['.repeat(501), error: 'line 1, column 501: nested deeper than 500 levels' },
  ],
  checks: {
    'agrees with a definition over values': () => {
      const empty = (value: unknown): boolean =>
        value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
      const cleaned = (value: unknown): unknown => {
        if (value === null || typeof value !== 'object') return value;
        if (Array.isArray(value)) return value.map(cleaned).filter((item) => !empty(item));
        return Object.fromEntries(
          Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
            const inner = cleaned(item);
            return empty(inner) ? [] : [[name, inner]];
          }),
        );
      };
      const value = fc.letrec((tie) => ({
        any: fc.oneof({ depthSize: 'medium' }, fc.constantFrom(null, '', 0, false, 'x'), tie('array'), tie('object')),
        array: fc.array(tie('any'), { maxLength: 4 }),
        object: fc.dictionary(fc.string({ maxLength: 3 }), tie('any'), { maxKeys: 4 }),
      })).any;
      fc.assert(
        fc.property(value, (data) => {
          const input = JSON.stringify(data);
          const result = resultOf(slug, input, oneLine);
          assert.deepEqual(JSON.parse(result), cleaned(JSON.parse(input)));
          assert.equal(resultOf(slug, result, oneLine), result);
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
  },
} satisfies ToolCases;
