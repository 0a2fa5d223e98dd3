import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeldBody } from '#gateway/server/pipeline/held-body.js';
import { ownBytes, viewOf } from '#workers/owned-bytes.js';

/** What happens to a held body, in any order of the reader and the rest. */
type Event = 'reader' | 'complete' | 'failed' | 'abandoned';

/** Returns what the reader of a held body learns. */
function toldAfter(events: readonly Event[]): string[] {
  const reported: string[] = [];
  const held = HeldBody.of({ readBody: () => {}, admitBody: () => {} });
  const happen: Record<Event, () => void> = {
    reader: () =>
      held.readBody({
        complete: (body) => void reported.push(`complete: ${Buffer.from(viewOf(body))}`),
        failed: (reason) => void reported.push(`failed: ${reason}`),
        abandoned: () => void reported.push('abandoned'),
      }),
    complete: () => held.complete(ownBytes(Buffer.from('{}'))),
    failed: () => held.failed('timeout'),
    abandoned: () => held.abandoned(),
  };
  for (const event of events) happen[event]();
  return reported;
}

describe('the reader of a held body learns the same, whenever it comes', () => {
  const cases: readonly (readonly [Event[], string[]])[] = [
    [['complete'], ['complete: {}']],
    [['failed'], ['failed: timeout']],
    [
      ['complete', 'abandoned'],
      ['complete: {}', 'abandoned'],
    ],
  ];
  for (const [events, expected] of cases) {
    for (let before = 0; before <= events.length; before++) {
      const order: Event[] = [...events.slice(0, before), 'reader', ...events.slice(before)];
      test(order.join(', '), () => assert.deepEqual(toldAfter(order), expected));
    }
  }
});

test('a held body is that of a stranger until it gets a reader', () => {
  const asked: unknown[] = [];
  const held = HeldBody.of(
    { readBody: (_, limits) => void asked.push(limits), admitBody: () => void asked.push('admitted') },
    { maxBytes: 10 },
  );
  held.complete(ownBytes(Buffer.from('{}')));
  assert.deepEqual(asked, [{ maxBytes: 10, isOfStranger: true }]);
  held.readBody({ complete: () => {}, failed: () => {} });
  assert.deepEqual(asked.slice(1), ['admitted']);
});
