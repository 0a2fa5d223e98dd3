import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SanitizeOptions } from '#engine/tool-types.js';
import { TextmillError } from '#gateway/client/errors.js';
import { sanitizeAll } from '#gateway/client/urls.js';
import { all, EngineSender } from '../../support/fake-sender.js';

const url = (i: number) => `https://example.com/${i}`;
const tracked = (count: number) => Array.from({ length: count }, (_, i) => `${url(i)}?utm_source=x`);

async function* later<Value>(values: Iterable<Value>) {
  yield* values;
}

test('URLs come out in order, at most 500 with each request', async () => {
  const urls = tracked(1_234);
  for (const source of [urls, later(urls)]) {
    const sender = new EngineSender();
    assert.deepEqual(
      await all(sanitizeAll(sender, source)),
      urls.map((_, i) => url(i)),
    );
    assert.deepEqual(
      sender.sent.map(({ path, body }) => [path, (body.urls as string[]).length]),
      [
        ['v1/sanitize', 500],
        ['v1/sanitize', 500],
        ['v1/sanitize', 234],
      ],
    );
  }
});

test('the options of sanitize are sent, those of the batch are not', async () => {
  const sender = new EngineSender();
  const urls = ['https://example.com/?ref=a&ID=1&utm_source=b'];
  const options = { keepParams: ['ref'], extraParams: ['id'], ignoreCase: true, connections: 2, start: 0 };
  assert.deepEqual(await all(sanitizeAll(sender, urls, options)), ['https://example.com/?ref=a']);
  assert.deepEqual(sender.sent[0]?.body, { keepParams: ['ref'], extraParams: ['id'], ignoreCase: true, urls });
});

test('blank URLs keep their places; a request of nothing else is not sent', async () => {
  const sender = new EngineSender();
  assert.deepEqual(await all(sanitizeAll(sender, ['', ` ${url(1)}\t`, ' '])), ['', url(1), '']);
  assert.deepEqual(await all(sanitizeAll(sender, Array(700).fill(' '))), Array(700).fill(''));
  assert.equal(sender.sent.length, 1);
});

test('a refused option is not reported as a URL', async () => {
  const options = { profile: 'none' } as unknown as SanitizeOptions;
  await assert.rejects(all(sanitizeAll(new EngineSender(), tracked(700), options)), (error) => {
    assert.ok(error instanceof TextmillError);
    assert.match(error.message, /^profile must be one of/);
    assert.deepEqual([error.status, error.done], [400, 0]);
    return true;
  });
});

test('a string instead of an array is refused, not taken for rows of one character', async () => {
  const sender = new EngineSender();
  await assert.rejects(all(sanitizeAll(sender, 'https://example.com/?gclid=1')), {
    name: 'TextmillError',
    message: 'The rows are one text: give an array of its lines',
  });
  assert.deepEqual(sender.sent, []);
});
