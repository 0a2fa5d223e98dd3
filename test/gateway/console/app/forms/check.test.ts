import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configProblems, problemOf } from '#gateway/console/app/forms/check.js';
import { choiceLabel, labelOf } from '#gateway/console/app/forms/label.js';
import { withOption } from '#gateway/console/app/forms/values.js';
import type { OptionSchema } from '#gateway/console/app/session/tool.js';

const words = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 3 }, minItems: 1, maxItems: 2 };
const column = {
  anyOf: [
    { type: 'string', maxLength: 2 },
    { type: 'integer', minimum: 1, maximum: 9 },
  ],
};

const problems: readonly (readonly [OptionSchema, unknown, string])[] = [
  [{ type: 'integer', minimum: 1, maximum: 10_000 }, 0, 'A whole number from 1 to 10,000.'],
  [{ type: 'integer', minimum: 1, maximum: 10_000 }, 10_000, ''],
  [{ type: 'integer', minimum: 1, maximum: 10_000 }, 1.5, 'A whole number from 1 to 10,000.'],
  [{ type: 'number', minimum: -1 }, -2, 'A number from -1.'],
  [{ type: 'number', maximum: 1 }, 2, 'A number up to 1.'],
  [{ type: 'string', maxLength: 1 }, 'ab', 'At most 1 character.'],
  [{ type: 'string', maxLength: 1 }, '\u{1f600}', ''],
  [{ type: 'string', minLength: 2, maxLength: 4 }, 'a', 'At least 2 characters.'],
  [{ type: 'string', maxLength: 3, pattern: '^[ims]*$' }, 'ix', 'Only what matches ^[ims]*$.'],
  [{ enum: ['a', 'b'] }, 'c', 'Choose one of the values.'],
  [words, [], 'Write at least 1.'],
  [words, ['a', 'b', 'c'], 'Write at most 2.'],
  [words, ['a', 'long'], 'Line 2: at most 3 characters.'],
  [column, 'abc', 'At most 2 characters.'],
  [column, 10, 'A whole number from 1 to 9.'],
  [{ type: 'object' }, '{"a"', 'This is not JSON yet.'],
  [{ type: 'object' }, [], 'A JSON object is needed, such as {…}.'],
  [{ type: 'object' }, { a: 1 }, ''],
];

for (const [schema, value, problem] of problems) {
  test(`${JSON.stringify(value)} for ${JSON.stringify(schema)}: ${problem || 'fits'}`, () => {
    // Newer engines add the place of the mistake in JSON.
    assert.equal(problemOf(schema, value).replace(/: look at line \d+ column \d+/, ' yet'), problem);
  });
}

test('the problems of a config name missing and invalid options', () => {
  const schema = {
    properties: { find: { type: 'string' }, limit: { type: 'integer', maximum: 3 } },
    required: ['find'],
  };
  assert.deepEqual(
    [...configProblems(schema, { limit: 4 })],
    [
      ['find', 'Needed.'],
      ['limit', 'A whole number up to 3.'],
    ],
  );
  assert.deepEqual([...configProblems(schema, { find: '', limit: 3 })], []);
});

test('options are in the order of the schema, in any order of setting, and unknown ones are kept', () => {
  const schema = { properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } } };
  assert.equal(JSON.stringify(withOption(schema, { b: '1', other: 2 }, 'a', 'y')), '{"a":"y","b":"1","other":2}');
  assert.deepEqual(withOption(schema, { a: 'y', b: '1' }, 'a', 'x'), { b: '1' });
  assert.deepEqual(withOption(schema, { a: 'y', b: '1' }, 'b', undefined), { a: 'y' });
});

test('names of options and values are readable', () => {
  assert.equal(labelOf('hasHeaders'), 'Has headers');
  assert.equal(labelOf('base64'), 'Base64');
  assert.deepEqual(
    ['', ' ', ' - ', 5, 'asc'].map((value) => choiceLabel(value)),
    ['none', 'blank', '␣-␣', '5', 'asc'],
  );
});
