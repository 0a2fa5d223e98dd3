import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writings } from '#gateway/console/app/forms/notation.js';

const text = fc.string({ unit: 'binary' });
const item = text.filter((each) => each !== '');
const name = fc.oneof(item, fc.integer({ min: -500_000, max: 500_000 }), fc.constantFrom('"', '""', '"7"', '7', '-0'));

const values = {
  escaped: text,
  plain: text,
  name,
  texts: fc.array(item),
  names: fc.array(name),
  json: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
} as const;

for (const [notation, value] of Object.entries(values)) {
  test(`a value typed as ${notation} is read back`, () => {
    const { read, write } = writings[notation as keyof typeof values];
    fc.assert(
      fc.property<[unknown]>(value, (one) => {
        assert.deepEqual(JSON.parse(JSON.stringify(read(write(one)))), JSON.parse(JSON.stringify(one)));
      }),
    );
  });
}

test('digits alone are a number; in quotes they are a name', () => {
  assert.equal(writings.name.read('-12'), -12);
  assert.equal(writings.name.read('"12"'), '12');
  assert.equal(writings.name.read('"'), '"');
  assert.equal(writings.name.read('price'), 'price');
});

test('blank lines of a list are skipped', () => {
  assert.deepEqual(writings.texts.read('a\n\n b \n'), ['a', ' b ']);
  assert.deepEqual(writings.names.read('name\n3'), ['name', 3]);
});

test('invalid JSON is kept as typed', () => {
  assert.equal(writings.json.read('{"a":'), '{"a":');
});
