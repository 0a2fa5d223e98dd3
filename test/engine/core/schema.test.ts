import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as Typebox } from 'typebox';
import { Type } from '#engine/core/schema.js';

test('every schema equals that of typebox', () => {
  const about = { description: 'what it means' };
  const made = (type: typeof Type) => [
    type.Boolean(),
    type.Boolean({ default: false, ...about }),
    type.Integer({ minimum: 1 }),
    type.Number({ maximum: 1.5 }),
    type.String({ maxLength: 3, default: '' }),
    type.Null(),
    type.Unknown(about),
    type.Literal('x'),
    type.Literal(3, about),
    type.Literal(true),
    type.Enum(['a', 'b'], { default: 'a' }),
    type.Enum([2, 8]),
    type.Union([type.String(), type.Integer()], { default: 0 }),
    type.Array(type.String(), { minItems: 1 }),
    type.Record(type.String(), type.Integer(), { maxProperties: 3 }),
    type.Object({}),
    type.Object({ a: type.String(), b: type.Optional(type.Integer(about)), c: type.Boolean() }, about),
    type.Object({ a: type.Optional(type.String()) }, { additionalProperties: false }),
  ];
  assert.equal(JSON.stringify(made(Type)), JSON.stringify(made(Typebox)));
});
