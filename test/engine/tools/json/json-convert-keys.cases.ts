import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertLinear, filled } from '../../../support/growth.js';
import { assertAsksForItsSize } from '../../../support/output-size.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'json-convert-keys';
const snake = { case: 'snake' };
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('aB', 'a_b', 'XMLHttp', '__proto__', 'constructor', '_id', '', '1', '$a b$'),
);
const json = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, name, fc.integer(), tie('object'), fc.array(tie('value'), { maxLength: 3 })),
  // Unlike an assignment, Object.fromEntries makes a member of "__proto__".
  object: fc
    .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key })
    .map((members) => Object.fromEntries(members)),
})).value;

export default {
  slug,
  cases: [
    ['{"some key":1}', '{"someKey":1}', { case: 'camel' }],
    ['{"some key":1}', '{"SomeKey":1}', { case: 'pascal' }],
    ['{"some key":1}', '{"some-key":1}', { case: 'kebab' }],
    ['{"some key":1}', '{"SOME_KEY":1}', { case: 'constant' }],
    ['{"XMLHttpRequest2":1}', '{"xml_http_request2":1}', snake],
    [
      ' {\r\n\t"aB" : [ 1.0, 1e400, "\\u0041aB" ],"b":{} }\n',
      ' {\r\n\t"a_b" : [ 1.0, 1e400, "\\u0041aB" ],"b":{} }\n',
      snake,
      'layout, numbers, escapes and values stay',
    ],
    ['{"\\u0061":1}', '{"\\u0061":1}', snake, 'a name that does not change stays as it was written'],
    ['{"\\u0061\\u0042":1}', '{"a_b":1}', snake, 'one that does is read first'],
    [
      '{"_userId":1,"__typeName__":2,"$ref":3,"@someType":4,"#":5,"":6,"aB😀":7,"->":8}',
      '{"_user_id":1,"__type_name__":2,"$ref":3,"@some_type":4,"#":5,"":6,"a_b😀":7,"->":8}',
      snake,
      'what is around the words stays',
    ],
    ['{"aE\u0301":1}', '{"a_e\u0301":1}', snake, 'marks'],
    [
      '{"aB\\"":1,"c\\nD":2,"e\\ud800F\\ud800":3}',
      '{"a_b\\"":1,"c_d":2,"e_f\\ud800":3}',
      snake,
      'characters that JSON must escape',
    ],
    ['"aB"', '"aB"', snake],
    ['[]', '[]', snake],
    ['{"aB":{"cD":[{"eF":1}]}}', '{"a_b":{"c_d":[{"e_f":1}]}}', snake],
    ['{"aB":{"cD":[{"eF":1}]},"gH":2}', '{"a_b":{"cD":[{"eF":1}]},"g_h":2}', { ...snake, deep: false }],
    [
      '[{"aB":{"cD":1}},[{"eF":1}],{"gH":[{"iJ":2}]}]',
      '[{"a_b":{"cD":1}},[{"eF":1}],{"g_h":[{"iJ":2}]}]',
      { ...snake, deep: false },
    ],

    // The map
    ['{"a":1,"b":{"a":2}}', '{"x y":1,"b":{"x y":2}}', { map: { a: 'x y' } }],
    ['{"aB":1,"cD":2}', '{"aB":1,"c_d":2}', { ...snake, map: { aB: 'aB' } }, 'not by case where the map names it'],
    ['{"a":1,"b":2}', '{"b":1,"a":2}', { map: { a: 'b', b: 'a' } }, 'two names can be swapped'],
    [
      '{"__proto__":1,"constructor":2,"toString":3}',
      '{"a":1,"constructor":2,"toString":3}',
      { map: JSON.parse('{"__proto__":"a","b":"__proto__"}') },
      '__proto__ and its like are ordinary names',
    ],
    ['{"constructor":1}', '{"__proto__":1}', { map: { constructor: '__proto__' } }],
    ['{"a\\nb":1}', '{"c\\nd":1}', { map: { 'a\nb': 'c\nd' } }],
    ['{"a":1}', '{"":1}', { map: { a: '' } }],

    // Collisions
    [
      '{\n  "aB": 1,\n  "a_b": 2\n}',
      { error: 'line 3, column 3: "aB" and "a_b" in one object would both be named "a_b"' },
      snake,
    ],
    [
      '{"a":1,"b":2}',
      { error: 'line 1, column 8: "a" and "b" in one object would both be named "b"' },
      { map: { a: 'b' } },
    ],
    [
      '[{"__proto__":1,"a":2}]',
      { error: 'line 1, column 17: "__proto__" and "a" in one object would both be named "__proto__"' },
      { map: { a: '__proto__' } },
    ],
    [
      `{"${'a'.repeat(60)}":1,"${'A'.repeat(60)}":2}`,
      {
        error: `line 1, column 67: "${'a'.repeat(50)}…" and "${'A'.repeat(50)}…" in one object would both be named "${'a'.repeat(50)}…"`,
      },
      snake,
      'long names are shortened in the message',
    ],
    [
      '[{"aB":1},{"a_b":{"aB":2}}]',
      '[{"a_b":1},{"a_b":{"a_b":2}}]',
      snake,
      'in different objects there is no collision',
    ],
    ['{"aB":1,"aB":2}', '{"a_b":1,"a_b":2}', snake, 'a name that was there twice still is'],
    [
      '{"x":{"aB":1,"a_b":2}}',
      '{"x":{"aB":1,"a_b":2}}',
      { ...snake, deep: false },
      'objects that keep their names have no collision',
    ],

    // What is no JSON
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, snake],
    ['{"a":1,}', { error: 'line 1, column 7: a comma must not stand before "}"' }, snake],
    [`${'{"aB":'.repeat(500)}1${'}'.repeat(500)}`, `${'{"a_b":'.repeat(500)}1${'}'.repeat(500)}`, snake],
    ['[1'.repeat(501), { error: 'line 1, column 3: expected a comma or "]", found "["' }, snake],
    ['{"a":'.repeat(501), { error: 'line 1, column 2501: nested deeper than 500 levels' }, snake],

    // Options
    ['{}', { error: 'set case, map or both' }],
    ['{}', { error: 'steps[0].config.case must be one of: camel, snake, kebab, pascal, constant' }, { case: 'title' }],
    ['{}', { error: 'steps[0].config.map.a must be a string' }, { map: { a: 1 } }],
    ['{}', { error: 'steps[0].config.map.a\n must be a string' }, { map: { 'a\n': 1 } }],
    ['{}', { error: 'steps[0].config.map.a must be at most 1000 characters long' }, { map: { a: 'x'.repeat(1001) } }],
    ['{}', '{}', { map: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i}`, 'x'])) }],
    [
      '{}',
      { error: 'steps[0].config.map must have at most 500 entries' },
      { map: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`${i}`, 'x'])) },
    ],
    ['{}', { error: 'steps[0].config.deep must be a boolean' }, { ...snake, deep: 1 }],
    [
      `[${'{"a":1},'.repeat(60_000)}1]`,
      { error: 'the output would be longer than 4000000 characters' },
      { map: { a: 'x'.repeat(1000) } },
      '500,000 characters that ask for 83,000,000',
    ],
  ],
  checks: {
    'agrees with a walk over the parsed value': () => {
      const rename = (key: string) => (key === 'aB' ? '__proto__' : key);
      const walk = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(walk);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, member]) => [rename(key), walk(member)]));
      };
      const withoutCollisions = json.filter(
        (value) => !/"aB":.*"__proto__":|"__proto__":.*"aB":/s.test(JSON.stringify(value)),
      );
      fc.assert(
        fc.property(withoutCollisions, fc.integer({ min: 0, max: 3 }), (value, indent) => {
          const output = resultOf(slug, JSON.stringify(value, null, indent), { map: { aB: '__proto__' } });
          assert.deepEqual(JSON.parse(output), walk(value));
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'a map and its reverse give the text back': () => {
      fc.assert(
        fc.property(json, (value) => {
          const text = JSON.stringify(value);
          const there = resultOf(slug, text, { map: { aB: '\0 there', _id: '\0 too' } });
          assert.equal(resultOf(slug, there, { map: { '\0 there': 'aB', '\0 too': '_id' } }), text);
        }),
        { seed: 2, numRuns: sampleSize(200) },
      );
    },
    'names are converted as the code case tools convert them': () => {
      fc.assert(
        fc.property(fc.stringMatching(/^[a-zA-Z]([a-zA-Z _.-]*[a-zA-Z])?$/), (key) => {
          for (const style of ['camel', 'snake', 'kebab', 'pascal', 'constant']) {
            const output = resultOf(slug, JSON.stringify({ [key]: 1 }), { case: style });
            assert.deepEqual(JSON.parse(output), { [resultOf(`${style}-case`, key)]: 1 });
          }
        }),
        { seed: 3, numRuns: sampleSize(100) },
      );
    },
    'reserves exactly the size of its output': () => {
      assertAsksForItsSize(slug, ' {"aB": {"c":1}} ', snake);
      assertAsksForItsSize(slug, '[1, 2]', snake);
    },
    'hostile texts take linear time': () => {
      for (const text of [
        (length: number) => `{"a${'-'.repeat(length)}":1}`,
        (length: number) => `{"${'-'.repeat(length)}a":1}`,
        (length: number) => `{"${filled('a-', length)}":1}`,
        (length: number) => `{${filled('"aB":1,', length)}"c":1}`,
        (length: number) => `[${filled('{"aB":1},', length)}1]`,
        (length: number) => `{${Array.from({ length: length / 10 }, (_, i) => `"k${i}":1`).join(',')}}`,
      ]) {
        assertLinear(text, (json) => resultOf(slug, json, snake));
      }
    },
  },
} satisfies ToolCases;
