import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkMessageShape } from '../../../gateway/mcp/message-shape.js';

const refusal = { message: 'Too many members in the message (maximum 10000)' };

function check(message: unknown): void {
  checkMessageShape(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)));
}

describe('a message that would hold the event loop for seconds is refused', () => {
  for (const [what, message] of [
    ['members', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1]))],
    ['empty objects', Array(10_000).fill({})],
    ['levels', `${'['.repeat(10_001)}${']'.repeat(10_001)}`],
    ['members after a text that ends in backslashes', `{"\\\\":1,"\\"":1,${'"k":1,'.repeat(10_000)}"k":1}`],
  ] as const) {
    test(`for its ${what}`, () => assert.throws(() => check(message), refusal));
  }
});

describe('a message passes', () => {
  for (const [what, message] of [
    ['with 9,999 members', Object.fromEntries(Array.from({ length: 9_999 }, (_, i) => [`k${i}`, 1]))],
    ['with a million lines, which are refused in words of their own', Array(1_000_000).fill('a')],
    ['with a text that looks like JSON', { input: JSON.stringify(Array(20_000).fill({ a: '\\' })) }],
    ['that is cut in the middle of an escape', '{"a\\'],
  ] as const) {
    test(what, () => assert.doesNotThrow(() => check(message)));
  }
});
