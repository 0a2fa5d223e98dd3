import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EngineOperation } from '#engine/operations/operation.js';
import { bothWays, lengthened, runBothWays } from '../support/both-ways.js';

const engines = bothWays();
const run = { steps: ['trim-lines'] };
const page = { resultOffset: 0, resultLimit: 2 };

/** `[operation, request, characters in, characters out]`; an emoji is two characters. */
const cases: readonly [EngineOperation, object, number, number][] = [
  ['run', { ...run, input: '' }, 0, 0],
  ['run', { ...run, input: ' é😀\n ' }, 6, 4],
  ['run', { ...run, input: 'a ', trace: true }, 2, 1],
  ['run', { ...run, inputs: ['a ', { id: 'long name', input: ' 😀' }] }, 5, 3],
  // A text that fails has no result.
  ['run', { steps: ['json-formatter'], inputs: ['{', '1'] }, 2, 1],
  ['run-page', { ...run, input: ' abc', ...page }, 4, 2],
  ['sanitize', { url: ' http://a/?fbclid=1 ' }, 20, 9],
  ['sanitize', { input: 'http://a\n\nb' }, 11, 9],
  ['sanitize', { urls: ['', 'http://a/?utm_source=é&ü=😀', 'a"\\\n"b'] }, 33, 20],
  ['sanitize', { urls: ['http://a/?utm_id=1'], profile: 'extended', explain: true }, 18, 9],
  ['sanitize-page', { urls: ['ab', 'cd'], ...page }, 4, 2],
  ['sort-dedupe', { lines: [' b', 'a', 'a', '😀"'] }, 7, 7],
  ['sort-dedupe', { lines: ['b\r\nä', '\u0001\\'] }, 6, 6],
  ['sort-dedupe', { input: 'é\r\n a\n"é"\n' }, 10, 7],
  ['sort-dedupe', { input: 'x', sort: false, dedupe: false }, 1, 1],
  ['sort-dedupe', { lines: [' '] }, 1, 0],
  // Escapes of each length, at each place of sixteen bytes.
  [
    'sort-dedupe',
    { lines: Array.from({ length: 40 }, (_, index) => `${'x'.repeat(index)}\\"u\u0001\\u😀`) },
    1_100,
    1_139,
  ],
  ['sort-dedupe', { lines: Array.from({ length: 500 }, (_, index) => `${index % 250} 漢字😀`) }, 3_780, 2_139],
  ['sort-dedupe-page', { lines: ['b', 'a'], ...page }, 2, 2],
  // Refused.
  ['run', { ...run, input: 1 }, 0, 0],
  ['run', { input: 'a', steps: ['json-formatter'] }, 0, 0],
  ['sanitize', { urls: [' '] }, 0, 0],
];

describe('the characters of a request', () => {
  for (const [operation, request, charactersIn, charactersOut] of cases) {
    const json = JSON.stringify(request);
    test(`${operation} ${json.slice(0, 80)}`, () => {
      const body = lengthened(Buffer.from(json));
      const isRun = operation === 'run' || operation === 'run-page';
      // Its results tell the time that they took.
      const result = isRun ? engines.oracle.execute(operation, body) : runBothWays(engines, operation, body).result;
      assert.deepEqual([result.charactersIn, result.charactersOut], [charactersIn, charactersOut]);
    });
  }
});
