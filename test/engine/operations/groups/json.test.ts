import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runRequest } from '../../../support/run-request.js';
import { sampleSize } from '../../../support/sample-size.js';

/** A scalar of JSON, as it is written, and what the steps get. */
const scalar = fc.oneof(
  fc
    .tuple(
      fc.array(fc.constantFrom('a', 'Bc', ' ', '\\n', '\\u0041', '\\"', '\\/', 'é', '👍', '\\ud83d')),
      fc.constant(0),
    )
    .map(([parts]) => `"${parts.join('')}"`),
  fc.constantFrom('12', '-0.50', '1e400', '12345678901234567890123456789012345678901', 'true', 'false', 'null'),
);
const blank = fc.constantFrom('', ' ', '\n', '\r\n\t');

/** An array of objects, as it is written, with the members `name` and `other` in several orders. */
const items = fc.array(
  fc.record({
    name: scalar,
    other: scalar,
    blanks: fc.array(blank, { minLength: 6, maxLength: 6 }),
    isFirst: fc.boolean(),
  }),
  { maxLength: 5 },
);

type Item = typeof items extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function written(list: readonly Item[], nameOf: (source: string) => string): string {
  const objects = list.map(({ name, other, blanks, isFirst }) => {
    const members = [`"name"${blanks[0]}:${blanks[1]}${nameOf(name)}`, `"x"${blanks[2]}:${blanks[3]}${other}`];
    return `{${blanks[4]}${(isFirst ? members : members.toReversed()).join(`,${blanks[5]}`)}}`;
  });
  return ` {"items" : [${objects.join(', ')}]}\n`;
}

const textOf = (source: string) => (source.startsWith('"') ? (JSON.parse(source) as string) : source);

describe('values of JSON', () => {
  const each = { json: { path: '$.items[*].name' } };

  test('the steps get strings as their contents and other values as they are written; the rest stays byte for byte', () => {
    fc.assert(
      fc.property(items, fc.constantFrom('', '!', '"\\\n'), (list, suffix) => {
        const steps = [{ each, steps: [{ toolSlug: 'insert-text', config: { text: suffix, at: 'end' } }] }];
        const expected = written(list, (name) => (suffix === '' ? name : JSON.stringify(textOf(name) + suffix)));
        const { result, error } = runRequest({ input: written(list, (name) => name), steps });
        assert.equal(result, expected, error);
      }),
      { seed: 5, numRuns: sampleSize(5_000) },
    );
  });

  test('whatever members are removed, JSON stays', () => {
    fc.assert(
      fc.property(items, (list) => {
        const steps = [
          { each, when: { matches: '^[a1-]' }, steps: ['json-formatter', 'base64-decode'], onError: 'drop' },
        ];
        const { result = '', error } = runRequest({ input: written(list, (name) => name), steps });
        assert.equal(error, undefined);
        const { items: left } = JSON.parse(result) as { readonly items: readonly Record<string, unknown>[] };
        assert.equal(left.length, list.length);
        for (const [index, item] of left.entries()) assert.deepEqual(item.x, JSON.parse(list[index]?.other ?? ''));
      }),
      { seed: 5, numRuns: sampleSize(2_000) },
    );
  });

  const upper = ['upper-case'];
  const failing = ['json-formatter'];
  const cases: readonly (readonly [input: string, json: object, expected: string, title: string, step?: object])[] = [
    ['["a",1,null]', { path: '$[*]' }, '["A",1,"NULL"]', 'values that change become strings, others stay'],
    ['{"a":{"b":"c"}}', { path: '$.a' }, '{"a":{"B":"C"}}', 'an object that is still JSON stays one'],
    ['{"a":[1]}', { path: '$.a' }, '{"a":"[1]!"}', 'an object that is not becomes a string', { steps: [suffix('!')] }],
    ['{"a":"x","a":"y"}', { path: '$.a' }, '{"a":"X","a":"Y"}', 'members of the same name are all parts'],
    ['{"a":["x"],"a":["y"]}', { path: '$.a[0]' }, '{"a":["X"],"a":["Y"]}', 'and what is in them'],
    [
      '{"b":1,"a":1,"a":"q"}',
      { path: '$.a' },
      '{"b":1}',
      'removed together',
      { steps: ['trim-text', 'base64-decode', 'base64-decode'], onError: 'drop' },
    ],
    ['"x"', { path: '$' }, '"X"', 'the text itself'],
    ['["a","b","c"]', { path: '$[2,0,0]' }, '["A","b","C"]', 'in any order, each once'],
    [
      '{"a":"x"}\n\nnull\n{"a":"y"}\r\n',
      { path: '$.a', lines: true },
      '{"a":"X"}\n\nnull\n{"a":"Y"}\r\n',
      'line by line',
    ],
    [
      '["x","1","x"]',
      { path: '$[*]' },
      '["1"]',
      'elements are removed with their commas',
      { steps: failing, onError: 'drop' },
    ],
    ['[ "x" , "y" ]', { path: '$[*]' }, '[  ]', 'all elements', { steps: failing, onError: 'drop' }],
    ['{"a":1,\n"b":"x"}', { path: '$.b' }, '{"a":1}', 'the last member', { steps: failing, onError: 'drop' }],
    ['{"b":"x",\n"a":1}', { path: '$.b' }, '{"a":1}', 'the first member', { steps: failing, onError: 'drop' }],
    [
      '{"a":1}\n{"a":',
      { path: '$.a', lines: true },
      '{"a":1}',
      'a line that is not JSON',
      { steps: upper, onError: 'drop' },
    ],
    [
      '{"a":1}\n{',
      { path: '$.a', lines: true },
      '{"a":1}\ninvalid: {',
      'the same, marked',
      { steps: upper, onError: 'mark' },
    ],
    [
      '1\n"x"\n2\n',
      { path: '$', lines: true },
      '1\n2\n',
      'a line whose value is removed',
      { steps: failing, onError: 'drop' },
    ],
    ['{"items":[]}', { path: '$.items[*].name' }, '{"items":[]}', 'nothing is selected'],
    ['{"a":"x"}', { path: '$.b', lines: true }, '{"a":"x"}', 'lines need not have the value'],
  ];
  for (const [input, json, expected, title, step = { steps: upper }] of cases) {
    test(title, () => {
      const { result, error } = runRequest({ input, steps: [{ each: { json }, ...step }] });
      assert.equal(result, expected, error);
    });
  }

  const refusals: readonly (readonly [input: string, json: object, error: string])[] = [
    ['[[1]]', { path: '$..*' }, 'Step 1: line 1, column 3: $..* selects this value and one that it is in'],
    ['{"a":1}', { path: '$.b' }, 'Step 1: there is nothing at $.b. Did you mean $.a?'],
    ['{"a":1', { path: '$.a' }, 'Step 1: line 1, column 7: expected a comma or "}", found the end of the text'],
    ['{}', { path: '$.' }, 'Step 1: path, character 3: the expression is not complete'],
    [
      '{"a":1}\n{',
      { path: '$.a', lines: true },
      'Step 1 failed at line 2: column 2: expected a property name in double quotes, found the end of the text',
    ],
    ['{}', {}, 'steps[0].each.json.path is required'],
    ['{}', { path: '$', line: true }, 'Unknown field: steps[0].each.json.line. Did you mean lines?'],
  ];
  for (const [input, json, expected] of refusals) {
    test(expected, () =>
      assert.equal(runRequest({ input, steps: [{ each: { json }, steps: upper }] }).error, expected),
    );
  }
});

function suffix(text: string): object {
  return { toolSlug: 'insert-text', config: { text, at: 'end' } };
}
