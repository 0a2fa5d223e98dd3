import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createClient, QuotaError, TextmillError } from '#gateway/client/index.js';
import { assertConversed, type CallOutcome, clientCases, startConversation } from '../../support/client-cases.js';
import { SimulatedTiming } from '../../support/planned-server.js';

/** Compares the outcome of a call. */
function assertOutcome(expected: CallOutcome, url: string, error: unknown): void {
  if (expected === 'done') {
    assert.equal(error, undefined);
    return;
  }
  assert.ok(error instanceof TextmillError, String(error));
  const { name = 'TextmillError', message, freeAt, ...facts } = expected;
  assert.equal(error.name, name);
  assert.match(error.message, new RegExp(message.replace('{url}', url)));
  const given = error instanceof QuotaError && freeAt !== undefined ? error.freeAt.toISOString() : undefined;
  assert.equal(given, freeAt);
  for (const [fact, value] of Object.entries(facts)) assert.deepEqual(Reflect.get(error, fact), value, fact);
}

describe('a conversation in which', () => {
  for (const conversation of clientCases.conversations) {
    test(conversation.name, async (t) => {
      const { options = {}, random, advanceMs = 0, delays = [], outcomes = ['done'] } = conversation;
      const server = await startConversation(t, conversation);
      const timing = new SimulatedTiming(random);
      const { apiKey = 'k', ...rest } = options;
      const reported: number[] = [];
      const client = createClient({
        ...rest,
        baseUrl: server.url,
        apiKey: apiKey ?? undefined,
        timing,
        onRetry: ({ delayMs }) => reported.push(delayMs),
      });
      for (const expected of outcomes) {
        const error = await client.run('é', ['upper-case']).then(
          ({ result }) => assert.equal(result, 'É'),
          (reason: unknown) => reason,
        );
        assertOutcome(expected, server.url, error);
        timing.advance(advanceMs);
      }
      assert.deepEqual(timing.delays.map(Math.round), delays);
      assert.deepEqual(reported.map(Math.round), delays);
      assertConversed(conversation, server);
    });
  }
});
