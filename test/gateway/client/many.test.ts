import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TextmillError } from '#gateway/client/errors.js';
import { runLines } from '#gateway/client/lines.js';
import { runMany } from '#gateway/client/many.js';
import { all, EngineSender } from '../../support/fake-sender.js';

describe('runMany', () => {
  test('yields a result or an error for each text, in order, from requests that are full', async () => {
    const sender = new EngineSender();
    const texts = Array.from({ length: 12_000 }, (_, index) => (index % 700 === 3 ? '{' : `[ ${index} ]`));
    const results = await all(runMany(sender, texts, ['json-minifier']));
    assert.equal(results.length, texts.length);
    for (const [index, { result, error }] of results.entries()) {
      if (index % 700 === 3) assert.match(error ?? '', /^Step 1 \(json-minifier\) failed: line 1, column 2: /);
      else assert.equal(result, `[${index}]`);
    }
    // 250, 500, 1,000, 2,000, 4,000, and the rest.
    assert.equal(sender.sent.length, 6);
  });

  test('a text that exceeds a limit by itself has an error, and leaves the others alone', async () => {
    const steps = [{ toolSlug: 'repeat-text', config: { times: 20 } }];
    const [first, second, third] = await all(runMany(new EngineSender(), ['a', 'x'.repeat(300_000), 'b'], steps));
    assert.deepEqual([first?.result, third?.result], ['a'.repeat(20), 'b'.repeat(20)]);
    assert.deepEqual(second, {
      error: 'Step 1 (repeat-text) failed: the output would be longer than 4000000 characters',
      code: 'step-output-too-long',
      step: 1,
    });
  });

  test('a wrong workflow ends it at the first request', async () => {
    const error = await all(runMany(new EngineSender(), ['a'], ['uper-case'])).catch((reason: unknown) => reason);
    assert.ok(error instanceof TextmillError);
    assert.match(error.message, /Unknown tool: uper-case\. Did you mean upper-case\?/);
  });
});

describe('runLines with groups', () => {
  test('keeps lines with groups of lines, fields and JSON lines', async () => {
    const steps = [
      { each: { field: { fields: [1] } }, steps: ['upper-case'] },
      { each: 'line', steps: ['reverse-text'], onError: 'keep' },
    ];
    assert.deepEqual(await all(runLines(new EngineSender(), ['ab c', 'd'], steps)), ['c BA', 'D']);
  });
});
