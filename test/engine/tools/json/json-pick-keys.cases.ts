import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assertTakesAtMost } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'json-pick-keys';

function pick(input: string, keys: readonly string[], output: string, options: object = {}): ToolRow {
  return [input, output, { keys, indent: 0, ...options }, `pick ${keys} of ${input}`.slice(0, 100)];
}

function omit(input: string, keys: readonly string[], output: string, options: object = {}): ToolRow {
  const config = { keys, mode: 'omit', indent: 0, ...options };
  return [input, output, config, `omit ${keys} of ${input}`.slice(0, 100)];
}

const deep = { deep: true };

export default {
  slug,
  cases: [
    ['', { error: 'line 1, column 1: expected a value, found the end of the text' }, { keys: ['a'] }],
    ['{}', { error: 'steps[0].config.keys is required' }],
    ['{}', { error: 'steps[0].config.keys must have at least 1 item' }, { keys: [] }],
    ['{}', { error: 'steps[0].config.keys[0] must be at least 1 character long' }, { keys: [''] }],
    ['{}', { error: 'steps[0].config.keys must be an array' }, { keys: 'a' }],
    ['{"a":1}', '{\n\t"a": 1\n}', { keys: ['a'], indent: 'tab' }],

    pick('{"a":1,"b":2,"c":3}', ['c', 'a'], '{"a":1,"c":3}'),
    pick('{"a":{"x":1.0,"y":1e400},"b":"\\u0041\ud800"}', ['a', 'b'], '{"a":{"x":1.0,"y":1e400},"b":"\\u0041\ud800"}'),
    pick('{"a":1,"\\u0061":2}', ['a'], '{"a":1,"\\u0061":2}'),
    pick('{"__proto__":1,"constructor":2}', ['__proto__'], '{"__proto__":1}'),
    pick('{"a":1}', ['toString', '__proto__.a'], '{}'),
    pick('{"😀":1,"b":2}', ['😀'], '{"😀":1}'),
    pick('{"a":{"b":{"c":1,"d":2},"e":3}}', ['a.b.c'], '{"a":{"b":{"c":1}}}'),
    pick('{"a":{"b":1,"c":2}}', ['a.b', 'a'], '{"a":{"b":1,"c":2}}'),
    pick('{"a":{"b":1,"c":2}}', ['a.b', 'a.c.d'], '{"a":{"b":1}}'),
    pick('{"a":{"x":1},"b":1}', ['a.y', 'b'], '{"b":1}'),
    pick('{"a":[{"b":1,"c":2},{"c":3},4,[{"b":5}],{"b":6}]}', ['a.b'], '{"a":[{"b":1},{},[{"b":5}],{"b":6}]}'),
    pick('{"a":[{"c":3}],"b":1}', ['a.b', 'b'], '{"b":1}'),
    pick('[{"a":1},{"b":2},3,[{"a":4,"b":5}]]', ['a'], '[{"a":1},{},[{"a":4}]]'),
    pick('[{"b":1},2,{}]', ['a'], '[{},{}]'),
    pick('{"b":1}', ['a'], '{}'),
    pick('[]', ['a'], '[]'),
    pick('"a"', ['a'], '{}'),
    pick('{"a..b":1,"a":{"":{"b":2}}}', ['a..b'], '{"a..b":1,"a":{"":{"b":2}}}'),
    pick('{"x":{"a":1,"b":[{"a":2,"c":3}]},"a":{"c":4}}', ['a'], '{"x":{"a":1,"b":[{"a":2}]},"a":{"c":4}}', deep),
    pick('{"x":{"a":{"b":1,"c":2}},"b":3}', ['a.b'], '{"x":{"a":{"b":1}}}', deep),
    pick('{"x":{"a":{"a":{"b":1}}}}', ['a.a.b', 'a.c'], '{"x":{"a":{"a":{"b":1}}}}', deep),

    omit('{"a":1,"b":2,"a":3}', ['a'], '{"b":2}'),
    omit('{"a":1.0,"b":{"a":1e400}}', ['a'], '{"b":{"a":1e400}}'),
    omit('{"__proto__":1,"b":2}', ['__proto__'], '{"b":2}'),
    omit('{"a":{"b":1,"c":2},"a.b":3}', ['a.b'], '{"a":{"c":2}}'),
    omit('{"a":{"b":1}}', ['a.b'], '{"a":{}}'),
    omit('{"a":[{"b":1,"c":2},3,[{"b":4}]]}', ['a.b'], '{"a":[{"c":2},3,[{}]]}'),
    omit('[{"a":1,"b":2},"a"]', ['a'], '[{"b":2},"a"]'),
    omit('"a"', ['a'], '"a"'),
    omit('{"x":{"a":1,"b":[{"a":2,"c":3}]},"a":{"c":4}}', ['a'], '{"x":{"b":[{"c":3}]}}', deep),
    omit('{"x":{"a":{"b":1,"c":2}},"b":3}', ['a.b'], '{"x":{"a":{"c":2}},"b":3}', deep),
    ['['.repeat(501), { error: 'line 1, column 501: nested deeper than 500 levels' }, { keys: ['a'] }, 'too deep'],
  ],
  checks: {
    'at the top, pick and omit share the members out': () => {
      const names = fc.uniqueArray(fc.constantFrom<string[]>('a', 'b', 'c', '__proto__', 'toString'), { minLength: 1 });
      const record = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'toString'));
      fc.assert(
        fc.property(record, names, (present, keys) => {
          const input = `{${present.map((name, i) => `"${name}":${i}`)}}`;
          const written = (kept: (name: string) => boolean) =>
            `{${present.flatMap((name, i) => (kept(name) ? `"${name}":${i}` : []))}}`;
          assert.equal(
            resultOf(slug, input, { keys, indent: 0 }),
            written((name) => keys.includes(name)),
          );
          assert.equal(
            resultOf(slug, input, { keys, mode: 'omit', indent: 0 }),
            written((name) => !keys.includes(name)),
          );
        }),
        { seed: 1, numRuns: sampleSize(200) },
      );
    },
    'deep omit leaves none of the names anywhere, and pick twice is pick once': () => {
      const name = fc.constantFrom('a', 'b', 'c');
      const value = fc.letrec((tie) => ({
        any: fc.oneof({ depthSize: 'medium' }, fc.integer(), tie('array'), tie('object')),
        array: fc.array(tie('any'), { maxLength: 3 }),
        object: fc.dictionary(name, tie('any')),
      })).any;
      fc.assert(
        fc.property(value, fc.boolean(), (data, everywhere) => {
          const input = JSON.stringify(data);
          assert.ok(!resultOf(slug, input, { keys: ['a'], mode: 'omit', deep: true }).includes('"a"'));
          const config = { keys: ['a.b', 'c'], deep: everywhere };
          const once = resultOf(slug, input, config);
          assert.equal(resultOf(slug, once, config), once);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'many paths and much nesting are worked through in time': () => {
      const keys = Array.from({ length: 500 }, (_, i) => `${'a.'.repeat(i % 99)}b${i}`);
      const input = `[${Array.from({ length: 40 }, () => `${'{"a":'.repeat(450)}1${'}'.repeat(450)}`)}]`;
      assertTakesAtMost(110, () => {
        for (const mode of ['pick', 'omit']) resultOf(slug, input, { keys, mode, deep: true, indent: 0 });
      });
    },
  },
} satisfies ToolCases;
