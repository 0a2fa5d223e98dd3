import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-remove-empty';
const oneLine = { indent: 0 };

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }],
    ['null', 'null'],
    ['[]', '[]'],
    ['[null,[null,[]]]', '[]'],
    ['{"a":1,"b":null}', '{\n  "a": 1\n}'],
    ['{"a":" ","b":"\\u0000","c":[""]}', '{"a":" ","b":"\\u0000"}', oneLine],
    [
      '{"b":1.0,"b":1e400,"__proto__":12345678901234567890,"c":"\\u0041\ud800","":0}',
      '{"b":1.0,"b":1e400,"__proto__":12345678901234567890,"c":"\\u0041\ud800","":0}',
      oneLine,
      'kept values are written as in the input',
    ],
    ['{"a":[{"b":[[{}]]}],"c":1}', '{"c":1}', oneLine],
    ['[null,"",[],{},0,false]', '["",[],{},0,false]', { remove: ['null'], indent: 0 }],
    ['[null,"",[],{},0,false]', '[null,[],{},0,false]', { remove: ['emptyString'], indent: 0 }],
    ['[null,"",[],{},0,false]', '[null,"",{},0,false]', { remove: ['emptyArray'], indent: 0 }],
    ['[null,"",[],{},0,false]', '[null,"",[],0,false]', { remove: ['emptyObject'], indent: 0 }],
    ['[null,"",[],{},0,false]', '[null,"",[],{},0]', { remove: ['false'], indent: 0 }],
    ['[0,-0,0.00,0e9,-0E-5,1e-400,"0",10]', '[1e-400,"0",10]', { remove: ['zero'], indent: 0 }],
    [
      '{"a":{"b":null}}',
      '{"a":{}}',
      { remove: ['null'], indent: 0 },
      'a kind that is not removed stays when it becomes empty',
    ],
    ['[[],[null],{"a":null}]', '[[null],{"a":null}]', { deep: false, indent: 0 }],
    ['[1,null]', '[\n\t1\n]', { indent: 'tab' }],
    ['[]', { error: 'steps[0].config.remove must have at least 1 item' }, { remove: [] }],
    [
      '[]',
      { error: 'steps[0].config.remove[0] must be one of: null, emptyString, emptyArray, emptyObject, false, zero' },
      { remove: ['true'] },
    ],
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }],
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
