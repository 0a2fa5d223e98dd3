import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MessageShape } from '#gateway/mcp/message-shape.js';

const encoder = new TextEncoder();
function isTooMuchMessage(text: string): boolean {
  const shape = new MessageShape(encoder.encode(text));
  for (;;) {
    const isTooMuch = shape.advance();
    if (isTooMuch !== undefined) return isTooMuch;
  }
}

/** Whether a call with these arguments is too much. */
const isTooMuch = (args: string): boolean =>
  isTooMuchMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"a":${args}}}}`);

/** What a call has beside the value of its argument. */
const marksOfCall = 7;
const membersOfCall = 7;

/** Returns a list with a number of commas and brackets. */
const values = (count: number): string => `[${Array(count).fill('0').join(',')}]`;
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1])));
const levels = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`;

describe('the arguments of a call', () => {
  for (const [what, text, expected] of [
    ['nothing', '""', false],
    ['2,000 members', members(2_000 - membersOfCall), false],
    ['2,001 members', members(2_001 - membersOfCall), true],
    ['members of objects in objects', '{"a":'.repeat(2_001), true],
    ['members behind a text that ends in backslashes', `{"\\\\":1,"\\"":1,"k":${members(2_001)}}`, true],
    ['40,000 values', values(40_000 - marksOfCall), false],
    ['40,001 values', values(40_001 - marksOfCall), true],
    ['40,000 levels', levels(40_000 - marksOfCall), false],
    ['40,001 levels', levels(40_001 - marksOfCall), true],
    ['empty objects', `[${Array(20_001).fill('{}').join(',')}]`, true],
    ['25 steps of 500 pairs', JSON.stringify(Array(25).fill(Array(500).fill(['a', 'b']))), false],
    ['a text of commas', JSON.stringify(','.repeat(200_000)), false],
    ['a text of four megabytes', JSON.stringify('a'.repeat(4_000_000)), false],
    ['a text that looks like JSON', JSON.stringify(JSON.stringify(Array(20_000).fill({ a: '\\' }))), false],
    ['a text that never ends', `"${','.repeat(200_000)}`, false],
    ['a text that is cut in the middle of an escape', '{"a\\', false],
    ['a text of backslashes whose end is escaped', `"${'\\'.repeat(200_001)}"${','.repeat(200_000)}`, false],
    ['white space', ' '.repeat(4_000_000), false],
    ['more than 4 MiB', ' '.repeat(4 * 1024 * 1024), true],
  ] as const) {
    test(`${what}: ${expected ? 'too much' : 'accepted'}`, () => assert.equal(isTooMuch(text), expected));
  }

  test('the contents of strings never count, everything else does', () => {
    const most = 40_000 - marksOfCall;
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/[,[{]/g)?.length ?? 0;
        // One for the outer bracket, one for the comma after the value.
        const left = most - outside - 2;
        assert.equal(isTooMuch(`[${text},${values(left)}]`), false);
        assert.equal(isTooMuch(`[${text},${values(left + 1)}]`), true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('what is around the arguments of a call', () => {
  const call = (args: unknown, more = {}, params = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', ...more, params: { ...params, arguments: args } });
  const numbers = (count: number) => Array(count).fill(0);
  const text = 'a'.repeat(1_000_000);
  for (const [what, message, expected] of [
    ['an id of 90,000 characters', call({}, { id: 'i'.repeat(90_000) }), false],
    ['an id of 4 MB', call({}, { id: 'i'.repeat(4_000_000) }), true],
    ['an id of 4 MB behind the arguments', `${call({}).slice(0, -1)},"id":"${'i'.repeat(4_000_000)}"}`, true],
    ['an id of many numbers', call({}, { id: numbers(99_000) }), true],
    ['a long name of a tool', call({}, {}, { name: '_'.repeat(4_000_000) }), true],
    ['many numbers beside the arguments', call({}, {}, { _meta: numbers(99_000) }), true],
    ['195 numbers', call({ text }, {}, { _meta: numbers(195) }), false],
    ['long arguments before the method', `{"params":{"arguments":{"a":"${text}"}},"method":"tools/call"}`, false],
    ['long arguments of another method', call({ text }, { method: 'prompts/get' }), true],
    ['arguments that are a text', call(text), true],
    ['arguments of something else', call({}, { other: { arguments: { text } } }), true],
    ['arguments one level deeper', call({}, {}, { deeper: { arguments: { text } } }), true],
    ['params in a list', `[{"method":"tools/call","params":{"arguments":{"a":"${text}"}}}]`, true],
    ['white space', ' '.repeat(1_000_000), true],
  ] as const) {
    test(`${what}: ${expected ? 'too much' : 'accepted'}`, () => assert.equal(isTooMuchMessage(message), expected));
  }

  test('is refused before the rest is read', () => {
    for (const id of ['i'.repeat(4_000_000), '\\"'.repeat(1_000_000), numbers(99_000)]) {
      const shape = new MessageShape(encoder.encode(call({}, { id })));
      assert.ok(Array.from({ length: 6 }, () => shape.advance()).includes(true));
    }
  });
});
