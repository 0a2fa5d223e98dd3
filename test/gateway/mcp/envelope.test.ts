import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Envelope, envelopeOf } from '#gateway/mcp/envelope.js';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, () => 0);
const message = (method: string, params?: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, method, params });
const call = (args: unknown, more = {}): object => message('tools/call', { name: 'a', arguments: args, ...more });

describe('the envelope of a message', () => {
  const lines = numbers(99_000);
  for (const [what, given, expected] of [
    ['small', message('ping'), true],
    ['as large as that of a host with an icon', message('initialize', { icon: 'a'.repeat(16_000) }), true],
    ['with 190 values', message('tools/list', { _meta: numbers(190) }), true],
    ['with an id of 4 MB', message('ping', {}, 'i'.repeat(4_000_000)), false],
    ['with an id of many values', message('ping', {}, lines), false],
    ['with a long method', message('m'.repeat(20_000)), false],
    ['with a long name of a member', message('ping', { ['m'.repeat(20_000)]: 1 }), false],
    ['with many values in its parameters', message('ping', { lines }), false],
    ['with 200 objects in each other', JSON.parse(`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`), false],
    ['with many members of its own', { ...message('ping'), ...lines }, false],
    ['that is a response', { jsonrpc: '2.0', id: 1, result: lines }, false],
    ['of a call with many values beside its arguments', call({}, { _meta: lines }), false],
    ['of a call with a long name', call({}, { name: '_'.repeat(20_000) }), false],
    ['of a call whose arguments are no object', call(lines), false],
    ['of another method with arguments', message('prompts/get', { arguments: { lines } }), false],
    ['of a call with many arguments', call({ lines, input: 'a'.repeat(4_000_000) }), true],
  ] as const satisfies readonly (readonly [string, object, boolean])[]) {
    test(`${what} is ${expected ? 'accepted' : 'too much'}`, () => {
      assert.equal(envelopeOf(given) !== undefined, expected);
    });
  }

  test('has no arguments; they come separately, and the message stays as it is', () => {
    const given = JSON.parse('{"method":"tools/call","id":1,"params":{"name":"a","arguments":{"__proto__":1}}}');
    const { message: around, args } = envelopeOf(given) as Envelope;
    assert.deepEqual(around, { method: 'tools/call', id: 1, params: { name: 'a', arguments: {} } });
    assert.equal(args, given.params.arguments);
    assert.deepEqual(Object.keys(given.params.arguments), ['__proto__']);
  });
});
